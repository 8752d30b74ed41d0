import type { Id } from "@uc/contract/core/wire"
import type { TreeEntry, TreeShape } from "@uc/contract/trees/tree-calls"
import { Tag } from "../../ui/marks/tag.tsx"
import { Icon, type IconName } from "../../ui/navigation/icon.tsx"
import type { PopupEntry } from "../../ui/overlays/popup-menu.tsx"
import { Text } from "../../ui/primitives/text.tsx"
import { ArrangedList, ArrangedRow, stepEntries } from "../../ui/tree/arranged-row.tsx"
import type { Drop, PlacedNode, Step } from "../../ui/tree/placed-items.ts"
import css from "./trees.module.css"

/** What a row may ask for. */
export interface TreeActs {
  readonly onEdit: (entry: TreeEntry) => void
  readonly onAdd: (parent: TreeEntry) => void
  readonly onMove: (entry: TreeEntry) => void
  readonly onTurn: (entry: TreeEntry) => void
  readonly onRemove: (entry: TreeEntry) => void
  readonly onStep: (entry: TreeEntry, step: Step) => void
  readonly onDrop: (dragged: Id, target: TreeEntry, drop: Drop) => void
  readonly canStep: (entry: TreeEntry, step: Step) => boolean
  readonly canAdd: (parent: TreeEntry) => boolean
  readonly canMove: (entry: TreeEntry) => boolean
}

interface TreeListProps {
  readonly label: string
  readonly shape: TreeShape
  readonly icons: Readonly<Record<string, IconName>>
  readonly nodes: readonly PlacedNode<TreeEntry>[]
  readonly isOpen: (id: Id) => boolean
  readonly onOpen: (id: Id) => void
  /** Something above is out of use. */
  readonly isBelowOff?: boolean
  readonly acts: TreeActs
}

export function TreeList({ label, nodes, isBelowOff = false, ...rest }: TreeListProps) {
  return (
    <ArrangedList label={label}>
      {nodes.map((node) => (
        <OneEntry key={node.item.id} node={node} isBelowOff={isBelowOff} {...rest} />
      ))}
    </ArrangedList>
  )
}

interface OneEntryProps extends Omit<TreeListProps, "label" | "nodes"> {
  readonly node: PlacedNode<TreeEntry>
  readonly isBelowOff: boolean
}

function OneEntry({ node: { item, children }, isBelowOff, ...rest }: OneEntryProps) {
  const { shape, icons, isOpen, onOpen, acts } = rest
  const opened = children.length === 0 ? null : isOpen(item.id)
  const isOff = item.isDisabled || isBelowOff
  const stepping = {
    canStep: (step: Step) => acts.canStep(item, step),
    onStep: (step: Step) => acts.onStep(item, step),
  }
  const turn: PopupEntry = item.isDisabled
    ? { key: "turn", label: "启用", icon: "eye", onPick: () => acts.onTurn(item) }
    : { key: "turn", label: "停用", icon: "eye-off", onPick: () => acts.onTurn(item) }
  const change: PopupEntry[] = [
    { key: "edit", label: "改名", icon: "edit", onPick: () => acts.onEdit(item) },
    ...stepEntries(stepping, ["up", "down"]),
    ...(acts.canMove(item)
      ? [{ key: "move", label: "移动", icon: "move" as const, onPick: () => acts.onMove(item) }]
      : []),
    turn,
    { key: "remove", label: "删除", icon: "trash", onPick: () => acts.onRemove(item) },
  ]
  const entries: PopupEntry[] = [
    ...(acts.canAdd(item)
      ? [{ key: "add", label: "新增下级", icon: "plus" as const, onPick: () => acts.onAdd(item) }]
      : []),
    ...(item.isFixed ? [] : change),
  ]
  const hasKinds = Object.keys(shape.kinds).length > 1
  return (
    <ArrangedRow
      id={item.id}
      elementId={`tree-${item.id}`}
      name={item.name}
      nameTitle={item.isFixed ? item.name : "改名；Alt+方向键移动"}
      onName={() => (item.isFixed ? acts.canAdd(item) && acts.onAdd(item) : acts.onEdit(item))}
      icon={<Icon name={icons[item.kind] ?? "tree"} sizePx={16} />}
      isOff={isOff}
      isOpen={opened}
      onOpen={() => onOpen(item.id)}
      dragType="application/x-uc-tree"
      onDrop={(dragged, drop) => acts.onDrop(dragged, item, drop)}
      entries={entries}
      {...stepping}
      marks={
        <>
          {item.isDisabled && <Tag icon="eye-off">已停用</Tag>}
          {hasKinds && (
            <Text tone="faint" size={13} rigid className={css.kind}>
              {shape.kinds[item.kind]?.label}
            </Text>
          )}
          <Text truncate tone="faint" size={13} className={css.more}>
            {[item.code, item.note].filter((text) => text !== "").join(" · ")}
          </Text>
        </>
      }
    >
      {opened === true && (
        <TreeList label={`${item.name}的下级`} nodes={children} {...rest} isBelowOff={isOff} />
      )}
    </ArrangedRow>
  )
}
