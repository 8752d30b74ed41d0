import { crc32, deflateRawSync } from "node:zlib"

export interface ArchiveEntry {
  readonly name: string
  readonly content?: string | Buffer
  /** What the archive says instead of the truth. */
  readonly claims?: {
    readonly bytes?: number
    readonly flags?: number
    readonly method?: number
    readonly mode?: number
    readonly localName?: string
    readonly headerAt?: number
  }
  /** As a Chinese Windows writes it. */
  readonly rawName?: Buffer
}

/** A zip, written by hand: also what no program writes. */
export function archiveOf(entries: readonly ArchiveEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = "", claims = {}, rawName } of entries) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const written = rawName ?? Buffer.from(name)
    const localName = claims.localName === undefined ? written : Buffer.from(claims.localName)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(localName.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(claims.flags ?? (rawName ? 0 : 0x0800), 8)
    entry.writeUInt16LE(claims.method ?? 8, 10)
    entry.writeUInt32LE(crc32(bytes), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(claims.bytes ?? bytes.length, 24)
    entry.writeUInt16LE(written.length, 28)
    entry.writeUInt32LE(((claims.mode ?? 0) << 16) >>> 0, 38)
    entry.writeUInt32LE(claims.headerAt ?? at, 42)
    locals.push(local, localName, packed)
    directory.push(entry, written)
    at += local.length + localName.length + packed.length
  }
  const all = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, all, end])
}

const family = "application/vnd.openxmlformats-officedocument"
const mains = {
  docx: ["word/document.xml", `${family}.wordprocessingml.document.main+xml`],
  xlsx: ["xl/workbook.xml", `${family}.spreadsheetml.sheet.main+xml`],
  pptx: ["ppt/presentation.xml", `${family}.presentationml.presentation.main+xml`],
} as const

/** The smallest Office file that says what it is. */
export function officeFile(
  kind: keyof typeof mains,
  { more = [], types = "" }: { more?: readonly ArchiveEntry[]; types?: string } = {},
): Buffer {
  const [part, type] = mains[kind]
  return archiveOf([
    {
      name: "[Content_Types].xml",
      content: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${type}"/>${types}</Types>`,
    },
    { name: "_rels/.rels", content: "<Relationships/>" },
    { name: part, content: "<document>正文</document>" },
    ...more,
  ])
}
