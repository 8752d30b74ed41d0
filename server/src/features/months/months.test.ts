import { createHash, randomUUID } from "node:crypto"
import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from "node:fs"
import { rmSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import type { KeptMonths } from "@uc/contract/months/kept-months"
import { statusCalls } from "@uc/contract/status/calls"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { scratchPlace } from "../../../../scripts/scratch-place.ts"
import { main as archive } from "../../commands/archive.ts"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { alarmOf, signed, theDemoSource } from "../../testing/test-alarm-source.ts"
import { testApp } from "../../testing/test-app.ts"
import { runCommand } from "../../testing/test-site.ts"
import { keepMonths } from "./keep-months.ts"

vi.setConfig({ testTimeout: 60_000 })

const forEver: KeptMonths = { alarms: 1200, visits: 1200, audit: 1200, signIns: 1200 }

async function world() {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-months-"))
  onTestFinished(async () => {
    await client.end()
    await scratch.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  const rows = async (text: string) => (await client.query(text)).rows as Record<string, unknown>[]
  const keep = (today: string, kept: Partial<KeptMonths> = {}, to = folder) =>
    keepMonths({ url: scratch.url, keep: { ...forEver, ...kept }, folder: to, today }).work(
      undefined as never,
    )
  return { url: scratch.url, client, folder, rows, keep }
}

const alarmAt = (moment: string) => `
  insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
  select gen_random_uuid(), id, area_path, 'gas', 1, '${moment}' from organisation order by id limit 1`

const partsOf = (table: string) =>
  `select part, from_month::text as "from" from month_parts() where parent = '${table}' and part ~ '2028' order by 2`

test("[OPS-6] months begin at midnight of Shanghai; rows without a month are kept and moved", async () => {
  const { client, rows, keep } = await world()
  await client.query(alarmAt("2028-01-31 23:59:59.999+08"))
  await client.query(alarmAt("2028-02-01 00:00:00+08"))
  const where = `select tableoid::regclass::text as part from alarm_record where createtime > '2027-01-01' order by createtime`
  expect(await rows(where)).toEqual([{ part: "alarm_record_later" }, { part: "alarm_record_later" }])
  const sums = await rows("select * from alarm_day order by org_id, day")
  await keep("2028-01-15")
  expect(await rows(where)).toEqual([{ part: "alarm_record_2028_01" }, { part: "alarm_record_2028_02" }])
  expect(await rows("select * from alarm_day order by org_id, day")).toEqual(sums)
  expect((await rows(partsOf("audit_log"))).at(-1)).toEqual({ part: "audit_log_2028_04", from: "2028-04-01" })
  // Nobody gets around the table's own security through a part.
  await client.query("set uc.reach to 'none'")
  expect(await rows("select 1 from alarm_record_2028_01")).toEqual([])
})

test("[OPS-6] an old month is in a readable file before its rows go, and comes back as it was", async () => {
  const { url, client, folder, rows, keep } = await world()
  await keep("2028-01-15")
  for (const day of ["02", "11", "28"]) await client.query(alarmAt(`2028-01-${day} 12:00+08`))
  await client.query(
    "insert into alarm_name select uuid, createtime from alarm_record where createtime > '2028-01-01'",
  )
  await client.query(`insert into alarm_confirmation (org_id, alarm_id, person_id)
    select a.org_id, a.id, p.id from alarm_record a join person p on p.org_id = a.org_id where a.createtime > '2028-01-01'`)
  const all = "select * from alarm_record where createtime > '2028-01-01' order by id"
  const known =
    "select c.* from alarm_confirmation c join alarm_record a on a.id = alarm_id order by alarm_id, person_id"
  const [alarms, confirmed] = [await rows(all), await rows(known)]
  const sums = await rows("select * from alarm_day order by org_id, day")
  expect(confirmed.length).toBeGreaterThan(3)

  await keep("2029-02-15", { alarms: 13 })
  expect(await rows(all)).toEqual(alarms)
  await expect(keep("2029-03-15", { alarms: 13 }, "/dev/null/nowhere")).rejects.toThrow("ENOTDIR")
  expect(await rows(all)).toEqual(alarms)
  await keep("2029-03-15", { alarms: 13 })
  const listed = await runCommand(archive, [], { DATABASE_URL: url })
  expect(await rows(all)).toEqual([])
  expect(await rows(known)).toEqual([])
  expect(await rows("select 1 from alarm_name where createtime > '2028-01-01'")).toEqual([])
  expect(await rows("select * from alarm_day order by org_id, day")).toEqual(sums)
  const file = join(
    folder,
    readdirSync(folder).find((name) => /^alarm_record_2028_01-\d+\.jsonl\.gz$/.test(name)) ?? "",
  )
  expect(listed.said).toContain(file)
  const lines = gunzipSync(readFileSync(file)).toString().trim().split("\n")
  expect(lines.map((line) => JSON.parse(line) as { uuid?: string })).toMatchObject([
    { table: "alarm_record", fromMonth: "2028-01-01", untilMonth: "2028-02-01" },
    ...alarms.map(({ uuid }) => ({ uuid })),
  ])

  const back = (name: string) => runCommand(archive, ["--back", name], { DATABASE_URL: url })
  expect(await back(file)).toMatchObject({ code: 0 })
  expect((await back(file)).said).toContain("is in the database already")
  expect(await rows(all)).toEqual(alarms)
  const along = join(
    folder,
    readdirSync(folder).find((name) => name.startsWith("alarm_record_2028_01_conf")) ?? "",
  )
  expect(await back(along)).toMatchObject({ code: 0 })
  expect(await rows(known)).toEqual(confirmed)
  expect(await rows("select * from alarm_day order by org_id, day")).toEqual(sums)
  await keep("2029-03-15", { alarms: 13 })
  expect(await rows(all)).toEqual(alarms)
})

test("[FAULT-10] an archived month with another head line is refused, in its old form too", async () => {
  const { url, client, folder, rows, keep } = await world()
  await keep("2028-01-15")
  await client.query(alarmAt("2028-01-02 12:00+08"))
  await keep("2029-03-15", { alarms: 13 })
  const name = readdirSync(folder).find((each) => each.startsWith("alarm_record_2028_01-")) ?? ""
  const file = join(folder, name)
  const [head = "", ...lines] = gunzipSync(readFileSync(file)).toString().split("\n")
  const back = async (changed: string) => {
    writeFileSync(file, gzipSync([changed, ...lines].join("\n")))
    return (await runCommand(archive, ["--back", file], { DATABASE_URL: url })).said
  }
  const other = { product: "9.9.9", untilMonth: "2028-03-01", table: "audit_log" }
  const refused = async (whole: string) => {
    for (const [key, value] of Object.entries(other)) {
      const changed = JSON.stringify({ ...(JSON.parse(whole) as object), [key]: value })
      if (key !== "product" || !whole.includes("month 1"))
        expect(await back(changed)).toContain("is not what was archived")
    }
  }
  await refused(head)
  const first = head.replace("user-centre month 2", "user-centre month 1")
  expect(first).not.toBe(head)
  expect(await back(first)).toContain("is not what was archived")
  // As a former release has written it.
  const sum = createHash("sha256").update(lines.join("\n")).digest("hex")
  await client.query("update archived_month set sha256 = $1 where part = 'alarm_record_2028_01'", [sum])
  await refused(first)
  expect(await rows("select 1 from alarm_record where createtime > '2028-01-01'")).toEqual([])
  expect(await back(first)).not.toContain("is not what was archived")
  expect(await rows("select 1 from alarm_record where createtime > '2028-01-01'")).toHaveLength(1)
})

test("[OPS-6] each kind leaves by its own setting, and what was done about alarms with them", async () => {
  const { rows, keep } = await world()
  await keep("2028-01-15")
  await keep("2028-05-15", { signIns: 1, audit: 2, visits: 3, alarms: 4 })
  const oldest = await rows(
    "select parent, min(from_month)::text as from from month_parts() where part ~ '_2028_' group by 1 order by 1",
  )
  expect(oldest).toEqual([
    { parent: "alarm_event", from: "2028-01-01" },
    { parent: "alarm_record", from: "2028-01-01" },
    { parent: "audit_log", from: "2028-03-01" },
    { parent: "login_log", from: "2028-04-01" },
    { parent: "patrol_record", from: "2028-02-01" },
  ])
})

test("[OPS-6] a damaged file, one that was changed and one of another site are refused", async () => {
  const { url, client, folder, keep } = await world()
  await keep("2028-01-15")
  await client.query(alarmAt("2028-01-02 12:00+08"))
  await keep("2029-03-15", { alarms: 13 })
  const name = readdirSync(folder).find((each) => each.startsWith("alarm_record_2028_01-")) ?? ""
  const file = join(folder, name)
  const whole = readFileSync(file)
  const said = async () => (await runCommand(archive, ["--back", file], { DATABASE_URL: url })).said
  truncateSync(file, whole.length - 12)
  expect(await said()).toContain("is damaged")
  writeFileSync(file, whole)
  appendFileSync(file, whole)
  expect(await said()).toMatch(/is damaged|is not what was archived/)
  writeFileSync(file, whole)
  await client.query("delete from archived_month")
  expect(await said()).toContain("of another site")
})

test("[OPS-6] an alarm that is repeated in another month is stored once", async () => {
  const app = await testApp()
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select set_config('uc.reach', 'all', false)")
  const uuid = randomUUID()
  const { rows } = await client.query<{ org: string }>(
    `with named as (insert into alarm_name values ($1, '2027-02-01 00:00:01+08'))
     insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, source)
     select $1, id, area_path, 'gas', 1, '2027-02-01 00:00:01+08', (select name from alarm_source limit 1)
     from organisation where kind = 'school' order by id limit 1 returning org_id::text as org`,
    [uuid],
  )
  const items = [alarmOf(rows[0]?.org ?? "", { uuid })]
  const answer = await app.app.inject(signed(theDemoSource, alarmSourceCalls.report, { items }))
  expect(answer.json().data).toMatchObject({ accepted: 0 })
  const { rows: found } = await client.query("select 1 from alarm_record where uuid = $1", [uuid])
  expect(found).toHaveLength(1)
})

test("[OPS-6] 运行状态 names tables without next month, and rows that lie in no month", async () => {
  const app = await testApp()
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select set_config('uc.reach', 'all', false)")
  const found = async () => {
    const { checks } = await (await app.as("platform")).send(statusCalls.overview, {})
    return checks.find(({ id }) => id === "months")
  }
  expect(await found()).toMatchObject({ state: "ok" })
  await client.query(alarmAt("2028-01-31 12:00+08"))
  expect(await found()).toMatchObject({ state: "warning", found: expect.stringContaining("alarm_record") })
  await client.query(`do $$ declare p text; begin
    for p in select part from month_parts() where parent = 'login_log' loop
      execute format('alter table login_log detach partition %I', p);
    end loop;
    perform attach_part('login_log', 'login_log_later', '2020-01-01', null);
  end $$`)
  expect(await found()).toMatchObject({ state: "error", found: expect.stringContaining("login_log") })
})
