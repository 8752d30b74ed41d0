import { randomBytes, randomUUID } from "node:crypto"
import pg from "pg"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { finishMigrations, knownMigrations, makeMigrationTable, migrate } from "./migrate.ts"
import { databaseUrl, runAs } from "../testing/scratch-database.ts"

vi.setConfig({ testTimeout: 60_000 })

/** A site as the release before months left it. */
async function siteBefore(): Promise<{ url: string; client: pg.Client }> {
  const adminUrl = inject("adminUrl")
  const name = `before_${randomBytes(8).toString("hex")}`
  await runAs(adminUrl, `create database ${name} owner uc`)
  const url = databaseUrl(adminUrl, "uc", name)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await runAs(adminUrl, `drop database ${name} with (force)`)
  })
  await client.query("select set_config('uc.reach', 'all', false)")
  await client.query(makeMigrationTable)
  for (const { name: tag, sql, hash } of knownMigrations()) {
    if (tag >= "0019") continue
    await client.query(sql)
    await client.query("insert into migration (name, hash) values ($1, $2)", [tag, hash])
  }
  await client.query(finishMigrations)
  await client.query(`
    insert into area (id, name, path, level, data_type) values (1, '甲区', '1/', 1, 1);
    insert into organisation (id, kind, area_id, area_path, name) values (1, 'school', 1, '1/', '甲一小学');
    insert into alarm_level (level, name) values (1, '特别重大')`)
  return { url, client }
}

/** As the previous release says it. */
const report = (uuid: string) => `
  insert into alarm (uuid, org_id, area_path, model_code, level, createtime)
  values ('${uuid}', 1, '1/', 'gas', 1, now() - interval '1 minute') on conflict (uuid) do nothing`
const log = "insert into audit_log (org_id, action, result) values (1, 'x', 'ok') returning id::int"

test("[OPS-6][OPS-8] rows of before are in the first parts, and the previous release goes on writing", async () => {
  const { url, client } = await siteBefore()
  const [first, second] = [randomUUID(), randomUUID()]
  const rows = async (text: string) => (await client.query(text)).rows as Record<string, number>[]
  await client.query(report(first))
  await client.query("insert into alarm_event (org_id, alarm_id, action) select 1, id, 'closed' from alarm")
  const [logged] = await rows(log)
  await migrate(url)

  expect(await rows("select count(*)::int as n from alarm_record")).toEqual([{ n: 1 }])
  expect(await rows("select count(*)::int as n from alarm_event")).toEqual([{ n: 1 }])
  await client.query(report(first))
  await client.query(report(second))
  await client.query("update alarm set createtime = createtime - interval '40 days' where uuid = $1", [
    second,
  ])
  const [again] = await rows(log)
  expect(again?.["id"]).toBe((logged?.["id"] ?? 0) + 1)
  expect(await rows("select count(*)::int as n from alarm_name")).toEqual([{ n: 2 }])
  const sums = (table: string) => `(select sum(total)::int from ${table} where total > 0)`
  expect(
    await rows(`select (select count(*)::int from alarm_record) as all, ${sums("alarm_day")} as days,
      ${sums("alarm_month")} as months, ${sums("alarm_day_kind")} as kinds,
      (select count(*)::int from alarm_day where total > 0) as "on"`),
  ).toEqual([{ all: 2, days: 2, months: 2, kinds: 2, on: 2 }])
  // For at least a month it may do so.
  await expect(
    client.query("update alarm set createtime = now() + interval '27 days' where uuid = $1", [second]),
  ).resolves.toMatchObject({ rowCount: 1 })
})
