import { text } from "../core/wire.ts"

/** DISTRICT-7: the code table of 学段 as every site begins with it; the platform's administrators extend it. */
export const schoolLevelTable = "schoolLevel"
export const schoolLevels = {
  kindergarten: "幼儿园",
  primary: "小学",
  junior: "初中",
  senior: "高中",
  secondary: "完全中学",
  nineYear: "九年一贯",
  twelveYear: "十二年一贯",
  vocational: "中职",
  special: "特殊教育",
} as const

export const tagLimits = { tag: 20, tags: 10 } as const
const tagsLength = tagLimits.tags * (tagLimits.tag + 1)

export const tagMessages = {
  tooManyTags: `标签最多${tagLimits.tags}个`,
  longTag: `一个标签不超过${tagLimits.tag}个字`,
} as const

/** What stands between tags in a cell or a field. */
const tagSeparators = /[、，,；;\s]+/

/** Each tag once, in the order written. */
export function tagsFrom(written: string): string[] {
  return [...new Set(written.split(tagSeparators).filter((tag) => tag !== ""))]
}

/** How they are written one after the other. */
export const tagSeparator = "、"
export function tagsInWords(tags: readonly string[]): string {
  return tags.join(tagSeparator)
}

/** Empty: none. Its code must stand in the table, which the server checks. */
export const SchoolLevel = text(64)

/** Tags as somebody writes them: `寄宿制、示范校`. */
export const WrittenTags = text(tagsLength)
  .refine((written) => tagsFrom(written).length <= tagLimits.tags, tagMessages.tooManyTags)
  .refine((written) => tagsFrom(written).every((tag) => tag.length <= tagLimits.tag), tagMessages.longTag)
