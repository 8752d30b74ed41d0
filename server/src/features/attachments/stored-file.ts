import { createCanvas, Image } from "@napi-rs/canvas"
import {
  attachmentLimits,
  attachmentMessages,
  claimedType,
  isShownInPlace,
  type AttachmentType,
} from "@uc/contract/attachments/calls"
import { archiveType, compoundType } from "./documents/office-file.ts"
import { kindByContent, pdfProblem, pictureSize, type FileKind } from "./file-kind.ts"
import { refused } from "./refused.ts"

export interface StoredFile {
  readonly type: AttachmentType
  readonly content: Buffer
  /** As it came: it was looked through, not made again. */
  readonly isUnchanged: boolean
  /** Of a picture: the small one for lists. */
  readonly small: Buffer | null
  readonly width: number | null
  readonly height: number | null
}

/** By the first bytes alone, before the rest has come. */
export function mustBeKnown(head: Buffer, name: string): FileKind {
  const kind = kindByContent(head)
  if (kind === "svg") throw refused(attachmentMessages.svg)
  const claimed = claimedType(name)
  // A container is what its name says, or nothing of ours; and what says to be one must be one.
  const isContainer = kind === "zip" || kind === "compound"
  const saysContainer = claimed !== null && !isShownInPlace(claimed)
  if (kind !== null && isContainer === saysContainer) return kind
  // Its name says an allowed kind, its content does not: the sentence should say so.
  const pretends = claimed !== null || /\.gif$/i.test(name)
  throw refused(pretends ? attachmentMessages.pretends(name) : attachmentMessages.notSupported)
}

/**
 * What is stored of a file. A picture is re-encoded, so that anything else in it (a script, a location, a second file
 * after the first) is gone.
 */
export async function checkedFileOf(file: Buffer, name: string): Promise<StoredFile> {
  const kind = mustBeKnown(file.subarray(0, 1024), name)
  if (kind === "pdf") return keptPdf(file)
  if (kind === "zip") return unchanged(archiveType(file, name), file)
  if (kind === "compound") return unchanged(compoundType(file, name), file)
  const size = pictureSize(kind, file)
  if (!size || size.width === 0 || size.height === 0) throw refused(attachmentMessages.brokenPicture)
  if (size.width * size.height > attachmentLimits.pixels) throw refused(attachmentMessages.tooManyPixels)
  const picture = await decoded(file)
  // The decoder's size, whatever the header said.
  if (picture.width * picture.height > attachmentLimits.pixels)
    throw refused(attachmentMessages.tooManyPixels)
  // A photograph stays JPEG; sharp edges or transparency stay PNG.
  const type = kind === "jpeg" ? "image/jpeg" : "image/webp"
  const full = painted(picture, attachmentLimits.side)
  const small = painted(picture, attachmentLimits.listSide)
  return {
    type,
    isUnchanged: false,
    width: full.width,
    height: full.height,
    content: await full.encode(type === "image/jpeg" ? "jpeg" : "webp", 85),
    small: await small.encode(type === "image/jpeg" ? "jpeg" : "webp", 78),
  }
}

function keptPdf(file: Buffer): StoredFile {
  switch (pdfProblem(file)) {
    case "broken":
      throw refused(attachmentMessages.brokenPdf)
    case "active":
      throw refused(attachmentMessages.activePdf)
    case null:
      return unchanged("application/pdf", file)
  }
}

function unchanged(type: AttachmentType, file: Buffer): StoredFile {
  return { type, content: file, isUnchanged: true, small: null, width: null, height: null }
}

async function decoded(file: Buffer): Promise<Image> {
  const picture = new Image()
  try {
    picture.src = file
    await picture.decode()
  } catch {
    throw refused(attachmentMessages.brokenPicture)
  }
  if (picture.width === 0 || picture.height === 0) throw refused(attachmentMessages.brokenPicture)
  return picture
}

function painted(picture: Image, longest: number) {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  const canvas = createCanvas(width ?? 1, height ?? 1)
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}
