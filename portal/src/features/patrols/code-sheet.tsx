import { patrolLimits, patrolWorkCalls, type PatrolPoint } from "@uc/contract/patrols-at-work"
import { messageOf } from "../../platform/failure.ts"
import { useCall } from "../../platform/use-call.ts"
import { Button } from "../../ui/button.tsx"
import { DialogHead } from "../../ui/dialog-head.tsx"
import { FailedFace } from "../../ui/failed-face.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Modal } from "../../ui/modal.tsx"
import { BarsSkeleton } from "../../ui/skeleton.tsx"
import css from "./code-sheet.module.css"

interface CodeSheetProps {
  readonly points: readonly PatrolPoint[]
  /** How many there are altogether. */
  readonly all: number
  readonly onClose: () => void
}

/** To be printed, cut and put up. On paper there is nothing but this. */
export function CodeSheet({ points, all, onClose }: CodeSheetProps) {
  const ids = points.map(({ id }) => id).join(",")
  const { data, error, refetch } = useCall(patrolWorkCalls.codes, { ids })
  return (
    <Modal
      label="巡查二维码"
      place="window"
      sizePx={{ width: 860, height: 680 }}
      className={css.sheet}
      onClose={onClose}
    >
      <DialogHead
        title="巡查二维码"
        words={points.length > 1 && all > points.length ? `点位较多，先打印前${patrolLimits.codes}个` : null}
        onClose={onClose}
      />
      <div className={css.body}>
        {error && <FailedFace title="二维码没有加载成功" words={messageOf(error)} onRetry={refetch} />}
        {!error && !data && <BarsSkeleton heightsPx={[200, 200]} />}
        {data && (
          <ul className={css.codes}>
            {data.codes.map(({ id, name, placeName, orgname, image }) => (
              <li key={id}>
                <img src={image} alt={`${name}的巡查二维码`} />
                <b>{name}</b>
                <span>{placeName}</span>
                <small>{orgname} · 扫码巡查打卡</small>
              </li>
            ))}
          </ul>
        )}
      </div>
      <footer className={css.foot}>
        <Button onClick={onClose}>关闭</Button>
        <Button look="primary" disabled={!data} onClick={() => window.print()}>
          <Icon name="page" sizePx={16} />
          打印
        </Button>
      </footer>
    </Modal>
  )
}
