import type { AdministeredMenu } from "@uc/contract/menus/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import type { Finding } from "./menu-audit.ts"
import type { PlacedNode } from "../../../ui/tree/placed-items.ts"
import { ArrangedList } from "../../../ui/tree/arranged-row.tsx"
import { MenuRow, type RowActs } from "./menu-row.tsx"

interface MenuTreeProps {
  readonly label: string
  readonly nodes: readonly PlacedNode<AdministeredMenu>[]
  readonly people: ReadonlyMap<Id, number>
  readonly findings: readonly Finding[]
  readonly closed: ReadonlySet<Id>
  readonly onClosed: (id: Id) => void
  readonly acts: RowActs
}

export function MenuTree({ label, nodes, ...rest }: MenuTreeProps) {
  const { people, findings, closed, onClosed, acts } = rest
  return (
    <ArrangedList label={label}>
      {nodes.map((node) => {
        const { id, text } = node.item
        const isOpen = node.children.length === 0 ? null : !closed.has(id)
        return (
          <MenuRow
            key={id}
            node={node}
            people={people.get(id) ?? 0}
            findings={findings.filter((finding) => finding.id === id)}
            isOpen={isOpen}
            onOpen={() => onClosed(id)}
            acts={acts}
          >
            {isOpen === true && <MenuTree label={`${text}的下级`} nodes={node.children} {...rest} />}
          </MenuRow>
        )
      })}
    </ArrangedList>
  )
}
