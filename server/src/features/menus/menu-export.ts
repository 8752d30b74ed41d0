import {
  formatAudience,
  menuKindLabels,
  whoSee,
  type AdministeredMenu,
  type PeopleAlike,
} from "@uc/contract/menus/admin-calls"
import { wholeSheet, type ExportedColumn, type ExportedSheet } from "../../http/exported-file.ts"
import { below, trailOf } from "./menu-position.ts"

interface Row {
  readonly item: AdministeredMenu
  /** From the topmost down to itself. */
  readonly trail: readonly AdministeredMenu[]
  readonly people: number
}

const columns: readonly ExportedColumn<Row>[] = [
  { title: "级别", width: 8, cell: ({ trail }) => trail.length },
  { title: "菜单", width: 24, cell: ({ item }) => item.text },
  {
    title: "上级菜单",
    width: 32,
    cell: ({ trail }) =>
      trail
        .slice(0, -1)
        .map(({ text }) => text)
        .join(" / "),
  },
  { title: "类型", width: 12, cell: ({ item }) => menuKindLabels[item.kind] },
  { title: "打开", width: 40, cell: ({ item }) => item.path },
  {
    title: "可见范围",
    width: 48,
    cell: ({ item }) => item.audience.map((row) => formatAudience(row, row.orgname)).join("\n"),
  },
  { title: "可见人数", width: 10, cell: ({ people }) => people },
  { title: "状态", width: 10, cell: ({ item }) => (item.isDisabled ? "已停用" : "在用") },
]

/** MENU-5: in the order of the tree on screen; items in a cycle, which nobody sees, come last. */
export function menuSheet(items: readonly AdministeredMenu[], people: readonly PeopleAlike[]): ExportedSheet {
  const rooted = items
    .filter(({ parentId }) => parentId === null)
    .flatMap((root) => [root, ...below(items, root.id)])
  const stray = items.filter((item) => !rooted.includes(item))
  const rows = [
    ...rooted.map((item) => {
      const trail = trailOf(items, item.id)
      return { item, trail, people: whoSee(trail, people).reduce((all, group) => all + group.people, 0) }
    }),
    ...stray.map((item) => ({ item, trail: trailOf(items, item.id), people: 0 })),
  ]
  return wholeSheet("菜单", columns, { items: rows })
}
