import { inflateSync } from "node:zlib"

export type FileKind = "jpeg" | "png" | "gif" | "webp" | "pdf"

/** What the first bytes say. `svg`: known, and refused with a sentence of its own. Null: nothing that is taken here. */
export function kindByContent(head: Buffer): FileKind | "svg" | null {
  const starts = (text: string, at = 0) => head.subarray(at, at + text.length).toString("latin1") === text
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg"
  if (starts("\x89PNG\r\n\x1a\n")) return "png"
  if (starts("GIF87a") || starts("GIF89a")) return "gif"
  if (starts("RIFF") && starts("WEBP", 8)) return "webp"
  // At the very beginning: readers forgive up to 1,024 bytes before it, and there a page would stand.
  if (/^%PDF-[12]\.\d/.test(head.subarray(0, 8).toString("latin1"))) return "pdf"
  const text = head
    .subarray(0, 1024)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .trimStart()
  return /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)
    ? "svg"
    : null
}

interface Size {
  readonly width: number
  readonly height: number
}

/** How large a picture says that it is, before anybody unpacks it; null: it does not say, so it is broken. */
export function pictureSize(kind: Exclude<FileKind, "pdf">, file: Buffer): Size | null {
  try {
    return { jpeg: jpegSize, png: pngSize, gif: gifSize, webp: webpSize }[kind](file)
  } catch {
    // Shorter than its own head says.
    return null
  }
}

function pngSize(file: Buffer): Size | null {
  if (file.toString("latin1", 12, 16) !== "IHDR" || file.lastIndexOf("IEND") < 0) return null
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

/** Block by block: a script that calls itself GIF89a has a head and nothing that is a picture. */
function gifSize(file: Buffer): Size | null {
  const tableBytes = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0)
  const afterData = (from: number) => {
    let at = from
    for (let length = file.readUInt8(at); length > 0; length = file.readUInt8(at)) at += 1 + length
    return at + 1
  }
  let at = 13 + tableBytes(file.readUInt8(10))
  for (let pictures = 0; ;) {
    switch (file.readUInt8(at)) {
      case 0x21:
        at = afterData(at + 2)
        break
      case 0x2c:
        at = afterData(at + 11 + tableBytes(file.readUInt8(at + 9)))
        pictures++
        break
      case 0x3b:
        return pictures > 0 ? { width: file.readUInt16LE(6), height: file.readUInt16LE(8) } : null
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

function jpegSize(file: Buffer): Size | null {
  // What was cut off ends without its end; a phone may append a film after it.
  if (file.lastIndexOf(Buffer.from([0xff, 0xd9])) < 0) return null
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
    if (marker === 0xda || marker === 0xd9) return null
    at += 2 + file.readUInt16BE(at + 2)
  }
  return null
}

const active = /\/(JavaScript|JS|Launch|RichMedia|EmbeddedFiles?|XFA)(?![A-Za-z0-9])/
const objectStream = /\/Type\s*\/ObjStm[\s\S]{0,400}?stream\r?\n/g
/** Of all that is unpacked to look inside: a small file that claims more is none that an office writes. */
const unpackedBytes = 30 * 1024 * 1024

/** A PDF that can be opened and does nothing by itself. It is kept as it came, so it is looked through. */
export function pdfProblem(file: Buffer): "broken" | "active" | null {
  const text = file.toString("latin1")
  const tail = text.slice(-2048)
  const [, offset] = /startxref\s+(\d{1,10})\s+%%EOF\s*\0*$/.exec(tail) ?? []
  if (offset === undefined) return "broken"
  const there = text.slice(Number(offset), Number(offset) + 40).trimStart()
  if (!/^(xref\b|\d+\s+\d+\s+obj\b)/.test(there)) return "broken"
  if (!/\/Root\b/.test(text)) return "broken"
  if (isActive(text.replaceAll(/\bstream\r?\n[\s\S]*?endstream/g, ""))) return "active"
  let left = unpackedBytes
  for (const found of text.matchAll(objectStream)) {
    try {
      const packed = file.subarray(found.index + found[0].length)
      const unpacked = inflateSync(packed, { maxOutputLength: left })
      left -= unpacked.length
      if (isActive(unpacked.toString("latin1"))) return "active"
    } catch {
      // What can't be looked into is not passed on: another packing, a lock, or a bomb.
      return /\/Encrypt\b/.test(text) ? "active" : "broken"
    }
  }
  return null
}

/** A name may be written with any of its letters as #xx. */
function isActive(text: string): boolean {
  const plain = text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return active.test(plain)
}
