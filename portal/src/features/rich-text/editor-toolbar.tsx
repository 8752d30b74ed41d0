import { useEditorState, type Editor } from "@tiptap/react"
import { useRef, useState } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { LinkDialog } from "./link-dialog.tsx"
import { PictureDialog } from "./picture-dialog.tsx"
import { insertTable, tableTools } from "./table-nodes.ts"
import css from "./rich-text.module.css"

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

interface ToolbarProps {
  readonly editor: Editor
  readonly onPictures: (files: readonly File[]) => void
}

export function EditorToolbar({ editor, onPictures }: ToolbarProps) {
  const [open, setOpen] = useState<"link" | "picture" | null>(null)
  const chosen = useRef<HTMLInputElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.filter(({ isOn }) => isOn(now)).map(({ name }) => name),
      isLink: now.isActive("link"),
      isTable: now.isActive("table"),
      isPicture: now.isActive("picture"),
      canUndo: now.can().undo(),
      canRedo: now.can().redo(),
    }),
  })
  return (
    <div className={css.bar} role="toolbar" aria-label="格式">
      <div className={css.tools}>
        {tools.map(({ name, label, sign, run }) => (
          <button
            key={name}
            type="button"
            title={label}
            aria-label={sign === label ? undefined : label}
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
          onClick={() => setOpen("link")}
        >
          <Icon name="link" sizePx={16} />
        </button>
        <button type="button" title="插入图片，也可拖入或粘贴" onClick={() => chosen.current?.click()}>
          图片
        </button>
        <input
          ref={chosen}
          type="file"
          hidden
          multiple
          accept="image/jpeg,image/png,image/webp,image/gif"
          aria-label="插入图片"
          onChange={({ target }) => {
            onPictures([...(target.files ?? [])])
            // The same file again is a choice, too.
            target.value = ""
          }}
        />
        <button type="button" title="插入表格" disabled={state.isTable} onClick={() => insertTable(editor)}>
          表格
        </button>
        <span className={css.gap} />
        <button type="button" disabled={!state.canUndo} onClick={() => editor.chain().focus().undo().run()}>
          撤销
        </button>
        <button type="button" disabled={!state.canRedo} onClick={() => editor.chain().focus().redo().run()}>
          重做
        </button>
      </div>
      {(state.isTable || state.isPicture) && (
        <div className={css.more} role="group" aria-label={state.isPicture ? "图片" : "表格"}>
          {state.isPicture && (
            <button type="button" onClick={() => setOpen("picture")}>
              图片说明
            </button>
          )}
          {state.isPicture && (
            <button type="button" onClick={() => editor.chain().focus().deleteSelection().run()}>
              删除图片
            </button>
          )}
          {state.isTable &&
            tableTools.map(({ label, run }) => (
              <button
                key={label}
                type="button"
                onClick={() => {
                  run(editor)
                  editor.commands.focus()
                }}
              >
                {label}
              </button>
            ))}
        </div>
      )}
      {open === "link" && <LinkDialog editor={editor} onClose={() => setOpen(null)} />}
      {open === "picture" && <PictureDialog editor={editor} onClose={() => setOpen(null)} />}
    </div>
  )
}
