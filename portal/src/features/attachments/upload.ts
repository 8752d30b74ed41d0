import {
  attachmentCalls,
  attachmentFiles,
  attachmentLimits,
  attachmentMessages,
  attachmentService,
  partsOf,
  type Attachment,
} from "@uc/contract/attachments/calls"
import type { Id } from "@uc/contract/core/wire"
import { Failure } from "../../platform/http/failure.ts"
import { sendPart } from "../../platform/http/send-part.ts"
import { send } from "../../platform/http/send.ts"
import { siteConfigAtHand } from "../../platform/browser/site-config.ts"

function addressOf(path: string, parameters: Record<string, string>): string {
  const base = siteConfigAtHand().services[attachmentService].replace(/\/$/, "")
  return `${base}${path}?${new URLSearchParams(parameters).toString()}`
}

/** The address of a file; the server checks who requests it. */
export function attachmentAddress(id: Id, size: "full" | "list"): string {
  return addressOf(attachmentFiles.file, { id, size })
}

interface UploadOptions {
  readonly signal: AbortSignal
  /** From 0 to 1. */
  readonly onProgress: (done: number) => void
}

/** Uploads a file in parts. Throws `Failure` and nothing else. */
export async function upload(file: File, { signal, onProgress }: UploadOptions): Promise<Attachment> {
  const sent = await lightened(file)
  if (sent.size === 0) throw new Failure("refused", attachmentMessages.empty)
  if (sent.size > attachmentLimits.bytes) throw new Failure("refused", attachmentMessages.tooLarge)
  // The ending stays, and no character is cut in half.
  const name = file.name.slice(-attachmentLimits.name).replace(/^[\uDC00-\uDFFF]/, "") || "图片"
  const { id } = await send(attachmentCalls.begin, { name, bytes: sent.size }, { signal })
  const parts = partsOf(sent.size)
  const { partBytes } = attachmentLimits
  for (let no = 0; no < parts; no++) {
    const body = sent.slice(no * partBytes, (no + 1) * partBytes)
    const parameters = { id, no: String(no) }
    await sendPart({ service: attachmentService, path: attachmentFiles.part, parameters, body }, signal)
    onProgress((no + 1) / (parts + 1))
  }
  const kept = await send(attachmentCalls.finish, { id }, { signal })
  onProgress(1)
  return kept
}

/** Larger photographs are scaled before the upload: the server would do it anyway, and the connection is the slowest part. */
const heavyBytes = 1_500_000

async function lightened(file: File): Promise<Blob> {
  if (file.size < heavyBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" })
    const scale = Math.min(1, attachmentLimits.side / Math.max(picture.width, picture.height))
    const canvas = document.createElement("canvas")
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const paint = canvas.getContext("2d")
    if (!paint) return file
    // Transparent parts become white, not black.
    paint.fillStyle = "#fff"
    paint.fillRect(0, 0, canvas.width, canvas.height)
    paint.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const light = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88))
    return light && light.size < file.size ? light : file
  } catch {
    // The server's refusal has the sentence.
    return file
  }
}
