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
import { UndoRedo } from "@tiptap/extensions"
import { EditorContent, useEditor, useEditorState, type Editor } from "@tiptap/react"
import { isWebAddress } from "@uc/contract/news/admin-calls"
import { useState } from "react"
import { closesWhenBroken } from "../../../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../../../ui/forms/form-dialog.tsx"
import { TextField } from "../../../ui/forms/form-fields.tsx"
import { Icon } from "../../../ui/navigation/icon.tsx"
import article from "../article.module.css"
import css from "./rich-text.module.css"

/** What an author needs and the server accepts; anything else that is pasted becomes plain text. */
const extensions = [
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

function isLink(address: string): boolean {
  return isWebAddress(address) || /^mailto:[^\s@]+@[^\s@]+$/i.test(address)
}

interface RichTextProps {
  readonly labelledBy: string
  /** The initial content; later changes are its own. */
  readonly html: string
  readonly onChange: (html: string) => void
}

export default function RichText({ labelledBy, html, onChange }: RichTextProps) {
  const editor = useEditor({
    extensions,
    content: html,
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        class: `${article.body} ${css.text}`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? "" : changed.getHTML()),
  })
  return (
    <div className={css.editor}>
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}

interface Tool {
  readonly name: string
  readonly label: string
  readonly sign: React.ReactNode
  readonly isOn: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

const tools: readonly Tool[] = [
  ...([2, 3] as const).map((level) => ({
    name: `heading${level}`,
    label: level === 2 ? "大标题" : "小标题",
    sign: level === 2 ? "大标题" : "小标题",
    isOn: (editor: Editor) => editor.isActive("heading", { level }),
    run: (editor: Editor) => void editor.chain().focus().toggleHeading({ level }).run(),
  })),
  {
    name: "bold",
    label: "加粗",
    sign: <b>B</b>,
    isOn: (editor) => editor.isActive("bold"),
    run: (editor) => void editor.chain().focus().toggleBold().run(),
  },
  {
    name: "italic",
    label: "斜体",
    sign: <i>I</i>,
    isOn: (editor) => editor.isActive("italic"),
    run: (editor) => void editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "underline",
    label: "下划线",
    sign: <u>U</u>,
    isOn: (editor) => editor.isActive("underline"),
    run: (editor) => void editor.chain().focus().toggleUnderline().run(),
  },
  {
    name: "bulletList",
    label: "项目列表",
    sign: "• 列表",
    isOn: (editor) => editor.isActive("bulletList"),
    run: (editor) => void editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "orderedList",
    label: "编号列表",
    sign: "1. 列表",
    isOn: (editor) => editor.isActive("orderedList"),
    run: (editor) => void editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: "blockquote",
    label: "引用",
    sign: "“ ”",
    isOn: (editor) => editor.isActive("blockquote"),
    run: (editor) => void editor.chain().focus().toggleBlockquote().run(),
  },
]

function Toolbar({ editor }: { readonly editor: Editor }) {
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.filter(({ isOn }) => isOn(now)).map(({ name }) => name),
      isLink: now.isActive("link"),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  return (
    <div className={css.bar} role="toolbar" aria-label="格式">
      {tools.map(({ name, label, sign, run }) => (
        <button
          key={name}
          type="button"
          title={label}
          aria-label={label}
          aria-pressed={state.on.includes(name)}
          onClick={() => run(editor)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        title="链接"
        aria-label="链接"
        aria-pressed={state.isLink}
        onClick={() => setLinking(true)}
      >
        <Icon name="link" sizePx={16} />
      </button>
      <span className={css.gap} />
      <button type="button" disabled={!state.canUndo} onClick={() => editor.chain().focus().undo().run()}>
        撤销
      </button>
      <button type="button" disabled={!state.canRedo} onClick={() => editor.chain().focus().redo().run()}>
        重做
      </button>
      {isLinking && <LinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  )
}

const LinkDialog = closesWhenBroken(function LinkDialog({
  editor,
  onClose,
}: {
  readonly editor: Editor
  readonly onClose: () => void
}) {
  const before: unknown = editor.getAttributes("link")["href"]
  const [begun] = useState(typeof before === "string" ? before : "https://")
  const [address, setAddress] = useState(begun)
  const [problem, setProblem] = useState<string | null>(null)

  function set() {
    const href = address.trim()
    const isNone = href === "" || href === "https://"
    if (!isNone && !isLink(href)) return setProblem("请填写 http、https 网址或 mailto 邮箱地址")
    const chain = editor.chain().focus().extendMarkRange("link")
    if (isNone) chain.unsetLink().run()
    else if (editor.state.selection.empty && typeof before !== "string")
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <FormDialog
      title="链接"
      confirm="确定"
      form={{ isBusy: false, problem, failures: 0, isChanged: address !== begun, onSubmit: set }}
      onClose={onClose}
    >
      <TextField label="地址" value={address} maxLength={300} hint="留空则取消链接" onValue={setAddress} />
    </FormDialog>
  )
})
