import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { deflateSync } from "node:zlib"
import { createCanvas, loadImage } from "@napi-rs/canvas"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { build } from "vite"
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { Thread } from "../../threads/worker-pool.ts"
import { storeFileLimits, storeFileInThread, type FileAsked, type FileMade } from "./store-file.ts"

const server = join(import.meta.dirname, "..", "..", "..")
// Inside the repository, where the built file finds its libraries.
const cache = join(server, "..", ".cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "file-thread-"))
const built = storeFileInThread(() => new Worker(join(folder, "file-thread.js")))

beforeAll(() =>
  build({
    configFile: join(server, "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: folder,
      rolldownOptions: { input: { "file-thread": join(import.meta.dirname, "file-thread.ts") } },
    },
  }),
)
afterAll(async () => {
  await built.close()
  rmSync(folder, { recursive: true, force: true })
})

test("[WORK-1] the built thread paints pictures and refuses in a sentence", async () => {
  const photo = await createCanvas(3000, 1000).encode("jpeg", 80)
  const kept = await built.keep(photo, "现场.jpg")
  expect(kept).toMatchObject({ type: "image/jpeg", width: 2560, height: 853 })
  expect(Buffer.isBuffer(kept.content) && Buffer.isBuffer(kept.small)).toBe(true)
  expect((await loadImage(kept.small ?? "")).width).toBe(320)
  await expect(built.keep(photo.subarray(0, 300), "半张.jpg")).rejects.toMatchObject({
    message: attachmentMessages.brokenPicture,
    status: 415,
  })
})

test("[BARE-4] a file of comments alone is refused as no picture, however many", async () => {
  for (const file of ["<!---->".repeat(1000), `<?xml version="1.0"?>${"<!-- -- ".repeat(1000)}`])
    await expect(built.keep(Buffer.from(file), "图标.svg")).rejects.toMatchObject({
      message: attachmentMessages.notSupported,
    })
})

test.each([
  ["nothing", "<svg>"],
  ["a mark and spaces", "\uFEFF \n<SVG\n width='1'>"],
  ["a prologue", "<?xml version='1.0'?>\n<!-- a --><!--b-->\n<!DOCTYPE svg PUBLIC 'x'>\n<svg "],
  ["a hundred comments", `${"<!---->".repeat(100)}<svg>`],
])("[BARE-4] a drawing is known for one behind %s", async (_what, file) => {
  await expect(built.keep(Buffer.from(file), "图标.svg")).rejects.toMatchObject({
    message: attachmentMessages.svg,
  })
})

test("[BARE-4] a PDF of thousands of empty object streams is refused, one with many is kept", async () => {
  const stream = Buffer.concat([Buffer.from("/Type/ObjStm stream\n"), deflateSync(Buffer.alloc(0))])
  const pdfWith = (streams: number) =>
    Buffer.concat([
      Buffer.from("%PDF-1.5\n1 0 obj\n/Root\n"),
      ...Array.from({ length: streams }, () => stream),
      Buffer.from("\nstartxref\n9\n%%EOF"),
    ])
  await expect(built.keep(pdfWith(100), "通知.pdf")).resolves.toMatchObject({ type: "application/pdf" })
  await expect(built.keep(pdfWith(1001), "通知.pdf")).rejects.toMatchObject({
    message: attachmentMessages.brokenPdf,
  })
})

test("[WORK-1] what takes too long is refused and its thread replaced; no endless queue", async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const threads: { isEnded: boolean }[] = []
  const { keep } = storeFileInThread(() => {
    const thread = { isEnded: false }
    threads.push(thread)
    const silent: Thread<FileAsked, FileMade> = {
      postMessage: () => undefined,
      on: () => undefined,
      terminate: () => Promise.resolve((thread.isEnded = true)),
    }
    return silent
  })
  const waiting = Array.from({ length: storeFileLimits.waiting }, () => keep(Buffer.alloc(1), "a.jpg"))
  const ends = Promise.allSettled(waiting)
  await expect(keep(Buffer.alloc(1), "a.jpg")).rejects.toMatchObject({
    message: replyMessages.busy,
    status: 429,
  })
  await vi.advanceTimersByTimeAsync(storeFileLimits.answerMs)
  const [first] = await ends
  expect(first).toMatchObject({ reason: { message: attachmentMessages.tooHeavy, status: 415 } })
  expect(threads).toEqual([{ isEnded: true }])
  void keep(Buffer.alloc(1), "a.jpg").catch(() => undefined)
  expect(threads).toHaveLength(2)
})
