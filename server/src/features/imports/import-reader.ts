import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { importColumns, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importLimits, importMessages, type ImportProblem } from "@uc/contract/imports/calls"
import { BadFile } from "../../sheet/bad-file.ts"
import { readSheet } from "../../sheet/read-sheet.ts"
import { markedFile } from "./files/import-files.ts"
import { importedLines } from "./files/imported-lines.ts"
import { Problems, type ImportedLine } from "./plan/problems.ts"

export type OnRead = (phase: "reading" | "checking", done: number, total: number) => void

/** The content of a file, as far as it is known without the database. */
export interface ReadFile {
  /** Of the sheet, without its titles. */
  readonly rows: number
  readonly lines: readonly ImportedLine[]
  readonly problems: Problems
  readonly notes: readonly string[]
  /** A copy with every bad cell marked, also with the problems that were added since. */
  marked(): Promise<Buffer>
  close(): Promise<void>
}

/** Refuses with `BadFile`. What `onRead` throws ends the reading. */
export type ReadImport = (kind: ImportKind, file: Buffer, onRead: OnRead) => Promise<ReadFile>

export const readHere: ReadImport = async (kind, file, onRead) => {
  onRead("reading", 0, 0)
  const sheet = await readSheet(file)
  const rows = sheet.rows.length - 1
  const read = await importedLines(kind, sheet, (done) => onRead("checking", done, rows))
  return {
    ...read,
    rows,
    marked: () => markedFile(sheet, read.titles, read.problems),
    close: () => Promise.resolve(),
  }
}

// What process and thread send each other: one request and its answer, and progress in between.

export type ReadRequest =
  | { readonly context: "read"; readonly kind: ImportKind; readonly file: Uint8Array }
  | { readonly context: "lines"; readonly from: number }
  | { readonly context: "marked"; readonly problems: readonly ImportProblem[] }

export interface ReadHead {
  readonly rows: number
  readonly notes: readonly string[]
  readonly lineCount: number
  readonly problems: readonly ImportProblem[]
  readonly problemCount: number
  /** In which column of the file each of ours is, by its key. */
  readonly places: readonly (readonly [key: string, at: number])[]
}

export type ReadAnswer =
  | { readonly is: "progress"; readonly progress: Parameters<OnRead> }
  | { readonly is: "head"; readonly head: ReadHead }
  | { readonly is: "lines"; readonly lines: readonly ImportedLine[] }
  | { readonly is: "marked"; readonly file: Uint8Array }
  | { readonly is: "bad"; readonly sentence: string }
  | { readonly is: "failed"; readonly reason: string }

/** The part of a worker thread that is used here. */
export interface ReaderThread {
  postMessage(request: ReadRequest, transferred: []): void
  on(event: "message", received: (answer: ReadAnswer) => void): unknown
  on(event: "error", received: (error: Error) => void): unknown
  on(event: "exit", received: () => void): unknown
  terminate(): Promise<unknown>
}

/** How often the caller is asked whether to go on while the thread reports nothing. */
const lookEveryMs = 500

/** A thread for each file, which ends with it, after the time limit, or when it is cancelled. */
export function threadReader(
  spawn: () => ReaderThread,
  withinMs: number = importLimits.readWithinS * 1000,
): ReadImport {
  return async (kind, file, onRead) => {
    const talk = new Talk(spawn(), onRead, withinMs)
    try {
      const head = await talk.context("head", { context: "read", kind, file })
      const lines: ImportedLine[] = []
      // A few at a time: unpacking all of them would delay every request.
      while (lines.length < head.head.lineCount) {
        const some = await talk.context("lines", { context: "lines", from: lines.length })
        for (const line of some.lines) lines.push(line)
      }
      const problems = new Problems(placesOf(kind, head.head.places), head.head)
      return {
        rows: head.head.rows,
        notes: head.head.notes,
        lines,
        problems,
        async marked() {
          const { file: marked } = await talk.context("marked", {
            context: "marked",
            problems: problems.kept,
          })
          return Buffer.from(marked.buffer, marked.byteOffset, marked.byteLength)
        },
        close: () => talk.close(),
      }
    } catch (error) {
      await talk.close()
      throw error
    }
  }
}

function placesOf(kind: ImportKind, places: ReadHead["places"]) {
  return new Map(
    places.flatMap(([key, at]) => {
      const column = importColumns[kind].find((each) => each.key === key)
      return column ? [[key, { column, at }] as const] : []
    }),
  )
}

class Talk {
  readonly #thread: ReaderThread
  readonly #onRead: OnRead
  readonly #withinMs: number
  #waiting: { done: (answer: ReadAnswer) => void; failed: (error: unknown) => void } | null = null
  #progress: Parameters<OnRead> = ["reading", 0, 0]

  constructor(thread: ReaderThread, onRead: OnRead, withinMs: number) {
    this.#withinMs = withinMs
    this.#thread = thread
    this.#onRead = onRead
    thread.on("message", (answer) => this.#receive(answer))
    thread.on("error", (error) => this.#waiting?.failed(error))
    thread.on("exit", () => this.#waiting?.failed(new Error("The thread that reads a file ended")))
  }

  async context<Is extends ReadAnswer["is"]>(
    is: Is,
    request: ReadRequest,
  ): Promise<Extract<ReadAnswer, { readonly is: Is }>> {
    const timers: NodeJS.Timeout[] = []
    try {
      const answer = await new Promise<ReadAnswer>((done, failed) => {
        this.#waiting = { done, failed }
        timers.push(setTimeout(() => failed(new BadFile(importMessages.tooSlow)), this.#withinMs))
        timers.push(setInterval(() => this.#tell(this.#progress), lookEveryMs))
        this.#tell(this.#progress)
        this.#thread.postMessage(request, [])
      })
      if (answer.is === "bad") throw new BadFile(answer.sentence)
      if (answer.is === "failed") throw new Error(answer.reason)
      if (answer.is !== is) throw new Error(`The thread that reads a file answered ${answer.is}`)
      return answer as Extract<ReadAnswer, { readonly is: Is }>
    } finally {
      this.#waiting = null
      for (const timer of timers) clearInterval(timer)
    }
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #receive(answer: ReadAnswer): void {
    if (answer.is === "progress") this.#tell(answer.progress)
    else this.#waiting?.done(answer)
  }

  #tell(progress: Parameters<OnRead>): void {
    this.#progress = progress
    try {
      this.#onRead(...progress)
    } catch (error) {
      this.#waiting?.failed(error)
    }
  }
}

const built = new URL("./import-thread.js", import.meta.url)

/** A built server uses a thread; run from source there is none. */
export const readImport: ReadImport = existsSync(built)
  ? threadReader(() => new Worker(built, { execArgv: [] }))
  : readHere
