import { assessmentLimits, assessmentMessages } from "@uc/contract/assessments/messages"
import { attachmentMessages, type Attachment } from "@uc/contract/attachments/calls"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "../../../platform/http/failure.ts"
import { showToast } from "../../../platform/browser/toast.ts"
import { upload } from "../../attachments/public.ts"

interface Coming {
  readonly key: string
  readonly name: string
  readonly done: number
  readonly problem: string | null
  /** Uploaded, but not saved with the item yet. */
  readonly id: string | null
}

let lastKey = 0

interface EvidenceParts {
  readonly kept: readonly Attachment[]
  readonly onUploaded: (id: string) => void
  /** Saved before, and removed now. */
  readonly onUnwanted: (id: string) => void
}

/** Each file is uploaded by itself and goes with the item's next save. */
export function useEvidence({ kept, onUploaded, onUnwanted }: EvidenceParts) {
  const [coming, setComing] = useState<readonly Coming[]>([])
  const flights = useRef(new Map<string, { readonly file: File; readonly controller: AbortController }>())

  useEffect(() => {
    const all = flights.current
    return () => {
      for (const { controller } of all.values()) controller.abort()
    }
  }, [])

  const change = (key: string, to: Partial<Coming>) =>
    setComing((now) => now.map((item) => (item.key === key ? { ...item, ...to } : item)))

  async function uploadOne(key: string, file: File) {
    const controller = new AbortController()
    flights.current.set(key, { file, controller })
    try {
      const { signal } = controller
      const { id } = await upload(file, { signal, onProgress: (done) => change(key, { done }) })
      change(key, { id, done: 1 })
      onUploaded(id)
    } catch (error) {
      const problem = messageOf(error, "上传失败，请重试")
      if (problem !== null) change(key, { problem })
    }
  }

  const keptIds = new Set(kept.map(({ id }) => id))
  const shown = coming.filter(({ id }) => id === null || !keptIds.has(id))
  const isBusy = shown.some(({ id, problem }) => id === null && problem === null)
  const hasProblem = shown.some(({ problem }) => problem !== null)
  return {
    /** Why it can't be submitted now; null: it can. */
    obstacle: isBusy ? assessmentMessages.uploading : hasProblem ? assessmentMessages.notUploaded : null,
    items: shown.map(({ id: _id, ...item }) => ({ ...item, isKept: false, preview: null })),
    add: (files: readonly File[]) => {
      const room = Math.max(0, assessmentLimits.evidence - kept.length - shown.length)
      if (files.length > room) showToast("warning", attachmentMessages.tooMany)
      const taken = files.slice(0, room).map((file) => ({ key: `${++lastKey}`, file }))
      setComing((now) => [
        ...now,
        ...taken.map(({ key, file }) => ({
          key,
          name: file.name || "图片",
          done: 0,
          problem: null,
          id: null,
        })),
      ])
      for (const { key, file } of taken) void uploadOne(key, file)
    },
    remove: (key: string) => {
      const id = coming.find((each) => each.key === key)?.id ?? null
      if (id !== null) onUnwanted(id)
      flights.current.get(key)?.controller.abort()
      flights.current.delete(key)
      setComing((now) => now.filter((each) => each.key !== key))
    },
    retry: (key: string) => {
      const flight = flights.current.get(key)
      if (!flight) return
      change(key, { done: 0, problem: null })
      void uploadOne(key, flight.file)
    },
  }
}
