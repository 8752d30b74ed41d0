import { Node, type Editor } from "@tiptap/core"
import type { Command } from "@tiptap/pm/state"
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  tableEditing,
  toggleHeaderRow,
} from "@tiptap/pm/tables"
import { insertBlocks } from "./insert-block.ts"

/** What the table editing of ProseMirror knows them by. */
const roles: Readonly<Record<string, string>> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
}

function spanOf(element: HTMLElement, name: "colspan" | "rowspan"): number {
  const span = Number(element.getAttribute(name))
  return Number.isInteger(span) && span > 1 && span < 100 ? span : 1
}

function cellAttributes() {
  const span = (name: "colspan" | "rowspan") => ({
    default: 1,
    parseHTML: (element: HTMLElement) => spanOf(element, name),
    renderHTML: (attributes: Record<string, unknown>) =>
      attributes[name] === 1 ? {} : { [name]: attributes[name] },
  })
  return {
    colspan: span("colspan"),
    rowspan: span("rowspan"),
    // Asked for by the table editing; columns are as wide as their words.
    colwidth: { default: null, parseHTML: () => null, renderHTML: () => ({}) },
  }
}

/** No table inside of a table. */
const inCell = "(paragraph | heading | bulletList | orderedList | blockquote | picture)+"

function run(editor: Editor, command: Command): boolean {
  return command(editor.state, editor.view.dispatch)
}

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  extendNodeSchema: ({ name }) => (roles[name] === undefined ? {} : { tableRole: roles[name] }),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", ["tbody", 0]],
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    return {
      Tab: ({ editor }) => {
        if (!editor.isActive("table")) return false
        if (run(editor, goToNextCell(1))) return true
        // From the last cell on there is a new row.
        return run(editor, addRowAfter) && run(editor, goToNextCell(1))
      },
      "Shift-Tab": ({ editor }) => editor.isActive("table") && run(editor, goToNextCell(-1)),
    }
  },
})

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
})

const TableCell = Node.create({
  name: "tableCell",
  content: inCell,
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
})

const TableHeader = Node.create({
  name: "tableHeader",
  content: inCell,
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
})

export const tableNodes = [Table, TableRow, TableCell, TableHeader]

export function insertTable(editor: Editor): void {
  const row = (type: string) => ({
    type: "tableRow",
    content: Array.from({ length: 3 }, () => ({ type, content: [{ type: "paragraph" }] })),
  })
  const table = { type: "table", content: [row("tableHeader"), row("tableCell"), row("tableCell")] }
  // Into the first cell.
  insertBlocks(editor, [table], { outermost: true, into: 4 })
}

export const tableTools: readonly { readonly label: string; readonly run: (editor: Editor) => boolean }[] = [
  { label: "加一行", run: (editor) => run(editor, addRowAfter) },
  { label: "删除行", run: (editor) => run(editor, deleteRow) },
  { label: "加一列", run: (editor) => run(editor, addColumnAfter) },
  { label: "删除列", run: (editor) => run(editor, deleteColumn) },
  { label: "首行作表头", run: (editor) => run(editor, toggleHeaderRow) },
  { label: "删除表格", run: (editor) => run(editor, deleteTable) },
]
