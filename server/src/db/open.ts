import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import { hotStatements } from "./hot-statements.ts"
import { listenTo, type Listener, type Listening } from "./listen.ts"
import type { Scope } from "./scope.ts"

/** A database handle that is behind one scope, and inside one transaction but for `systemDb`. There is no other kind. */
export type Db = NodePgDatabase & { readonly $client: Pick<pg.PoolClient, "query"> }

type Mode = "read" | "write"

export interface Transaction {
  readonly db: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

export interface Database {
  /** A transaction that begins with its first query, so that an answer out of memory costs no connection. */
  begin(scope: Scope, mode: Mode): Transaction
  /** Runs the work in a transaction of its own: committed when it returns, undone when it throws. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * With everything in reach, each query a transaction of its own: for the single statements that every request and every
   * sign-in begins with, where opening and closing one would cost more than the statement.
   */
  readonly systemDb: Db
  /** Hears what any process tells on this channel; on a connection of its own, which comes back by itself. */
  listen(channel: string, listener: Listener): Listening
  close(): Promise<void>
}

/** The settings that the walls (row-level security) read; they end with the transaction. */
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
  /** The opening's own answer. */
  readonly opened: Promise<unknown>
}

/** A frozen database is told by its first, trivial statement. */
const openingLimitMs = 2000

interface Source {
  readonly pool: pg.Pool
  readonly nameOf: (text: string) => string | undefined
}

/** What is queried before the next tick leaves in one piece: the opening and the first query wake PostgreSQL once. */
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
    // It is told by the query that follows it, or by the end.
    opened.catch(() => {})
    return { client, opened }
  }

  const end = async (command: "commit" | "rollback") => {
    isOver = true
    if (!begun) return
    const starting = begun
    begun = null
    // What never began has nothing to undo, but it has nothing to commit either.
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
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: what was promised did not happen.
    if (command === "commit" && done.command !== "COMMIT") throw new Error("The transaction was rolled back")
  }

  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    // It would begin another transaction, and nobody would end that one.
    if (isOver) throw new Error("A query came after the end of its transaction")
    begun ??= start()
    const { client, opened } = await begun
    // Sent behind the opening without waiting for it: where that fails, so does what follows in its transaction.
    const name = statement.name ?? nameOf(statement.text)
    const named = name === undefined ? statement : { ...statement, name }
    const [, answered] = await Promise.all([opened, client.query(named, values)]).catch((error: unknown) => {
      throw mode === "read" && isReadOnly(error) ? new ForbiddenWrite() : error
    })
    return answered
  }

  let db: Db | null = null
  return {
    // drizzle asks nothing of its client but `query`; handing it this much keeps the connection unopened until then. Made
    // when it is asked for: an answer out of memory needs none.
    get db() {
      return (db ??= drizzle({ client: { query } as unknown as pg.PoolClient }))
    },
    commit: () => end("commit"),
    rollback: () => end("rollback"),
  }
}

/** A fault of ours that comes back each time; a database that is read-only itself says the same and may be no more a moment later. */
class ForbiddenWrite extends Error {
  constructor() {
    super("A call that is declared to read only tried to write")
  }
}

function isReadOnly(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006"
}

function openPool(url: string, onIdleError: (error: unknown) => void, more: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // A connection has its hot statements planned: worth keeping over a quiet minute.
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 2000,
    statement_timeout: 20_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "user-centre",
    // Queries that don't wait for each other (`Promise.all`) are sent at once and answered in order.
    pipeline: true,
    ...more,
  })
  pool.on("error", onIdleError)
  // The pool listens to idle connections only. Without a listener the loss of a busy one would end the process; its
  // query fails all the same, and that is where it is told.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

export function openDatabase(url: string, onIdleError: (error: unknown) => void): Database {
  const nameOf = hotStatements()
  const pool = openPool(url, onIdleError, { max: 20, query_timeout: 25_000 })
  const unwalled = openPool(url, onIdleError, {
    max: 10,
    // Settings of the connection, which no transaction of ours changes. What is asked here goes by keys alone: planning it
    // anew for its values would cost more than running it.
    options: "-c uc.reach=all -c plan_cache_mode=force_generic_plan",
    query_timeout: openingLimitMs,
  })
  const query = (statement: pg.QueryConfig, values?: unknown[]) =>
    unwalled.query({ ...statement, name: statement.name ?? nameOf(statement.text) }, values)

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
    close: async () => void (await Promise.all([pool.end(), unwalled.end()])),
  }
}
