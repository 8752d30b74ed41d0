import pg from "pg"

export type Rows = Readonly<Record<string, readonly string[]>>

/** What signing in, being counted and being refused leave behind is no change of the data. */
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

/** For tests: every row of every table as text, so that "nothing was written" can be seen. */
export async function rowsOf(url: string): Promise<Rows> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    const { rows: tables } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    )
    const found: Record<string, string[]> = {}
    const looked = tables.map(({ name }) => name).filter((name) => !ownTraces.has(name))
    for (const name of looked) found[name] = []
    const { rows } = await client.query<{ table: string; row: string }>(
      looked
        .map((name) => `select '${name}' as "table", to_jsonb(t)::text as row from "${name}" t`)
        .join(" union all "),
    )
    for (const { table, row } of rows) found[table]?.push(row)
    return found
  } finally {
    await client.end()
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
