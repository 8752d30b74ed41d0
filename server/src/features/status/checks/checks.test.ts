import { filledIn, findingWords, type FindingCode, type FindingWords } from "@uc/contract/status/findings"
import { expect, test } from "vitest"
import { englishWords } from "../../../commands/doctor-words.ts"
import { isWeakPepper } from "../../../security/weak-pepper.ts"
import { checkCertificate, type CertificateFacts } from "./certificate-check.ts"
import { checkDatabase, type DatabaseFacts } from "./database-checks.ts"
import { finding, type Finding } from "./finding.ts"
import { checkDataDir, checkDisks, checkNode } from "./machine-checks.ts"
import { checkMigrations } from "./migrations-check.ts"
import { checkProxy, checkSms, checkWebhook } from "./network-checks.ts"
import { checkPepper } from "./pepper-check.ts"
import {
  checkBackup,
  checkImports,
  checkJobs,
  checkMessages,
  checkMonths,
  checkNotices,
  checkProcesses,
} from "./work-checks.ts"

const nowMs = Date.parse("2026-11-17T00:00:00Z")
const dayMs = 86_400_000

const good: DatabaseFacts = {
  answeredInMs: 3,
  version: "18.4",
  versionNumber: 180_004,
  role: "uc",
  isUnbound: false,
  unsafe: [],
  encoding: "UTF8",
  zone: "UTC",
  knowsShanghai: true,
  clockAheadMs: 0,
  isStandby: false,
  standbys: 0,
  isSynchronous: true,
  lagS: null,
  sizeBytes: 1,
  connections: 10,
  maxConnections: 100,
}
const database = (change: Partial<DatabaseFacts>) => checkDatabase({ ...good, ...change }, "Asia/Shanghai")

const shown: Extract<CertificateFacts, { at: "shown" }> = {
  at: "shown",
  host: "portal.example.cn",
  fromMs: nowMs - dayMs,
  untilMs: nowMs + 60 * dayMs,
  issuer: "CA",
  names: ["portal.example.cn"],
  fitsHost: true,
  distrust: null,
}
const certificate = (change: Partial<typeof shown>) => checkCertificate({ ...shown, ...change }, nowMs)

const gib = 1024 ** 3
const disk = (freeBytes: number) => ({ folder: "DATA_DIR", freeBytes, totalBytes: 100 * gib })

const local = { host: "127.0.0.1", staticAddress: null, trustedProxies: 0, request: null }
const https = { ...local, staticAddress: "https://portal.example.cn/", trustedProxies: 1 }
const fromOutside = { origin: "https://portal.example.cn", ip: "10.1.2.3" }

const pepper = { fitsDatabase: true, isEmbedded: false }
const migration = (name: string, hash = name) => ({ name, hash })
const migrations = { known: [migration("0000_a"), migration("0001_b")], earlierBaselines: ["0000_old"] }

const living = { version: "1", isSilent: false, delayMs: 3 }
const run = (minutesAgo: number, change: { lastOkAt?: Date | null; lastErrorAt?: Date | null } = {}) => {
  const at = new Date(nowMs - minutesAgo * 60_000)
  return { name: "delete-expired", lastStartedAt: at, lastOkAt: at, lastErrorAt: null, ...change }
}
const everyMs = new Map([["delete-expired", 600_000]])
/** A process that has just started has not run anything yet. */
const soon = { startedMs: nowMs, nowMs }
const sinceMinutes = (minutes: number) => ({ startedMs: nowMs - minutes * 60_000, nowMs })
const twoJobs = new Map([...everyMs, ["keep-months", 600_000]])
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000)
const backup = (lastOkAt: Date | null, lastErrorAt: Date | null, startedMs = 0) =>
  checkBackup({ to: "/backup", lastOkAt, lastErrorAt }, startedMs, nowMs)

