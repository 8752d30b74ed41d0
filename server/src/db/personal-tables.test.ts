import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"

/** Connections to one database, each with everything in reach. */
async function connections(count: number): Promise<pg.Client[]> {
  const scratch = await scratchDatabase()
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: scratch.url }))
  onTestFinished(async () => {
    for (const client of clients) await client.end()
    await scratch.drop()
  })
  for (const client of clients) {
    await client.connect()
    await client.query("select set_config('uc.reach', 'all', false)")
  }
  return clients
}

async function connected(): Promise<pg.Client> {
  const [client] = await connections(1)
  if (!client) throw new Error("There is no connection")
  // What a personal table points at and the demo data has none of.
  await client.query(`insert into first_password_sheet (org_id, way, total, days, until)
    select min(id), 'sheet', 1, 7, now() from organisation`)
  await client.query(
    "insert into role (org_id, name, scope_kind) select min(id), '角色', 'organisation' from organisation",
  )
  await client.query(`insert into application (org_id, client_id, name, icon, home_address, redirect_addresses)
    select min(id), 'client', '应用', 'apps', 'https://a.cn/', array['https://a.cn/in'] from organisation`)
  await client.query(`insert into identity_source (org_id, key, kind, name, address, client_id, agent_id, account_claim)
    select min(id), 'key', 'cas', '来源', 'https://192.0.2.1/cas', '', '', '' from organisation`)
  return client
}

/** What belongs to one person and goes with them: it has their organisation, and is deleted with them. */
async function personalTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select k.conrelid::regclass::text as name from pg_constraint k
    join pg_attribute p on p.attrelid = k.conrelid and k.conkey = array[p.attnum] and p.attname = 'person_id'
    join pg_attribute o on o.attrelid = k.conrelid and o.attname = 'org_id' and not o.attisdropped
    where k.contype = 'f' and k.confrelid = 'person'::regclass and k.confdeltype = 'c'
    order by 1`)
  return rows.map(({ name }) => name)
}

interface Mover {
  readonly person: string
  readonly home: string
  readonly other: string
}

/** Somebody without any row elsewhere, their organisation and another one. */
async function newcomer(client: pg.Client): Promise<Mover> {
  const { rows } = await client.query<Mover>(`
    with orgs as (select min(id) as home, max(id) as other from organisation where kind = 'school'),
      made as (insert into person (org_id, account, name, usertype)
        select home, 'newcomer-' || gen_random_uuid(), '新人', 40 from orgs returning id)
    select made.id as person, home, other from made, orgs`)
  const [made] = rows
  if (!made) throw new Error("Nobody was made")
  return made
}

const values: Readonly<Record<string, string>> = {
  text: "'x'",
  "text[]": "'{}'",
  bytea: "decode(md5(random()::text), 'hex')",
  uuid: "gen_random_uuid()",
  jsonb: "'{}'",
  boolean: "true",
  "timestamp(3) with time zone": "now()",
}

/** An insert into any table: every column that must have a value gets one of its type, or an id that its key points at. */
async function insertInto(
  client: pg.Client,
  table: string,
  own: Readonly<Record<string, string>>,
): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string; target: string | null }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, k.confrelid::regclass::text as target
     from pg_attribute a
     left join pg_constraint k on k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum]
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
       and a.attidentity = '' and a.attname <> all ($2)`,
    [table, Object.keys(own)],
  )
  const given = rows.map(({ name, type, target }) => {
    const value = target ? `(select min(id) from ${target})` : values[type]
    if (value === undefined) throw new Error(`No value is known for ${table}.${name} (${type})`)
    return [name, value] as const
  })
  const all = [...Object.entries(own), ...given]
  return `insert into ${table} (${all.map(([name]) => name).join()}) values (${all.map(([, value]) => value).join()})`
}

const foreignKeyViolation = { code: "23503" }

