import { parentPort } from "node:worker_threads"
import { Refusal } from "../../errors/refusal.ts"
import type { Asked, Answered } from "../../threads/worker-pool.ts"
import type { FileAsked, FileMade } from "./store-file.ts"
import { checkedFileOf } from "./stored-file.ts"

/** The thread that inspects files and re-encodes pictures, so that other requests do not wait for it. */
parentPort?.on("message", ({ id, what: { file, name } }: Asked<FileAsked>) => {
  void made(Buffer.from(file.buffer, file.byteOffset, file.byteLength), name).then((answer) =>
    parentPort?.postMessage({ id, made: answer } satisfies Answered<FileMade>, []),
  )
})

/** An error loses its class between threads: a refusal is recognised here. */
async function made(file: Buffer, name: string): Promise<FileMade> {
  try {
    return { kept: await checkedFileOf(file, name) }
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message }
    return { failed: String(error) }
  }
}
