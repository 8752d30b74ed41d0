import { createHash } from "node:crypto"
import { open, type FileHandle } from "node:fs/promises"
import { promisify } from "node:util"
import { inflateRaw } from "node:zlib"
import type { z } from "zod"
import { ArchiveHead, EndPart, SitePart, TableEndPart } from "./archive-format.ts"
import {
  archiveFormat,
  archiveMark,
  kinds,
  longestHead,
  longestPart,
  partHeadBytes,
} from "./archive-format.ts"
import { sha256, type ArchivedSecrets } from "./archive-format.ts"
import { keyOf, unsealed } from "./archive-seal.ts"
import { BackupRefusal } from "./backup-refusal.ts"
import { blockBytes } from "./copy.ts"
import { rowSum } from "./row-sum.ts"
import type { SiteSource, TableShape, TableSum } from "./site-source.ts"

const unpacked = promisify<Buffer, object, Buffer>(inflateRaw)

export interface Archive extends SiteSource {
  readonly secrets: ArchivedSecrets
  /** After the last table: that nothing is missing behind it. */
  assertEnd(): Promise<void>
  close(): Promise<void>
}

/** A wrong passphrase, a damaged head and a file that is none are refused here, before anything is written anywhere. */
export async function openArchive(file: string, passphrase: string): Promise<Archive> {
  const handle = await open(file, "r").catch((error: unknown): never => {
    throw new BackupRefusal(`${file} can't be opened: ${error instanceof Error ? error.message : ""}`, {
      cause: error,
    })
  })
  try {
    return await openParts(file, handle, passphrase)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function openParts(file: string, handle: FileHandle, passphrase: string): Promise<Archive> {
  const { head, sum, length } = await readHead(file, handle)
  const key = await keyOf(passphrase, head.seal)
  if (!key)
    throw new BackupRefusal(`This is not the passphrase that ${file} was sealed with. Nothing was changed.`)
  let position = length
  let parts = 0

  const damaged = (where: string) =>
    new BackupRefusal(
      `${file} is damaged: ${where} does not match its checksum (byte ${position}). Take another copy of it, or an older backup.`,
    )
  const take = async (count: number, where: string) => {
    const content = Buffer.allocUnsafe(count)
    let filled = 0
    while (filled < count) {
      const { bytesRead } = await handle.read(content, filled, count - filled, position + filled)
      if (bytesRead === 0)
        throw new BackupRefusal(
          `${file} is cut off: it ends within ${where}, after ${position + filled} bytes. Take another copy of it, or an older backup.`,
        )
      filled += bytesRead
    }
    return content
  }
  const nextPart = async (where: string) => {
    const before = await take(partHeadBytes, where)
    const size = before.readUInt32BE(1)
    if (size > longestPart) throw damaged(where)
    position += partHeadBytes
    const body = await take(size, where)
    const kind = before.readUInt8()
    const content = unsealed(key, { head: sum, kind, at: parts }, body)
    if (!content) throw damaged(where)
    position += size
    parts += 1
    return { kind, content }
  }
  const asJson = <T extends z.ZodType>(
    shape: T,
    part: Awaited<ReturnType<typeof nextPart>>,
    kind: number,
    where: string,
  ): z.output<T> => {
    if (part.kind !== kind) throw damaged(where)
    return shape.parse(JSON.parse(part.content.toString("utf8")))
  }

  const list = "its list of tables"
  const site = asJson(SitePart, await nextPart(list), kinds.site, list)
  let tablesRead = 0
  let rowsRead = 0

  async function* blocksOf(table: TableShape): AsyncGenerator<Buffer, TableSum> {
    const where = `the table ${table.name}`
    if (site.tables[tablesRead]?.name !== table.name) throw new Error(`${where} is not next in the archive`)
    const hash = createHash("sha256")
    const ofRows = table.isPartitioned === true ? rowSum() : null
    for (;;) {
      const part = await nextPart(where)
      if (part.kind !== kinds.block) {
        const end = asJson(TableEndPart, part, kinds.tableEnd, where)
        if (end.name !== table.name || end.sha256 !== hash.digest("hex")) throw damaged(where)
        tablesRead += 1
        rowsRead += end.rows
        return { rows: end.rows, sha256: end.sha256, ofRows: ofRows?.digest() }
      }
      const block = await unpacked(part.content, { maxOutputLength: blockBytes })
      hash.update(block)
      ofRows?.update(block)
      yield block
    }
  }

  return {
    ...site,
    blocksOf,
    async assertEnd() {
      const where = "its end"
      const end = asJson(EndPart, await nextPart(where), kinds.end, where)
      if (end.tables !== tablesRead || end.rows !== rowsRead) throw damaged(where)
      const { size } = await handle.stat()
      if (size !== position) throw damaged("what follows its end")
    },
    close: () => handle.close(),
  }
}

async function readHead(file: string, handle: FileHandle) {
  if (!(await handle.stat()).isFile()) throw new BackupRefusal(`${file} is no file.`)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, 0)
  const text = buffer.toString("latin1", 0, bytesRead)
  const [mark, json = "", sum = ""] = text.split("\n", 3)
  if (mark !== archiveMark) throw new BackupRefusal(`${file} is no backup of this product.`)
  if (sha256(json).toString("hex") !== sum)
    throw new BackupRefusal(
      `${file} is damaged: its head does not match its checksum. Take another copy of it, or an older backup.`,
    )
  const { format, product } = ArchiveHead.pick({ format: true, product: true }).parse(JSON.parse(json))
  if (format !== archiveFormat)
    throw new BackupRefusal(
      `${file} was written by ${product} in form ${format}; this program reads form ${archiveFormat}. Restore it with that version.`,
    )
  const head = ArchiveHead.parse(JSON.parse(json))
  const length = archiveMark.length + json.length + sum.length + 3
  return { head, sum: sha256(json), length }
}
