import { setTimeout as delay } from "node:timers/promises"
import pg from "pg"
import type { DatabaseAddress, DatabaseHost } from "../../database-settings.ts"

/** Which server of an address is in use now. */
export interface HostFinder {
  /** The server in use; looked for where none is known. Fails after a moment, for the caller to come back. */
  current(): Promise<DatabaseHost>
  isCurrent(host: DatabaseHost): boolean
  /** It failed or has become a standby: the next one who asks has all servers looked at. */
  suspect(host: DatabaseHost): void
  /** Called when another server than before is in use. */
  onMove(listener: () => void): () => void
}

/** Below what a request waits for a connection (2 s), so that there is time left to open one. */
const waitMs = 1500
const probeMs = 1000
const betweenRoundsMs = 150

/** SQLSTATE 08001: whoever asks is told to come back later. */
export class NoHost extends Error {
  readonly code = "08001"
  constructor(wants: DatabaseAddress["wants"], reasons: readonly string[]) {
    super(`No server ${wants === "standby" ? "is a standby" : "takes writes"} now: ${reasons.join(", ")}`)
  }
}

export function hostFinder(
  { hosts, wants }: DatabaseAddress,
  say: (line: string) => void = () => {},
): HostFinder {
  const moved = new Set<() => void>()
  let current: DatabaseHost | null = null
  let last: DatabaseHost | null = null
  let looking: Promise<DatabaseHost> | null = null

  const found = (host: DatabaseHost) => {
    current = host
    if (last !== null && last !== host) {
      say(`The database is at ${host.name} now, and no longer at ${last.name}.`)
      for (const listener of moved) listener()
    }
    last = host
    return host
  }

  const look = async (): Promise<DatabaseHost> => {
    const until = performance.now() + waitMs
    for (;;) {
      const reasons: string[] = []
      const probes = hosts.map(async (host) => {
        const reason = await whyNot(host, wants)
        if (reason === null) return host
        reasons.push(`${host.name} ${reason}`)
        throw new Error(reason)
      })
      try {
        return found(await Promise.any(probes))
      } catch {
        if (performance.now() + betweenRoundsMs > until) throw new NoHost(wants, reasons)
      }
      await delay(betweenRoundsMs)
    }
  }

  return {
    current() {
      if (current !== null) return Promise.resolve(current)
      looking ??= look().finally(() => {
        looking = null
      })
      return looking
    },
    isCurrent: (host) => host === current,
    suspect(host) {
      if (host === current) current = null
    },
    onMove(listener) {
      moved.add(listener)
      return () => void moved.delete(listener)
    },
  }
}

/** Null: it is what is wanted. */
async function whyNot({ url }: DatabaseHost, wants: DatabaseAddress["wants"]): Promise<string | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
    application_name: "user-centre looking for its server",
  })
  client.on("error", () => {})
  const role = roleReportedBy(client)
  try {
    await client.connect()
    const reason = misfit(role() ?? (await askedRole(client)), wants)
    // Not awaited: a server that has answered need not be waited for again.
    client.end().catch(() => {})
    return reason
  } catch (error) {
    client.end().catch(() => {})
    const { code } = error as NodeJS.ErrnoException
    return `(${code ?? (error instanceof Error ? error.message : String(error))})`
  }
}

interface Role {
  readonly isStandby: boolean
  readonly isReadOnly: boolean
}

export function misfit({ isStandby, isReadOnly }: Role, wants: DatabaseAddress["wants"]): string | null {
  if (wants === "standby") return isStandby ? null : "is the primary"
  if (wants === "any") return null
  if (isStandby) return "is a standby"
  return isReadOnly ? "is read-only" : null
}

/**
 * PostgreSQL 14 and later report both settings when a connection begins and whenever they change: no query is needed. A pooler
 * passes neither on; then it is null.
 */
export function roleReportedBy(client: pg.Client): () => Role | null {
  const reported = new Map<string, string>()
  const { connection } = client as pg.Client & { connection: pg.Connection }
  connection.on("parameterStatus", (message: { parameterName: string; parameterValue: string }) => {
    reported.set(message.parameterName, message.parameterValue)
  })
  return () => {
    const standby = reported.get("in_hot_standby")
    const readOnly = reported.get("default_transaction_read_only")
    if (standby === undefined || readOnly === undefined) return null
    return { isStandby: standby === "on", isReadOnly: readOnly === "on" }
  }
}

export async function askedRole(client: pg.Client): Promise<Role> {
  const { rows } = await client.query<{ standby: boolean; readOnly: string }>(
    `select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') as "readOnly"`,
  )
  return { isStandby: rows[0]?.standby === true, isReadOnly: rows[0]?.readOnly === "on" }
}
