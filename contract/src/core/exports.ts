import { z } from "zod"

/** DATA-3: a list as a spreadsheet, with the filters that stand on the screen. */
export const exportLimits = {
  /** Of one sheet; where a list has more, the answer says so. */
  rows: 50_000,
  /** Rows read at a time: what is in memory beside the packed file. */
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
 * What every export has in common. It writes, because the audit log has who exported which list, in the same
 * transaction. Its answer is not stored for a repeat: it is large, and doing it twice does no harm.
 */
export const exporting = {
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
  onceByItself: true,
  mayLag: true,
  timeoutMs: 120_000,
  output: ExportedFile,
} as const
