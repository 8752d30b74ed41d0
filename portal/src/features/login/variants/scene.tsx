/** Windows in a grid; small enough to be drawn by count. */
function Windows({
  x,
  y,
  columns,
  rows,
  gapX,
  gapY,
  width = 6,
  height = 8,
}: Readonly<Record<"x" | "y" | "columns" | "rows" | "gapX" | "gapY", number>> & {
  readonly width?: number
  readonly height?: number
}) {
  let path = ""
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      path += `M${x + column * gapX} ${y + row * gapY}h${width}v${height}h${-width}z`
  return <path d={path} fill="var(--pane)" />
}

/** A facade in the light. */
function Front({ d }: { readonly d: string }) {
  return (
    <>
      <path d={d} fill="var(--facade)" />
      <path d={d} fill="#fff" fillOpacity={0.5} />
    </>
  )
}

function Tree({ x, y, size }: { readonly x: number; readonly y: number; readonly size: number }) {
  return (
    <g>
      <path d={`M${x} ${y}v${-size * 0.7}`} stroke="#fff" strokeOpacity={0.5} strokeWidth={3} />
      <ellipse cx={x} cy={y - size * 1.05} rx={size * 0.42} ry={size * 0.55} fill="#fff" fillOpacity={0.3} />
    </g>
  )
}

/** A school, a bureau and an enterprise under one sky, each joined to the shield: what the site is for. */
export function Scene() {
  return (
    <svg
      width="100%"
      height="100%"
      display="block"
      overflow="visible"
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 760 400"
      preserveAspectRatio="xMidYMax meet"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="590" cy="96" r="120" fill="#fff" fillOpacity={0.05} />
      <circle cx="590" cy="96" r="76" fill="#fff" fillOpacity={0.05} />
      <circle cx="590" cy="96" r="38" fill="#ffdf9e" />
      <path
        d="M-400 280c160-60 290-40 400 20 90-70 170-86 260-46s150 28 230-22 180-44 270 30c120-50 260-50 400 10v128H-400z"
        fill="#fff"
        fillOpacity={0.07}
      />
      <path
        d="M-400 320c150-30 280-10 400 18 120-56 220-44 330-14s270 6 430-34c140 30 260 20 400-10v120H-400z"
        fill="#fff"
        fillOpacity={0.1}
      />

      <g fill="none" stroke="#fff" strokeWidth={2} strokeOpacity={0.55} strokeDasharray="1 8">
        <path d="M150 262C170 150 250 104 342 104" />
        <path d="M380 208v-58" />
        <path d="M612 250C596 150 508 104 418 104" />
      </g>
      <circle cx="150" cy="262" r="4" fill="#fff" />
      <circle cx="380" cy="212" r="4" fill="#fff" />
      <circle cx="612" cy="250" r="4" fill="#fff" />
      <circle cx="380" cy="104" r="40" fill="#fff" fillOpacity={0.12} />
      <path d="M380 76 404 86v17c0 14-10 23-24 28-14-5-24-14-24-28V86z" fill="#fff" />
      <circle cx="380" cy="97" r="7" fill="#1c5fd0" />
      <path d="M367 117c2-7 6-11 13-11s11 4 13 11" fill="none" stroke="#1c5fd0" strokeWidth={4} />

      {/* School */}
      <path d="M60 352v-62h62v-24l28-20 28 20v24h62v62z" fill="var(--facade)" />
      <path d="M142 352v-26a8 8 0 0 1 16 0v26z" fill="#2a5dbd" />
      <circle cx="150" cy="274" r="8" fill="#fff" stroke="var(--pane)" strokeWidth={2} />
      <path d="M150 269v5l4 2" fill="none" stroke="#2a5dbd" strokeWidth={2} />
      <path
        d="M150 246v-26M150 221h18l-5 5 5 5h-18"
        fill="#fff"
        fillOpacity={0.5}
        stroke="#fff"
        strokeWidth={2}
      />
      <Windows x={72} y={302} columns={4} rows={2} gapX={12} gapY={20} />
      <Windows x={186} y={302} columns={4} rows={2} gapX={12} gapY={20} />

      {/* Bureau */}
      <Front d="M312 352v-84h136v84z" />
      <path d="M302 268 380 222l78 46z" fill="var(--facade)" />
      <path d="M302 268 380 222l78 46z" fill="#1c5fd0" fillOpacity={0.2} />
      <path
        d="M328 352v-72M352 352v-72M408 352v-72M432 352v-72"
        stroke="#1c5fd0"
        strokeOpacity={0.25}
        strokeWidth={9}
        strokeLinecap="butt"
      />
      <path d="M368 352v-40a12 12 0 0 1 24 0v40z" fill="#2a5dbd" />
      <path d="M304 352h152" stroke="var(--facade)" strokeWidth={6} />

      {/* Enterprise */}
      <path d="M536 352V262h52v90z" fill="var(--facade)" />
      <Front d="M588 352V228h56v124z" />
      <path d="M644 352v-70h44v70z" fill="var(--facade)" />
      <Windows x={546} y={274} columns={3} rows={4} gapX={13} gapY={18} />
      <Windows x={598} y={242} columns={3} rows={6} gapX={14} gapY={17} />
      <Windows x={653} y={294} columns={3} rows={3} gapX={11} gapY={18} />

      <path d="M-400 352h1560v48H-400z" fill="#0c2c6e" fillOpacity={0.55} />
      <Tree x={28} y={354} size={36} />
      <Tree x={262} y={354} size={30} />
      <Tree x={286} y={356} size={44} />
      <Tree x={482} y={354} size={34} />
      <Tree x={508} y={356} size={46} />
      <Tree x={714} y={354} size={40} />
    </svg>
  )
}
