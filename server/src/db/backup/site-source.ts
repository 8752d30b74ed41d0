import type pg from "pg"

/** What a site is made of, read from a database or from an archive. */
export interface SiteSource {
  readonly info: SiteInfo
  readonly tables: readonly TableShape[]
  readonly parts: readonly PartShape[]
  readonly sequences: readonly SequenceState[]
  /** The table's rows as COPY writes them. Each table once, in the order of `tables`. */
  blocksOf(table: TableShape): AsyncGenerator<Buffer, TableSum>
}

export interface SiteInfo {
  /** The program's version. */
  readonly product: string
  readonly postgres: string
  /** ISO 8601, of the snapshot. */
  readonly madeAt: string
  readonly migrations: readonly { readonly name: string; readonly hash: string }[]
  /** The name of the pepper that its passwords are stored with; null: none was stored yet. */
  readonly pepperKid: string | null
  /** What the database took on its disk; undefined: an earlier program has not asked. */
  readonly databaseBytes?: number | undefined
}

export interface TableShape {
  readonly name: string
  /** Without generated ones, which follow from the others. */
  readonly columns: readonly string[]
  /** Its rows are in parts, see `PartShape`. */
  readonly isPartitioned?: boolean | undefined
}

/** OPS-6: a part of a table. Without `fromMonth` from the beginning, without `untilMonth` what no month is made for. */
export interface PartShape {
  readonly table: string
  readonly name: string
  readonly fromMonth: string | null
  readonly untilMonth: string | null
}

export interface SequenceState {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

export interface TableSum {
  readonly rows: number
  /** Of its bytes in their order. */
  readonly sha256: string
  /** Of a table with parts: of its rows in any order, see `rowSum`. */
  readonly ofRows?: string | undefined
}

/** By table. */
export type SiteSums = ReadonlyMap<string, TableSum>

export function totalRows(sums: SiteSums): number {
  return [...sums.values()].reduce((total, { rows }) => total + rows, 0)
}

/** COPY's text form depends on these; PostgreSQL's newer versions read that of older ones. */
const textForm = [
  "set datestyle to 'ISO, YMD'",
  "set intervalstyle to 'iso_8601'",
  "set timezone to 'UTC'",
  "set extra_float_digits to 3",
  "set bytea_output to 'hex'",
  "set client_encoding to 'UTF8'",
  // Another session that reads the same large table must not change where this one begins.
  "set synchronize_seqscans to off",
  // Nor may several processes share the reading of one.
  "set max_parallel_workers_per_gather to 0",
]

const limits = [
  "statement_timeout",
  "idle_in_transaction_session_timeout",
  "transaction_timeout",
  "idle_session_timeout",
]

/** A session that sees every row, writes values in one form only and may take as long as it needs. */
export async function prepareSession(client: pg.Client): Promise<void> {
  await client.query([...textForm, "set uc.reach to 'all'", "set lock_timeout to '60s'"].join(";"))
  await client.query(
    "select set_config(name, '0', false) from pg_settings where name = any ($1) and setting <> '0'",
    [limits],
  )
}

export function copyStatement(
  { name, columns, isPartitioned }: TableShape,
  way: "to stdout" | "from stdin",
): string {
  const list = columns.map(quoted).join(", ")
  // Part by part in the order of the months, and within each as it lies there.
  if (isPartitioned === true && way === "to stdout")
    return `copy (select ${list} from public.${quoted(name)}) to stdout`
  return `copy public.${quoted(name)} (${list}) ${way}`
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
