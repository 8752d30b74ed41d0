import pg from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"

// Every table of a database, on a machine that may be busy with other files.
vi.setConfig({ testTimeout: 60_000 })

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
/** One connection, as the server has it: its role owns the tables and is no superuser. */
let client: pg.Client

beforeAll(async () => {
  scratch = await scratchDatabase()
  client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
})

afterAll(async () => {
  await client.end()
  await scratch.drop()
})

interface Context {
  readonly reach?: string
  readonly orgs?: readonly string[]
  readonly area?: string
}

/** Runs in a transaction with these settings, and rolls it back. */
async function behind<T>({ reach, orgs, area }: Context, work: () => Promise<T>): Promise<T> {
  const settings = { reach, orgs: orgs && `{${orgs.join()}}`, area }
  const given = Object.entries(settings).filter(
    (setting): setting is [string, string] => setting[1] !== undefined,
  )
  const set = given.map(
    ([name, value]) => `select set_config('uc.${name}', ${pg.escapeLiteral(value)}, true);`,
  )
  await client.query(`begin; ${set.join(" ")}`)
  try {
    return await work()
  } finally {
    await client.query("rollback")
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return (await client.query<Row>(text, [...values])).rows
}

/** Every table with row-level security, and the column of the row's organisation. */
async function securedTables(): Promise<{ table: string; owner: string }[]> {
  const tables = await rowsOf<{ table: string }>(
    `select c.relname as table from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  return [...tables.map(({ table }) => ({ table, owner: "org_id" })), { table: "organisation", owner: "id" }]
}

async function organisationIds(): Promise<Record<string, string>> {
  const rows = await behind({ reach: "all" }, () =>
    rowsOf<{ name: string; id: string }>("select name, id from organisation"),
  )
  return Object.fromEntries(rows.map(({ name, id }) => [name, id]))
}

test("[ROLE-2] every table with org_id has forced row-level security, for the owner too", async () => {
  const open = await rowsOf<{ table: string }>(
    `select c.relname as table from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and (c.relname in ('organisation', 'area')
         or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped))
       and not (c.relrowsecurity and c.relforcerowsecurity
         and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'org_isolation' and p.polcmd = '*'))`,
  )
  expect(open).toEqual([])
  expect((await securedTables()).length).toBeGreaterThan(35)

  const [role] = await rowsOf(
    `select r.rolname, r.rolsuper, r.rolbypassrls, pg_get_userbyid(c.relowner) as owner
     from pg_roles r, pg_class c where r.rolname = current_user and c.oid = 'person'::regclass`,
  )
  expect(role).toEqual({ rolname: "uc", rolsuper: false, rolbypassrls: false, owner: "uc" })
})

test("[ROLE-2] the demo data has rows of every organisation in every table that it fills", async () => {
  const madeByRunning = new Set([
    "session",
    "screen",
    "idempotent_request",
    "known_device",
    "guest_ticket",
    "application",
    "application_consent",
    "application_department",
    "application_key",
    "application_person",
    "directory_master",
    "identity_link",
    "identity_source",
    "declined_domain",
    "inherited_domain_use",
    "refused_origin",
    "alarm_confirmation",
    "alarm_source",
    "alarm_source_call",
    "data_import",
    "home_pins",
    "import_part",
    "activation_link",
    "first_password",
    "first_password_sheet",
    "person_transfer",
    "person_role",
    "role",
  ])
  const ids = Object.values(await organisationIds())
  expect(ids).toHaveLength(8)
  for (const { table, owner } of await securedTables()) {
    if (madeByRunning.has(table)) continue
    const found = await behind({ reach: "all" }, () =>
      rowsOf<{ id: string }>(`select distinct ${owner} as id from "${table}" where ${owner} is not null`),
    )
    expect({ table, orgs: found.map(({ id }) => id).toSorted() }).toEqual({ table, orgs: ids.toSorted() })
  }
})

test.each<[string, Context]>([
  ["nothing is set", {}],
  ["everything is empty", { reach: "", orgs: [], area: "" }],
  ["the reach is none, whatever else is set", { reach: "none", orgs: ["all of them"], area: "330100/" }],
  ["the reach is a word nobody knows", { reach: "ALL", orgs: ["all of them"], area: "330100/" }],
  ["no organisation is reached", { reach: "orgs", orgs: [], area: "" }],
])("[ROLE-2] no row of any secured table is seen or changed when %s", async (_title, context) => {
  const everyone = Object.values(await organisationIds())
  const settings = context.orgs?.length ? { ...context, orgs: everyone } : context
  for (const { table } of [...(await securedTables()), { table: "area" }]) {
    const found = await behind(settings, async () => ({
      seen: (await rowsOf(`select 1 from "${table}" limit 1`)).length,
      deleted: (await client.query(`delete from "${table}"`)).rowCount,
    }))
    expect({ table, ...found }).toEqual({ table, seen: 0, deleted: 0 })
  }
})

test("[ROLE-2] a scope of one organisation sees its rows and what was shared with it", async () => {
  const ids = await organisationIds()
  const school = ids["甲一小学"] ?? ""
  const bureau = ids["甲区教育局"] ?? ""
  const mayBeShown = new Set(["notice", "assessment_scheme", "assessment_item", "task"])
  for (const { table, owner } of await securedTables()) {
    const seen = await behind({ reach: "orgs", orgs: [school], area: "330100/330101/" }, () =>
      rowsOf<{ id: string }>(`select distinct ${owner} as id from "${table}"`),
    )
    const foreign = seen.map(({ id }) => id).filter((id) => id !== school)
    expect({ table, foreign }).toEqual({ table, foreign: mayBeShown.has(table) ? [bureau] : [] })
  }
})

test("[ROLE-2] a row can be neither inserted into another organisation nor moved there", async () => {
  const ids = await organisationIds()
  const own = { reach: "orgs", orgs: [ids["甲一小学"] ?? ""], area: "330100/330101/" }
  const foreign = ids["乙一小学"]
  const refusal = /row-level security/
  await expect(
    behind(own, () => rowsOf("insert into department (org_id, name) values ($1, '越界')", [foreign])),
  ).rejects.toThrow(refusal)
  await expect(behind(own, () => rowsOf("update auth_domain set org_id = $1", [foreign]))).rejects.toThrow(
    refusal,
  )
  const changed = await behind(own, () =>
    client.query("update person set name = '越界' where org_id = $1", [foreign]),
  )
  expect(changed.rowCount).toBe(0)
})

test("[ROLE-2] schools read what their bureau shares with them, but can't change it", async () => {
  const ids = await organisationIds()
  const bureau = ids["甲区教育局"]
  const seesAndDeletes = async (table: string, org: string, area: string) =>
    behind({ reach: "orgs", orgs: [ids[org] ?? ""], area }, async () => ({
      seen: (await rowsOf(`select 1 from ${table} where org_id = $1`, [bureau])).length > 0,
      deleted: (await client.query(`delete from ${table} where org_id = $1`, [bureau])).rowCount,
    }))
  for (const table of ["notice", "task"]) {
    expect(await seesAndDeletes(table, "甲一小学", "330100/330101/")).toEqual({ seen: true, deleted: 0 })
    expect(await seesAndDeletes(table, "甲镇小学", "330100/330101/330101001/")).toEqual({
      seen: true,
      deleted: 0,
    })
    expect(await seesAndDeletes(table, "乙一小学", "330100/330102/")).toEqual({ seen: false, deleted: 0 })
  }
  // What it did not share stays invisible.
  const hidden = await behind({ reach: "orgs", orgs: [ids["甲一小学"] ?? ""], area: "330100/330101/" }, () =>
    rowsOf("select 1 from notice where org_id = $1 and shared_path is null", [bureau]),
  )
  expect(hidden).toEqual([])
})

async function areasSeenFrom(area: string): Promise<string[]> {
  return behind({ reach: "orgs", orgs: [], area }, async () =>
    (await rowsOf<{ name: string }>("select name from area order by path")).map(({ name }) => name),
  )
}

test("[ROLE-2] an area is seen with everything below it, without parent and siblings", async () => {
  expect(await areasSeenFrom("330100/330101/")).toEqual(["甲区", "甲镇"])
  expect(await areasSeenFrom("330100/330102/")).toEqual(["乙区"])
  expect(await areasSeenFrom("330100/")).toEqual(["澜州市", "甲区", "甲镇", "乙区"])
})

test("[ROLE-2] a thousand transactions of changing scopes on one connection see only their rows", async () => {
  const ids = Object.values(await organisationIds())
  for (let turn = 0; turn < 1000; turn++) {
    const org = ids[turn % ids.length] ?? ""
    const [seen] = await behind({ reach: "orgs", orgs: [org] }, () =>
      rowsOf<{ orgs: string[] }>("select array_agg(distinct org_id) as orgs from person"),
    )
    expect(seen?.orgs).toEqual([org])
  }
  // The settings ended with their transaction.
  expect(await rowsOf("select 1 from person limit 1")).toEqual([])
})

test("[ROLE-2] a new table gets row-level security by having org_id", async () => {
  await behind({ reach: "all" }, async () => {
    await client.query("create table later (id bigint, org_id bigint); insert into later values (1, 1001)")
    await client.query("select enable_row_security()")
    await client.query("select set_config('uc.reach', 'none', true)")
    expect(await rowsOf("select 1 from later")).toEqual([])
  })
})

test("[PERSON-1] a search by the start of a name uses its index behind row-level security", async () => {
  const plan = await behind({ reach: "orgs", orgs: Object.values(await organisationIds()) }, async () => {
    await client.query("set local enable_seqscan = off")
    const lines = await rowsOf<{ "QUERY PLAN": string }>(
      "explain select 1 from person where pinyin ^@ 'wang'",
    )
    return lines.map((line) => line["QUERY PLAN"]).join("\n")
  })
  expect(plan).toContain("~>=~ 'wang'")
})
