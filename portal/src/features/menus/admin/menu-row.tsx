import { inThousands } from "../../../ui/format/in-thousands.ts"
import type { AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import type { ReactNode } from "react"
import { Icon } from "../../../ui/navigation/icon.tsx"
import { menuIcon } from "../../../ui/navigation/menu-icon.ts"
import type { PopupEntry } from "../../../ui/overlays/popup-menu.tsx"
import { Tag } from "../../../ui/marks/tag.tsx"
import { Text } from "../../../ui/primitives/text.tsx"
import { ArrangedRow, stepEntries } from "../../../ui/tree/arranged-row.tsx"
import type { Drop, PlacedNode, Step } from "../../../ui/tree/placed-items.ts"
import type { Finding } from "./menu-audit.ts"
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
  readonly node: PlacedNode<AdministeredMenu>
  readonly people: number
  readonly findings: readonly Finding[]
  /** Null: it has no children. */
  readonly isOpen: boolean | null
  readonly onOpen: () => void
  readonly acts: RowActs
  readonly children?: ReactNode
}

export function MenuRow({ node, people, findings, isOpen, onOpen, acts, children }: MenuRowProps) {
  const { item } = node
  const worst = findings.find(({ tone }) => tone === "danger") ?? findings[0]
  const stepping = {
    canStep: (step: Step) => acts.canStep(item, step),
    onStep: (step: Step) => acts.onStep(item, step),
  }

  const entries: PopupEntry[] = [
    { key: "edit", label: "编辑", icon: "edit", onPick: () => acts.onEdit(item) },
    { key: "add", label: "新增下级", icon: "plus", onPick: () => acts.onAdd(item) },
    ...stepEntries(stepping, ["up", "down", "in", "out"]),
    {
      key: "turn",
      label: item.isDisabled ? "启用" : "停用",
      icon: item.isDisabled ? "eye" : "eye-off",
      onPick: () => acts.onTurn(item),
    },
    { key: "remove", label: "删除", icon: "trash", onPick: () => acts.onRemove(item) },
  ]

  return (
    <ArrangedRow
      id={item.id}
      elementId={`menu-${item.id}`}
      name={item.text}
      nameTitle="编辑；Alt+方向键移动"
      onName={() => acts.onEdit(item)}
      icon={<Icon name={menuIcon(item.icon, item.kind === "group" ? "folder" : "page")} sizePx={16} />}
      isOff={item.isDisabled}
      isOpen={isOpen}
      onOpen={onOpen}
      dragType="application/x-uc-menu"
      onDrop={(dragged, drop) => acts.onDrop(dragged, item, drop)}
      entries={entries}
      {...stepping}
      marks={
        <>
          {item.isDisabled && <Tag icon="eye-off">已停用</Tag>}
          {worst && (
            <Tag tone={worst.tone} icon={worst.tone}>
              {findings.length > 1 ? `${findings.length} 个问题` : "有问题"}
            </Tag>
          )}
          <Text truncate tone="faint" size={13} className={css.path}>
            {item.path}
          </Text>
        </>
      }
      end={
        <Text tone="soft" figures rigid>
          {item.isDisabled ? "—" : `${inThousands(people)} 人`}
        </Text>
      }
    >
      {children}
    </ArrangedRow>
  )
}