/** What is found, and what must be found. */
const cases: readonly (readonly [FindingCode, Finding | readonly Finding[]])[] = [
  ["check.late", finding("sms", "check.late", { seconds: 3 })],
  ["check.failed", finding("sms", "check.failed", { reason: "EPERM" })],
  ["database.ok", database({})],
  ["database.unreachable", finding("database", "database.unreachable", { reason: "ECONNREFUSED" })],
  ["databaseVersion.ok", database({ versionNumber: 150_000 })],
  ["databaseVersion.old", database({ versionNumber: 149_999 })],
  ["databaseRole.ok", database({})],
  ["databaseRole.unbound", database({ isUnbound: true })],
  ["durability.ok", database({})],
  ["durability.off", database({ unsafe: ["fsync"] })],
  ["encoding.ok", database({})],
  ["encoding.other", database({ encoding: "SQL_ASCII" })],
  ["connections.ok", database({ connections: 79 })],
  ["connections.many", database({ connections: 80 })],
  ["clock.ok", database({ clockAheadMs: -1999 })],
  ["clock.differs", database({ clockAheadMs: -2000 })],
  ["clock.wrong", database({ clockAheadMs: 60_000 })],
  ["clock.noZone", database({ knowsShanghai: false })],
  ["replication.none", database({})],
  ["replication.ok", database({ standbys: 1, lagS: 29 })],
  ["replication.lagging", database({ standbys: 2, lagS: 30 })],
  ["replication.hidden", database({ standbys: 1, lagS: null })],
  ["replication.asynchronous", database({ standbys: 1, isSynchronous: false, lagS: 0 })],
  ["replication.standby", database({ isStandby: true })],
  ["migrations.ok", checkMigrations({ ...migrations, applied: migrations.known })],
  ["migrations.empty", checkMigrations({ ...migrations, applied: null })],
  ["migrations.pending", checkMigrations({ ...migrations, applied: [migration("0000_a")] })],
  ["migrations.newer", checkMigrations({ ...migrations, applied: [migration("0002_c")] })],
  ["migrations.earlier", checkMigrations({ ...migrations, applied: [migration("0000_old")] })],
  ["migrations.changed", checkMigrations({ ...migrations, applied: [migration("0000_a", "x")] })],
  ["processes.ok", checkProcesses([living])],
  ["processes.none", checkProcesses([])],
  ["processes.silent", checkProcesses([living, { ...living, isSilent: true }])],
  ["processes.mixed", checkProcesses([living, { ...living, version: "2" }])],
  ["processes.busy", checkProcesses([living, { ...living, delayMs: 1000 }])],
  ["jobs.ok", checkJobs([run(20)], everyMs, soon)],
  ["jobs.none", checkJobs([{ ...run(1), name: "of an older version" }], everyMs, soon)],
  ["jobs.failed", checkJobs([run(1, { lastErrorAt: new Date(nowMs) })], everyMs, soon)],
  ["jobs.late", checkJobs([run(26)], everyMs, soon)],
  ["jobs.ok", checkJobs([run(20)], twoJobs, sinceMinutes(25))],
  ["jobs.late", checkJobs([run(20)], twoJobs, sinceMinutes(26))],
  ["jobs.none", checkJobs([], twoJobs, sinceMinutes(25))],
  ["messages.ok", checkMessages({ queues: [{ waiting: 3, oldestS: 119 }], failed: 0 })],
  ["messages.waiting", checkMessages({ queues: [{ waiting: 3, oldestS: 120 }], failed: 1 })],
  ["messages.failed", checkMessages({ queues: [], failed: 1 })],
  ["applications.ok", checkNotices([{ waiting: 3, oldestS: 899, givenUp: 0 }])],
  ["applications.waiting", checkNotices([{ waiting: 3, oldestS: 900, givenUp: 1 }])],
  ["applications.givenUp", checkNotices([{ waiting: 0, oldestS: null, givenUp: 1 }])],
  ["imports.ok", checkImports(0)],
  ["imports.stuck", checkImports(1)],
  ["dataDir.ok", checkDataDir({ at: "writable" })],
  ["dataDir.missing", checkDataDir({ at: "missing" })],
  ["dataDir.closed", checkDataDir({ at: "closed", path: "/data", reason: "EACCES" })],
  ["dataDir.open", checkDataDir({ at: "open", path: "/data/secrets.json" })],
  ["disk.ok", checkDisks([disk(5 * gib)])],
  ["disk.low", checkDisks([disk(50 * gib), disk(5 * gib - 1)])],
  ["disk.full", checkDisks([disk(gib - 1)])],
  ["disk.full", checkDisks([disk(50 * gib)], 1000 * gib)],
  ["backup.none", checkBackup({ to: null, lastOkAt: null, lastErrorAt: null }, 0, nowMs)],
  ["backup.byHand", checkBackup({ to: null, lastOkAt: hoursAgo(1), lastErrorAt: null }, 0, nowMs)],
  ["backup.ok", backup(hoursAgo(27), hoursAgo(40))],
  ["backup.missed", backup(hoursAgo(28), hoursAgo(40))],
  ["backup.first", backup(null, null, nowMs - 3_600_000)],
  ["backup.late", backup(hoursAgo(37), null)],
  ["backup.late", backup(null, null)],
  ["backup.failed", backup(hoursAgo(30), hoursAgo(6))],
  ["months.ok", checkMonths({ missing: [], unplaced: [], archived: 2, back: 1 })],
  ["months.missing", checkMonths({ missing: ["audit_log"], unplaced: ["audit_log"], archived: 0, back: 0 })],
  ["months.unplaced", checkMonths({ missing: [], unplaced: ["alarm_record"], archived: 0, back: 0 })],
  ["certificate.none", checkCertificate({ at: "none" }, nowMs)],
  ["certificate.ok", certificate({ untilMs: nowMs + 21 * dayMs })],
  ["certificate.expiring", certificate({ untilMs: nowMs + 21 * dayMs - 1 })],
  ["certificate.expiring", certificate({ untilMs: nowMs + 7 * dayMs })],
  ["certificate.ending", certificate({ untilMs: nowMs + 7 * dayMs - 1 })],
  ["certificate.ending", certificate({ untilMs: nowMs + 1, distrust: "DEPTH_ZERO_SELF_SIGNED_CERT" })],
  ["certificate.expired", certificate({ untilMs: nowMs, distrust: "CERT_HAS_EXPIRED" })],
  ["certificate.early", certificate({ fromMs: nowMs + 1 })],
  ["certificate.name", certificate({ fitsHost: false })],
  ["certificate.selfSigned", certificate({ distrust: "DEPTH_ZERO_SELF_SIGNED_CERT" })],
  ["certificate.chain", certificate({ distrust: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" })],
  ["certificate.unreachable", checkCertificate({ at: "unreachable", host: "a", reason: "b" }, nowMs)],
  ["certificate.noTls", checkCertificate({ at: "noTls", host: "a", reason: "b" }, nowMs)],
  ["proxy.none", checkProxy(local)],
  ["proxy.none", checkProxy({ ...local, staticAddress: "http://localhost:8080/" })],
  ["proxy.trusted", checkProxy(https)],
  ["proxy.ok", checkProxy({ ...https, request: fromOutside })],
  ["proxy.plain", checkProxy({ ...https, staticAddress: "http://portal.example.cn/" })],
  ["proxy.open", checkProxy({ ...local, host: "0.0.0.0" })],
  ["proxy.noProtocol", checkProxy({ ...https, request: { ...fromOutside, origin: "http://a" } })],
  ["proxy.noAddress", checkProxy({ ...https, request: { ...fromOutside, ip: "127.0.0.1" } })],
  ["sms.none", checkSms(null, false)],
  ["sms.screen", checkSms(null, true)],
  ["sms.ok", checkSms({ at: "reached", host: "a" }, false)],
  ["sms.unreachable", checkSms({ at: "unreachable", host: "a", reason: "b" }, false)],
  ["webhook.none", checkWebhook(null)],
  ["webhook.ok", checkWebhook({ at: "reached", host: "a" })],
  ["webhook.unreachable", checkWebhook({ at: "unreachable", host: "a", reason: "b" })],
  ["pepper.ok", checkPepper({ from: "variable", isWeak: false }, pepper)],
  ["pepper.stored", checkPepper({ from: "dataDir", isWeak: false }, { ...pepper, isEmbedded: true })],
  ["pepper.unmade", checkPepper({ from: "nowhere" }, { fitsDatabase: null, isEmbedded: true })],
  ["pepper.alone", checkPepper({ from: "dataDir", isWeak: false }, pepper)],
  ["pepper.weak", checkPepper({ from: "variable", isWeak: true }, pepper)],
  ["pepper.broken", checkPepper({ from: "broken", path: "/data/secrets.json" }, pepper)],
  ["pepper.other", checkPepper({ from: "nowhere" }, { ...pepper, fitsDatabase: false })],
  ["node.ok", checkNode("v24.1.0", nowMs)],
  ["node.old", checkNode("v20.18.3", nowMs)],
  ["node.ended", checkNode("v20.19.0", nowMs)],
]

test.each(cases)("[OPS-4] %s is found where it is so", (code, found) => {
  const codes = ("code" in found ? [found] : found).map((each) => each.code)
  expect(codes).toContain(code)
})

test("[OPS-4] every finding has a case here", () => {
  const tested = new Set(cases.map(([code]) => code))
  expect(Object.keys(findingWords).filter((code) => !tested.has(code as FindingCode))).toEqual([])
})

test("[OPS-4][OPS-7] no sentence of the page or the command lacks a value; what is wrong has an advice", () => {
  const lacking = cases.flatMap(([code, found]) => {
    const { values } = ("code" in found ? [found] : found).find((each) => each.code === code) ?? {
      values: {},
    }
    const tables: readonly Readonly<Record<string, FindingWords>>[] = [findingWords, englishWords]
    return tables.flatMap((table) => {
      const words = table[code]
      if (!words) return []
      const isAdvised = findingWords[code].state === "ok" || words.todo !== undefined
      const sentences = [words.found, words.todo ?? ""].map((sentence) => filledIn(sentence, values))
      return isAdvised && !sentences.join().includes("—") ? [] : [code, ...sentences]
    })
  })
  expect(lacking).toEqual([])
})

test("[OPS-4] a good database has nothing but good findings", () => {
  expect(database({}).map(({ code }) => findingWords[code].state)).toEqual(Array(8).fill("ok"))
})

test.each([
  ["repeated", "Passw0rd".repeat(4), true],
  ["one character", "a".repeat(40), true],
  ["counted up", "abcdefghijklmnopqrstuvwxyz0123456789", true],
  ["few characters", "1223311232113322312332112321311223", true],
  ["random", "9f8c1a7be2d04f6c3b5e7a9d1c2f4e6088a7b3c5", false],
])("[OPS-4] a pepper that is %s: easily guessed %s", (_words, text, isWeak) => {
  expect(isWeakPepper(text)).toBe(isWeak)
})
