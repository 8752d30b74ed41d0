import {
  attachmentCalls,
  attachmentFiles,
  attachmentLimits,
  attachmentMessages,
} from "@uc/contract/attachments/calls"
import { defaultSiteConfig, siteConfigFile } from "@uc/contract/core/site-defaults"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { upload } from "./upload.ts"

const kept = { id: "7", name: "方案.pdf", type: "application/pdf", bytes: 9, width: null, height: null }
let parts: [string | null, number][]
let answers: (() => Response)[]

beforeEach(() => {
  parts = []
  answers = []
  vi.stubGlobal("fetch", async (address: string | URL, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, "http://localhost/")
    if (pathname.endsWith(siteConfigFile)) return Response.json(defaultSiteConfig)
    if (pathname.endsWith(attachmentFiles.part)) {
      parts.push([searchParams.get("no"), (body as Blob).size])
      return answers.shift()?.() ?? Response.json({ ret: 1, data: {}, msg: "" })
    }
    return Response.json({ ret: 1, data: pathname.endsWith(attachmentCalls.begin.path) ? { id: "7" } : kept })
  })
})
afterEach(() => vi.unstubAllGlobals())

const uploadBytes = (bytes: number, onProgress: (done: number) => void = () => {}) =>
  upload(new File([new Uint8Array(bytes)], "方案.pdf", { type: "application/pdf" }), {
    signal: new AbortController().signal,
    onProgress,
  })

test("[WORK-1] a file is sent in parts with its progress; a lost part is sent again", async () => {
  answers = [
    () => Response.json({ ret: 1, data: {} }),
    () => {
      throw new TypeError("the line broke")
    },
    () => new Response("", { status: 502 }),
  ]
  const told: number[] = []
  const { partBytes } = attachmentLimits
  expect(await uploadBytes(partBytes + 9, (done) => told.push(done))).toEqual(kept)
  expect(parts).toEqual([
    ["0", partBytes],
    ["1", 9],
    ["1", 9],
    ["1", 9],
  ])
  expect(told).toEqual([1 / 3, 2 / 3, 1])
})

test("[WORK-1] empty or too large files are not sent; a refusal keeps its text", async () => {
  await expect(uploadBytes(0)).rejects.toThrow(attachmentMessages.empty)
  await expect(uploadBytes(attachmentLimits.bytes + 1)).rejects.toThrow(attachmentMessages.tooLarge)
  expect(parts).toEqual([])
  answers = [() => Response.json({ ret: 0, msg: attachmentMessages.notSupported }, { status: 415 })]
  await expect(uploadBytes(9)).rejects.toMatchObject({
    kind: "refused",
    message: attachmentMessages.notSupported,
  })
  const dead = () => {
    throw new TypeError("no line")
  }
  answers = [dead, dead, dead]
  await expect(uploadBytes(9)).rejects.toMatchObject({ kind: "slow" })
  expect(parts).toHaveLength(4)
})
