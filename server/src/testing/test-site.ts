import pg from "pg"
import { vi } from "vitest"

/** For tests: what a command printed, and the code it ends with. */
export async function runCommand(
  main: (argv: readonly string[]) => Promise<void>,
  argv: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number; readonly said: string }> {
  const said: string[] = []
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line: string) => void said.push(line)),
  )
  for (const name of ["DATABASE_URL", "PEPPER", "DATA_DIR", "BACKUP_PASSPHRASE"])
    vi.stubEnv(name, variables[name] ?? "")
  try {
    await main(argv)
    return { code: Number(process.exitCode ?? 0), said: said.join("\n") }
  } finally {
    // vitest itself ends with this code.
    process.exitCode = undefined
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/**
 * For tests: rows and their checksum of every table, read as the cluster's superuser, whom no policy hides anything from, and in
 * an order of their own: nothing that a backup relies on is relied on here.
 */
export async function tablesAt(adminUrl: string): Promise<Readonly<Record<string, string>>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
    const found: Record<string, string> = {}
    for (const { name } of rows) {
      const { rows: summed } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as sum
         from public."${name}" t`,
      )
      found[name] = summed[0]?.sum ?? ""
    }
    return found
  } finally {
    await client.end()
  }
}

/** For tests: all that a schema is made of beside its rows. */
export async function schemaAt(adminUrl: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(`
      select line from (
        select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated as line
          -- Not null is told below by is_nullable; only from PostgreSQL 18 on it is a constraint.
          from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        union all select indexdef from pg_indexes where schemaname = 'public'
        union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
        union all select tablename || ' ' || policyname || ' ' || permissive || ' ' || cmd || ' ' || qual
          from pg_policies where schemaname = 'public'
        union all select relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity
          from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        union all select sequencename || ' ' || coalesce(last_value::text, 'unused') from pg_sequences where schemaname = 'public'
        union all select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
          from information_schema.columns where table_schema = 'public'
      ) lines order by line collate "C"`)
    return rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}
