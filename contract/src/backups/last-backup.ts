import { z } from "zod"
import { Moment } from "../core/wire.ts"

/** OPS-1: why a backup failed, as an administrator reads it; the details are in the server's log. */
export const backupReasons = {
  disk: "备份目录所在的磁盘已满",
  folder: "备份目录不存在，或服务没有写入权限",
  hidden: "部分数据表无法完整读取，未生成备份",
  room: "备份文件已生成，但数据目录所在磁盘的空间不足，未能还原核对",
  unverified: "备份文件已生成，但还原核对未通过",
  other: "备份未完成，具体原因见服务日志",
} as const
export type BackupReason = keyof typeof backupReasons
const reasons = Object.keys(backupReasons) as BackupReason[]

export const backupLimits = {
  /** A backup that can be relied on should not be older. */
  oldAfterHours: 36,
} as const

export const BackupState = z.object({
  /** The newest one, whatever became of it; null: there was none. */
  last: z
    .object({
      /** `interrupted`: whoever made it has ended. */
      state: z.enum(["running", "done", "failed", "interrupted"]),
      /** When it ended, or began where it has not ended. */
      at: Moment,
      bytes: z.int().min(0).nullable(),
      /** Restored into another database, it had the same rows. */
      isVerified: z.boolean(),
      reason: z.enum(reasons).nullable(),
    })
    .nullable(),
  /** When the newest one was made that is complete; null: there is none. */
  goodAt: Moment.nullable(),
  /** There is none, or it is older than `oldAfterHours`. */
  isOld: z.boolean(),
})
export type BackupState = z.infer<typeof BackupState>
