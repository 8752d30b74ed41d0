import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { createInterface } from "node:readline"
import { PassThrough, Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { z } from "zod"

/**
 * A month that has left the database: gzip over lines of JSON, so that it can be read without this product (`zcat`). The first
 * line says what it is of, each further one is a row.
 */
export const MonthHead = z.object({
  /** The sum of the first form is of the rows alone; what its head says is compared with the database when it is brought back. */
  form: z.enum(["user-centre month 1", "user-centre month 2"]),
  table: z.string(),
  part: z.string(),
  fromMonth: z.iso.date().nullable(),
  untilMonth: z.iso.date(),
  product: z.string(),
})
export type MonthHead = z.infer<typeof MonthHead>

function hasHeadInSum({ form }: MonthHead): boolean {
  return form !== "user-centre month 1"
}

export interface MonthSum {
  readonly rows: number
  /** Of all lines; in the first form, of those with rows. */
  readonly sha256: string
}

/** Written under another name, forced to the disk and renamed: under its own name it is whole. */
export async function writeMonth(
  file: string,
  head: MonthHead,
  blocks: AsyncGenerator<Buffer, number>,
): Promise<MonthSum & { readonly bytes: number }> {
  const draft = `${file}.part`
  const hash = createHash("sha256")
  let rows = 0
  const lines = async function* () {
    const first = Buffer.from(`${JSON.stringify(head)}\n`)
    if (hasHeadInSum(head)) hash.update(first)
    yield first
    for (;;) {
      const { done, value } = await blocks.next()
      if (done) {
        rows = value
        return
      }
      hash.update(value)
      yield value
    }
  }
  try {
    await pipeline(
      Readable.from(lines()),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flags: "wx" }),
    )
    const handle = await open(draft, "r+")
    await handle.sync().finally(() => handle.close())
    await rename(draft, file)
    await syncFolder(dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const { size } = await stat(file)
  return { rows, sha256: hash.digest("hex"), bytes: size }
}

/** The new name too survives a power cut: the rows leave the database after this. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

export class MonthFileError extends Error {}

/** Each row's JSON in turn; at the end its sum. */
export async function readMonth(file: string, onRow: (line: string) => Promise<void> | void = () => {}) {
  const hash = createHash("sha256")
  let head: MonthHead | null = null
  let rows = 0
  const packed = createReadStream(file)
  const text = new PassThrough()
  const unpacking = pipeline(packed, createGunzip(), text)
  // Told by what is awaited below.
  unpacking.catch((error: unknown) => text.destroy(error instanceof Error ? error : new Error(String(error))))
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
      if (head === null) {
        head = MonthHead.parse(JSON.parse(line))
        if (hasHeadInSum(head)) hash.update(`${line}\n`)
        continue
      }
      hash.update(`${line}\n`)
      rows += 1
      await onRow(line)
    }
    await unpacking
  } catch (error) {
    if (head !== null && !isUnreadable(error)) throw error
    throw new MonthFileError(`${file} is no archived month, or is damaged.`, { cause: error })
  }
  if (head === null) throw new MonthFileError(`${file} is empty.`)
  return { head, rows, sha256: hash.digest("hex") }
}

function isUnreadable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === "Z_BUF_ERROR" || code === "Z_DATA_ERROR" || code === "ERR_STREAM_PREMATURE_CLOSE"
}
