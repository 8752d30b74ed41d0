import { Button } from "../forms/button.tsx"
import { classes } from "../theme/classes.ts"
import { Icon } from "../navigation/icon.tsx"
import { Spinner } from "../feedback/spinner.tsx"
import css from "./qr-code.module.css"

export type QrCodeState = "loading" | "waiting" | "scanned" | "expired" | "failed"

interface QrCodeProps {
  /** A `data:` address; null while there is none. */
  readonly image: string | null
  readonly secondsLeft: number
  readonly totalSeconds: number
  readonly state: QrCodeState
  readonly onRefresh: () => void
  /** What the code is for, for those who can't see it. */
  readonly label: string
}

/** The outline, clockwise from the middle of its upper edge: it shrinks with the time left. */
const outline =
  "M110 3H201a16 16 0 0 1 16 16V201a16 16 0 0 1-16 16H19a16 16 0 0 1-16-16V19a16 16 0 0 1 16-16z"

const lowSeconds = 20

export function QrCode({ image, secondsLeft, totalSeconds, state, onRefresh, label }: QrCodeProps) {
  const isRunning = state === "waiting" || state === "scanned"
  const share = isRunning && totalSeconds > 0 ? Math.max(0, Math.min(1, secondsLeft / totalSeconds)) : 0
  return (
    <div className={css.qr}>
      <div className={css.plate}>
        <svg className={css.ring} viewBox="0 0 220 220" aria-hidden="true" focusable="false">
          <path d={outline} className={css.track} />
          <path
            d={outline}
            pathLength={1}
            className={classes(css.left, secondsLeft <= lowSeconds && css.low)}
            style={{ strokeDasharray: `${share} 1`, visibility: share > 0 ? "visible" : "hidden" }}
          />
        </svg>
        {image !== null && <img className={css.image} src={image} alt={label} />}
        <Mask state={state} onRefresh={onRefresh} />
      </div>
      {/* Not announced every second. */}
      <p className={css.time} aria-hidden={!isRunning} role="timer" aria-live="off">
        {isRunning ? `${secondsLeft} 秒后失效` : "\u00a0"}
      </p>
    </div>
  )
}

function Mask({ state, onRefresh }: Pick<QrCodeProps, "state" | "onRefresh">) {
  return (
    <div role="status">
      {state === "loading" && (
        <div className={css.mask}>
          <Spinner sizePx={24} />
          <span className="only-read-aloud">正在加载二维码…</span>
        </div>
      )}
      {state === "scanned" && (
        <div className={css.mask}>
          <span className={css.tick}>
            <Icon name="done" sizePx={40} />
          </span>
          <b>已扫描</b>
          <span>请在手机上确认</span>
        </div>
      )}
      {(state === "expired" || state === "failed") && (
        <div className={css.mask}>
          <b>{state === "expired" ? "二维码已失效" : "二维码加载失败"}</b>
          <Button look="primary" onClick={onRefresh}>
            <Icon name="retry" sizePx={16} />
            {state === "expired" ? "刷新二维码" : "重新加载"}
          </Button>
        </div>
      )}
    </div>
  )
}
