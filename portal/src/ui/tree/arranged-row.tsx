import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react"
import { Icon } from "../navigation/icon.tsx"
import { PopupMenu, type PopupEntry } from "../overlays/popup-menu.tsx"
import { Row } from "../primitives/row.tsx"
import { classes } from "../theme/classes.ts"
import type { Drop, Step } from "./placed-items.ts"
import css from "./arranged-row.module.css"

const steps: readonly [Step, label: string, key: string][] = [
  ["up", "上移", "ArrowUp"],
  ["down", "下移", "ArrowDown"],
  ["in", "移入上一项", "ArrowRight"],
  ["out", "移出到上一级", "ArrowLeft"],
]
const stepIcons = { up: "caps", down: "down", in: "right", out: "back" } as const

interface Stepping {
  readonly canStep: (step: Step) => boolean
  readonly onStep: (step: Step) => void
}

/** What the keyboard does, as entries of the row's menu. */
export function stepEntries({ canStep, onStep }: Stepping, shown: readonly Step[]): PopupEntry[] {
  return steps
    .filter(([step]) => shown.includes(step) && canStep(step))
    .map(([step, label]) => ({ key: step, label, icon: stepIcons[step], onPick: () => onStep(step) }))
}

interface ArrangedRowProps extends Stepping {
  readonly id: string
  /** Of the name, which the keyboard stands on. */
  readonly elementId: string
  readonly name: string
  /** What pressing the name does. */
  readonly nameTitle: string
  readonly onName: () => void
  readonly icon: ReactNode
  readonly isOff: boolean
  /** Null: nothing stands below it. */
  readonly isOpen: boolean | null
  readonly onOpen: () => void
  /** Rows with the same can be dropped on each other. */
  readonly dragType: string
  readonly onDrop: (dragged: string, drop: Drop) => void
  readonly entries: readonly PopupEntry[]
  /** Behind the name, and at the end. */
  readonly marks?: ReactNode
  readonly end?: ReactNode
  /** The rows below it. */
  readonly children?: ReactNode
}

function dropAt(event: DragEvent<HTMLElement>): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  return part < 0.3 ? "before" : part > 0.7 ? "after" : "inside"
}

/** One item of a tree that is arranged by hand: by dragging, by Alt and the arrow keys, and by its menu. */
export function ArrangedRow(row: ArrangedRowProps) {
  const { id, elementId, name, nameTitle, onName, icon, isOff, isOpen, onOpen, dragType, onDrop } = row
  const { entries, marks, end, children, canStep, onStep } = row
  const [drop, setDrop] = useState<Drop | null>(null)

  function onKey(event: KeyboardEvent) {
    if (!event.altKey) return
    const step = steps.find(([, , key]) => key === event.key)?.[0]
    if (!step) return
    event.preventDefault()
    // Of the rows around it none is meant.
    event.stopPropagation()
    if (canStep(step)) onStep(step)
  }

  return (
    <li>
      {/* Everything that dragging does is in the row's menu and on the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <Row
        gap={8}
        line="top"
        className={classes(css.row, isOff && css.off, drop && css[drop])}
        draggable
        onKeyDown={onKey}
        onDragStart={(event) => {
          event.stopPropagation()
          event.dataTransfer.setData(dragType, id)
          event.dataTransfer.effectAllowed = "move"
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(dragType)) return
          event.preventDefault()
          setDrop(dropAt(event))
        }}
        onDragLeave={() => setDrop(null)}
        onDrop={(event) => {
          const dragged = event.dataTransfer.getData(dragType)
          if (dragged === "") return
          event.preventDefault()
          setDrop(null)
          onDrop(dragged, dropAt(event))
        }}
      >
        {isOpen === null ? (
          <span className={css.arrow} />
        ) : (
          <button
            type="button"
            className={classes(css.arrow, isOpen && css.opened)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "收起" : "展开"}${name}`}
            onClick={onOpen}
          >
            <Icon name="right" sizePx={14} />
          </button>
        )}
        <Row as="span" tone={isOff ? "faint" : "brand"} rigid>
          {icon}
        </Row>
        <button type="button" id={elementId} className={css.name} title={nameTitle} onClick={onName}>
          {name}
        </button>
        <Row as="span" gap={8} grow className={css.marks}>
          {marks}
        </Row>
        {end}
        <PopupMenu label={`${name}的操作`} entries={entries}>
          <Icon name="manage" sizePx={16} />
        </PopupMenu>
      </Row>
      {children}
    </li>
  )
}

/** The items of one level; those below an item stand further in. */
export function ArrangedList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={css.tree} aria-label={label}>
      {children}
    </ul>
  )
}
