import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, Id, text } from "../core/wire.ts"

export const attachmentLimits = {
  bytes: 10 * 1024 * 1024,
  /** A file is sent in parts, so that nobody holds it whole and a bad connection repeats only one of them. */
  partBytes: 512 * 1024,
  /** Pixels of one picture before it is scaled: decoding more would take too much of the server's memory. */
  pixels: 50_000_000,
  /** The longer side of a stored picture, and of the small one for lists. */
  side: 2560,
  listSide: 320,
  name: 120,
  /** Files on one task, visit or item. */
  each: 9,
  /** Of one person; a lost part may be sent again. */
  perHour: 120,
  partsPerHour: 5000,
  bytesPerDay: 500 * 1024 * 1024,
  /** A file that is linked to nothing is removed after so long. */
  orphanHours: 24,
} as const

const megabytes = attachmentLimits.bytes / 1024 / 1024

export const attachmentMessages = {
  tooLarge: `文件不能超过${megabytes}MB`,
  empty: "文件内容为空，请重新选择",
  notSupported: "仅支持图片（JPG、PNG、WebP、GIF）和PDF，请转换后再上传",
  svg: "不支持SVG图片，请转换为PNG或JPG后再上传",
  pretends: (name: string) => `“${name}”的内容不是图片或PDF，无法上传`,
  brokenPicture: "图片已损坏或无法识别，请重新拍照或截图后再上传",
  brokenPdf: "PDF已损坏或不完整，请重新导出后再上传",
  activePdf: "PDF中含有脚本或可执行内容，请另存为普通PDF后再上传",
  tooHeavy: "文件过于复杂，无法处理，请压缩或转换后再上传",
  tooManyPixels: `图片尺寸过大，请缩小到${attachmentLimits.pixels / 10_000}万像素以内`,
  incomplete: "文件没有传完，请重试",
  gone: "附件不存在或已过期，请重新上传",
  tooMany: `最多添加${attachmentLimits.each}个附件`,
  tooOften: "上传过于频繁，请稍后再试",
  quotaUsed: "今日上传量已达上限，请明天再试",
  notRemovable: "该附件已提交，不能删除",
} as const

/** The accepted kinds, by content. A picture is stored as one of the first three. */
const attachmentTypes = ["image/jpeg", "image/png", "image/webp", "application/pdf"] as const
export const AttachmentType = z.enum(attachmentTypes)
export type AttachmentType = z.infer<typeof AttachmentType>

export const Attachment = z.object({
  id: Id,
  name: z.string(),
  type: AttachmentType,
  bytes: z.int().min(0),
  /** Of a picture. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Attachment = z.infer<typeof Attachment>

/**
 * A file's name as it is stored: no folders, no invisible characters and none that change the direction of text. Empty
 * where nothing is left.
 */
function plainName(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? "").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim()
}

const endings: Readonly<Record<AttachmentType, RegExp>> = {
  "image/jpeg": /\.jpe?g$/i,
  "image/png": /\.png$/i,
  "image/webp": /\.webp$/i,
  "application/pdf": /\.pdf$/i,
}
const pictureEnding = /\.(jpe?g|png|gif|webp)$/i

/** The name for downloads: its ending is that of the content, so that no computer opens it as something else. */
export function nameOnDisk(name: string, type: AttachmentType): string {
  if (endings[type].test(name)) return name
  const [, word = ""] = type.split("/")
  return `${name.replace(pictureEnding, "")}.${word === "jpeg" ? "jpg" : word}`
}

const path = "/v1/attachment"
export const attachmentService = "newusercenter"

/**
 * Two addresses that are no calls, because they carry a file: a part, sent as bytes with `id` and `no` in the address,
 * and the file itself, by `id` and `size` (`full` or `list`).
 */
export const attachmentFiles = { part: `${path}/part`, file: `${path}/file` } as const
export const AttachmentPart = z.object({ id: Id, no: Count })
export const AttachmentFile = z.object({ id: Id, size: z.enum(["full", "list"]).default("full") })

export function partsOf(bytes: number): number {
  return Math.ceil(bytes / attachmentLimits.partBytes)
}

export const attachmentCalls = {
  begin: call({
    service: attachmentService,
    method: "POST",
    path: `${path}/begin`,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({
      name: text(attachmentLimits.name).transform(plainName).pipe(z.string().min(1)),
      bytes: Count,
    }),
    output: z.object({ id: Id }),
  }),
  /** After all parts: inspects the file and stores it. */
  finish: call({
    service: attachmentService,
    method: "POST",
    path: `${path}/finish`,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    onceByItself: true,
    timeoutMs: 30_000,
    input: z.object({ id: Id }),
    output: Attachment,
  }),
  /** By its uploader, as long as it is linked to nothing. */
  remove: call({
    service: attachmentService,
    method: "POST",
    path: `${path}/remove`,
    encoding: "form",
    writes: true,
    sensitive: false,
    permission: null,
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
