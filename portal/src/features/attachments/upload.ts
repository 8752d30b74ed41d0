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
import { lightened } from "./lighten-picture.ts"

function addressOf(path: string, parameters: Record<string, string>): string {
  const base = siteConfigAtHand().services[attachmentService].replace(/\/$/, "")
  return `${base}${path}?${new URLSearchParams(parameters).toString()}`
}

/** The address of a file; the server checks who requests it. */
export function attachmentAddress(id: Id, size: "full" | "list", as?: "shown" | "download"): string {
  return addressOf(attachmentFiles.file, { id, size, ...(as && { as }) })
}

/** The id in an address of ours, whatever page it was copied from; null: a foreign address. */
export function attachmentIdIn(address: string): Id | null {
  try {
    const { origin, pathname, searchParams } = new URL(address, location.href)
    const own = new URL(attachmentAddress("0", "full"), location.href)
    return origin === own.origin && pathname === own.pathname ? searchParams.get("id") : null
  } catch {
    return null
  }
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
