import {
  attachmentCalls,
  attachmentFiles,
  attachmentLimits,
  attachmentMessages,
  attachmentService,
  partsOf,
  type Attachment,
} from "@uc/contract/attachments"
import { httpMessages } from "@uc/contract/http"
import { Reply, succeeded } from "@uc/contract/reply"
import type { Id } from "@uc/contract/wire"
import { Failure } from "./failure.ts"
import { send } from "./send.ts"
import { siteConfigAtHand } from "./site-config.ts"

function addressOf(path: string, parameters: Record<string, string>): string {
  const base = siteConfigAtHand().services[attachmentService].replace(/\/$/, "")
  return `${base}${path}?${new URLSearchParams(parameters).toString()}`
}

/** Where a file is; the server looks who asks for it. */
export function attachmentAddress(id: Id, size: "full" | "list"): string {
  return addressOf(attachmentFiles.file, { id, size })
}

interface UploadOptions {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void
}

const triesOfAPart = 3

/** Brings a file to the server, piece by piece. Throws `Failure` and nothing else. */
export async function upload(file: File, { signal, onProgress }: UploadOptions): Promise<Attachment> {
  const sent = await lightened(file)
  if (sent.size === 0) throw new Failure("refused", attachmentMessages.empty)
  if (sent.size > attachmentLimits.bytes) throw new Failure("refused", attachmentMessages.tooLarge)
  const name = file.name.slice(-attachmentLimits.name) || "图片"
  const { id } = await send(attachmentCalls.begin, { name, bytes: sent.size }, { signal })
  const parts = partsOf(sent.size)
  const { partBytes } = attachmentLimits
  for (let no = 0; no < parts; no++) {
    await sendPart(id, no, sent.slice(no * partBytes, (no + 1) * partBytes), signal)
    onProgress((no + 1) / (parts + 1))
  }
  const kept = await send(attachmentCalls.finish, { id }, { signal })
  onProgress(1)
  return kept
}

async function sendPart(id: Id, no: number, body: Blob, signal: AbortSignal): Promise<void> {
  for (let tried = 1; ; tried++) {
    let answer: Response
    let text: string
    try {
      answer = await fetch(addressOf(attachmentFiles.part, { id, no: String(no) }), {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        credentials: "include",
        body,
        signal,
      })
      text = await answer.text()
    } catch (error) {
      if (signal.aborted) throw new Failure("cancelled", "")
      // A line that broke for a moment; the same part again replaces itself.
      if (tried < triesOfAPart) continue
      throw new Failure("slow", httpMessages.slow, { cause: error })
    }
    if (answer.status >= 500) {
      if (tried < triesOfAPart) continue
      throw new Failure("server", httpMessages.serverFault)
    }
    const reply = Reply.safeParse(jsonOf(text))
    if (!reply.success) throw new Failure("malformed", httpMessages.malformed)
    if (succeeded(reply.data.ret)) return
    throw new Failure("refused", reply.data.msg ?? "", { errtype: reply.data.errtype ?? undefined })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Above this a photograph is scaled before it travels: it would be anyway, and the line is the slowest part. */
const heavyBytes = 1_500_000

async function lightened(file: File): Promise<Blob> {
  if (file.size < heavyBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, attachmentLimits.side / Math.max(picture.width, picture.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const light = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88))
    return light && light.size < file.size ? light : file
  } catch {
    // The server says what is wrong with it, in a sentence.
    return file
  }
}
