import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import { poolLimits } from "../database-settings.ts"
import { commitOn } from "./commit.ts"
import { checkOut, isReadOnly, noteFailure, type PoolSource } from "./hosts/check-out.ts"
import { connectionTarget, type ConnectionTarget } from "./hosts/host-client.ts"
import { hotStatements } from "./hot-statements.ts"
import { listenTo, type Listener, type Listening } from "./listen.ts"
import { measurePool } from "./measure-pool.ts"
import type { LogPosition } from "./replica/log-position.ts"
import { primaryPositions } from "./replica/primary-positions.ts"
import { replicaBehind, systemIdentifier, type Replica, type ReplicaCounts } from "./replica/replica.ts"
import { unrestricted, type Scope } from "./scope.ts"

/** A database handle within one scope, and inside one transaction but for `systemDb`. There is no other kind. */
export type Db = NodePgDatabase & { readonly $client: Pick<pg.PoolClient, "query"> }

type Mode = "read" | "write"

export interface Transaction {
  readonly db: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

/** For a read that may be answered by a replica: not by one that has not reached this position (null: any). */
export interface MayLag {
  readonly after: LogPosition | null
}

export interface Database {
  /** A transaction that begins with its first query, so that a cached answer needs no connection. */
  begin(scope: Scope, mode: Mode, mayLag?: MayLag | null): Transaction
  /** Runs the work in a transaction of its own: committed when it returns, rolled back when it throws. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /**
   * Unrestricted, each query a transaction of its own: for the single statements at the start of every request and sign-in,
   * where begin and commit would cost more than the statement.
   */
  readonly systemDb: Db
  /** LISTEN on this channel, on a connection of its own; a lost one is opened again. */
  listen(channel: string, listener: Listener): Listening
  /** Where a replica answers reads (OPS-5): the position after everything that was written until now, else null. */
  writtenUpTo(): Promise<LogPosition | null>
  /** Null: there is no replica. */
  replicaCounts(): ReplicaCounts | null
  close(): Promise<void>
}

/** OPS-5: what a site with several machines sets. */
export interface DatabaseOptions {
  readonly waitMs?: number
  /** How many connections the pools have together. */
  readonly poolMax?: number
  /** Transactions go through a pooler: no setting and no statement may outlive one. Then LISTEN has this address. */
  readonly pooledBeside?: string | null
  readonly readUrl?: string | null
  /** What the LISTEN connection is called in `pg_stat_activity`. */
  readonly eventsName?: string
  readonly onListening?: () => void
  readonly say?: (line: string) => void
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
  readonly isReplica: boolean
}

/** The first statement is trivial, as those of `systemDb` are: one that takes longer means that the database hangs. */
const trivialLimitMs = 2000

/** Whoever may wait longer for a connection may wait as long for its first answer: what makes the one slow makes the other slow. */
function answerLimitMs(waitMs: number): number {
  return Math.max(trivialLimitMs, waitMs)
}

interface Source extends PoolSource {
  /** What a statement is prepared as; undefined: not at all. */
  readonly nameOf: (statement: pg.QueryConfig) => string | undefined
  /** Time limits that no setting of the connection brings, because a pooler stands between. */
  readonly limits: string
}

/** Queries before the next tick are sent in one write: the opening and the first query wake PostgreSQL once. */
function sendTogether({ connection }: pg.PoolClient & { connection?: pg.Connection }): void {
  const stream = connection?.stream
  if (!stream) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

interface Lagging extends MayLag {
  readonly replica: Replica
}

function beginLazily(source: Source, scope: Scope, mode: Mode, lagging: Lagging | null = null): Transaction {
  const { nameOf, finder } = source
  let begun: Promise<Begun> | null = null
  let isOver = false
  let mustEnd = false

  const startOnReplica = async ({ replica, after }: Lagging): Promise<Begun | null> => {
    const client = await replica.begin(opening(scope, "read"), after)
    return client && { client, opened: Promise.resolve(), isReplica: true }
  }

  const start = async (): Promise<Begun> => {
    const client = await checkOut(source)
    const statement: pg.QueryConfig & { query_timeout: number } = {
      text: `${opening(scope, mode)}${source.limits}`,
      query_timeout: answerLimitMs(source.waitMs),
    }
    sendTogether(client)
    const opened = client.query(statement)
    // The query that follows, or the end, reports it.
    opened.catch(() => {})
    return { client, opened, isReplica: false }
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
    const failure = await opened
      .then(() => (command === "commit" ? commitOn(client) : client.query(command).then(() => null)))
      .catch((error: unknown) => {
        client.release(true)
        throw error
      })
    client.release(mustEnd)
    if (failure !== null) throw failure
  }

  const run = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    begun ??= lagging ? startOnReplica(lagging).then((on) => on ?? start()) : start()
    const current = begun
    const { client, opened, isReplica } = await current
    // Sent after the opening without waiting for it: where that fails, so does this.
    const name = nameOf(statement)
    const named = name === statement.name ? statement : { ...statement, name }
    try {
      const [, answered] = await Promise.all([opened, client.query(named, values)])
      return answered
    } catch (error) {
      if (isReplica && lagging?.replica.noteFault(error)) {
        // A read can be repeated. Of several queries at once the first one moves the transaction.
        if (begun === current && !isOver) {
          begun = start()
          client.release(true)
        }
        return query(statement, values)
      }
      if (mode === "read" && isReadOnly(error)) throw new ForbiddenWrite()
      if (noteFailure(error, client, finder)) mustEnd = true
      throw error
    }
  }

  const query = (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    // It would begin another transaction that nobody ends.
    if (isOver) return Promise.reject(new Error("A query came after the end of its transaction"))
    return run(statement, values)
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

/** Whoever waits longer for a connection is told to come back later. */
const connectionWaitMs = 2000
/** While a replica is away its reads wait no longer than this for it. */
const replicaWaitMs = 500
const statementLimitMs = 20_000
const idleInTransactionMs = 60_000

function openPool(
  target: ConnectionTarget,
  onIdleError: (error: unknown) => void,
  more: pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: target.connectionString,
    Client: target.Client as unknown as new () => pg.ClientBase,
    // A connection has the plans of frequent statements: worth a minute of idling.
    idleTimeoutMillis: 60_000,
    application_name: "user-centre",
    // Queries that don't wait for each other (`Promise.all`) are sent at once and answered in order.
    pipeline: true,
    ...more,
  })
  // While it ends nothing is lost: PostgreSQL may stop, and tell the connection so, before it has read that it ends.
  pool.on("error", (error) => {
    if (!pool.ending) onIdleError(error)
  })
  // The pool handles errors of idle connections only. Without a listener the loss of a busy one would end the process; its
  // query fails anyway and reports it.
  pool.on("connect", (client) => client.on("error", () => {}))
  return pool
}

/** Of the connection; a pooler refuses them, or forgets them with the next transaction. */
const connectionLimits: pg.PoolConfig = {
  statement_timeout: statementLimitMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
}
const transactionLimits = `;set local statement_timeout to ${statementLimitMs};set local idle_in_transaction_session_timeout to ${idleInTransactionMs}`

export function openDatabase(
  url: string,
  onIdleError: (error: unknown) => void,
  given: number | DatabaseOptions = {},
): Database {
  const options = typeof given === "number" ? { waitMs: given } : given
  const { waitMs = connectionWaitMs, poolMax = poolLimits.default, pooledBeside = null } = options
  const isPooled = pooledBeside !== null
  const target = connectionTarget(url, options.say)
  const listenTarget = isPooled ? connectionTarget(pooledBeside, options.say) : target
  const systemMax = Math.floor(poolMax / 3)
  // A statement that was prepared on one server connection of a pooler is unknown on the next.
  const hot = hotStatements()
  const nameOf: Source["nameOf"] = isPooled ? () => undefined : ({ name, text }) => name ?? hot(text)
  const pool = openPool(target, onIdleError, {
    max: poolMax - systemMax,
    query_timeout: 25_000,
    connectionTimeoutMillis: waitMs,
    ...(isPooled ? {} : connectionLimits),
  })
  const systemPool = openPool(target, onIdleError, {
    connectionTimeoutMillis: waitMs,
    max: systemMax,
    query_timeout: answerLimitMs(waitMs),
    ...(isPooled
      ? {}
      : {
          ...connectionLimits,
          // Settings of the connection, which no transaction changes. Queries here look up keys: planning them for their
          // values would cost more than running them.
          options: "-c uc.reach=all -c plan_cache_mode=force_generic_plan",
        }),
  })
  measurePool("requests", pool)
  measurePool("system", systemPool)
  const source: Source = {
    pool,
    finder: target.finder,
    waitMs,
    nameOf,
    limits: isPooled ? transactionLimits : "",
  }
  const systemSource: Source = { ...source, pool: systemPool }

  const queryAlone = async (statement: pg.QueryConfig, values?: unknown[]) => {
    const named = { ...statement, name: nameOf(statement) }
    if (target.finder === null) return systemPool.query(named, values)
    const client = await checkOut(systemSource)
    return client.query(named, values).then(
      (answered) => {
        client.release()
        return answered
      },
      (error: unknown) => {
        noteFailure(error, client, target.finder)
        client.release(true)
        throw error
      },
    )
  }
  const queryInTransaction = async (statement: pg.QueryConfig, values?: unknown[]) => {
    const transaction = beginLazily(systemSource, unrestricted, "write")
    try {
      const answered = await transaction.db.$client.query(statement, values)
      await transaction.commit()
      return answered
    } catch (error) {
      await transaction.rollback().catch(onIdleError)
      throw error
    }
  }
  const systemQuery = isPooled ? queryInTransaction : queryAlone
  const systemDb: Db = drizzle({ client: { query: systemQuery } as unknown as pg.PoolClient })
  const replica = options.readUrl ? openReplica(options.readUrl, systemDb) : null

  function openReplica(readUrl: string, primary: Db): Replica & { readonly pool: pg.Pool } {
    const from = connectionTarget(readUrl, options.say)
    const readPool = openPool(from, onIdleError, {
      max: poolMax - systemMax,
      query_timeout: 25_000,
      connectionTimeoutMillis: replicaWaitMs,
      ...connectionLimits,
    })
    measurePool("replica", readPool)
    let known: Promise<string> | null = null
    const identity = () =>
      (known ??= systemIdentifier(primary.$client).catch((error: unknown) => {
        known = null
        throw error
      }))
    const behind = replicaBehind({
      source: { pool: readPool, finder: from.finder, waitMs: replicaWaitMs },
      positions: primaryPositions(() => positionOf(primary)),
      identity,
      warn: options.say ?? (() => {}),
    })
    return { ...behind, pool: readPool }
  }

  return {
    begin: (scope, mode, mayLag) =>
      beginLazily(source, scope, mode, replica && mayLag && mode === "read" ? { replica, ...mayLag } : null),
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
    systemDb,
    listen: (channel, listener) =>
      listenTo(
        listenTarget,
        channel,
        {
          onBegin() {
            options.onListening?.()
            replica?.noteEvent()
            listener.onBegin()
          },
          onLost: () => listener.onLost(),
          onNotification(payload) {
            // First: who is told of it may come back at once.
            replica?.noteEvent()
            listener.onNotification(payload)
          },
        },
        options.eventsName,
      ),
    writtenUpTo: async () => (replica ? await positionOf(systemDb) : null),
    replicaCounts: () => replica?.counts() ?? null,
    close: async () => {
      replica?.stop()
      await Promise.all([pool.end(), systemPool.end(), replica?.pool.end()])
    },
  }
}

async function positionOf(primary: Db): Promise<LogPosition> {
  const { rows } = await primary.$client.query<{ at: LogPosition }>({
    // Where the next entry will stand: behind every commit, also one that is not flushed yet.
    text: "select pg_current_wal_insert_lsn()::text as at",
  })
  return rows[0]?.at ?? ""
}