test("[BARE-17] a personal row can't be written with another organisation than its person's", async () => {
  const client = await connected()
  const tables = await personalTables(client)
  expect(tables).toEqual(expect.arrayContaining(["credential", "session"]))
  for (const table of tables) {
    const { person, home, other } = await newcomer(client)
    const stranger = await newcomer(client)
    await client.query("update person set org_id = $1 where id = $2", [other, stranger.person])
    const wrong = await insertInto(client, table, { person_id: person, org_id: other })
    await expect(client.query(wrong), table).rejects.toMatchObject(foreignKeyViolation)
    await client.query(await insertInto(client, table, { person_id: person, org_id: home }))
    for (const [column, value] of [
      ["org_id", other],
      ["person_id", stranger.person],
    ])
      await expect(
        client.query(`update ${table} set ${column} = $1 where person_id = $2`, [value, person]),
        `${table}.${column}`,
      ).rejects.toMatchObject(foreignKeyViolation)
  }
})

test("[BARE-17] people who change their organisation take all their personal rows along", async () => {
  const client = await connected()
  const { person, home, other } = await newcomer(client)
  const neighbour = await newcomer(client)
  const tables = await personalTables(client)
  for (const table of tables)
    for (const id of [person, neighbour.person])
      await client.query(await insertInto(client, table, { person_id: id, org_id: home }))
  await client.query("update person set org_id = $1 where id = $2", [other, person])
  for (const table of tables) {
    const found = await client.query<{ person: string; org: string }>(
      `select person_id as person, org_id as org from ${table} where person_id = any ($1) order by 1`,
      [[person, neighbour.person]],
    )
    expect({ table, rows: found.rows }).toEqual({
      table,
      rows: [
        { person, org: other },
        { person: neighbour.person, org: home },
      ],
    })
  }
})

test("[BARE-17] a table that comes later is bound to its person's organisation by its key", async () => {
  const client = await connected()
  const { person, home, other } = await newcomer(client)
  await client.query(
    "create table later (org_id bigint, person_id bigint references person on delete cascade)",
  )
  await client.query("select bind_personal_tables()")
  await expect(
    client.query(`insert into later (org_id, person_id) values (${other}, ${person})`),
  ).rejects.toMatchObject(foreignKeyViolation)
  await client.query(`insert into later (org_id, person_id) values (${home}, ${person})`)
  await client.query("update person set org_id = $1 where id = $2", [other, person])
  expect((await client.query("select org_id from later")).rows).toEqual([{ org_id: other }])
})

async function isWaiting(watcher: pg.Client, waiting: pg.Client): Promise<boolean> {
  const { processID } = waiting as pg.Client & { processID: number }
  const { rows } = await watcher.query<{ waits: boolean }>(
    "select cardinality(pg_blocking_pids($1)) > 0 as waits",
    [processID],
  )
  return rows[0]?.waits ?? false
}

test("[BARE-17] a personal row that is written while its person moves is refused", async () => {
  const [mover, writer, watcher] = await connections(3)
  if (!mover || !writer || !watcher) throw new Error("A connection is missing")
  const { person, home, other } = await newcomer(mover)
  await mover.query("begin")
  await mover.query("update person set org_id = $1 where id = $2", [other, person])
  const insert = await insertInto(watcher, "session", { person_id: person, org_id: home })
  const written = writer.query(insert).then(
    () => "written",
    (error: unknown) => error,
  )
  await expect.poll(() => isWaiting(watcher, writer)).toBe(true)
  await mover.query("commit")
  expect(await written).toMatchObject(foreignKeyViolation)
})

test("[BARE-17] a personal row that was being written when its person moved goes along", async () => {
  const [mover, writer, watcher] = await connections(3)
  if (!mover || !writer || !watcher) throw new Error("A connection is missing")
  const { person, home, other } = await newcomer(mover)
  await writer.query("begin")
  await writer.query(await insertInto(watcher, "session", { person_id: person, org_id: home }))
  const moved = mover.query("update person set org_id = $1 where id = $2", [other, person])
  await expect.poll(() => isWaiting(watcher, mover)).toBe(true)
  await writer.query("commit")
  await moved
  const found = await watcher.query("select org_id from session where person_id = $1", [person])
  expect(found.rows).toEqual([{ org_id: other }])
})

test("[BARE-17] a key (org_id, person) is looked at once for each person who moves", async () => {
  const client = await connected()
  const { rows } = await client.query<{ key: string; action: string }>(`
    select conname as key, confupdtype as action from pg_constraint
    where contype = 'f' and confrelid = 'person'::regclass and cardinality(conkey) > 1`)
  expect(rows.length).toBeGreaterThan(0)
  const restrict = "r"
  expect(rows.filter(({ action }) => action !== restrict)).toEqual([])
})
