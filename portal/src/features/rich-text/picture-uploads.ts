import type { Editor } from "@tiptap/core"
import { richTextLimits, richTextMessages } from "@uc/contract/rich-text/rich-text"
import { messageOf } from "../../platform/http/failure.ts"
import { forText, upload } from "../attachments/public.ts"
import type { PastedPicture } from "./pasted/read-pasted.ts"
import type { PictureFacts } from "./picture-node.ts"

let lastKey = 0

export function newPictureKey(): string {
  return `p${++lastKey}`
}

/** Where the pictures of one editor are: on their way, uploaded, or failed (null). */
export interface PictureUploads {
  readonly add: (picture: PastedPicture) => void
  /** The editor whose places they fill. */
  readonly attach: (editor: Editor) => void
  /** Puts uploaded pictures in their places and clears the places of others. */
  readonly settle: () => void
  /** The ids that were uploaded here. */
  readonly own: () => readonly string[]
  readonly stop: () => void
}

export function createPictureUploads(onFailed: (problem: string) => void): PictureUploads {
  let editor: Editor | null = null
  const controller = new AbortController()
  const { signal } = controller
  const results = new Map<string, PictureFacts | "coming" | null>()

  async function send({ key, source, width: wanted }: PastedPicture) {
    try {
      const file = typeof source === "string" ? await fileFrom(source, signal) : source
      const light = await forText(file, richTextLimits.pictureSide)
      const { id, width, height } = await upload(light, { signal, onProgress: () => undefined })
      results.set(key, width === null ? null : { picture: id, ...sized({ width, height }, wanted) })
      if (width === null) onFailed("只能插入图片，其他文件请添加到附件")
    } catch (error) {
      results.set(key, null)
      const problem = messageOf(error, "图片上传失败，请重新插入")
      if (problem !== null && !signal.aborted) onFailed(problem)
    }
    if (!signal.aborted) settle()
  }

  function settle() {
    if (!editor) return
    const { state, view } = editor
    const { tr } = state
    // From the end: what is taken out moves nothing before it.
    const places: { at: number; facts: PictureFacts | null }[] = []
    state.doc.descendants((node, at) => {
      if (node.type.name !== "picture" || node.attrs["picture"] !== null) return
      const result = results.get(String(node.attrs["waiting"])) ?? null
      if (result !== "coming") places.unshift({ at, facts: result })
    })
    for (const { at, facts } of places)
      if (facts) tr.setNodeMarkup(at, undefined, { ...facts, alt: "", waiting: null })
      else tr.delete(at, at + 1)
    // To undo an insertion is one step, not two.
    if (places.length > 0) view.dispatch(tr.setMeta("addToHistory", false))
  }

  return {
    add(picture) {
      results.set(picture.key, "coming")
      void send(picture)
    },
    attach(to) {
      editor = to
    },
    settle,
    own: () =>
      [...results.values()].flatMap((result) => (result && result !== "coming" ? [result.picture] : [])),
    stop: () => controller.abort(),
  }
}

/** The column of a text that is read (text.module.css). */
const columnPx = 720

/** As wide as it was where it comes from; its own proportions stay. */
function sized(own: Pick<PictureFacts, "width" | "height">, wanted: number | undefined) {
  if (wanted === undefined || own.width === null || own.height === null) return own
  const width = Math.min(wanted, columnPx)
  return { width, height: Math.max(1, Math.round((own.height * width) / own.width)) }
}

/** A `data:` address is read by hand: the page's policy lets nothing fetch one. */
async function fileFrom(source: string, signal: AbortSignal): Promise<File> {
  const [, type, content] = /^data:(image\/[a-z]+);base64,(.*)$/is.exec(source) ?? []
  if (type !== undefined && content !== undefined) {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
    return new File([bytes], nameFor(type), { type })
  }
  const answer = await fetch(source, { signal })
  if (!answer.ok) throw new Error(`The picture was answered with ${answer.status}`)
  const blob = await answer.blob()
  return new File([blob], nameFor(blob.type), { type: blob.type })
}

function nameFor(type: string): string {
  return `图片.${type.replace(/^image\//, "").replace("jpeg", "jpg")}`
}

/** How many more the text takes, and the sentence for those that do not fit. */
export function pictureRoom(editor: Editor): number {
  let count = 0
  editor.state.doc.descendants((node) => void (node.type.name === "picture" && count++))
  return Math.max(0, richTextLimits.pictures - count)
}

export const noRoom = richTextMessages.tooManyPictures
