import { sql } from "drizzle-orm"
import { poolUse } from "../../db/measure-pool.ts"
import { slowestCalls } from "../../http/call-times.ts"
import type { Services } from "../../http/services.ts"
import { lastJobRuns, type LastJobRun } from "../../scheduler/job-runs.ts"
import type { Caller } from "../../session/caller.ts"
import { statusLimits, type StatusJob, type StatusOverview } from "@uc/contract/status/calls"
import { jobTitle } from "@uc/contract/status/names"
import { checkCertificate, daysUntil, type CertificateFacts } from "./checks/certificate-check.ts"
import { checkDatabase } from "./checks/database-checks.ts"
import { checkDataDir, checkDisks, checkNode } from "./checks/machine-checks.ts"
import { checkMigrations } from "./checks/migrations-check.ts"
import { checkProxy, checkSms, checkWebhook, type ReachFacts } from "./checks/network-checks.ts"
import { checkPepper } from "./checks/pepper-check.ts"
import {
  checkBackup,
  checkImports,
  checkJobs,
  checkMessages,
  checkMonths,
  checkNotices,
  checkProcesses,
  isFailing,
} from "./checks/work-checks.ts"
import { backupFacts } from "../../db/backup-facts.ts"
import { monthFacts } from "../../db/month-facts.ts"
import { cachedFor } from "./cached-for.ts"
import { certificateFacts } from "./probes/certificate-facts.ts"
import { databaseFacts, fitsPepper, migrationFacts, type Query } from "./probes/database-facts.ts"
import { dataDirFacts, diskFacts } from "./probes/folder-facts.ts"
import { reachOf } from "./probes/reach.ts"
import { processesOf } from "./process-status.store.ts"
import { queuesIn } from "./queues.store.ts"
import { inOrder, inWords } from "./finding-words.ts"
import { checked } from "./within-limit.ts"

/** What goes out to other machines is asked for rarely, and a failure again sooner: it may be mended. */
const keptMs = 10 * 60_000
const failureKeptMs = 60_000
/** Shorter than a check's own limit, so that it says itself why it took so long. */
const outsideMs = statusLimits.checkMs - 500

/** OPS-4: all that 运行状态 shows. Every part stands alone: what can't be read is null, and a check says why. */
export function statusOf(services: Services): (caller: Caller) => Promise<StatusOverview> {
  const { installation, site, database, dateMs, nowMs, passwords } = services
  const { systemDb } = database
  // Not the request's own transaction: a statement that fails would end it, and with it all other checks.
  const query: Query = async <Row extends object>(text: string) => {
    const { rows } = await systemDb.execute(sql.raw(text))
    return rows as unknown as readonly Row[]
  }
  const reach = (address: string | null) =>
    cachedFor<ReachFacts | null>(
      async () => (address === null ? null : reachOf(address, outsideMs)),
      (facts) => (facts?.at === "unreachable" ? failureKeptMs : keptMs),
      nowMs,
    )
  const smsReach = reach(installation.smsGateway)
  const webhookReach = reach(installation.reminderWebhook)
  const certificateOf = cachedFor(
    () => certificateFacts(site.staticAddress, outsideMs),
    (facts) => (facts.at === "shown" || facts.at === "none" ? keptMs : failureKeptMs),
    nowMs,
  )
  const everyMs = new Map(installation.jobs.map((job) => [job.name, job.everyMs]))
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

  return async ({ origin, ip }) => {
    const atMs = dateMs()
    const proxy = {
      host: installation.host,
      staticAddress: site.staticAddress,
      trustedProxies: installation.trustedProxies,
      request: { origin, ip },
    }
    const [
      found,
      migrations,
      pepper,
      processes,
      jobs,
      queues,
      dataDir,
      disks,
      certificate,
      sms,
      webhook,
      backup,
      months,
    ] = await Promise.all([
      checked(
        "database",
        () => databaseFacts(query, { dateMs }),
        (facts) => checkDatabase(facts, zone),
      ),
      checked("migrations", () => migrationFacts(query), checkMigrations),
      checked(
        "pepper",
        () => fitsPepper(query, passwords.kid),
        (fitsDatabase) =>
          checkPepper(installation.pepper, {
            fitsDatabase,
            isEmbedded: installation.isEmbedded,
          }),
      ),
      checked("processes", () => processesOf(systemDb, installation.process.id), checkProcesses),
      checked(
        "jobs",
        () => lastJobRuns(systemDb),
        (runs) => checkJobs(runs, everyMs, { startedMs: installation.startedMs, nowMs: atMs }),
      ),
      checked(
        "messages",
        () => queuesIn(systemDb),
        ({ queues: all, failedMessages, stuckImports, notices }) => [
          checkMessages({
            queues: all.filter(({ name }) => name === "sms" || name === "webhook"),
            failed: failedMessages,
          }),
          checkImports(stuckImports),
          checkNotices(notices),
        ],
      ),
      checked("dataDir", () => dataDirFacts(installation.dataDir), checkDataDir),
      checked(
        "disk",
        () => diskFacts(installation.folders),
        (facts) => checkDisks(facts),
      ),
      checked("certificate", certificateOf, (facts) => checkCertificate(facts, atMs)),
      checked("sms", smsReach, (facts) => checkSms(facts, site.isDemo)),
      checked("webhook", webhookReach, checkWebhook),
      checked(
        "backup",
        () => backupFacts(systemDb),
        (facts) => checkBackup({ to: installation.backupTo, ...facts }, installation.startedMs, atMs),
      ),
      checked("months", () => monthFacts(systemDb), checkMonths),
    ])
    const findings = [
      ...[
        found,
        migrations,
        pepper,
        processes,
        jobs,
        queues,
        dataDir,
        disks,
        certificate,
        sms,
        webhook,
        backup,
        months,
      ].flatMap((check) => check.findings),
      checkProxy(proxy),
      checkNode(process.version, atMs),
    ]
    return {
      at: momentOf(atMs),
      checks: inOrder(findings.map(inWords)),
      product: {
        version: installation.version,
        commit: installation.commit,
        node: process.version,
        startedAt: momentOf(installation.startedMs),
      },
      processes: processes.facts,
      database: found.facts && {
        ...found.facts,
        isEmbedded: installation.isEmbedded,
        pool: poolUse(),
      },
      jobs: jobs.facts && jobs.facts.map(jobShown),
      queues: queues.facts && [...queues.facts.queues],
      disks: disks.facts,
      certificate: certificate.facts && certificateShown(certificate.facts, atMs),
      slowest: slowestCalls(statusLimits.slowest, atMs),
    }
  }
}

function jobShown(run: LastJobRun): StatusJob {
  const at = (date: Date | null) => (date === null ? null : momentOf(date.getTime()))
  return {
    name: run.name,
    title: jobTitle(run.name),
    lastStartedAt: at(run.lastStartedAt),
    lastOkAt: at(run.lastOkAt),
    lastErrorAt: at(run.lastErrorAt),
    isFailing: isFailing(run),
  }
}

function certificateShown(facts: CertificateFacts, nowMs: number): StatusOverview["certificate"] {
  if (facts.at !== "shown") return null
  const { untilMs, issuer } = facts
  return { daysLeft: daysUntil(untilMs, nowMs), until: momentOf(untilMs), issuer }
}

/** As on the wire, Asia/Shanghai. */
function momentOf(ms: number): string {
  return new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")
}
