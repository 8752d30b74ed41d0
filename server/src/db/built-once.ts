import { drizzle } from "drizzle-orm/node-postgres"
import { sql, type SQL } from "drizzle-orm"
import type pg from "pg"
import type { Db } from "./open.ts"

/** A value, and the transaction that it goes through. */
class Given {
  readonly db: Db
  readonly value: unknown
  constructor(db: Db, value: unknown) {
    this.db = db
    this.value = value
  }
}

interface Buildable<Row> {
  prepare(name: string): { execute(values: Record<string, unknown>): Promise<Row[]> }
}

/** Belongs to no transaction: it hands the statement to the one that came along with its value. */
const passedOn = drizzle({
  client: {
    query(statement: pg.QueryConfig, parameters: unknown[]) {
      const given = parameters.find((parameter) => parameter instanceof Given)
      if (!given) throw new Error("A statement that is built once was given no value")
      const values = parameters.map((parameter) => (parameter instanceof Given ? parameter.value : parameter))
      return given.db.$client.query(statement, values)
    },
  } as unknown as pg.PoolClient,
})

/**
 * A statement that takes one value (where it stands twice, the same), built once and run in any transaction: of what every request asks, the building costs
 * more than the sending.
 */
export function builtOnce<Row>(
  name: string,
  build: (db: Db, value: SQL) => Buildable<Row>,
): (db: Db, value: unknown) => Promise<Row[]> {
  const prepared = build(passedOn, sql`${sql.placeholder("given")}`).prepare(name)
  return (db, value) => prepared.execute({ given: new Given(db, value) })
}
