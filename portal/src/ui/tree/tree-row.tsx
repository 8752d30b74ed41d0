import { memo, type CSSProperties, type ReactNode } from "react"
import { classes } from "../theme/classes.ts"
import { Icon } from "../navigation/icon.tsx"
import { Spinner } from "../feedback/spinner.tsx"
import type { TreeItem } from "./forest.ts"
import type { Mark } from "./marks.ts"
import css from "./tree-view.module.css"

interface RowLooks {
  readonly id: string
  readonly row: number
  readonly topPx: number
  readonly heightPx: number
  readonly isActive: boolean
  readonly depth: number
}

interface TreeRowProps extends RowLooks {
  readonly item: TreeItem
  /** Its position among its siblings, from 1, and their number. */
  readonly position: number
  readonly size: number
  /** Null: there is nothing below it. */
  readonly isOpen: boolean | null
  readonly isBusy: boolean
  /** Null: no checkbox. */
  readonly mark: Mark | null
  /** Null: it has a checkbox for that. */
  readonly isSelected: boolean | null
  readonly canPress: boolean
  readonly highlight: string
  readonly extra: ReactNode
}

const checkedWords = { checked: true, partial: "mixed", unchecked: false } as const

/** Memoised: a step of the keyboard draws two rows, not all. */
export const TreeRow = memo(function TreeRow(props: TreeRowProps) {
  const {
    id,
    row,
    isActive,
    depth,
    item,
    position,
    size,
    isOpen,
    isBusy,
    mark,
    isSelected,
    canPress,
    extra,
  } = props
  const hintId = item.hint === undefined ? undefined : `${id}-hint`
  return (
    <div
      id={id}
      className={classes(
        css.row,
        isActive && css.active,
        isSelected && css.selected,
        item.isDisabled && css.disabled,
        canPress && css.pressable,
      )}
      style={placed(props)}
      role="treeitem"
      data-row={row}
      aria-label={item.label}
      aria-describedby={hintId}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={size}
      aria-expanded={isOpen ?? undefined}
      aria-checked={mark === null ? undefined : checkedWords[mark]}
      aria-selected={isSelected ?? undefined}
      aria-disabled={item.isDisabled}
      aria-busy={isBusy || undefined}
    >
      <span className={css.indent} />
      <span className={css.arrow} data-arrow={isOpen === null ? undefined : ""}>
        {isOpen !== null && <Icon name="right" sizePx={14} />}
      </span>
      {mark !== null && <span className={classes(css.box, css[mark])} data-box="" />}
      <span className={css.words} title={item.label}>
        {highlighted(item.label, props.highlight)}
      </span>
      {hintId !== undefined && (
        <span id={hintId} className={css.hint}>
          {item.hint}
        </span>
      )}
      {isSelected === true && (
        <span className={css.tick}>
          <Icon name="check" sizePx={16} />
        </span>
      )}
      {extra !== undefined && extra !== null && (
        <span className={css.extra} data-extra="">
          {extra}
        </span>
      )}
    </div>
  )
})

interface AwaitedRowProps extends RowLooks {
  /** Null: loading. */
  readonly failure: string | null
}

/** Stands for children that are not loaded yet. Pressing it after a failure retries. */
export function AwaitedRow(props: AwaitedRowProps) {
  const { id, row, isActive, depth, failure } = props
  return (
    <div
      id={id}
      className={classes(
        css.row,
        css.awaited,
        isActive && css.active,
        failure !== null && css.failed,
        failure !== null && css.pressable,
      )}
      style={placed(props)}
      role="treeitem"
      data-row={row}
      aria-label={failure === null ? "正在加载" : `${failure}，重试`}
      aria-level={depth + 1}
      aria-posinset={1}
      aria-setsize={1}
      aria-selected={false}
      aria-busy={failure === null}
    >
      <span className={css.indent} />
      <span className={css.arrow}>
        {failure === null ? <Spinner sizePx={14} /> : <Icon name="caution" sizePx={16} />}
      </span>
      <span className={css.words}>{failure ?? "正在加载…"}</span>
      {failure !== null && <span className={css.retry}>重试</span>}
    </div>
  )
}

function placed({ topPx, heightPx, depth }: RowLooks): CSSProperties {
  return {
    transform: `translateY(${topPx}px)`,
    height: heightPx,
    "--depth": depth,
  } as CSSProperties
}

function highlighted(label: string, wanted: string): ReactNode {
  const at = wanted === "" ? -1 : label.toLowerCase().indexOf(wanted.toLowerCase())
  if (at === -1) return label
  return (
    <>
      {label.slice(0, at)}
      <mark className={css.highlight}>{label.slice(at, at + wanted.length)}</mark>
      {label.slice(at + wanted.length)}
    </>
  )
}
