import { createHash, randomBytes } from "node:crypto"
import pg from "pg"
import { departmentLimits } from "@uc/contract/departments/calls"
import { informationDictionary } from "@uc/contract/dictionary/calls"
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from "vitest"
import { migrate } from "../db/migrate.ts"
import { databaseUrl, runAs, scratchDatabase } from "../testing/scratch-database.ts"
import { accounts, tinyAccounts } from "./accounts.ts"
import { makeWorld, type Size, type WorldOptions } from "./make-world.ts"

// Whole databases are made here, on a machine that may be busy with other files.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const now = new Date("2026-11-15T09:30:00+08:00")
const passwords = { kid: "stub", hash: async (md5: string) => `stub of ${md5}` }

async function worldOf(
  size: Size,
  options: Partial<WorldOptions> = {},
  cleanUp: typeof onTestFinished = onTestFinished,
) {
  const adminUrl = inject("adminUrl")
  const name = `world_${randomBytes(8).toString("hex")}`
  await runAs(adminUrl, `create database ${name} owner uc`)
  const url = databaseUrl(adminUrl, "uc", name)
  await migrate(url)
  await makeWorld(url, { size, now, passwords, ...options })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  cleanUp(async () => {
    await client.end()
    await runAs(adminUrl, `drop database ${name} with (force)`)
  })
  return { client, url }
}

async function rowsOf<Row extends pg.QueryResultRow>(client: pg.Client, text: string): Promise<Row[]> {
  return (await client.query<Row>(text)).rows
}

/** A fingerprint of every row of every table. */
async function fingerprints(client: pg.Client): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    client,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by 1",
  )
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const rows = await rowsOf<{ row: string }>(client, `select t::text as row from "${name}" t order by 1`)
    prints[name] = createHash("sha256")
      .update(rows.map(({ row }) => row).join("\n"))
      .digest("hex")
  }
  return prints
}

test("[DATA-2] the same seed and now make the same rows, another seed makes others", async () => {
  const one = await fingerprints((await worldOf("tiny", { seed: 7 })).client)
  expect(await fingerprints((await worldOf("tiny", { seed: 7 })).client)).toEqual(one)
  const other = await fingerprints((await worldOf("tiny", { seed: 8 })).client)
  expect(other["person"]).not.toEqual(one["person"])
  expect(other["alarm"]).not.toEqual(one["alarm"])
})

test("[DATA-2] the tiny world has the documented accounts, and is made once", async () => {
  const { client, url } = await worldOf("tiny")
  const people = await rowsOf(
    client,
    `select p.account, p.usertype, p.admintype, o.name as organisation
     from person p join organisation o on o.id = p.org_id join credential c on c.person_id = p.id`,
  )
  for (const { account, usertype, admintype, organisation } of tinyAccounts)
    expect(people).toContainEqual({ account, usertype, admintype, organisation })

  const before = await fingerprints(client)
  await makeWorld(url, { size: "small", now, passwords })
  expect(await fingerprints(client)).toEqual(before)
})

test("[DATA-2] new rows get ids after those of the demo data", async () => {
  const { client } = await worldOf("tiny")
  const [row] = await rowsOf<{ id: string; highest: string }>(
    client,
    `insert into post (org_id, name) select min(id), '新岗位' from organisation
     returning id, (select max(id) from post) as highest`,
  )
  expect(Number(row?.id)).toBe(Number(row?.highest) + 1)
})

test("[LOGIN-2] only a hash of the demo password is stored", async () => {
  const scratch = await scratchDatabase()
  onTestFinished(() => scratch.drop())
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const records = await rowsOf<{ phc: string }>(client, "select distinct phc from credential").finally(() =>
    client.end(),
  )
  expect(records).toHaveLength(1)
  expect(records[0]?.phc).toMatch(/^\$argon2id\$/)
})

let small: pg.Client
const smallEnds: (() => Promise<void>)[] = []
beforeAll(async () => {
  const made = await worldOf("small", {}, (end) => smallEnds.push(end as () => Promise<void>))
  small = made.client
})
afterAll(async () => {
  for (const end of smallEnds) await end()
})

async function number(text: string): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(small, `select (${text})::int as n`)
  return row?.n ?? Number.NaN
}

test("[DATA-2] the small world has a bureau, twelve schools, two enterprises and 1,500 people", async () => {
  const kinds = await rowsOf(
    small,
    "select kind, count(*)::int as n from organisation group by kind order by kind",
  )
  expect(kinds).toEqual([
    { kind: "bureau", n: 1 },
    { kind: "enterprise", n: 2 },
    { kind: "platform", n: 1 },
    { kind: "school", n: 12 },
  ])
  expect(await number("select count(*) from person")).toBe(1500)
  expect(await number("select count(distinct account) from person")).toBe(1500)
  const people = await rowsOf(small, "select account, usertype, admintype from person")
  for (const { account, usertype, admintype } of accounts)
    expect(people).toContainEqual({ account, usertype, admintype })
})

test("[DATA-2] people have varied names, some the same, and some several departments", async () => {
  const different = await number("select count(distinct name) from person")
  expect(different).toBeGreaterThan(1000)
  expect(different).toBeLessThan(1500)
  expect(
    await number(
      "select count(*) from (select 1 from person_department group by person_id having count(*) > 1)",
    ),
  ).toBeGreaterThan(30)
  expect(await number("select count(*) from person where pinyin = '' or initials = ''")).toBe(0)
  expect(
    await number(
      "select count(*) from person where idcard !~ '^[0-9]{17}[0-9X]$' or phone !~ '^1[0-9]{10}$'",
    ),
  ).toBe(0)
})

