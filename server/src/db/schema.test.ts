import pg from "pg"
import { departmentLimits } from "@uc/contract/departments/calls"
import { domainLimits } from "@uc/contract/domains/calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"

let scratch: Awaited<ReturnType<typeof scratchDatabase>>
let client: pg.Client

beforeAll(async () => {
  scratch = await scratchDatabase()
  client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
})

afterAll(async () => {
  await client.end()
  await scratch.drop()
})

async function one<Row extends pg.QueryResultRow>(
  text: string,
  values: readonly unknown[] = [],
): Promise<Row> {
  const [row] = (await client.query<Row>(text, [...values])).rows
  if (!row) throw new Error(`No row: ${text}`)
  return row
}

/** The column of each stored field of the specification's section 3; computed ones have none. */
const entities: Record<string, readonly string[]> = {
  Domain: ["auth_domain.id", "auth_domain.name", "auth_domain.domain_ip"],
  "Person node": ["person.id", "person.name", "person_department.department_id", "department.name"],
  "Post node": ["post.id", "post.name", "post.parent_id"],
  "Searched person": ["person.account", "person.name", "person.id"],
  "Department node": ["department.id", "department.name", "department.sort_no", "department.parent_id"],
  "Building-layer": ["building.id", "building.name", "building_layer_relation.layer_id"],
  Area: ["area.id", "area.name", "area.parent_id", "area.data_type", "organisation.name"],
  "Building node": [
    "building.id",
    "building.name",
    "building.type",
    "building.parent_id",
    "building.is_leaf",
    "building.ids",
  ],
  Module: ["module.id", "module.name", "module.parent_id", "module.identifier"],
  Menu: ["menu.id", "menu.text", "menu.parent_id"],
  "Menu route item": ["menu.id", "menu.text", "menu.module_type", "menu.path"],
  "Grid tree node": ["grid.id", "grid.name", "grid.parent_id", "grid.space_name"],
  "Warning record": [
    "alarm_record.uuid",
    "alarm_record.createtime",
    "alarm_record.model_code",
    "alarm_record.org_id",
    "organisation.name",
    "alarm_level.name",
    "alarm_type.name",
    "organisation.address",
  ],
  "Emergency-drill record": [
    "drill.yazx_code",
    "drill.yazx_title",
    "drill.yazx_bdate",
    "drill.org_id",
    "drill.zx_type",
  ],
  "Current user": [
    ..."id name himg phone role org_id faceimg checktype reason synctype usertype idcard classcode classname"
      .split(" ")
      .map((field) => `person.${field}`),
    ..."is_parent grade sex admintype phoneclient phoneicon phonelogo signature"
      .split(" ")
      .map((field) => `person.${field}`),
    "organisation.name",
    "organisation.area_id",
    "area.name",
  ],
}

test.each(Object.entries(entities))(
  "[DATA-1] %s is in the database with its fields",
  async (_entity, fields) => {
    const { rows } = await client.query<{ field: string }>(
      "select table_name || '.' || column_name as field from information_schema.columns where table_schema = 'public'",
    )
    const known = new Set(rows.map(({ field }) => field))
    expect(fields.filter((field) => !known.has(field))).toEqual([])
  },
)

test("[DEPT-3] the database refuses a department of a sixth or a wrong level", async () => {
  const last = await one<{ id: string; org_id: string; ids: string[] }>(
    "select id, org_id, ids from department where level = $1 limit 1",
    [departmentLimits.lastLevelIndex],
  )
  const add = (level: number, ids: readonly string[]) =>
    client.query(
      "insert into department (org_id, parent_id, ids, level, name) values ($1, $2, $3, $4, '第六级')",
      [last.org_id, last.id, ids, level],
    )
  const chain = [...last.ids, last.id]
  await expect(add(chain.length, chain)).rejects.toThrow("department_level")
  await expect(add(4, chain)).rejects.toThrow("department_ids")
  await expect(add(4, last.ids)).rejects.toThrow("department_ids")
})

test("[ROLE-2] a child can't belong to another organisation than its parent", async () => {
  const own = await one<{ id: string; org_id: string }>("select id, org_id from department limit 1")
  const foreign = await one<{ id: string }>("select id from organisation where id <> $1 limit 1", [
    own.org_id,
  ])
  const person = await one<{ id: string }>("select id from person where org_id = $1 limit 1", [foreign.id])
  await expect(
    client.query(
      "insert into department (org_id, parent_id, ids, level, name) values ($1, $2, array[$2::bigint], 1, '越界')",
      [foreign.id, own.id],
    ),
  ).rejects.toThrow("foreign key")
  await expect(
    client.query("insert into person_department (org_id, person_id, department_id) values ($1, $2, $3)", [
      own.org_id,
      person.id,
      own.id,
    ]),
  ).rejects.toThrow("foreign key")
})

async function accepts(column: string, value: number): Promise<boolean> {
  await client.query("begin")
  const done = await client.query(`update person set ${column} = $1`, [value]).then(
    () => true,
    () => false,
  )
  await client.query("rollback")
  return done
}

test("[ROLE-2] the database knows the usertypes and admintypes of the contract, and no others", async () => {
  for (const value of Object.values(usertypes)) expect(await accepts("usertype", value)).toBe(true)
  for (const value of Object.values(admintypes)) expect(await accepts("admintype", value)).toBe(true)
  expect(await accepts("usertype", 50)).toBe(false)
  expect(await accepts("admintype", 3)).toBe(false)
})

test("[DOM-6] name and address of a domain: at most 100 characters each", async () => {
  const { org_id: orgId } = await one<{ org_id: string }>("select org_id from auth_domain limit 1")
  const add = (name: string, address: string) =>
    client.query("insert into auth_domain (org_id, name, domain_ip, origin) values ($1, $2, $3, $3)", [
      orgId,
      name,
      address,
    ])
  const longest = "域".repeat(domainLimits.fieldLength)
  const address = `${"a".repeat(60)}.${"b".repeat(domainLimits.fieldLength - 61)}`
  await add(longest, address)
  await expect(add(`${longest}名`, "a.cn")).rejects.toThrow("auth_domain_lengths")
  await expect(add("官网", `${address}c`)).rejects.toThrow("auth_domain_lengths")
})

test("[PERSON-4] a person has one main department and is in each at most once", async () => {
  const row = await one<{ person_id: string; org_id: string; department_id: string }>(
    "select * from person_department where is_main limit 1",
  )
  const add = (department: string, isMain: boolean) =>
    client.query(
      "insert into person_department (org_id, person_id, department_id, is_main) values ($1, $2, $3, $4)",
      [row.org_id, row.person_id, department, isMain],
    )
  const other = await one<{ id: string }>(
    `select id from department where org_id = $1
     and id not in (select department_id from person_department where person_id = $2) limit 1`,
    [row.org_id, row.person_id],
  )
  await expect(add(row.department_id, false)).rejects.toThrow("unique")
  await expect(add(other.id, true)).rejects.toThrow("person_department_one_main")
})

test("[WARN-1] the index for the newest alarms has the order of the query", async () => {
  const descendingNullsLast = 1
  const { rows } = await client.query(
    `select i.indexrelid::regclass::text as index from pg_index i, unnest(i.indoption::int2[]) as option
     where i.indrelid::regclass::text not like 'pg_%' and option = $1`,
    [descendingNullsLast],
  )
  expect(rows).toEqual([])
})
