import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { scratchDatabase } from "../testing/scratch-database.ts"

async function openWorld(): Promise<pg.Client> {
  const scratch = await scratchDatabase()
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  onTestFinished(async () => {
    await client.end()
    await scratch.drop()
  })
  return client
}

const countedRows = {
  alarm_day: `select org_id, (createtime at time zone 'Asia/Shanghai')::date, count(*)::int from alarm_record group by 1, 2`,
  alarm_day_kind: `select org_id, (createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)::int
    from alarm_record group by 1, 2, 3, 4`,
  alarm_month: `select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code,
    count(*)::int from alarm_record group by 1, 2, 3, 4`,
  patrol_day: `select org_id, (due_at at time zone 'Asia/Shanghai')::date, count(*)::int,
    (count(*) filter (where result in ('normal', 'problem')))::int, (count(*) filter (where result = 'missed'))::int
    from patrol_record group by 1, 2`,
} as const

/** Sums that differ from the rows that they count; a sum of zero may stay after its rows are gone. */
async function differences(client: pg.Client): Promise<unknown[]> {
  const found: unknown[] = []
  for (const [table, truth] of Object.entries(countedRows)) {
    const kept = `select * from ${table} where ${table === "patrol_day" ? "planned" : "total"} <> 0`
    for (const [one, other] of [
      [kept, truth],
      [truth, kept],
    ])
      found.push(...(await client.query(`(${one}) except (${other})`)).rows)
  }
  return found
}

/** Around midnights of Shanghai and the turn of a month. */
const insertAlarms = (from: number, to: number) => `
  insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, o.id, o.area_path, 'type-' || n % 3, 1 + n % 4,
    timestamptz '2031-01-31 20:00:00+08' + n * interval '37 minutes'
  from generate_series(${from}, ${to}) n join lateral (select * from organisation order by id offset n % 3 limit 1) o on true
  on conflict do nothing`

test("[WORK-4] sums of alarms stay right after inserts, repeats, updates and deletes", async () => {
  const client = await openWorld()
  expect(await differences(client)).toEqual([])
  await client.query(insertAlarms(1, 50))
  await client.query(insertAlarms(30, 80))
  expect(await differences(client)).toEqual([])
  await client.query(
    `update alarm_record set createtime = createtime + interval '9 hours', level = 2 where model_code = 'type-1'`,
  )
  await client.query(
    "update alarm_record set state = 'closed', closed_at = now() where model_code = 'type-2'",
  )
  await client.query("delete from alarm_record where level = 3")
  expect(await differences(client)).toEqual([])
  await client.query("begin")
  await client.query(insertAlarms(100, 120))
  await client.query("rollback")
  expect(await differences(client)).toEqual([])
  const { rows } = await client.query(
    "select sum(total)::int as total, (select count(*)::int from alarm_record) as alarms from alarm_day",
  )
  expect(rows[0].total).toBe(rows[0].alarms)
  expect(rows[0].total).toBeGreaterThan(50)
})

test("[WORK-3] sums of patrols stay right after visits, updates and deletes", async () => {
  const client = await openWorld()
  await client.query(`insert into patrol_record (org_id, point_id, due_at, result)
    select p.org_id, p.id, timestamptz '2031-05-06 22:00:00+08' + n * interval '1 hour', 'due'
    from patrol_point p, generate_series(0, 4) n`)
  expect(await differences(client)).toEqual([])
  await client.query(`update patrol_record set result = case id % 3 when 0 then 'normal' when 1 then 'problem' else 'missed' end
    where result = 'due'`)
  expect(await differences(client)).toEqual([])
  await client.query(
    "update patrol_record set due_at = due_at + interval '3 hours', result = 'missed' where id % 2 = 0",
  )
  await client.query("delete from patrol_record where id % 5 = 0")
  expect(await differences(client)).toEqual([])
})

test("[OPS-6] sums equal the rows when alarms come late, change and move between months", async () => {
  const client = await openWorld()
  await client.query("select make_months('alarm_record', '2031-03-01')")
  const orgs = "array(select id from organisation order by id)"
  await client.query(`
    insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime)
    select gen_random_uuid(), o.id, o.area_path, 'type-' || floor(random() * 4), 1 + floor(random() * 4)::int,
      timestamptz '2030-10-01 00:00+08' + random() * interval '200 days'
    from generate_series(1, 400) n, organisation o where o.id = (${orgs})[1 + n % 5]`)
  const { rows: parts } = await client.query(
    "select count(distinct tableoid)::int as parts from alarm_record where createtime > '2030-09-30'",
  )
  expect(parts[0].parts).toBeGreaterThan(5)
  expect(await differences(client)).toEqual([])
  await client.query(`update alarm_record set createtime = createtime - random() * interval '70 days'
    where createtime > '2030-12-15' and random() < 0.5`)
  await client.query(`update alarm_record set level = 1 + (level % 4), model_code = 'type-9', org_id = (${orgs})[1]
    where createtime > '2030-09-30' and random() < 0.3`)
  expect(await differences(client)).toEqual([])
  await client.query("delete from alarm_record where createtime > '2030-12-15' and random() < 0.3")
  expect(await differences(client)).toEqual([])
})
