import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, Id, text } from "../core/wire.ts"

export const attachmentLimits = {
  bytes: 10 * 1024 * 1024,
  /** A file comes in pieces, so that nobody holds it whole and a bad line repeats only one of them. */
  partBytes: 512 * 1024,
  /** Of one picture, before it is scaled: more would take the server's memory, not anybody's eyes. */
  pixels: 50_000_000,
  /** The longer side of a picture as it is kept, and of the small one for lists. */
  side: 2560,
  listSide: 320,
  name: 120,
  /** On one thing. */
  each: 9,
  /** Of one person; a part that was lost on the way may be sent again. */
  perHour: 120,
  partsPerHour: 5000,
  bytesPerDay: 500 * 1024 * 1024,
  /** What hangs on nothing is removed after so long. */
  orphanHours: 24,
} as const

const megabytes = attachmentLimits.bytes / 1024 / 1024

export const attachmentMessages = {
  tooLarge: `文件不能超过${megabytes}MB`,
  empty: "文件是空的，请重新选择",
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

/** What a file may be, by its content. A picture is kept as one of the first three. */
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
 * What is kept of a file's name: no folders, and nothing that can't be seen or that turns the direction of what is read. Empty
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

/** The name that it leaves under: it ends as what it is, so that nobody's computer opens it as something else. */
export function nameOnDisk(name: string, type: AttachmentType): string {
  if (endings[type].test(name)) return name
  const [, word = ""] = type.split("/")
  return `${name.replace(pictureEnding, "")}.${word === "jpeg" ? "jpg" : word}`
}

const path = "/v1/attachment"
export const attachmentService = "newusercenter"

/**
 * Two addresses that are no calls, because they carry a file and not a shape: a part, sent as bytes with `id` and `no` in the
 * address, and the file itself, asked for by `id` and `size` (`full` or `list`).
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
    input: z.object({
      name: text(attachmentLimits.name).transform(plainName).pipe(z.string().min(1)),
      bytes: Count,
    }),
    output: z.object({ id: Id }),
  }),
  /** All parts are there: looks what it is, keeps it, and says so. */
  finish: call({
    service: attachmentService,
    method: "POST",
    path: `${path}/finish`,
    encoding: "form",
    writes: true,
    sensitive: false,
    onceByItself: true,
    timeoutMs: 30_000,
    input: z.object({ id: Id }),
    output: Attachment,
  }),
  /** The uploader's, as long as it hangs on nothing. */
  remove: call({
    service: attachmentService,
    method: "POST",
    path: `${path}/remove`,
    encoding: "form",
    writes: true,
    sensitive: false,
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
