import { finding, type Finding } from "./finding.ts"

/** What a database says of itself. */
export interface DatabaseFacts {
  readonly answeredInMs: number
  readonly version: string
  readonly versionNumber: number
  readonly role: string
  /** A superuser, or BYPASSRLS. */
  readonly isUnbound: boolean
  /** Settings that are off though they keep what was confirmed. */
  readonly unsafe: readonly string[]
  readonly encoding: string
  readonly zone: string
  readonly knowsShanghai: boolean
  /** The database's clock minus this machine's, measured in the middle of the query. */
  readonly clockAheadMs: number
  readonly isStandby: boolean
  readonly standbys: number
  /** A commit waits for a standby. */
  readonly isSynchronous: boolean
  /** Of the slowest standby; null: there is none, or the role may not see it. */
  readonly lagS: number | null
  readonly sizeBytes: number
  readonly connections: number
  readonly maxConnections: number
}

/** As the start insists on it (`assertTrustworthy`). */
export const oldestDatabase = 150_000
/** Measured over a network: less says nothing. */
const clockWarningMs = 2000
const clockErrorMs = 60_000
const lagWarningS = 30
const manyConnections = 0.8

export function checkDatabase(facts: DatabaseFacts, zone: string): Finding[] {
  return [
    finding("database", "database.ok", { ms: Math.ceil(facts.answeredInMs) }),
    checkVersion(facts),
    finding("databaseRole", facts.isUnbound ? "databaseRole.unbound" : "databaseRole.ok", {
      role: facts.role,
    }),
    facts.unsafe.length > 0
      ? finding("durability", "durability.off", { settings: facts.unsafe.join(", ") })
      : finding("durability", "durability.ok"),
    finding("encoding", facts.encoding === "UTF8" ? "encoding.ok" : "encoding.other", {
      encoding: facts.encoding,
    }),
    checkConnections(facts),
    checkClock(facts, zone),
    checkReplication(facts),
  ]
}

function checkVersion({ version, versionNumber }: DatabaseFacts): Finding {
  const isOld = versionNumber < oldestDatabase
  return finding("databaseVersion", isOld ? "databaseVersion.old" : "databaseVersion.ok", { version })
}

function checkConnections({ connections: used, maxConnections: most }: DatabaseFacts): Finding {
  const isMany = used >= most * manyConnections
  return finding("connections", isMany ? "connections.many" : "connections.ok", { used, most })
}

function checkClock(
  { clockAheadMs, zone: databaseZone, knowsShanghai }: DatabaseFacts,
  zone: string,
): Finding {
  if (!knowsShanghai) return finding("clock", "clock.noZone")
  const differsMs = Math.abs(Math.round(clockAheadMs))
  const seconds = Math.round(differsMs / 1000)
  if (differsMs >= clockErrorMs) return finding("clock", "clock.wrong", { seconds })
  if (differsMs >= clockWarningMs) return finding("clock", "clock.differs", { seconds })
  return finding("clock", "clock.ok", { ms: differsMs, databaseZone, zone })
}

function checkReplication({ isStandby, standbys: count, isSynchronous, lagS, role }: DatabaseFacts): Finding {
  if (isStandby) return finding("replication", "replication.standby")
  if (count === 0) return finding("replication", "replication.none")
  const seconds = Math.round((lagS ?? 0) * 10) / 10
  if (seconds >= lagWarningS) return finding("replication", "replication.lagging", { count, seconds })
  if (!isSynchronous) return finding("replication", "replication.asynchronous", { count })
  if (lagS === null) return finding("replication", "replication.hidden", { count, role })
  return finding("replication", "replication.ok", { count, seconds })
}
