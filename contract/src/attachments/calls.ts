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
  /** DAY-8: of an archive or an Office file: how many entries, how much it unpacks to, and how many times its own size. */
  entries: 2000,
  unpackedBytes: 150 * 1024 * 1024,
  unpackedTimes: 150,
} as const

const megabytes = attachmentLimits.bytes / 1024 / 1024

export const attachmentMessages = {
  hint: `图片、PDF、Office、WPS文档或zip，每个不超过${megabytes}MB，可拖入或粘贴`,
  hintOnPhone: `拍照或选择文件：图片、PDF、Office、WPS文档或zip，每个不超过${megabytes}MB`,
  tooLarge: `文件不能超过${megabytes}MB`,
  empty: "文件内容为空，请重新选择",
  notSupported: "仅支持图片、PDF、Word、Excel、PPT、WPS文档和zip压缩包，请转换后再上传",
  svg: "不支持SVG图片，请转换为PNG或JPG后再上传",
  pretends: (name: string) => `“${name}”的内容与扩展名不符，无法上传`,
  /** The content is another accepted kind than the ending says. */
  endsAs: (name: string, ending: string) =>
    `“${name}”的内容是${ending}格式，请把扩展名改为 .${ending} 后再上传`,
  brokenOffice: "文档已损坏或不完整，请用Office或WPS重新保存后再上传",
  macros: "文档中含有宏，请另存为不含宏的格式（如 .docx、.xlsx、.pptx）后再上传",
  lockedOffice: "文档设置了打开密码，请取消密码后再上传",
  brokenZip: "压缩包已损坏或无法读取，请重新压缩为普通zip后再上传",
  lockedZip: "压缩包设置了密码，请取消密码后再上传",
  largeZip: "压缩包解压后过大，请拆分后再上传",
  pathInZip: "压缩包中有不正常的文件路径，请重新压缩后再上传",
  programInZip: (name: string) => `压缩包中含有程序或脚本“${name}”，请移除后再上传`,
  zipInZip: (name: string) => `压缩包中不能再包含压缩包“${name}”，请解压后再上传`,
  notShown: "该类文件不能预览，请下载后查看",
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

/** The accepted kinds, by content; a picture is stored as one of the first three. Office files and archives are only downloaded. */
const attachmentTypes = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "application/pdf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/wps-office.wps",
  "application/wps-office.et",
  "application/wps-office.dps",
  "application/zip",
] as const
export const AttachmentType = z.enum(attachmentTypes)
export type AttachmentType = z.infer<typeof AttachmentType>

/** How the names of each kind end; the first is the one that is added. */
const endings: Readonly<Record<AttachmentType, readonly [string, ...string[]]>> = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
  "application/pdf": ["pdf"],
  "application/msword": ["doc"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.ms-powerpoint": ["ppt"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ["pptx"],
  "application/wps-office.wps": ["wps"],
  "application/wps-office.et": ["et"],
  "application/wps-office.dps": ["dps"],
  "application/zip": ["zip"],
}

/** The kind that a name claims; null: none of ours. */
export function claimedType(name: string): AttachmentType | null {
  const [, ending = ""] = /\.([a-z0-9]{1,5})$/i.exec(name) ?? []
  return attachmentTypes.find((type) => endings[type].includes(ending.toLowerCase())) ?? null
}

export function endingOf(type: AttachmentType): string {
  return endings[type][0]
}

export function isPicture(type: AttachmentType): boolean {
  return type.startsWith("image/")
}

/** Shown in place: by the browser's own means, without anything that acts. The others are downloaded. */
export function isShownInPlace(type: AttachmentType): boolean {
  return isPicture(type) || type === "application/pdf"
}

/** As a browser's file chooser takes them. */
export const acceptedFiles = [
  "image/jpeg,image/png,image/webp,image/gif",
  ...attachmentTypes.filter((type) => !isPicture(type)).map((type) => `.${endingOf(type)}`),
].join(",")

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

const pictureEnding = /\.(jpe?g|png|gif|webp)$/i

/** The name for downloads: its ending is that of the content, so that no computer opens it as something else. */
export function nameOnDisk(name: string, type: AttachmentType): string {
  if (claimedType(name) === type) return name
  return `${name.replace(pictureEnding, "")}.${endingOf(type)}`
}

const path = "/v1/attachment"
export const attachmentService = "newusercenter"

/**
 * Two addresses that are no calls, because they carry a file: a part, sent as bytes with `id` and `no` in the address,
 * and the file itself, by `id` and `size` (`full` or `list`). `as` says whether it is shown in place or downloaded; without it
 * pictures are shown and others downloaded.
 */
export const attachmentFiles = { part: `${path}/part`, file: `${path}/file` } as const
export const AttachmentPart = z.object({ id: Id, no: Count })
export const AttachmentFile = z.object({
  id: Id,
  size: z.enum(["full", "list"]).default("full"),
  as: z.enum(["shown", "download"]).optional(),
})

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
