import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import { hotStatements } from "./hot-statements.ts"
import { listenTo, type Listener, type Listening } from "./listen.ts"
import { measurePool } from "./measure-pool.ts"
import { notePool } from "./pool-use.ts"
import type { Scope } from "./scope.ts"

/** A database handle within one scope, and inside one transaction but for `systemDb`. There is no other kind. */
export type Db = NodePgDatabase & { readonly $client: Pick<pg.PoolClient, "query"> }

type Mode = "read" | "write"

export interface Transaction {
  readonly db: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

export interface Database {
  /** A transaction that begins with its first query, so that a cached answer needs no connection. */
  begin(scope: Scope, mode: Mode): Transaction
  /** Runs the work in a transaction of its own: committed when it returns, rolled back when it throws. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Unrestricted, each query a transaction of its own: for the single statements at the start of every request and sign-in,
   * where begin and commit would cost more than the statement.
   */
  readonly systemDb: Db
  /** LISTEN on this channel, on a connection of its own; a lost one is opened again. */
  listen(channel: string, listener: Listener): Listening
  close(): Promise<void>
}

/** The settings that row-level security reads; they end with the transaction. */
function opening(scope: Scope, mode: Mode): string {
  // Never "read write": that would overrule an operator who has made the database read-only, and a standby refuses it.
  const begin = `begin${mode === "read" ? " read only" : ""};set local uc.reach to '${scope.reach}'`
  if (scope.reach !== "orgs") return begin
  const orgs = pg.escapeLiteral(`{${scope.orgs.join(",")}}`)
  const area = pg.escapeLiteral(scope.areaPath)
  return `${begin};set local uc.orgs to ${orgs};set local uc.area to ${area}`
}

interface Begun {
  readonly client: pg.PoolClient
  /** The result of the opening statement. */
  readonly opened: Promise<unknown>
}

/** The first statement is trivial: one that takes longer means that the database hangs. */
const openingLimitMs = 2000

interface Source {
  readonly pool: pg.Pool
  readonly nameOf: (text: string) => string | undefined
}

/** Queries before the next tick are sent in one write: the opening and the first query wake PostgreSQL once. */
function sendTogether({ connection }: pg.PoolClient & { connection?: pg.Connection }): void {
  const stream = connection?.stream
  if (!stream) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

function beginLazily({ pool, nameOf }: Source, scope: Scope, mode: Mode): Transaction {
  let begun: Promise<Begun> | null = null
  let isOver = false

  const start = async () => {
    const client = await pool.connect()
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text: opening(scope, mode),
      query_timeout: openingLimitMs,
    }
    sendTogether(client)
    const opened = client.query(statement)
    // The query that follows, or the end, reports it.
    opened.catch(() => {})
    return { client, opened }
  }

  const end = async (command: "commit" | "rollback") => {
    isOver = true
    if (!begun) return
    const starting = begun
    begun = null
    // A transaction that failed to begin needs no rollback, but its commit must fail.
    const started = command === "commit" ? await starting : await starting.catch(() => null)
    if (!started) return
    const { client, opened } = started
    const done = await opened
      .then(() => client.query(command))
      .catch((error: unknown) => {
        client.release(true)
        throw error
      })
    client.release()
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: nothing was written.
    if (command === "commit" && done.command !== "COMMIT") throw new Error("The transaction was rolled back")
  }

  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    // It would begin another transaction that nobody ends.
    if (isOver) throw new Error("A query came after the end of its transaction")
    begun ??= start()
    const { client, opened } = await begun
    // Sent after the opening without waiting for it: where that fails, so does this.
    const name = statement.name ?? nameOf(statement.text)
    const named = name === undefined ? statement : { ...statement, name }
    const [, answered] = await Promise.all([opened, client.query(named, values)]).catch((error: unknown) => {
      throw mode === "read" && isReadOnly(error) ? new ForbiddenWrite() : error
    })
    return answered
  }

  let db: Db | null = null
  return {
    // drizzle uses only `query` of its client, so this much is enough and no connection is opened before the first query.
    // Made when it is first read: a cached answer needs none.
    get db() {
      return (db ??= drizzle({ client: { query } as unknown as pg.PoolClient }))
    },
    commit: () => end("commit"),
    rollback: () => end("rollback"),
  }
}

/** A permanent fault of the program. A database that is read-only itself gives the same code, and may be writable again soon. */
class ForbiddenWrite extends Error {
  constructor() {
    super("A call that is declared to read only tried to write")
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006"
}

/** Whoever waits longer for a connection is told to come back later. */
const connectionWaitMs = 2000

function openPool(url: string, onIdleError: (error: unknown) => void, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // A connection has the plans of frequent statements: worth a minute of idling.
    idleTimeoutMillis: 60_000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "user-centre",
    // Queries that don't wait for each other (`Promise.all`) are sent at once and answered in order.
    pipeline: true,
    ...more,
  })
  pool.on("error", onIdleError)
  // The pool handles errors of idle connections only. Without a listener the loss of a busy one would end the process; its
  // query fails anyway and reports it.
  pool.on("connect", (client) => client.on("error", () => {}))
  notePool(pool)
  return pool
}

export function openDatabase(
  url: string,
  onIdleError: (error: unknown) => void,
  waitMs = connectionWaitMs,
): Database {
  const nameOf = hotStatements()
  const pool = openPool(url, onIdleError, {
    max: 20,
    query_timeout: 25_000,
    connectionTimeoutMillis: waitMs,
  })
  const systemPool = openPool(url, onIdleError, {
    connectionTimeoutMillis: waitMs,
    max: 10,
    // Settings of the connection, which no transaction changes. Queries here look up keys: planning them for their values
    // would cost more than running them.
    options: "-c uc.reach=all -c plan_cache_mode=force_generic_plan",
    query_timeout: openingLimitMs,
  })
  measurePool("requests", pool)
  measurePool("system", systemPool)
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    systemPool.query({ ...statement, name: statement.name ?? nameOf(statement.text) }, values)

  const source = { pool, nameOf }
  return {
    begin: (scope, mode) => beginLazily(source, scope, mode),
    async transaction(scope, work) {
      const transaction = beginLazily(source, scope, "write")
      try {
        const result = await work(transaction.db)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback().catch(onIdleError)
        throw error
      }
    },
    systemDb: drizzle({ client: { query } as unknown as pg.PoolClient }),
    listen: (channel, listener) => listenTo(url, channel, listener),
    close: async () => void (await Promise.all([pool.end(), systemPool.end()])),
  }
}
