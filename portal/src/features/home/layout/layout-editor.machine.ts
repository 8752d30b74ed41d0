import type { UserCustom } from "@uc/contract/home/calls"
import {
  arranged,
  hidden,
  isSame,
  moved,
  packed,
  resized,
  shown,
  stepped,
  visible,
  type Cell,
  type Direction,
  type Known,
} from "../home-layout.ts"

/** HOME-3: arranging the home page. Pure: the page saves. */
export interface LayoutEditor {
  readonly cards: readonly (Known & { readonly title: string })[]
  readonly pinned: ReadonlySet<string>
  readonly cells: readonly Cell[]
  /** As the server has it. */
  readonly saved: UserCustom | null
  /** Read aloud. */
  readonly said: string
}

export type LayoutEvent =
  | { readonly type: "moved"; readonly key: string; readonly direction: Direction }
  | { readonly type: "resized"; readonly key: string; readonly direction: Direction }
  | { readonly type: "stepped"; readonly key: string; readonly to: "earlier" | "later" }
  /** By pointer: the cells as the grid has them now. */
  | { readonly type: "placed"; readonly key: string; readonly boxes: readonly Omit<Cell, "isHidden">[] }
  | { readonly type: "hidden" | "shown"; readonly key: string }
  | { readonly type: "reset" }
  /** The server's layout: after saving, or because another device was first. */
  | { readonly type: "taken"; readonly saved: UserCustom | null }
  /** The own arrangement stays, and is saved over the other device's. */
  | { readonly type: "kept"; readonly saved: UserCustom | null }

type Start = Pick<LayoutEditor, "cards" | "pinned" | "saved">

function cellsOf({ cards, pinned, saved }: Start): Cell[] {
  return arranged(cards, saved?.items ?? [], pinned)
}

export function openEditor(start: Start): LayoutEditor {
  return { ...start, cells: cellsOf(start), said: "" }
}

export function isUnsaved(editor: LayoutEditor): boolean {
  return !isSame(editor.cells, cellsOf(editor))
}

/** The default: nothing is stored for it, and it follows when the product's default changes. */
export function isDefault({ cards, pinned, cells }: LayoutEditor): boolean {
  return isSame(cells, arranged(cards, [], pinned))
}

function sentence({ cards, cells }: LayoutEditor, key: string): string {
  const title = cards.find((card) => card.key === key)?.title ?? ""
  const cell = visible(cells).find((found) => found.key === key)
  if (!cell) return `${title}，已隐藏`
  return `${title}，第${cell.y + 1}行第${cell.x + 1}列，宽${cell.w}格，高${cell.h}格`
}

function withCells(editor: LayoutEditor, key: string, cells: readonly Cell[]): LayoutEditor {
  const next = { ...editor, cells }
  const isUnchanged = isSame(cells, editor.cells)
  return { ...next, said: isUnchanged ? `${sentence(next, key)}，不能再移动` : sentence(next, key) }
}

export function reduceLayout(editor: LayoutEditor, event: LayoutEvent): LayoutEditor {
  const { cells, cards, pinned } = editor
  switch (event.type) {
    case "moved":
      return withCells(editor, event.key, moved(cells, event.key, event.direction))
    case "stepped":
      return withCells(editor, event.key, stepped(cells, event.key, event.to))
    case "resized": {
      const card = cards.find(({ key }) => key === event.key)
      return card ? withCells(editor, event.key, resized(cells, card, event.direction)) : editor
    }
    case "placed": {
      const placed = cells.map((cell) => ({
        ...cell,
        ...event.boxes.find(({ key }) => key === cell.key && !cell.isHidden),
      }))
      return withCells(editor, event.key, packed(placed, event.key))
    }
    case "hidden":
      return pinned.has(event.key) ? editor : withCells(editor, event.key, hidden(cells, event.key))
    case "shown":
      return withCells(editor, event.key, shown(cells, event.key))
    case "reset":
      return { ...editor, cells: arranged(cards, [], pinned), said: "已恢复默认布局，保存后生效" }
    case "taken":
      return { ...openEditor({ cards, pinned, saved: event.saved }), said: editor.said }
    case "kept":
      return { ...editor, saved: event.saved }
  }
}
