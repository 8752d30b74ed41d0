import { VariantFrame } from "./variants/variant-frame.tsx"
import { LoginPanel } from "./steps/login-panel.tsx"
import { useLogin } from "./use-login.ts"
import frame from "./variants/frame.module.css"
import css from "./default-login.module.css"

/** A schoolyard at the bottom of the page, in tones of the background. */
function Schoolyard() {
  return (
    <svg
      className={css.yard}
      viewBox="0 0 1440 260"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M0 150c180-70 330-60 480-10s300 40 470-20 330-50 490 10v130H0z"
        fill="var(--brand)"
        fillOpacity={0.07}
      />
      <g fill="var(--brand)" fillOpacity={0.15}>
        <path d="M170 222v-74h70v-26l34-24 34 24v26h70v74z" />
        <path d="M1060 222v-92h150v92z" />
        <path d="M1210 222v-60h96v60z" />
        <path d="M1046 130 1135 84l89 46z" />
      </g>
      <g fill="var(--surface)" fillOpacity={0.75}>
        <path d="M186 164h12v14h-12zM210 164h12v14h-12zM326 164h12v14h-12zM350 164h12v14h-12zM186 192h12v14h-12zM210 192h12v14h-12zM326 192h12v14h-12zM350 192h12v14h-12z" />
        <path d="M264 222v-30a10 10 0 0 1 20 0v30z" />
        <path d="M1080 146h14v16h-14zM1110 146h14v16h-14zM1146 146h14v16h-14zM1176 146h14v16h-14zM1080 180h14v16h-14zM1176 180h14v16h-14zM1230 176h12v14h-12zM1256 176h12v14h-12zM1282 176h12v14h-12z" />
        <path d="M1122 222v-32a13 13 0 0 1 26 0v32z" />
      </g>
      <path
        d="M274 98V62h26l-7 7 7 7h-26"
        fill="var(--brand)"
        fillOpacity={0.3}
        stroke="var(--brand)"
        strokeOpacity={0.35}
        strokeWidth={2}
      />
      <path d="M0 202c240-30 420-16 620 2s420 14 820-24v80H0z" fill="var(--brand)" fillOpacity={0.13} />
      <g fill="var(--brand)" fillOpacity={0.2}>
        <ellipse cx="120" cy="168" rx="20" ry="28" />
        <ellipse cx="424" cy="174" rx="17" ry="24" />
        <ellipse cx="456" cy="180" rx="13" ry="18" />
        <ellipse cx="1012" cy="172" rx="18" ry="26" />
        <ellipse cx="1346" cy="168" rx="21" ry="30" />
        <path d="M119 190h2v30h-2zM423 192h2v26h-2zM455 194h2v26h-2zM1011 192h2v26h-2zM1345 192h2v26h-2z" />
      </g>
    </svg>
  )
}

/** `defaultLogin`: a card in the middle, with the code of a picture. */
export function Component() {
  const engine = useLogin("defaultLogin")
  return (
    <VariantFrame className={css.page} behind={<Schoolyard />}>
      <main className={frame.middle}>
        <div className={frame.card}>
          <LoginPanel variant="defaultLogin" engine={engine} />
        </div>
      </main>
    </VariantFrame>
  )
}
