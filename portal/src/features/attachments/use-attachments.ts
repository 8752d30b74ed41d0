import {
  attachmentCalls,
  attachmentLimits,
  attachmentMessages,
  isPicture,
  isShownInPlace,
  type Attachment,
} from "@uc/contract/attachments/calls"
import { useEffect, useRef, useState } from "react"
import { messageOf } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"
import { attachmentAddress, upload } from "./upload.ts"

/** A file that is being uploaded, was uploaded, or failed. */
export interface Uploading {
  readonly key: string
  readonly name: string
  /** From 0 to 1. */
  readonly done: number
  readonly problem: string | null
  readonly kept: Attachment | null
}

interface Flight {
  readonly file: File
  readonly controller: AbortController
}

let lastKey = 0

/** Files added to a form: each is uploaded immediately; unused ones are removed by the server. `already`: how many are linked. */
export function useAttachments(already = 0) {
  const [items, setItems] = useState<readonly Uploading[]>([])
  const flights = useRef(new Map<string, Flight>())

  useEffect(() => {
    const all = flights.current
    return () => {
      for (const { controller } of all.values()) controller.abort()
    }
  }, [])

  function change(key: string, to: Partial<Uploading>) {
    setItems((now) => now.map((item) => (item.key === key ? { ...item, ...to } : item)))
  }

  async function start(key: string, file: File) {
    const controller = new AbortController()
    flights.current.set(key, { file, controller })
    try {
      const kept = await upload(file, {
        signal: controller.signal,
        onProgress: (done) => change(key, { done }),
      })
      change(key, { kept, done: 1 })
    } catch (error) {
      const problem = messageOf(error, "上传失败，请重试")
      if (problem !== null) change(key, { problem })
    }
  }

  function add(files: readonly File[]) {
    const room = attachmentLimits.each - already - items.length
    if (files.length > room) showToast("warning", attachmentMessages.tooMany)
    const taken = files.slice(0, Math.max(0, room)).map((file) => ({ key: `${++lastKey}`, file }))
    setItems((now) => [
      ...now,
      ...taken.map(({ key, file }) => ({
        key,
        name: file.name || "图片",
        done: 0,
        problem: null,
        kept: null,
      })),
    ])
    for (const { key, file } of taken) void start(key, file)
  }

  function remove(key: string) {
    const item = items.find((each) => each.key === key)
    flights.current.get(key)?.controller.abort()
    flights.current.delete(key)
    setItems((now) => now.filter((each) => each.key !== key))
    // If this fails, the server's own job removes it.
    if (item?.kept) void send(attachmentCalls.remove, { id: item.kept.id }).catch(() => {})
  }

  function retry(key: string) {
    const flight = flights.current.get(key)
    if (!flight) return
    change(key, { done: 0, problem: null })
    void start(key, flight.file)
  }

  const isBusy = items.some(({ kept, problem }) => kept === null && problem === null)
  const hasProblem = items.some(({ problem }) => problem !== null)
  return {
    items: items.map(({ kept, ...item }) => ({
      ...item,
      isKept: kept !== null,
      preview: kept && kept.width !== null ? attachmentAddress(kept.id, "list") : null,
    })),
    /** As the calls take them. */
    ids: items.flatMap(({ kept }) => kept?.id ?? []).join(","),
    /** Why it can't be sent now; null: it can. */
    obstacle: isBusy ? "附件还在上传，请稍候" : hasProblem ? "有附件上传失败，请重试或移除" : null,
    add,
    remove,
    retry,
  }
}

/** As `AttachmentList` shows them. */
export function shownAttachments(attachments: readonly Attachment[]) {
  return attachments.map(({ id, name, type, bytes, width }) => ({
    key: id,
    name,
    bytes,
    shows: isPicture(type) ? ("picture" as const) : isShownInPlace(type) ? ("pdf" as const) : null,
    address: attachmentAddress(id, "full", isShownInPlace(type) ? "shown" : "download"),
    download: attachmentAddress(id, "full", "download"),
    preview: width === null ? null : attachmentAddress(id, "list"),
  }))
}
