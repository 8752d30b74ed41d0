import { Blockquote } from "@tiptap/extension-blockquote"
import { Bold } from "@tiptap/extension-bold"
import { Document } from "@tiptap/extension-document"
import { HardBreak } from "@tiptap/extension-hard-break"
import { Heading } from "@tiptap/extension-heading"
import { Italic } from "@tiptap/extension-italic"
import { Link } from "@tiptap/extension-link"
import { BulletList, ListItem, ListKeymap, OrderedList } from "@tiptap/extension-list"
import { Paragraph } from "@tiptap/extension-paragraph"
import { Text } from "@tiptap/extension-text"
import { Underline } from "@tiptap/extension-underline"
import { Gapcursor, UndoRedo } from "@tiptap/extensions"
import { isWebAddress } from "@uc/contract/news/admin-calls"
import { Picture } from "./picture-node.ts"
import { tableNodes } from "./table-nodes.ts"

export function isLink(address: string): boolean {
  return isWebAddress(address) || /^mailto:[^\s@]+@[^\s@]+$/i.test(address)
}

/** What an author needs and the server accepts; anything else that is pasted becomes plain text. */
export const extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Bold,
  Italic,
  Underline,
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  UndoRedo,
  // A cursor before or behind a table or a picture at the edge of the text.
  Gapcursor,
  Picture,
  ...tableNodes,
  // The page has the title: pasted headings begin at the largest that is allowed.
  Heading.extend({
    parseHTML() {
      return [{ tag: "h1", attrs: { level: 2 } }, ...(this.parent?.() ?? [])]
    },
  }).configure({ levels: [2, 3, 4] }),
  Link.configure({
    openOnClick: false,
    autolink: false,
    defaultProtocol: "https",
    HTMLAttributes: { target: null, rel: null },
    isAllowedUri: (address) => isLink(address),
  }),
]
