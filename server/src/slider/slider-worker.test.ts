import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { build } from "vite"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { PictureMaker } from "./picture-maker.ts"
import { workerMaker } from "./worker-maker.ts"

// Inside the repository, where the built file finds its libraries.
const cache = join(import.meta.dirname, "..", "..", "..", ".cache")
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, "slider-worker-"))
const workers: Worker[] = []
let maker: PictureMaker

beforeAll(async () => {
  await build({
    configFile: join(import.meta.dirname, "..", "..", "vite.config.ts"),
    logLevel: "error",
    build: {
      outDir: folder,
      rolldownOptions: { input: { "slider-worker": join(import.meta.dirname, "slider-worker.ts") } },
    },
  })
  maker = workerMaker(() => {
    const worker = new Worker(join(folder, "slider-worker.js"))
    workers.push(worker)
    return worker
  })
})
afterAll(async () => {
  await maker.close()
  rmSync(folder, { recursive: true, force: true })
})

test("[CAPT-6] the built thread draws different pictures of every level and codes", async () => {
  const made = await Promise.all([5, 6, 7, 8].map((level) => maker.make(level)))
  expect(new Set(made.map(({ bigImage }) => bigImage)).size).toBe(4)
  expect((await maker.code()).image).toMatch(/^data:image\/jpeg;base64,/)
})

test("[CAPT-5] after the thread is killed the next picture comes from a new one", async () => {
  await maker.make(8)
  const before = workers.length
  await workers.at(-1)!.terminate()
  const { bigImage } = await maker.make(8)
  expect(bigImage.length).toBeGreaterThan(1000)
  expect(workers).toHaveLength(before + 1)
})
