import { backupReasons, type BackupState } from "@uc/contract/backups/last-backup"
import { expect, test } from "vitest"
import { backupWords } from "./backup-words.ts"

const nowMs = Date.parse("2026-11-17T09:00:00+08:00")
const good: BackupState = {
  last: { state: "done", at: "2026-11-17 02:00:31", bytes: 12_900_000, isVerified: true, reason: null },
  goodAt: "2026-11-17 02:00:31",
  isOld: false,
}
const { last } = good
if (!last) throw new Error("There is one")

test("[OPS-1] a verified backup is told with its time and size, and alarms nobody", () => {
  expect(backupWords(good, nowMs)).toEqual({
    text: "最近备份：今天 02:00，12.3 MB，已还原核对。",
    isAlert: false,
  })
  const unverified = { ...good, last: { ...last, bytes: 3_000_000_000, isVerified: false } }
  expect(backupWords(unverified, nowMs).text).toBe("最近备份：今天 02:00，2.8 GB，未做还原核对。")
})

test("[OPS-1] where there was no backup the line says how there will be one", () => {
  const none = backupWords({ last: null, goodAt: null, isOld: true }, nowMs)
  expect(none).toMatchObject({ isAlert: false, text: expect.stringContaining("BACKUP_TO") as string })
})

test("[OPS-1] a failed, interrupted or old backup is an alert that says what can be relied on", () => {
  const failed = { ...good, last: { ...last, state: "failed" as const, reason: "disk" as const } }
  expect(backupWords({ ...failed, goodAt: "2026-11-16 02:00:09" }, nowMs)).toEqual({
    text: `今天 02:00的备份失败：${backupReasons.disk}。最近一份可用的备份：昨天 02:00。`,
    isAlert: true,
  })
  expect(backupWords({ ...failed, goodAt: null, isOld: true }, nowMs).text).toContain("暂无可用的备份")
  const interrupted = { ...good, last: { ...last, state: "interrupted" as const } }
  expect(backupWords(interrupted, nowMs)).toMatchObject({ isAlert: true })
  expect(backupWords({ ...good, isOld: true }, nowMs)).toMatchObject({
    isAlert: true,
    text: expect.stringContaining("已超过36小时") as string,
  })
})

test("[OPS-1] a backup that is being made is no alert while the one before is young", () => {
  const running = { ...good, last: { ...last, state: "running" as const } }
  expect(backupWords(running, nowMs)).toEqual({
    text: "正在备份（今天 02:00开始）。最近一份可用的备份：今天 02:00。",
    isAlert: false,
  })
  expect(backupWords({ ...running, isOld: true }, nowMs).isAlert).toBe(true)
})
