import type { ImportKind } from "@uc/contract/imports/import-kinds"
import {
  importCalls,
  importLimits,
  importMessages,
  importPartPath,
  importPartsOf,
  importService,
} from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { useRef, useState } from "react"
import { isCancelled, messageOf } from "../../platform/http/failure.ts"
import { sendPart } from "../../platform/http/send-part.ts"
import { send } from "../../platform/http/send.ts"

interface Uploading {
  readonly name: string
  /** From 0 to 1. */
  readonly done: number
}

/** Uploads a file in parts and has it checked. */
export function useImportUpload(onUploaded: (id: Id) => void) {
  const [uploading, setUploading] = useState<Uploading | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const controller = useRef<AbortController | null>(null)

  async function upload(kind: ImportKind, file: File) {
    if (controller.current) return
    setProblem(null)
    if (file.size === 0) return setProblem(importMessages.empty)
    if (file.size > importLimits.bytes) return setProblem(importMessages.tooLarge)
    const giveUp = new AbortController()
    controller.current = giveUp
    const { signal } = giveUp
    setUploading({ name: file.name, done: 0 })
    try {
      const name = file.name.slice(-importLimits.name) || "导入文件"
      const { id } = await send(importCalls.begin, { kind, name, bytes: file.size }, { signal })
      const parts = importPartsOf(file.size)
      const { partBytes } = importLimits
      for (let no = 0; no < parts; no++) {
        const body = file.slice(no * partBytes, (no + 1) * partBytes)
        const parameters = { id, no: String(no) }
        await sendPart({ service: importService, path: importPartPath, parameters, body }, signal)
        setUploading({ name: file.name, done: (no + 1) / parts })
      }
      await send(importCalls.check, { id }, { signal })
      onUploaded(id)
    } catch (error) {
      if (!isCancelled(error)) setProblem(messageOf(error))
    } finally {
      controller.current = null
      setUploading(null)
    }
  }

  return { uploading, problem, upload, giveUp: () => controller.current?.abort() }
}
