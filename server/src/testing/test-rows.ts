import pg from "pg"

export type Rows = Readonly<Record<string, readonly string[]>>

/** Rows of sign-ins, counters and refusals do not count as changes. */
const ownTraces = new Set([
  "session",
  "login_log",
  "audit_log",
  "known_device",
  "captcha_challenge",
  "picture_code",
  "quota",
  "auth_failure",
  "qr_ticket",
])

/** For tests: every row of every table as text, to prove that nothing was written. */
export async function rowsOf(url: string): Promise<Rows> {
  const watch = await watchRows(url)
  try {
    return watch.known
  } finally {
    await watch.end()
  }
}

interface Watch {
  /** The rows of the last check. */
  readonly known: Rows
  /** The tables that have changed since. */
  readonly changes: () => Promise<string[]>
  readonly end: () => Promise<void>
}

/**
 * For tests that check often. Reading all rows takes long; whether a table has changed is quick to see: a written row has a
 * newer transaction id, and deletes leave fewer rows.
 */
export async function watchRows(url: string): Promise<Watch> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const looked = tables.map(({ name }) => name).filter((name) => !ownTraces.has(name))
  const ofEach = (select: (name: string) => string) => looked.map(select).join(" union all ")
  const markOf = ofEach(
    (name) =>
      `select '${name}' as "table", count(*) as count, max(xmin::text::bigint) as newest from "${name}"`,
  )
  const everyRow = ofEach((name) => `select '${name}' as "table", to_jsonb(t)::text as row from "${name}" t`)

  const mark = async () => JSON.stringify((await client.query(markOf)).rows)
  const rows = async () => {
    const found: Record<string, string[]> = Object.fromEntries(looked.map((name) => [name, []]))
    const answer = await client.query<{ table: string; row: string }>(everyRow)
    for (const { table, row } of answer.rows) found[table]?.push(row)
    return found
  }
  let [knownMark, known] = [await mark(), await rows()]
  return {
    get known() {
      return known
    },
    async changes() {
      const newMark = await mark()
      if (newMark === knownMark) return []
      const before = known
      ;[knownMark, known] = [newMark, await rows()]
      return changes(before, known)
    },
    end: () => client.end(),
  }
}

/** The tables that differ, with the first row that does: a whole database makes no readable message. */
export function changes(before: Rows, after: Rows): string[] {
  return Object.keys({ ...before, ...after }).flatMap((table) => {
    const known = new Set(before[table])
    const left = new Set(after[table])
    const added = after[table]?.find((row) => !known.has(row))
    const gone = before[table]?.find((row) => !left.has(row))
    return added || gone ? [`${table}: - ${gone ?? ""} + ${added ?? ""}`] : []
  })
}
