import { randomBytes } from "node:crypto"
import type pg from "pg"
import { ownConnection } from "../own-connection.ts"
import { DatabaseRefusal } from "./database-refusal.ts"

/**
 * OPS-5: what stands between this process and PostgreSQL. A pooler in transaction mode hands the next transaction of a connection to any server
 * connection: settings, prepared statements, locks and LISTEN of a session are lost or, worse, somebody else's. Two
 * signs that no pooler of that kind can hide: it makes up its own process id for each client, and it does not pass on
 * a setting of the connection that it does not know.
 */
export async function isPooler(url: string): Promise<boolean> {
  const mark = randomBytes(8).toString("hex")
  let client: pg.Client
  try {
    client = await ownConnection({
      connectionString: url,
      connectionTimeoutMillis: 10_000,
      options: `-c uc.mark=${mark}`,
    })
  } catch (error) {
    // pgbouncer names the parameter in the refused connection.
    if (error instanceof Error && /unsupported startup parameter/i.test(error.message)) return true
    throw error
  }
  try {
    const { rows } = await client.query<{ pid: number; mark: string | null }>(
      "select pg_backend_pid() as pid, current_setting('uc.mark', true) as mark",
    )
    const { processID } = client as pg.Client & { processID: number | null }
    return rows[0]?.pid !== processID || rows[0].mark !== mark
  } finally {
    await client.end()
  }
}

/** Before a lock of the session: through a pooler it would hold for nobody. */
export async function assertOwnSession(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  const { processID } = client as pg.Client & { processID: number | null }
  if (rows[0]?.pid !== processID) throw new DatabaseRefusal(needsListenUrl)
}

const needsListenUrl =
  "DATABASE_URL leads to a pooler such as pgbouncer, which keeps nothing of a session: events (LISTEN) would never arrive, and " +
  "the lock of migrations would not hold. Set DATABASE_LISTEN_URL to PostgreSQL itself: each process has one connection there, and " +
  "its transactions go on through the pooler."

interface Ways {
  readonly url: string
  /** DATABASE_LISTEN_URL */
  readonly listenUrl: string | null
}

/**
 * The address past the pooler, for what belongs to a session: LISTEN, migrations and their lock. Null: DATABASE_URL itself leads to PostgreSQL.
 */
export async function wayPastPooler({ url, listenUrl }: Ways): Promise<string | null> {
  if (!(await isPooler(url))) {
    if (listenUrl !== null && (await isPooler(listenUrl))) throw listenIsPooler()
    if (listenUrl !== null) await assertSameDatabase(url, listenUrl)
    return null
  }
  if (listenUrl === null) throw new DatabaseRefusal(needsListenUrl)
  if (await isPooler(listenUrl)) throw listenIsPooler()
  await assertSameDatabase(url, listenUrl)
  return listenUrl
}

function listenIsPooler(): DatabaseRefusal {
  return new DatabaseRefusal(
    "DATABASE_LISTEN_URL leads to a pooler such as pgbouncer; it must lead to PostgreSQL itself.",
  )
}

async function assertSameDatabase(url: string, listenUrl: string): Promise<void> {
  const [one, other] = await Promise.all([databaseAt(url), databaseAt(listenUrl)])
  if (one !== other)
    throw new DatabaseRefusal(
      "DATABASE_LISTEN_URL and DATABASE_URL lead to different databases or servers: what is written in the one would never be announced in the other.",
    )
}

async function databaseAt(url: string): Promise<string> {
  const client = await ownConnection({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    const { rows } = await client.query<{ at: string }>(
      "select pg_postmaster_start_time() || ' ' || current_database() || ' ' || current_user as at",
    )
    return rows[0]?.at ?? ""
  } finally {
    await client.end()
  }
}
