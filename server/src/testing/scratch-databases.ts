import { onTestFinished } from "vitest"
import { openDatabase, type Database } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { scratchDatabase } from "./scratch-database.ts"

/** For tests: a scratch database as two processes have it, each with connections of its own. */
export async function twoProcesses(): Promise<[Database, Database]> {
  const scratch = await scratchDatabase()
  const opened: [Database, Database] = [
    openDatabase(scratch.url, () => {}),
    openDatabase(scratch.url, () => {}),
  ]
  onTestFinished(async () => {
    for (const database of opened) await database.close().catch(() => {})
    await scratch.drop()
  })
  return opened
}

/**
 * For tests of expiry: PostgreSQL's now() does not change within one transaction, so what runs in it can stay half a second
 * before an expiry for as long as the machine needs.
 */
export async function withFrozenTime<T>(
  database: Database,
  work: (frozen: Database) => Promise<T>,
): Promise<T> {
  return database.transaction(unrestricted, (db) =>
    work({ ...database, begin: () => neverBegin(), transaction: (_scope, inner) => inner(db) }),
  )
}

function neverBegin(): never {
  throw new Error("While time stands there is only one transaction")
}
