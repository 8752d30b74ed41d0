import { crc32, inflateRawSync } from "node:zlib"
import { attachmentLimits, attachmentMessages } from "@uc/contract/attachments/calls"
import { refused } from "../refused.ts"

export interface ZipEntry {
  /** With `/` between folders, whatever the archive has. */
  readonly name: string
  readonly unpackedBytes: number
  readonly isFolder: boolean
}

export interface ZipArchive {
  readonly entries: readonly ZipEntry[]
  /** Unpacks one entry; null: there is none of that name. */
  readonly read: (name: string) => Buffer | null
}

interface FoundEntry extends ZipEntry {
  /** Its name in bytes. */
  readonly written: Buffer
  readonly method: number
  readonly sum: number
  readonly packedBytes: number
  readonly headerAt: number
}

const endMark = 0x06054b50
const entryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
const entryBytes = 46
const localBytes = 30
const stored = 0
const deflated = 8
const isEncrypted = 0x0001
const isUtf8 = 0x0800
const unixLink = 0xa000

/**
 * Reads an archive and checks all of it: its directory is whole and covers the file from its first byte, entries do not
 * overlap, unpack to what they claim and together to no more than the limits, and no name leads out of a folder.
 */
export function readZip(file: Buffer): ZipArchive {
  try {
    const entries = directoryOf(file)
    mustFit(file, entries)
    const packed = new Map(entries.map((entry) => [entry.name, entry]))
    for (const entry of entries) unpacked(file, entry)
    return {
      entries,
      read: (name) => {
        const entry = packed.get(name)
        return entry ? unpacked(file, entry) : null
      },
    }
  } catch (error) {
    // A number that points beyond the end of the file.
    if (error instanceof RangeError) throw refused(attachmentMessages.brokenZip)
    throw error
  }
}

function directoryOf(file: Buffer): FoundEntry[] {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  const isOneDisk = file.readUInt32LE(end + 4) === 0 && file.readUInt16LE(end + 8) === count
  const directoryAt = file.readUInt32LE(end + 16)
  // Also what has the sizes of ZIP64: no archive of ten megabytes needs them.
  if (!isOneDisk || directoryAt + file.readUInt32LE(end + 12) !== end) throw broken()
  if (count === 0) throw broken()
  if (count > attachmentLimits.entries) throw refused(attachmentMessages.largeZip)
  const found: FoundEntry[] = []
  let at = directoryAt
  for (let no = 0; no < count; no++) {
    if (file.readUInt32LE(at) !== entryMark) throw broken()
    const flags = file.readUInt16LE(at + 8)
    if (flags & isEncrypted) throw refused(attachmentMessages.lockedZip)
    const nameBytes = file.readUInt16LE(at + 28)
    const written = file.subarray(at + entryBytes, at + entryBytes + nameBytes)
    const name = nameOf(written, flags)
    const mode = file.readUInt32LE(at + 38) >>> 16
    if ((mode & 0xf000) === unixLink) throw refused(attachmentMessages.pathInZip)
    found.push({
      name,
      written,
      isFolder: name.endsWith("/"),
      method: file.readUInt16LE(at + 10),
      sum: file.readUInt32LE(at + 16),
      packedBytes: file.readUInt32LE(at + 20),
      unpackedBytes: file.readUInt32LE(at + 24),
      headerAt: file.readUInt32LE(at + 42),
    })
    at += entryBytes + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  if (at !== end) throw broken()
  if (new Set(found.map(({ name }) => name)).size !== count) throw broken()
  return found
}

/** The record at the end, with a comment whose length leads exactly to the last byte. */
function endOf(file: Buffer): number {
  const earliest = Math.max(0, file.length - endBytes - 0xffff)
  for (let at = file.length - endBytes; at >= earliest; at--)
    if (file.readUInt32LE(at) === endMark && at + endBytes + file.readUInt16LE(at + 20) === file.length)
      return at
  throw broken()
}

/** Without the mark for UTF-8 a Chinese Windows has written it in GBK, in which a second byte may be a backslash. */
function nameOf(bytes: Buffer, flags: number): string {
  const coding = flags & isUtf8 || isAscii(bytes) ? "utf-8" : "gb18030"
  const name = new TextDecoder(coding).decode(bytes).replaceAll("\\", "/")
  const parts = name.replace(/\/$/, "").split("/")
  const isOdd = parts.some((part) => part === "" || part === "." || part === "..")
  if (isOdd || /[\p{Cc}:]/u.test(name)) throw refused(attachmentMessages.pathInZip)
  return name
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80)
}

function mustFit(file: Buffer, entries: readonly FoundEntry[]): void {
  const { unpackedBytes, unpackedTimes } = attachmentLimits
  const total = entries.reduce((sum, entry) => sum + entry.unpackedBytes, 0)
  // A small file of blanks may shrink as much as it likes.
  const most = Math.min(unpackedBytes, Math.max(attachmentLimits.bytes, file.length * unpackedTimes))
  if (total > most) throw refused(attachmentMessages.largeZip)
  // From the first byte on and one behind the other: nothing stands before, and no content is counted twice.
  let at = 0
  for (const entry of entries.toSorted((one, other) => one.headerAt - other.headerAt)) {
    if (entry.headerAt < at || (at === 0 && entry.headerAt !== 0)) throw broken()
    at = contentOf(file, entry) + entry.packedBytes
  }
  if (at > file.length - endBytes) throw broken()
}

/** Where it begins. Its own header must have the name that was looked at: some programs unpack by that one. */
function contentOf(file: Buffer, { headerAt, written }: FoundEntry): number {
  const nameAt = headerAt + localBytes
  const nameEnd = nameAt + file.readUInt16LE(headerAt + 26)
  const isSame = written.equals(file.subarray(nameAt, nameEnd))
  if (file.readUInt32LE(headerAt) !== localMark || !isSame) throw broken()
  return nameEnd + file.readUInt16LE(headerAt + 28)
}

function unpacked(file: Buffer, entry: FoundEntry): Buffer {
  const from = contentOf(file, entry)
  const packed = file.subarray(from, from + entry.packedBytes)
  const content = entry.method === deflated ? inflated(packed, entry.unpackedBytes) : packed
  const isKnown = entry.method === deflated || entry.method === stored
  if (!isKnown || content.length !== entry.unpackedBytes || crc32(content) !== entry.sum) throw broken()
  return content
}

/** Never more than it claims, which was counted before. */
function inflated(packed: Buffer, claimed: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, claimed) })
  } catch {
    throw broken()
  }
}

function broken() {
  return refused(attachmentMessages.brokenZip)
}
