import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { Refusal } from "../../errors/refusal.ts"
import { WorkerPool, TookTooLong, TooManyWait, type Thread } from "../../threads/worker-pool.ts"
import { refused } from "./refused.ts"
import { checkedFileOf, type StoredFile } from "./stored-file.ts"

/** Detects a file's kind and returns what is stored of it; refuses unknown ones. */
export type StoreFile = (file: Buffer, name: string) => Promise<StoredFile>

export interface FileAsked {
  readonly file: Uint8Array
  readonly name: string
}

export type FileMade =
  | { readonly kept: StoredFile }
  | { readonly refused: string }
  | { readonly failed: string }

export const storeFileLimits = {
  /** A large photograph takes half a second; what takes this long was made to. */
  answerMs: 15_000,
  /** Finished uploads queue before; profile pictures come in addition. */
  waiting: 40,
} as const

/** In a thread of its own, started with the first file. */
export function storeFileInThread(spawn: () => Thread<FileAsked, FileMade>): {
  readonly keep: StoreFile
  readonly close: () => Promise<void>
} {
  const pool = new WorkerPool({ spawn, ...storeFileLimits })
  return {
    async keep(file, name) {
      const made = await pool.run({ file, name }).catch((error: unknown): never => {
        throw inWords(error)
      })
      if ("refused" in made) throw refused(made.refused)
      if ("failed" in made) throw new Error(made.failed)
      const { content, small } = made.kept
      return { ...made.kept, content: asBuffer(content), small: small && asBuffer(small) }
    },
    close: () => pool.close(),
  }
}

function inWords(error: unknown): unknown {
  if (error instanceof TookTooLong) return refused(attachmentMessages.tooHeavy)
  if (error instanceof TooManyWait) return new Refusal(replyMessages.busy, { status: 429, retryAfterS: 5 })
  return error
}

/** What was a buffer arrives as plain bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

const built = new URL("./file-thread.js", import.meta.url)

/** A built server uses the thread; run from source there is none, and the request itself does it. */
export const storeFile: StoreFile = existsSync(built)
  ? storeFileInThread(() => {
      const worker = new Worker(built, { execArgv: [] })
      // Does not keep the process alive.
      worker.unref()
      return worker
    }).keep
  : checkedFileOf
