import { captchaCalls } from "@uc/contract/captcha/calls"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { send } from "../../platform/http/send.ts"

/** The proofs of work under way, by picture: they begin with the picture and are done before it is solved. */
const begun = new Map<string, Promise<string | undefined>>()
const keptAtMost = 4

/** DAY-1: begins the proof of work of a picture. */
export function beginWork(id: string): void {
  begun.set(id, workOf(id))
  const [oldest] = begun.keys()
  if (begun.size > keptAtMost && oldest !== undefined) begun.delete(oldest)
}

/** Undefined: it could not be done. The server accepts a few answers without it. */
export function finishedWork(id: string): Promise<string | undefined> {
  return begun.get(id) ?? Promise.resolve(undefined)
}

async function workOf(id: string): Promise<string | undefined> {
  try {
    const { bits } = await send(captchaCalls.work, { chenckMoveId: id })
    if (bits === 0) return undefined
    return await inWorker(id, bits).catch(() => inSlices(id, bits))
  } catch (error) {
    console.error(error)
    return undefined
  }
}

async function inWorker(id: string, bits: number): Promise<string> {
  const { default: WorkWorker } = await loadChunk(() => import("./work.worker.ts?worker"))
  const worker = new WorkWorker()
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data))
      worker.addEventListener("error", (event) => reject(new Error(event.message)))
      // A worker, and no window: there is no origin to name.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage({ id, bits })
    })
  } finally {
    worker.terminate()
  }
}

/** Where no worker can be started: in between everything else. */
async function inSlices(id: string, bits: number): Promise<string> {
  const { solveWork } = await loadChunk(() => import("./solve-work.ts"))
  const solving = solveWork(id, bits)
  for (;;) {
    const { done, value } = solving.next()
    if (done) return value
    await new Promise((resolve) => setTimeout(resolve))
  }
}
