import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { open, rename, rm, type FileHandle } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { deflateRaw } from "node:zlib"
import { archiveFormat, archiveMark, kinds, partHeadBytes, sha256 } from "./archive-format.ts"
import type { ArchivedSecrets, ArchiveHead } from "./archive-format.ts"
import { newSeal, sealed } from "./archive-seal.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { totalRows, type SiteSource, type SiteSums, type TableShape, type TableSum } from "./site-source.ts"

const packed = promisify<Buffer, object, Buffer>(deflateRaw)
/** The quickest: of what takes room, pictures don't shrink and hexadecimal digits do anyhow. */
const level = 1

interface Options {
  readonly file: string
  readonly secrets: ArchivedSecrets
  readonly passphrase: string
  readonly signal?: AbortSignal | undefined
  /** For tests, which open many archives: scrypt's cost. */
  readonly cost?: number
}

export interface Written {
  readonly bytes: number
  readonly sums: SiteSums
}

/**
 * Writes under another name until it is complete and on the disk: whatever happens meanwhile, there is no file under this name
 * that is not a whole archive.
 */
export async function writeArchive(source: SiteSource, options: Options): Promise<Written> {
  const { file } = options
  if (existsSync(file))
    throw new BackupRefusal(`${file} is there already and stays as it is. Choose another name.`)
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`
  const handle = await open(draft, "wx", 0o600).catch((error: unknown): never => {
    throw new BackupRefusal(
      `${file} can't be written (${codeOf(error)}): is its folder there, and writable?`,
      {
        cause: error,
      },
    )
  })
  try {
    const written = await writeParts(handle, source, options).finally(() => handle.close())
    await rename(draft, file)
    await syncFolder(dirname(file))
    return written
  } catch (error) {
    await rm(draft, { force: true })
    if (codeOf(error) !== "ENOSPC") throw error
    throw new BackupRefusal(`The disk of ${file} is full; nothing was kept of this backup.`, { cause: error })
  }
}

async function writeParts(
  handle: FileHandle,
  source: SiteSource,
  { secrets, passphrase, signal, cost }: Options,
): Promise<Written> {
  const seal = await newSeal(passphrase, cost)
  const { product, postgres, madeAt, migrations } = source.info
  const migration = migrations.at(-1)?.name ?? ""
  const head: ArchiveHead = { format: archiveFormat, product, postgres, madeAt, migration, seal: seal.head }
  const json = JSON.stringify(head)
  const headSum = sha256(json)
  let bytes = 0
  const write = async (content: Buffer) => {
    // A disk that fills up may take a part of it without an error.
    for (let from = 0; from < content.length;) {
      const { bytesWritten } = await handle.write(content, from)
      from += bytesWritten
    }
    bytes += content.length
  }
  let parts = 0
  const writePart = async (kind: number, content: Buffer) => {
    const body = sealed(seal.key, { head: headSum, kind, at: parts }, content)
    parts += 1
    const before = Buffer.alloc(partHeadBytes)
    before.writeUInt8(kind)
    before.writeUInt32BE(body.length, 1)
    await write(Buffer.concat([before, body]))
  }
  const writeJson = (kind: number, value: unknown) => writePart(kind, Buffer.from(JSON.stringify(value)))
  const writeTable = async (table: TableShape): Promise<TableSum> => {
    const blocks = source.blocksOf(table)
    try {
      for (;;) {
        signal?.throwIfAborted()
        const { done, value } = await blocks.next()
        if (done) return value
        await writePart(kinds.block, await packed(value, { level }))
      }
    } finally {
      // Ends the copying where it was left early; after its end it does nothing.
      await blocks.return({ rows: 0, sha256: "" })
    }
  }

  await write(Buffer.from(`${archiveMark}\n${json}\n${headSum.toString("hex")}\n`))
  const { info, tables, sequences } = source
  await writeJson(kinds.site, { info, tables, parts: source.parts, sequences, secrets })
  const sums = new Map<string, TableSum>()
  for (const table of tables) {
    const sum = await writeTable(table)
    sums.set(table.name, sum)
    await writeJson(kinds.tableEnd, { name: table.name, ...sum })
  }
  await writeJson(kinds.end, { tables: tables.length, rows: totalRows(sums) })
  await handle.sync()
  return { bytes, sums }
}

/** The new name too survives a power cut. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(folder, "r")
  await handle.sync().finally(() => handle.close())
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error)
}
