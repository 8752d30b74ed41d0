import { inThousands } from "../../../ui/format/in-thousands.ts"
import type { AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react"
import { classes } from "../../../ui/theme/classes.ts"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import { PopupMenu, type PopupEntry } from "../../../ui/overlays/popup-menu.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import type { Finding } from "./menu-audit.ts"
import type { Drop, MenuNode, Step } from "./menu-tree-nodes.ts"
import { Row } from "../../../ui/primitives/row.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import css from "./menus.module.css"

/** The actions of a row. */
export interface RowActs {
  readonly onEdit: (item: AdministeredMenu) => void
  readonly onAdd: (parent: AdministeredMenu) => void
  readonly onRemove: (item: AdministeredMenu) => void
  readonly onTurn: (item: AdministeredMenu) => void
  readonly onStep: (item: AdministeredMenu, step: Step) => void
  readonly onDrop: (dragged: Id, target: AdministeredMenu, drop: Drop) => void
  readonly canStep: (item: AdministeredMenu, step: Step) => boolean
}

interface MenuRowProps {
  readonly node: MenuNode
  readonly people: number
  readonly findings: readonly Finding[]
  /** Null: it has no children. */
  readonly isOpen: boolean | null
  readonly onOpen: () => void
  readonly acts: RowActs
  readonly children?: ReactNode
}

const steps: readonly [Step, string, string][] = [
  ["up", "上移", "ArrowUp"],
  ["down", "下移", "ArrowDown"],
  ["in", "移入上一项", "ArrowRight"],
  ["out", "移出到上一级", "ArrowLeft"],
]

const dragType = "application/x-uc-menu"

function dropAt(event: DragEvent<HTMLElement>): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const part = (event.clientY - top) / height
  return part < 0.3 ? "before" : part > 0.7 ? "after" : "inside"
}

export function MenuRow({ node, people, findings, isOpen, onOpen, acts, children }: MenuRowProps) {
  const { item } = node
  const [drop, setDrop] = useState<Drop | null>(null)
  const worst = findings.find(({ tone }) => tone === "danger") ?? findings[0]

  function onKey(event: KeyboardEvent) {
    if (!event.altKey) return
    const step = steps.find(([, , key]) => key === event.key)?.[0]
    if (!step) return
    event.preventDefault()
    // Not for the rows around it.
    event.stopPropagation()
    if (acts.canStep(item, step)) acts.onStep(item, step)
  }

  const entries: PopupEntry[] = [
    { key: "edit", label: "编辑", icon: "edit", onPick: () => acts.onEdit(item) },
    { key: "add", label: "新增下级", icon: "plus", onPick: () => acts.onAdd(item) },
    ...steps
      .filter(([step]) => acts.canStep(item, step))
      .map(([step, label]) => ({
        key: step,
        label,
        icon: ({ up: "caps", down: "down", in: "right", out: "back" } as const)[step],
        onPick: () => acts.onStep(item, step),
      })),
    {
      key: "turn",
      label: item.isDisabled ? "启用" : "停用",
      icon: item.isDisabled ? "eye" : "eye-off",
      onPick: () => acts.onTurn(item),
    },
    { key: "remove", label: "删除", icon: "trash", onPick: () => acts.onRemove(item) },
  ]

  return (
    <li>
      {/* Everything that dragging does is in the row's menu and on the keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <Row
        gap={8}
        line="top"
        className={classes(css.row, item.isDisabled && css.off, drop && css[drop])}
        draggable
        onKeyDown={onKey}
        onDragStart={(event) => {
          event.stopPropagation()
          event.dataTransfer.setData(dragType, item.id)
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
          acts.onDrop(dragged, item, dropAt(event))
        }}
      >
        {isOpen === null ? (
          <span className={css.arrow} />
        ) : (
          <button
            type="button"
            className={classes(css.arrow, isOpen && css.opened)}
            aria-expanded={isOpen}
            aria-label={`${isOpen ? "收起" : "展开"}${item.text}`}
            onClick={onOpen}
          >
            <Icon name="right" sizePx={14} />
          </button>
        )}
        <Row as="span" tone={item.isDisabled ? "faint" : "brand"} rigid>
          <Icon name={menuIcon(item.icon, item.kind === "group" ? "folder" : "page")} sizePx={16} />
        </Row>
        <button
          type="button"
          id={`menu-${item.id}`}
          className={css.name}
          title="编辑；Alt+方向键移动"
          onClick={() => acts.onEdit(item)}
        >
          {item.text}
        </button>
        <Row as="span" gap={8} grow>
          {item.isDisabled && <Tag icon="eye-off">已停用</Tag>}
          {worst && (
            <Tag tone={worst.tone} icon={worst.tone}>
              {findings.length > 1 ? `${findings.length} 个问题` : "有问题"}
            </Tag>
          )}
          <Text truncate tone="faint" size={13} className={css.path}>
            {item.path}
          </Text>
        </Row>
        <Text tone="soft" figures rigid>
          {item.isDisabled ? "—" : `${inThousands(people)} 人`}
        </Text>
        <PopupMenu label={`${item.text}的操作`} entries={entries}>
          <Icon name="manage" sizePx={16} />
        </PopupMenu>
      </Row>
      {children}
    </li>
  )
}
