import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres"
import pg from "pg"
import type { Scope } from "./scope.ts"

/** A database handle that is inside one transaction and behind one scope. There is no other kind. */
export type Db = NodePgDatabase

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
  within<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The three settings that the walls (row-level security) read; they end with the transaction. */
function opening(scope: Scope, mode: Mode): string {
  const orgs = pg.escapeLiteral(`{${scope.orgs.join(",")}}`)
  const area = pg.escapeLiteral(scope.areaPath)
  return (
    `begin ${mode === "read" ? "read only" : "read write"};` +
    `select set_config('uc.reach','${scope.reach}',true),` +
    `set_config('uc.orgs',${orgs},true),set_config('uc.area',${area},true)`
  )
}

/** A frozen database is told by its first, trivial statement. */
const openingLimitMs = 2000

function beginLazily(pool: pg.Pool, scope: Scope, mode: Mode): Transaction {
  let begun: Promise<pg.PoolClient> | null = null
  let isOver = false

  const start = async () => {
    const client = await pool.connect()
    try {
      const statement: pg.QueryConfig & { query_timeout: number } = {
        text: opening(scope, mode),
        query_timeout: openingLimitMs,
      }
      await client.query(statement)
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const end = async (command: "commit" | "rollback") => {
    isOver = true
    if (!begun) return
    const starting = begun
    begun = null
    // What never began has nothing to undo, but it has nothing to commit either.
    const client = command === "commit" ? await starting : await starting.catch(() => null)
    if (!client) return
    const done = await client.query(command).catch((error: unknown) => {
      client.release(true)
      throw error
    })
    client.release()
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK: what was promised did not happen.
    if (command === "commit" && done.command !== "COMMIT") throw new Error("The transaction was rolled back")
  }

  const query = async (...args: Parameters<pg.PoolClient["query"]>) => {
    // It would begin another transaction, and nobody would end that one.
    if (isOver) throw new Error("A query came after the end of its transaction")
    begun ??= start()
    return (await begun).query(...args)
  }

  return {
    // drizzle asks nothing of its client but `query`; handing it this much keeps the connection unopened until then.
    db: drizzle({ client: { query } as unknown as pg.PoolClient }),
    commit: () => end("commit"),
    rollback: () => end("rollback"),
  }
}

export function openDatabase(url: string, onIdleError: (error: unknown) => void): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 2000,
    statement_timeout: 20_000,
    query_timeout: 25_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "user-centre",
  })
  pool.on("error", onIdleError)
  // The pool listens to idle connections only. Without a listener the loss of a busy one would end the process; its
  // query fails all the same, and that is where it is told.
  pool.on("connect", (client) => client.on("error", () => {}))

  return {
    begin: (scope, mode) => beginLazily(pool, scope, mode),
    async within(scope, work) {
      const transaction = beginLazily(pool, scope, "write")
      try {
        const result = await work(transaction.db)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback().catch(onIdleError)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
