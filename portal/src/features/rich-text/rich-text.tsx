import { EditorContent, useEditor, type Editor } from "@tiptap/react"
import { picturesIn, withParagraphs } from "@uc/contract/rich-text/rich-text"
import { useEffect, useRef, useState } from "react"
import { Icon } from "../../ui/navigation/icon.tsx"
import { Row } from "../../ui/primitives/row.tsx"
import { attachmentIdIn } from "../attachments/public.ts"
import { EditorToolbar } from "./editor-toolbar.tsx"
import { extensions } from "./extensions.ts"
import { insertBlocks } from "./insert-block.ts"
import { takePasted } from "./take-pasted.ts"
import { createPictureUploads, newPictureKey, noRoom, pictureRoom } from "./picture-uploads.ts"
import css from "./rich-text.module.css"
import text from "./text.module.css"

interface RichTextProps {
  readonly labelledBy: string
  readonly isRequired: boolean
  readonly describedBy?: string | undefined
  readonly isInvalid?: boolean | undefined
  readonly html: string
  readonly onChange: (html: string) => void
}

interface Said {
  readonly words: string
  readonly isProblem: boolean
}

export default function RichText({
  labelledBy,
  describedBy,
  isInvalid,
  isRequired,
  html,
  onChange,
}: RichTextProps) {
  const [said, setSaid] = useState<Said | null>(null)
  const latest = useRef<Editor | null>(null)
  /** What this editor has told last, or was given: anything else comes from outside. */
  const known = useRef(html)
  const [uploads] = useState(() => createPictureUploads((words) => setSaid({ words, isProblem: true })))
  const files = useRef<readonly File[]>([])

  function insertPictures(all: readonly File[], at?: number) {
    const editor = latest.current
    if (!editor) return
    const pictures = all.filter(({ type }) => type.startsWith("image/"))
    const taken = pictures.slice(0, pictureRoom(editor)).map((source) => ({ key: newPictureKey(), source }))
    if (taken.length < pictures.length) setSaid({ words: noRoom, isProblem: true })
    else if (pictures.length < all.length)
      setSaid({ words: "正文中只能插入图片，其他文件请添加到附件", isProblem: true })
    else setSaid(null)
    const nodes = taken.map(({ key }) => ({ type: "picture", attrs: { waiting: key } }))
    for (const picture of taken) uploads.add(picture)
    if (nodes.length === 0) return
    if (at === undefined) insertBlocks(editor, nodes)
    else editor.chain().focus().insertContentAt(at, nodes).run()
  }

  const editor = useEditor({
    extensions,
    content: withParagraphs(html),
    injectCSS: false,
    editorProps: {
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelledBy,
        ...(isRequired && { "aria-required": "true" }),
        class: `${text.body} ${css.text}`,
      },
      handleDOMEvents: {
        paste(_view, event) {
          files.current = [...(event.clipboardData?.files ?? [])]
          return false
        },
      },
      handlePaste(_view, event) {
        const pasted = [...(event.clipboardData?.files ?? [])]
        const hasText = (event.clipboardData?.getData("text/html") ?? "") !== ""
        if (hasText || pasted.length === 0) return false
        insertPictures(pasted)
        return true
      },
      handleDrop(view, event, _slice, isMoved) {
        const dropped = [...(event.dataTransfer?.files ?? [])]
        if (isMoved || dropped.length === 0) return false
        event.preventDefault()
        insertPictures(dropped, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
        return true
      },
      transformPastedHTML(pasted) {
        const now = latest.current
        if (!now) return pasted
        const own = new Set([...picturesIn(now.getHTML()), ...uploads.own()])
        const taken = takePasted(pasted, {
          files: files.current,
          isOwn: (address) => attachmentIdIn(address) !== null,
          isHere: (id) => own.has(id),
          newKey: newPictureKey,
          room: pictureRoom(now),
        })
        for (const picture of taken.pictures) uploads.add(picture)
        setSaid(taken.said === null ? null : { words: taken.said, isProblem: false })
        return taken.html
      },
    },
    onUpdate({ editor: changed }) {
      // An undone picture may come back after it was uploaded.
      uploads.settle()
      known.current = changed.isEmpty ? "" : changed.getHTML()
      onChange(known.current)
    },
  })

  useEffect(() => {
    latest.current = editor
    uploads.attach(editor)
  }, [editor, uploads])
  useEffect(() => () => uploads.stop(), [uploads])

  useEffect(() => {
    // A draft was taken up, or a newer version loaded.
    if (html === known.current) return
    known.current = html
    editor.commands.setContent(withParagraphs(html), { emitUpdate: false })
  }, [editor, html])

  useEffect(() => {
    // A page that is left before its editor has come has no view.
    if (editor.isDestroyed) return
    const { dom } = editor.view
    if (describedBy === undefined) dom.removeAttribute("aria-describedby")
    else dom.setAttribute("aria-describedby", describedBy)
    if (isInvalid) dom.setAttribute("aria-invalid", "true")
    else dom.removeAttribute("aria-invalid")
  }, [editor, describedBy, isInvalid])

  return (
    <div className={css.editor}>
      {/* They stay in sight together: after a long paste the cursor, and so the view, is at its end. */}
      <div className={css.head}>
        <EditorToolbar editor={editor} onPictures={insertPictures} />
        {said && (
          <Row
            role={said.isProblem ? "alert" : "status"}
            gap={8}
            padX={12}
            padY={8}
            size={13}
            line="bottom"
            tone={said.isProblem ? "danger" : "soft"}
          >
            <Icon name={said.isProblem ? "danger" : "info"} sizePx={16} />
            <span className={css.said}>{said.words}</span>
            <button type="button" className={css.close} aria-label="关闭提示" onClick={() => setSaid(null)}>
              <Icon name="close" sizePx={16} />
            </button>
          </Row>
        )}
      </div>
      <EditorContent editor={editor} />
    </div>
  )
}
