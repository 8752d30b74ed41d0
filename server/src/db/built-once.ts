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
 * A statement with named values (each may stand in it more than once), built once and run in any transaction: of what
 * every request asks, the building costs more than the sending.
 */
export function builtOnce<Row, Name extends string>(
  name: string,
  names: readonly Name[],
  build: (db: Db, given: Readonly<Record<Name, SQL>>) => Buildable<Row>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  const given = Object.fromEntries(names.map((each) => [each, sql`${sql.placeholder(each)}`]))
  const prepared = build(passedOn, given as Record<Name, SQL>).prepare(name)
  return (db, values) =>
    prepared.execute(Object.fromEntries(names.map((each) => [each, new Given(db, values[each])])))
}

/** The same for a statement that is written out, with its values as $1, $2, … */
export function writtenOnce<Row>(
  name: string,
  text: string,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return async (db, values) => (await db.$client.query({ name, text }, [...values])).rows as Row[]
}
