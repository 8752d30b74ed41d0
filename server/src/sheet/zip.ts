import { once } from "node:events"
import { createInflateRaw, crc32 } from "node:zlib"
import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "./bad-file.ts"

export interface ZipPart {
  readonly path: string
  readonly isPacked: boolean
  readonly crc: number
  readonly content: Buffer
}

/** Bytes that may still be unpacked from a file; shared by all of its parts. */
export interface Budget {
  bytes: number
}

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
/** The end record comes before a comment of at most 65,535 bytes. */
const furthestEnd = 22 + 65_535
/** A workbook has some dozens. */
const partsAtMost = 5000

/** The parts of a zip, by its central directory. Declared sizes are used only to locate the parts. */
export function zipParts(file: Buffer): ReadonlyMap<string, ZipPart> {
  try {
    return partsIn(file)
  } catch (error) {
    // Offsets that lead out of the file.
    if (error instanceof RangeError) throw new BadFile(importMessages.broken)
    throw error
  }
}

function partsIn(file: Buffer): Map<string, ZipPart> {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  if (count > partsAtMost) throw new BadFile(importMessages.bomb)
  const parts = new Map<string, ZipPart>()
  let at = file.readUInt32LE(end + 16)
  for (let left = count; left > 0; left--) {
    if (file.readUInt32LE(at) !== entrySignature) throw new BadFile(importMessages.broken)
    const flags = file.readUInt16LE(at + 8)
    if ((flags & 1) !== 0) throw new BadFile(importMessages.oldXls)
    const [method, crc, size] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 20),
    ]
    const nameLength = file.readUInt16LE(at + 28)
    const path = file.toString("utf8", at + 46, at + 46 + nameLength)
    parts.set(path, {
      path,
      isPacked: isDeflated(method),
      crc,
      content: contentAt(file, file.readUInt32LE(at + 42), size),
    })
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

function endOf(file: Buffer): number {
  for (let at = file.length - 22; at >= Math.max(0, file.length - furthestEnd); at--)
    if (file.readUInt32LE(at) === endSignature) return at
  throw new BadFile(importMessages.broken)
}

function isDeflated(method: number): boolean {
  if (method !== 0 && method !== 8) throw new BadFile(importMessages.broken)
  return method === 8
}

function contentAt(file: Buffer, at: number, size: number): Buffer {
  if (file.readUInt32LE(at) !== localSignature) throw new BadFile(importMessages.broken)
  const begin = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (begin + size > file.length) throw new BadFile(importMessages.broken)
  return file.subarray(begin, begin + size)
}

/** The unpacked bytes of a part, at most as many as the budget has left. */
export async function* unpacked({ content, isPacked, crc }: ZipPart, budget: Budget): AsyncGenerator<Buffer> {
  let [sum, bytes] = [0, 0]
  const { unpackedTimes, freelyUnpackedBytes } = importLimits
  const mostBytes = Math.max(freelyUnpackedBytes, content.length * unpackedTimes)
  for await (const piece of isPacked ? inflated(content) : [content]) {
    budget.bytes -= piece.length
    bytes += piece.length
    if (budget.bytes < 0 || bytes > mostBytes) throw new BadFile(importMessages.bomb)
    sum = crc32(piece, sum)
    yield piece
  }
  if (sum !== crc) throw new BadFile(importMessages.broken)
}

const feedBytes = 64 * 1024

async function* inflated(content: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const feeding = feed(content, inflate)
  try {
    yield* inflate as AsyncIterable<Buffer>
    await feeding
  } catch (error) {
    if (error instanceof BadFile) throw error
    throw new BadFile(importMessages.broken)
  } finally {
    inflate.destroy()
    await feeding.catch(() => {})
  }
}

/** In pieces: in one write a bomb would be unpacked before it is counted. */
async function feed(content: Buffer, inflate: ReturnType<typeof createInflateRaw>): Promise<void> {
  for (let at = 0; at < content.length; at += feedBytes) {
    if (inflate.destroyed) return
    if (!inflate.write(content.subarray(at, at + feedBytes)))
      await Promise.race([once(inflate, "drain"), once(inflate, "close")])
  }
  inflate.end()
}
