import { getTableColumns, getTableName } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import type pg from "pg"

const batchSize = 5000

type WithOwnId = PgTable & { readonly id: unknown }

/** Rows of a world before they are written, in the order in which they were made. */
export interface Rows {
  add<T extends PgTable>(table: T, row: T["$inferInsert"]): void
  /** Adds the row with the table's next id and returns that. */
  put<T extends WithOwnId>(table: T, row: T["$inferInsert"]): string
  /** Returns the next id without a row, for rows that refer to each other. */
  nextId(table: WithOwnId): string
  /** Writes what was added; tables in the order in which they were first seen. */
  flush(): Promise<void>
  /** Sets the database's sequences to continue after the ids that were given here. */
  advanceIdentities(): Promise<void>
  /** Updates PostgreSQL's statistics, which were made while the tables were empty. */
  analyze(): Promise<void>
}

interface Batch {
  readonly table: PgTable
  readonly keys: readonly string[]
  readonly rows: Record<string, unknown>[]
}

/**
 * Each table has its own range of ids, so an id of one kind is never valid for another: code that mixes them up finds
 * nothing instead of a wrong row.
 */
const firstId = 1001
const rangePerTable = 10_000_000

export function rowsInto(client: pg.Client, now: Date): Rows {
  const lastIds = new Map<string, number>()
  const batches = new Map<string, Batch>()
  const written = new Set<string>()

  const nextId: Rows["nextId"] = (table) => {
    const name = getTableName(table)
    const id = lastIds.get(name) ?? lastIds.size * rangePerTable + firstId - 1
    lastIds.set(name, id + 1)
    return String(id + 1)
  }

  const add: Rows["add"] = (table, row) => {
    const complete: Record<string, unknown> = { ...row }
    // The world's own now, not the database's: the same seed must give the same rows.
    for (const [key, column] of Object.entries(getTableColumns(table)))
      if (complete[key] === undefined && column.hasDefault && column.dataType === "date") complete[key] = now
    const keys = Object.keys(complete).filter((key) => complete[key] !== undefined)
    const signature = `${getTableName(table)}: ${keys.join()}`
    const batch = batches.get(signature) ?? { table, keys, rows: [] }
    batches.set(signature, batch)
    batch.rows.push(complete)
  }

  return {
    add,
    nextId,
    put(table, row) {
      const id = nextId(table)
      add(table, { ...row, id })
      return id
    },
    async flush() {
      for (const { table, keys, rows } of batches.values()) {
        written.add(getTableName(table))
        const columns = getTableColumns(table)
        const names = keys.map((key) => columns[key]?.name ?? key)
        const list = names.map((name) => `"${name}"`).join(", ")
        const statement =
          `insert into "${getTableName(table)}" (${list}) ` +
          `select ${list} from jsonb_populate_recordset(null::"${getTableName(table)}", $1::jsonb)`
        for (let from = 0; from < rows.length; from += batchSize) {
          const part = rows
            .slice(from, from + batchSize)
            .map((row) => Object.fromEntries(keys.map((key, at) => [names[at], inJson(row[key])])))
          await client.query(statement, [JSON.stringify(part)])
        }
      }
      batches.clear()
    },
    async advanceIdentities() {
      for (const name of lastIds.keys())
        await client.query(
          `select setval(pg_get_serial_sequence('"${name}"', 'id'), (select max(id) from "${name}"))`,
        )
    },
    async analyze() {
      await client.query(`analyze ${[...written].map((name) => `"${name}"`).join(", ")}`)
    },
  }
}

/** Bytes as PostgreSQL reads them. */
function inJson(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value
}
