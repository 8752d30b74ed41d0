import { parentPort } from "node:worker_threads"
import { BadFile } from "../../sheet/bad-file.ts"
import { readHere, type ReadAnswer, type ReadFile, type ReadQuestion } from "./import-reader.ts"

/** The thread that reads one file, so that no request waits for what somebody has put into a spreadsheet. */
const linesAtOnce = 500

let read: ReadFile | null = null

const tell = (told: ReadAnswer) => parentPort?.postMessage(told, [])

parentPort?.on("message", (question: ReadQuestion) => void answered(question).then(tell))

/** An error loses its class on the way: a sentence for people is told apart here. */
async function answered(question: ReadQuestion): Promise<ReadAnswer> {
  try {
    return await answer(question)
  } catch (error) {
    if (error instanceof BadFile) return { is: "bad", sentence: error.message }
    return { is: "failed", reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function answer(question: ReadQuestion): Promise<ReadAnswer> {
  if (question.context === "read") {
    const { file } = question
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
    read = await readHere(question.kind, bytes, (...progress) => tell({ is: "progress", progress }))
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
  if (question.context === "lines")
    return { is: "lines", lines: read.lines.slice(question.from, question.from + linesAtOnce) }
  // Those that the database knew of are among them.
  read.problems.kept.length = 0
  for (const problem of question.problems) read.problems.kept.push(problem)
  return { is: "marked", file: await read.marked() }
}
