import { jobTitle } from "@uc/contract/status/names"
import { statusLimits } from "@uc/contract/status/calls"
import { hasFailedLast } from "../../../db/backup-facts.ts"
import { finding, type Finding } from "./finding.ts"

interface ProcessFacts {
  readonly version: string
  readonly isSilent: boolean
  readonly delayMs: number
}

const busyMs = 1000

export function checkProcesses(processes: readonly ProcessFacts[]): Finding {
  const silent = processes.filter(({ isSilent }) => isSilent)
  const living = processes.filter(({ isSilent }) => !isSilent)
  if (silent.length > 0)
    return finding("processes", "processes.silent", {
      count: silent.length,
      seconds: statusLimits.silentS,
    })
  const versions = [...new Set(living.map(({ version }) => version))]
  if (versions.length > 1) return finding("processes", "processes.mixed", { versions: versions.join(", ") })
  const busy = living.filter(({ delayMs }) => delayMs >= busyMs)
  if (busy.length > 0)
    return finding("processes", "processes.busy", {
      count: busy.length,
      ms: Math.round(Math.max(...busy.map(({ delayMs }) => delayMs))),
    })
  if (living.length === 0) return finding("processes", "processes.none")
  return finding("processes", "processes.ok", { count: living.length })
}

interface JobFacts {
  readonly name: string
  readonly lastStartedAt: Date
  readonly lastOkAt: Date | null
  readonly lastErrorAt: Date | null
}

/** A run is noted once a minute at most, and one may take a while. */
const lateMs = 5 * 60_000

export function isFailing({ lastOkAt, lastErrorAt }: JobFacts): boolean {
  return lastErrorAt !== null && (lastOkAt === null || lastErrorAt > lastOkAt)
}

/** `everyMs` of the jobs that this program has: one of an older version may have left its last run. */
export function checkJobs(
  runs: readonly JobFacts[],
  everyMs: ReadonlyMap<string, number>,
  { startedMs, nowMs }: { readonly startedMs: number; readonly nowMs: number },
): Finding {
  const own = runs.filter(({ name }) => everyMs.has(name))
  /** A run is noted when it has ended, so one that hangs since the start has never been. */
  const never = [...everyMs]
    .filter(
      ([name, every]) => nowMs - startedMs > every * 2 + lateMs && own.every((run) => run.name !== name),
    )
    .map(([name]) => ({ name }))
  if (own.length === 0 && never.length === 0) return finding("jobs", "jobs.none")
  const failing = own.filter(isFailing)
  if (failing.length > 0) return finding("jobs", "jobs.failed", { names: titles(failing) })
  const late = own.filter(({ name, lastStartedAt }) => {
    return nowMs - lastStartedAt.getTime() > (everyMs.get(name) ?? 0) * 2 + lateMs
  })
  if (late.length + never.length > 0)
    return finding("jobs", "jobs.late", { names: titles([...late, ...never]) })
  return finding("jobs", "jobs.ok", { count: own.length })
}

function titles(jobs: readonly Pick<JobFacts, "name">[]): string {
  return jobs.map(({ name }) => jobTitle(name)).join("、")
}

interface QueueFacts {
  readonly waiting: number
  readonly oldestS: number | null
}

export interface MessageFacts {
  readonly queues: readonly QueueFacts[]
  /** In the last hour. */
  readonly failed: number
}

/** A message is tried three times within half a minute. */
const waitingS = 120

export function checkMessages({ queues, failed }: MessageFacts): Finding {
  const oldestS = Math.max(0, ...queues.map((queue) => queue.oldestS ?? 0))
  const count = queues.reduce((sum, { waiting }) => sum + waiting, 0)
  if (count > 0 && oldestS >= waitingS)
    return finding("messages", "messages.waiting", { count, seconds: oldestS })
  if (failed > 0) return finding("messages", "messages.failed", { count: failed })
  return finding("messages", "messages.ok")
}

interface NoticeFacts {
  readonly waiting: number
  readonly oldestS: number | null
  readonly givenUp: number
}

/** A restart of an application is no reason to look. */
const noticeMinutes = 15

/** SSO-5, SSO-7: of sign-outs and of changes together. */
export function checkNotices(kinds: readonly NoticeFacts[]): Finding {
  const minutes = Math.floor(Math.max(0, ...kinds.map(({ oldestS }) => oldestS ?? 0)) / 60)
  const sum = (of: "waiting" | "givenUp") => kinds.reduce((all, each) => all + each[of], 0)
  if (minutes >= noticeMinutes)
    return finding("applications", "applications.waiting", { count: sum("waiting"), minutes })
  if (sum("givenUp") > 0) return finding("applications", "applications.givenUp", { count: sum("givenUp") })
  return finding("applications", "applications.ok")
}

/** Imports whose process has said nothing for so long. */
export const stuckMinutes = 5

export function checkImports(stuck: number): Finding {
  if (stuck > 0) return finding("imports", "imports.stuck", { count: stuck, minutes: stuckMinutes })
  return finding("imports", "imports.ok")
}

export interface BackupFacts {
  /** Where each night's backup goes to; null: nowhere. */
  readonly to: string | null
  readonly lastOkAt: Date | null
  readonly lastErrorAt: Date | null
}

/** A night and the following morning. */
const backupHours = 36
/** A day and what a backup may take longer than the one before: the last night's is missing. */
const missedHours = 27

/** `startedMs`: of this process, before which nobody may have wanted one. */
export function checkBackup(
  { to, lastOkAt, lastErrorAt }: BackupFacts,
  startedMs: number,
  nowMs: number,
): Finding {
  if (to === null)
    return lastOkAt === null
      ? finding("backup", "backup.none")
      : finding("backup", "backup.byHand", { at: momentOf(lastOkAt) })
  if (lastErrorAt !== null && hasFailedLast({ lastOkAt, lastErrorAt }))
    return finding("backup", "backup.failed", { at: momentOf(lastErrorAt) })
  const sinceMs = lastOkAt?.getTime() ?? startedMs
  if (nowMs - sinceMs > backupHours * 3_600_000)
    return finding("backup", "backup.late", { hours: backupHours })
  if (lastOkAt === null) return finding("backup", "backup.first")
  if (nowMs - sinceMs > missedHours * 3_600_000)
    return finding("backup", "backup.missed", { at: momentOf(lastOkAt) })
  return finding("backup", "backup.ok", { at: momentOf(lastOkAt) })
}

export interface MonthFacts {
  readonly missing: readonly string[]
  readonly unplaced: readonly string[]
  readonly archived: number
  readonly back: number
}

/** OPS-6 */
export function checkMonths({ missing, unplaced, archived, back }: MonthFacts): Finding {
  if (missing.length > 0) return finding("months", "months.missing", { tables: missing.join("、") })
  if (unplaced.length > 0) return finding("months", "months.unplaced", { tables: unplaced.join("、") })
  return finding("months", "months.ok", { archived, back })
}

function momentOf(date: Date): string {
  return new Date(date.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace("T", " ")
}
