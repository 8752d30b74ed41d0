import { createCanvas } from "@napi-rs/canvas"
import { attachmentLimits, type AttachmentType } from "@uc/contract/attachments/calls"
import { crc32 } from "node:zlib"
import { attachment, blobPiece } from "../db/schema/attachments.ts"
import type { World } from "./world.ts"

export interface SampleFile {
  readonly name: string
  readonly type: AttachmentType
  readonly content: Buffer
  /** Of a picture. */
  readonly small: Buffer | null
  readonly width: number | null
  readonly height: number | null
}

interface Place {
  readonly orgId: string
  readonly uploaderId: string
  readonly subject: "notice" | "noticeText" | "news"
  readonly subjectId: string
  readonly createdAt: Date
}

/** Puts a file beside or into something; returns its id. */
export function addFile({ rows }: World, file: SampleFile, place: Place): string {
  const { content, small, type, ...facts } = file
  const id = rows.nextId(attachment)
  const keyOf = (part: number) =>
    `00000000-0000-4000-8${String(part).padStart(3, "0")}-${id.padStart(12, "0")}`
  rows.add(attachment, {
    id,
    ...facts,
    ...place,
    state: "ready",
    mediaType: type,
    bytes: content.length,
    blobKey: keyOf(1),
    listKey: small && keyOf(2),
  })
  addBlob({ rows }, keyOf(1), content)
  if (small) addBlob({ rows }, keyOf(2), small)
  return id
}

function addBlob({ rows }: Pick<World, "rows">, key: string, content: Buffer): void {
  const { partBytes } = attachmentLimits
  for (let no = 0; no * partBytes < content.length; no++)
    rows.add(blobPiece, { key, no, content: content.subarray(no * partBytes, (no + 1) * partBytes) })
}

const wordTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml"

/** A document that Word and WPS open, a paragraph a line. */
export function sampleDocx(name: string, lines: readonly string[]): SampleFile {
  const packages = "http://schemas.openxmlformats.org/package/2006"
  const paragraphs = lines.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join("")
  const content = storedZip([
    [
      "[Content_Types].xml",
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordTypes}.document.main+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      "word/document.xml",
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs}</w:body></w:document>`,
    ],
  ])
  return { name, type: `${wordTypes}.document`, content, small: null, width: null, height: null }
}

function storedZip(parts: readonly (readonly [name: string, xml: string])[]): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const [name, xml] of parts) {
    const content = Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${xml}`)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name), content])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), facts, rest, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006")
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** The way out of a building, as lines: a PDF without fonts. */
export function samplePdf(name: string): SampleFile {
  const drawn = [
    "2 w 60 420 475 330 re S 60 585 m 535 585 l S 60 555 m 535 555 l S",
    "178 585 m 178 750 l S 297 585 m 297 750 l S 416 585 m 416 750 l S",
    "178 420 m 178 555 l S 297 420 m 297 555 l S 416 420 m 416 555 l S",
    "0.1 0.6 0.3 RG 0.1 0.6 0.3 rg 6 w 90 570 m 505 570 l S 505 582 m 525 570 l 505 558 l f",
    "0.8 0.1 0.1 rg 80 700 14 30 re f 430 700 14 30 re f",
  ].join("\n")
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<<>>>>",
    `<</Length ${drawn.length}>>stream\n${drawn}\nendstream`,
  ]
  let body = "%PDF-1.4\n"
  const places = objects.map((object, no) => {
    const place = body.length
    body += `${no + 1} 0 obj${object}endobj\n`
    return `${String(place).padStart(10, "0")} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`
  const content = Buffer.from(
    `${body}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
  return { name, type: "application/pdf", content, small: null, width: null, height: null }
}

/** A school yard in winter, drawn. */
export function samplePicture(name: string): SampleFile {
  const [width, height] = [960, 540]
  const drawn = (scale: number) => {
    const canvas = createCanvas(width * scale, height * scale)
    const paint = canvas.getContext("2d")
    paint.scale(scale, scale)
    const fill = (colour: string, ...box: [number, number, number, number]) => {
      paint.fillStyle = colour
      paint.fillRect(...box)
    }
    fill("#cfe3f5", 0, 0, width, height)
    fill("#e9eef2", 0, 400, width, 140)
    fill("#d98c5f", 160, 150, 640, 260)
    fill("#b5653a", 140, 130, 680, 28)
    for (let column = 0; column < 8; column++)
      for (let row = 0; row < 2; row++) fill("#f7fbff", 190 + column * 76, 190 + row * 90, 44, 56)
    fill("#5b4636", 450, 330, 60, 80)
    fill("#c0392b", 880, 210, 10, 200)
    fill("#e74c3c", 810, 210, 70, 46)
    return canvas
  }
  return {
    name,
    type: "image/jpeg",
    content: drawn(1).encodeSync("jpeg", 85),
    small: drawn(1 / 3).encodeSync("jpeg", 78),
    width,
    height,
  }
}
