import type { Editor, JSONContent } from "@tiptap/core"
import { Selection, type EditorState } from "@tiptap/pm/state"

interface Place {
  readonly from: number
  readonly to: number
  /** At the end of the text: there must be a line to go on in. */
  readonly isLast: boolean
}

/** Behind the line with the cursor, or instead of it if it is empty. `outermost`: behind the whole list or table. */
function placeIn({ selection: { $to }, doc }: EditorState, outermost: boolean): Place {
  const depth = outermost ? Math.min(1, $to.depth) : $to.depth
  if (depth === 0) return { from: $to.pos, to: $to.pos, isLast: $to.pos === doc.content.size }
  const after = $to.after(depth)
  const line = $to.node(depth)
  // An item of a list begins with a line.
  const isFree = line.isTextblock && line.content.size === 0 && $to.node(depth - 1).type.name !== "listItem"
  const isLast = depth === 1 && after === doc.content.size
  return { from: isFree ? $to.before(depth) : after, to: after, isLast }
}

/** Inserts whole blocks and puts the cursor `into` positions behind their beginning, or behind them. */
export function insertBlocks(
  editor: Editor,
  blocks: readonly JSONContent[],
  { outermost = false, into }: { readonly outermost?: boolean; readonly into?: number } = {},
): void {
  const { from, to, isLast } = placeIn(editor.state, outermost)
  const size = blocks.reduce((sum, block) => sum + editor.schema.nodeFromJSON(block).nodeSize, 0)
  editor
    .chain()
    .focus()
    .insertContentAt({ from, to }, [...blocks, ...(isLast ? [{ type: "paragraph" }] : [])], {
      updateSelection: false,
    })
    .command(({ tr }) => {
      tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from + (into ?? size), tr.doc.content.size))))
      return true
    })
    .scrollIntoView()
    .run()
}
