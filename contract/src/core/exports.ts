import { z } from "zod"

/** DATA-3: a list as a spreadsheet, with the filters that stand on the screen. */
export const exportLimits = {
  /** Of one sheet; where a list has more, the answer says so. */
  rows: 50_000,
  /** Read at once: what is in memory beside the packed file. */
  chunk: 1000,
} as const

export const exportMessages = {
  busy: "正在生成其他表格，请稍候再试",
} as const

/** An xlsx travels inside the answer, as base64. */
export const ExportedFile = z.object({
  name: z.string(),
  rows: z.int(),
  isCut: z.boolean(),
  content: z.string(),
})
export type ExportedFile = z.infer<typeof ExportedFile>

/**
 * What every export has in common. It writes: who took which list away stands in the audit log, in the same transaction. Its
 * answer is not kept for a repeat: it is large, and making it twice does no harm.
 */
export const exporting = {
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
  onceByItself: true,
  timeoutMs: 120_000,
  output: ExportedFile,
} as const
