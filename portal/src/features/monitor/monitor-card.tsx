import { classes } from "../../ui/theme/classes.ts"
import { Button } from "../../ui/forms/button.tsx"
import { DrillMark } from "../../ui/marks/drill-mark.tsx"
import { Icon } from "../../ui/navigation/icon.tsx"
import { levelLook, wordsOf } from "./alarm-labels.ts"
import type { MonitorEntry } from "./monitor.ts"
import css from "./monitor.module.css"

interface CardProps {
  readonly entry: MonitorEntry
  readonly onLook: () => void
  readonly onClose: () => void
}

export function MonitorCard({ entry, onLook, onClose }: CardProps) {
  const { title, school, address, time } = wordsOf(entry)
  const isDrill = entry.kind === "yuan"
  return (
    <article
      className={classes(css.card, isDrill ? css.drill : css[levelLook(entry.item.alarm_level_name)])}
      aria-label={isDrill ? "演练" : "预警"}
    >
      {isDrill ? (
        <DrillMark look="band" />
      ) : (
        <p className={css.level}>
          <Icon name="alarm" sizePx={16} />
          {entry.item.alarm_level_name}预警
        </p>
      )}
      <button
        type="button"
        className={css.close}
        aria-label={isDrill ? "关闭演练卡片" : "关闭预警卡片"}
        onClick={onClose}
      >
        <Icon name="close" sizePx={16} />
      </button>
      <h2 className={css.title}>{title}</h2>
      <dl className={css.facts}>
        <dt>单位</dt>
        <dd>{school}</dd>
        <dt>地址</dt>
        <dd className={entry.item.schoolAddress === "" ? css.missing : undefined}>{address}</dd>
        <dt>时间</dt>
        <dd>{time}</dd>
      </dl>
      {isDrill && <p className={css.exercise}>这是演练，不是真实警情</p>}
      <div className={css.deeds}>
        <Button look={isDrill ? "plain" : "primary"} onClick={onLook}>
          查看
        </Button>
      </div>
    </article>
  )
}
