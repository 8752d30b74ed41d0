import { backupLimits, backupReasons, type BackupState } from "@uc/contract/backups/last-backup"
import { formatMoment } from "../../ui/format/moment-in-words.ts"

interface BackupWords {
  readonly text: string
  /** Somebody has to do something. */
  readonly isAlert: boolean
}

const setUp = "请在服务器上设置 BACKUP_TO 和 BACKUP_PASSPHRASE，系统将每晚自动备份并核对。"

/** OPS-1: the newest backup in one sentence; what is wrong with it, and which one can be relied on. */
export function backupWords({ last, goodAt, isOld }: BackupState, nowMs: number): BackupWords {
  // No alert: a site may be backed up by other means, of which nothing is known here.
  if (last === null) return { text: `本系统尚未做过备份。${setUp}`, isAlert: false }
  const at = formatMoment(last.at, nowMs)
  const good = goodAt === null ? "暂无可用的备份。" : `最近一份可用的备份：${formatMoment(goodAt, nowMs)}。`
  const old = isOld && goodAt !== null ? `已超过${backupLimits.oldAfterHours}小时，请检查自动备份。` : ""
  switch (last.state) {
    case "running":
      return { text: `正在备份（${at}开始）。${good}${old}`, isAlert: isOld && goodAt !== null }
    case "failed":
      return {
        text: `${at}的备份失败：${backupReasons[last.reason ?? "other"]}。${good}${old}`,
        isAlert: true,
      }
    case "interrupted":
      return { text: `${at}开始的备份被中断，系统将自动重试。${good}${old}`, isAlert: true }
    case "done":
      return {
        text: `最近备份：${at}，${sizeInWords(last.bytes ?? 0)}，${last.isVerified ? "已还原核对" : "未做还原核对"}。${old}`,
        isAlert: isOld,
      }
  }
}

function sizeInWords(bytes: number): string {
  const mb = bytes / 1024 / 1024
  if (mb >= 1024) return `${(mb / 1024).toFixed(1)} GB`
  return mb >= 0.1 ? `${mb.toFixed(1)} MB` : "不足0.1 MB"
}
