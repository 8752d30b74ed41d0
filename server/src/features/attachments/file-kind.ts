import { inflateSync } from "node:zlib"
import { isCompoundFile } from "./documents/compound-file.ts"

type PictureKind = "jpeg" | "png" | "gif" | "webp"
/** `compound` and `zip` are containers: what they hold says what they are. */
export type FileKind = PictureKind | "pdf" | "compound" | "zip"

/** What the first bytes say. `svg`: known, but refused with a sentence of its own. Null: no accepted kind. */
export function kindByContent(head: Buffer): FileKind | "svg" | null {
  const starts = (text: string, at = 0) => head.subarray(at, at + text.length).toString("latin1") === text
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg"
  if (starts("\x89PNG\r\n\x1a\n")) return "png"
  if (starts("GIF87a") || starts("GIF89a")) return "gif"
  if (starts("RIFF") && starts("WEBP", 8)) return "webp"
  // At the very beginning: readers accept up to 1,024 bytes before it, and those could be a web page.
  if (/^%PDF-[12]\.\d/.test(head.subarray(0, 8).toString("latin1"))) return "pdf"
  if (isCompoundFile(head)) return "compound"
  if (starts("PK\x03\x04")) return "zip"
  const text = head
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart()
  return beginsWithSvg(text) ? "svg" : null
}

/** What may stand before the first element of an XML document, and how each ends. */
const prologue = [
  ["<!--", "-->"],
  ["<?xml", ">"],
  ["<!doctype svg", ">"],
] as const

/** Walks over the prologue once, piece by piece: an expression with nested repetition took hours for 300 bytes. */
function beginsWithSvg(text: string): boolean {
  const lower = text.toLowerCase()
  for (let at = 0; ;) {
    while (/\s/.test(lower.charAt(at))) at++
    const part = prologue.find(([begin]) => lower.startsWith(begin, at))
    if (!part) return /^<svg[\s>]/.test(lower.slice(at, at + 5))
    const [begin, end] = part
    const endsAt = lower.indexOf(end, at + begin.length)
    if (endsAt < 0) return false
    at = endsAt + end.length
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The size that a picture claims, read before it is decoded; null: it claims none, so it is broken. */
export function pictureSize(kind: PictureKind, file: Buffer): Size | null {
  try {
    return { jpeg: jpegSize, png: pngSize, gif: gifSize, webp: webpSize }[kind](file)
  } catch {
    // Shorter than its own header says.
    return null
  }
}

function pngSize(file: Buffer): Size | null {
  if (file.toString("latin1", 12, 16) !== "IHDR" || file.lastIndexOf("IEND") < 0) return null
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/**
 * Block by block: a script that begins with GIF89a has no picture blocks. The size is that of the largest frame, because
 * a decoder allocates that whatever the header says.
 */
function gifSize(file: Buffer): Size | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const afterData = (from: number) => {
    let at = from
    for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += 1 + length
    return at + 1
  }
  let at = 13 + tableBytes(file.readUInt8(10))
  let [width, height] = [file.readUInt16LE(6), file.readUInt16LE(8)]
  for (let pictures = 0; ;) {
    switch (file.readUInt8(at)) {
      case 0x21:
        at = afterData(at + 2)
        break
      case 0x2c:
        width = Math.max(width, file.readUInt16LE(at + 1) + file.readUInt16LE(at + 5))
        height = Math.max(height, file.readUInt16LE(at + 3) + file.readUInt16LE(at + 7))
        at = afterData(at + 11 + tableBytes(file.readUInt8(at + 9)))
        pictures++
        break
      case 0x3b:
        return pictures > 0 ? { width, height } : null
      default:
        return null
    }
  }
}

function webpSize(file: Buffer): Size | null {
  if (file.readUInt32LE(4) + 8 > file.length + 1) return null
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
    case "VP8 ":
      return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff }
    case "VP8L": {
      const bits = file.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    default:
      return null
  }
}

const startOfScan = Buffer.from([0xff, 0xda])
/** A progressive photograph has about ten scans; each decodes all of its pixels again. */
const mostScans = 64

function jpegSize(file: Buffer): Size | null {
  // A truncated file has no end marker; a phone may append a video after it.
  if (file.lastIndexOf(Buffer.from([0xff, 0xd9])) < 0) return null
  let scans = 0
  for (let at = file.indexOf(startOfScan); at >= 0; at = file.indexOf(startOfScan, at + 2))
    if (++scans > mostScans) return null
  let at = 2
  while (at + 9 < file.length) {
    if (file[at] !== 0xff) return null
    const marker = file[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
    // Also markers without a length: who skipped by length would see another picture than the decoder does.
    if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xda)) return null
    at += 2 + file.readUInt16BE(at + 2)
  }
  return null
}

