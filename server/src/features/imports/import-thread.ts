import { parentPort } from "node:worker_threads"
import { BadFile } from "../../sheet/bad-file.ts"
import { readHere, type ReadAnswer, type ReadFile, type ReadRequest } from "./import-reader.ts"

/** The thread that reads one file, so that no request waits for a large spreadsheet. */
const linesAtOnce = 500

let read: ReadFile | null = null

const tell = (told: ReadAnswer) => parentPort?.postMessage(told, [])

parentPort?.on("message", (request: ReadRequest) => void answered(request).then(tell))

/** An error loses its class between threads: a sentence for people is recognised here. */
async function answered(request: ReadRequest): Promise<ReadAnswer> {
  try {
    return await answer(request)
  } catch (error) {
    if (error instanceof BadFile) return { is: "bad", sentence: error.message }
    return { is: "failed", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function answer(request: ReadRequest): Promise<ReadAnswer> {
  if (request.context === "read") {
    const { file } = request
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    read = await readHere(request.kind, bytes, (...progress) => tell({ is: "progress", progress }))
    const { rows, notes, lines, problems } = read
    const head = {
      rows,
      notes,
      lineCount: lines.length,
      problems: problems.kept,
      problemCount: problems.count,
      places: problems.places,
    }
    return { is: "head", head }
  }
  if (!read) throw new Error("Nothing has been read yet")
  if (request.context === "lines")
    return { is: "lines", lines: read.lines.slice(request.from, request.from + linesAtOnce) }
  // With those that the database found.
  read.problems.kept.length = 0
  for (const problem of request.problems) read.problems.kept.push(problem)
  return { is: "marked", file: await read.marked() }
}