test("[DATA-2] every school has namesakes in different departments", async () => {
  const schools = "select id from organisation where kind = 'school'"
  expect(
    await number(`select count(distinct a.org_id) from person a
      join person b on b.org_id = a.org_id and b.name = a.name and b.id <> a.id
      join person_department x on x.person_id = a.id join person_department y on y.person_id = b.id
      where x.department_id <> y.department_id and a.org_id in (${schools})`),
  ).toBe(12)
  expect(
    await number(`select count(distinct org_id) from (select org_id from person_department
      where org_id in (${schools}) group by org_id, person_id having count(*) > 1) twice`),
  ).toBe(12)
})

test("[DATA-2] there are five levels of departments, four of places, three of menus", async () => {
  const deepest = "select max(level) from"
  expect(await number(`${deepest} department`)).toBe(departmentLimits.lastLevelIndex)
  expect(await number(`select count(distinct org_id) from department where level = 4`)).toBe(12)
  expect(await number(`${deepest} building`)).toBe(3)
  expect(await number(`${deepest} grid`)).toBe(3)
  expect(
    await number(
      "select count(*) from menu a join menu b on b.parent_id = a.id join menu c on c.parent_id = b.id where a.parent_id is null",
    ),
  ).toBeGreaterThan(5)
  expect(await number("select count(*) from post where parent_id is not null")).toBeGreaterThan(100)
})

test("[DATA-2] there are two years of alarms, with open ones of today", async () => {
  expect(await number("select count(*) from alarm_record")).toBe(8026)
  expect(
    await number("select date_part('day', max(createtime) - min(createtime)) from alarm_record"),
  ).toBeGreaterThan(720)
  expect(await number(`select count(*) from alarm_record where createtime > '${now.toISOString()}'`)).toBe(0)
  expect(
    await number("select count(*) from alarm_record where createtime >= '2026-11-15T00:00:00+08:00'"),
  ).toBe(26)
  expect(await number("select count(*) from alarm_record where state = 'open'")).toBeGreaterThan(5)
  // People are there on weekdays; in August hardly anybody is.
  const perDay = (condition: string) =>
    number(
      `select 100 * count(*) / count(distinct day) from (select createtime at time zone 'Asia/Shanghai' as day from alarm_record) a
       cross join lateral (select day::date) d (date) where ${condition}`.replace(
        "distinct day",
        "distinct date",
      ),
    )
  expect(await perDay("extract(isodow from date) < 6")).toBeGreaterThan(
    2 * (await perDay("extract(isodow from date) > 5")),
  )
  expect(await perDay("extract(month from date) = 10")).toBeGreaterThan(
    2 * (await perDay("extract(month from date) = 8")),
  )
})

test("[DATA-2] there are drills (one is live), patrols, tasks, assessments, notices and news", async () => {
  expect(await number("select count(*) from drill where ended_at is null")).toBe(1)
  for (const [table, least] of Object.entries({
    drill: 100,
    patrol_record: 10_000,
    task_assignee: 500,
    assessment_score: 100,
    notice: 80,
    news: 100,
    friend_link: 10,
  }))
    expect({ table, isThere: (await number(`select count(*) from ${table}`)) >= least }).toEqual({
      table,
      isThere: true,
    })
})

test("[SHELL-4] the information dictionary's first remark is a list separated by commas", async () => {
  const { content, code } = informationDictionary
  const [first] = await rowsOf<{ remark: string }>(
    small,
    `select remark from dictionary where content = '${content}' and code = '${code}' order by sort_no`,
  )
  expect(first?.remark.split(",").slice(0, 2)).toEqual(["通知公告", "政策法规"])
})

async function menusOf(usertype: number, admintype: number): Promise<string[]> {
  const rows = await rowsOf<{ text: string }>(
    small,
    `select m.text from menu m where exists (select from menu_audience a where a.menu_id = m.id
       and (a.usertype is null or a.usertype = ${usertype}) and a.min_admintype <= ${admintype})`,
  )
  return rows.map(({ text }) => text)
}

test("[MENU-1] each role has menus, and they differ", async () => {
  expect(await menusOf(40, 0)).toContain("课表查询")
  expect(await menusOf(40, 0)).not.toContain("授权域名")
  expect(await menusOf(40, 1)).toContain("授权域名")
  expect(await menusOf(20, 0)).toContain("督导档案")
  expect(await menusOf(30, 0)).toContain("设备台账")
  expect(await menusOf(30, 0)).not.toContain("课表查询")
})

test("[DAY-16][DAY-18] B17, A19: a page has one name, and no other page has it", async () => {
  const rows = await rowsOf<{ text: string; times: number }>(
    small,
    `select text, (select count(distinct o.address)::int from menu o where o.text = m.text) as times from menu m
     where not exists (select from menu c where c.parent_id = m.id)`,
  )
  const names = rows.map(({ text }) => text)
  expect(rows.filter(({ times }) => times > 1)).toEqual([])
  expect(names).toContain("管理")
  // The portal's own: the ledger in 隐患治理, the profiles in 考核评估.
  for (const name of ["隐患台账", "单位档案", "学校档案", "管理中心"]) expect(names).not.toContain(name)
})