/** Wherever it stands: what looks like the inside of a stream need not be one. `/JS` comes with one of the first two. */
const active = /\/(JavaScript|Rendition|Launch|RichMedia|EmbeddedFiles?|XFA)(?![A-Za-z0-9])/

interface ObjectStream {
  /** Its dictionary, from the name on. */
  readonly facts: string
  /** Where its bytes begin. */
  readonly begin: number
}

const streamName = "/ObjStm"
/** From the name to the bytes. */
const longestFacts = 400

/** Each name is found once, with a bounded distance searched before and after it: linear for any file. */
function* objectStreams(text: string): Generator<ObjectStream> {
  for (let at = text.indexOf(streamName); at >= 0;) {
    const from = at + streamName.length
    const near = text.slice(from, from + longestFacts + "stream\r\n".length)
    const start = /stream\r?\n/.exec(near)
    const isType = text
      .slice(Math.max(0, at - longestSpace), at)
      .trimEnd()
      .endsWith("/Type")
    if (isType && start && start.index <= longestFacts) {
      const begin = from + start.index + start[0].length
      yield { facts: near.slice(0, start.index), begin }
      at = text.indexOf(streamName, begin)
    } else at = text.indexOf(streamName, from)
  }
}

/** The most that may stand between `/Type` and its name; more counts as an attempt to hide it. */
const longestSpace = 200
/** The most that is unpacked for the check: no office program writes a small file that claims more. */
const unpackedBytes = 30 * 1024 * 1024
/**
 * BARE-4: each starts the unpacker, also an empty one, and ten megabytes of them took half a minute. Office programs pack
 * a hundred objects and more into one.
 */
const mostStreams = 1000

/** A PDF that opens and has no active content. It is stored unchanged, so it is searched for such content. */
export function pdfProblem(file: Buffer): "broken" | "active" | null {
  const text = file.toString("latin1")
  const tail = text.slice(-2048)
  const end = tail.slice(Math.max(0, tail.lastIndexOf("startxref")))
  const [, offset] = /^startxref\s+(\d{1,10})\s+%%EOF\s*\0*$/.exec(end) ?? []
  if (offset === undefined) return "broken"
  const there = text.slice(Number(offset), Number(offset) + 40).trimStart()
  if (!/^(xref\b|\d+\s+\d+\s+obj\b)/.test(there)) return "broken"
  if (!/\/Root\b/.test(text)) return "broken"
  const plain = plainNames(text)
  if (active.test(plain)) return "active"
  let named = plain.split(streamName).length - 1
  if (named > mostStreams) return "broken"
  let left = unpackedBytes
  for (const { facts, begin } of objectStreams(text)) {
    named--
    try {
      // Rows stored as differences hide their content.
      if (/\/(DecodeParms|DP|Predictor)\b/.test(plainNames(facts))) return "active"
      const packed = file.subarray(begin)
      const unpacked = inflateSync(packed, { maxOutputLength: left })
      left -= unpacked.length
      if (active.test(plainNames(unpacked.toString("latin1")))) return "active"
    } catch {
      // Refused when it can't be inspected: another compression, encryption, or a bomb.
      return /\/Encrypt\b/.test(text) ? "active" : "broken"
    }
  }
  // Only a file with something to hide writes that name differently.
  return named === 0 ? null : "active"
}

/** A name may be written with any of its letters as #xx. */
function plainNames(text: string): string {
  return text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
