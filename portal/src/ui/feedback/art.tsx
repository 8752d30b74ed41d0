import "./art.css"
import type { ReactNode } from "react"

/** Drawings for empty and error states, in the theme's colours. Drawn for this product. */
const drawings = {
  upcoming: (
    <>
      <rect x="52" y="34" width="96" height="78" rx="8" className="a-surface" />
      <path d="M52 50h96" className="a-line" />
      <circle cx="62" cy="42" r="2.5" className="a-brand" />
      <circle cx="71" cy="42" r="2.5" className="a-soft-fill" />
      <circle cx="80" cy="42" r="2.5" className="a-soft-fill" />
      <rect x="62" y="60" width="34" height="20" rx="4" className="a-soft-fill" />
      <rect x="62" y="86" width="34" height="16" rx="4" className="a-sunken" />
      <path d="M104 64h32M104 72h24M104 90h32M104 98h18" className="a-line-strong" />
      <path d="M146 126V84" className="a-mast" />
      <path d="M128 86h50" className="a-mast" />
      <path d="M146 84l-12 8M146 78v8M146 78l30 8M146 78l-16 8" className="a-line-strong" />
      <path d="M172 87v14" className="a-line-strong" />
      <rect x="164" y="101" width="16" height="12" rx="2.5" className="a-brand" />
    </>
  ),
  lost: (
    <>
      <path d="M40 112c18-30 34 4 50-18s28-40 44-26 16 26 30 18" className="a-path" />
      <circle cx="40" cy="112" r="5" className="a-brand" />
      <path d="M164 84s11-10 11-19a11 11 0 1 0-22 0c0 9 11 19 11 19Z" className="a-surface" />
      <path d="M160.5 62.5a3.7 3.7 0 1 1 4.7 3.6c-.9.3-1.2.8-1.2 1.9M164 71.5v.3" className="a-ink" />
      <rect x="66" y="38" width="30" height="22" rx="4" className="a-soft-fill" />
      <rect x="104" y="96" width="34" height="20" rx="4" className="a-sunken" />
      <path d="M72 46h18M72 52h10M110 103h22M110 109h12" className="a-line-strong" />
    </>
  ),
  broken: (
    <>
      <path d="M30 88h34M136 88h34" className="a-cable" />
      <rect x="62" y="74" width="26" height="28" rx="6" className="a-surface" />
      <rect x="112" y="74" width="26" height="28" rx="6" className="a-surface" />
      <path d="M88 82h9M88 94h9" className="a-pin" />
      <path d="M112 82h-5M112 94h-5" className="a-pin" />
      <path d="M100 62v-12M92 65l-7-9M108 65l7-9" className="a-spark" />
      <path d="M72 112h56" className="a-line" />
    </>
  ),
  empty: (
    <>
      <path d="M58 76 74 48h52l16 28v34a6 6 0 0 1-6 6H64a6 6 0 0 1-6-6z" className="a-surface" />
      <path d="M58 76h26a4 4 0 0 1 4 4c0 4 4 8 12 8s12-4 12-8a4 4 0 0 1 4-4h26" className="a-line-strong" />
      <path d="M86 58h28M82 66h36" className="a-line" />
      <circle cx="152" cy="46" r="5" className="a-soft-fill" />
      <circle cx="46" cy="56" r="3.5" className="a-soft-fill" />
      <path d="M150 62h8M154 58v8" className="a-line-strong" />
    </>
  ),
  finished: (
    <>
      <rect x="60" y="34" width="66" height="84" rx="8" className="a-surface" />
      <rect x="72" y="48" width="20" height="10" rx="3" className="a-soft-fill" />
      <path d="M98 53h16M72 70h42M72 82h42M72 94h24" className="a-line-strong" />
      <circle cx="128" cy="98" r="20" className="a-surface" />
      <path d="m119 98 6.5 6.5L138 91.5" className="a-ink" />
      <circle cx="150" cy="48" r="4" className="a-soft-fill" />
      <circle cx="46" cy="66" r="3" className="a-soft-fill" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type ArtName = keyof typeof drawings

export function Art({
  name,
  className,
}: {
  readonly name: ArtName
  readonly className?: string | undefined
}) {
  return (
    <svg viewBox="0 0 200 150" className={className} aria-hidden="true" focusable="false">
      <ellipse cx="100" cy="126" rx="78" ry="9" className="a-shadow" />
      {drawings[name]}
    </svg>
  )
}
