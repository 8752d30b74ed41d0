import { drizzle } from "drizzle-orm/node-postgres"
import { is, Placeholder, sql, type SQL } from "drizzle-orm"
import { PgDialect } from "drizzle-orm/pg-core"
import type pg from "pg"
import type { Db } from "./open.ts"

/** A value, and the transaction that its statement runs in. */
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

/** Belongs to no transaction: it runs the statement in the transaction that was given with its value. */
const forwardingDb = drizzle({
  client: {
    query(statement: pg.QueryConfig, parameters: unknown[]) {
      const given = parameters.find((parameter) => parameter instanceof Given)
      if (!given) throw new Error("A statement that is built once was given no value")
      const values = parameters.map((parameter) => (parameter instanceof Given ? parameter.value : parameter))
      return given.db.$client.query(statement, values)
    },
  } as unknown as pg.PoolClient,
})

function placeholders<Name extends string>(names: readonly Name[]): Record<Name, SQL> {
  const entries = names.map((each) => [each, sql`${sql.placeholder(each)}`])
  return Object.fromEntries(entries) as Record<Name, SQL>
}

/**
 * A statement with named values (each may stand in it more than once), built once and run in any transaction: for
 * what every request queries, building costs more than sending.
 */
export function builtOnce<Row, Name extends string>(
  name: string,
  names: readonly Name[],
  build: (db: Db, given: Readonly<Record<Name, SQL>>) => Buildable<Row>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  const prepared = build(forwardingDb, placeholders(names)).prepare(name)
  return (db, values) =>
    prepared.execute(Object.fromEntries(names.map((each) => [each, new Given(db, values[each])])))
}

const dialect = new PgDialect()

/**
 * The same for a statement that is written as a `sql` template of its rows. What else it is given are constants, which
 * become part of its text.
 */
export function statementOnce<Row, Name extends string>(
  name: string,
  names: readonly Name[],
  build: (given: Readonly<Record<Name, SQL>>) => SQL<Row>,
): (db: Db, values: Readonly<Record<Name, unknown>>) => Promise<Row[]> {
  const given = placeholders(names)
  const { sql: text, params } = dialect.sqlToQuery(build(given).inlineParams())
  return async (db, values) => {
    const own = params.map((each) => (is(each, Placeholder) ? values[each.name as Name] : each))
    return (await db.$client.query({ name, text }, own)).rows as Row[]
  }
}

/** A part of a statement that holds only constants, rendered once instead of with each statement that it goes into. */
export function renderedOnce(part: SQL): SQL {
  return sql.raw(dialect.sqlToQuery(part.inlineParams()).sql)
}

/** The same for a statement that is written out, with its values as $1, $2, … */
export function writtenOnce<Row>(
  name: string,
  text: string,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  return async (db, values) => (await db.$client.query({ name, text }, [...values])).rows as Row[]
}
