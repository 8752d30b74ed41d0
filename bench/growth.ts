import { statfsSync } from "node:fs"
import { alarmCalls } from "@uc/contract/alarms/calls"
import pg from "pg"
import { doorOf } from "../e2e/database.ts"
import { alarmSource } from "./alarm-source.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { compared, median } from "./statistics.ts"

/** Another number where time is short. */
const wantedMillions = Number(process.env["GROWTH_MILLIONS"] ?? 100)
const months = 24
/** What a million alarms take with all indexes, names and the log of writing them. */
const gbPerMillion = 0.6
const batch = 100
const concurrency = 4

/** OPS-6. Two products of their own: one as the demo makes it, one with as many alarms as half of the free disk holds. */
export const growth: Benchmark = {
  name: "growth",
  goal: `${wantedMillions} million alarms (as far as the disk goes) beside 10 thousand: the polled list at most 1.3x, at least 4,000 alarms/s, statistics within 1 s`,
  async run(context) {
    const folder = context.scratch("grown-data")
    const { bavail, bsize } = statfsSync(folder)
    const room = Math.floor((bavail * bsize) / 2 / gbPerMillion / 1e9)
    const millions = context.isQuick ? 0.2 : Math.min(wantedMillions, room)
    const large = await npmStart(context.root, folder)
    context.onEnd(() => large.stop())
    await grow(context, folder, millions * 1_000_000)
    const small = await npmStart(context.root, context.scratch("small-data"))
    context.onEnd(() => small.stop())
    const places = { large: large.address, small: small.address }
    const name = `${millions} million alarms`
    return [
      ...(await lists(context, places, name)),
      ...(await statistics(context, places, name)),
      ...(await ingest(context, places, name)),
    ]
  },
}

/** Each month is written without indexes and attached with them. The demo's own alarms stay. */
async function grow({ say }: Context, dataDir: string, alarms: number): Promise<void> {
  const client = new pg.Client({ ...doorOf(dataDir), user: "uc", database: "uc" })
  await client.connect()
  try {
    await client.query(
      "set uc.reach to 'all'; set synchronous_commit to off; set maintenance_work_mem to '512MB'; set work_mem to '256MB'",
    )
    const { rows } = await client.query<{ first: string; last: string }>(
      `select (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => $1 - 1))::date::text as first,
         until_month::text as last from month_parts() where part = 'alarm'`,
      [months],
    )
    const [span] = rows
    if (!span) throw new Error("The first part was not found")
    await client.query(
      "alter table alarm_record detach partition alarm; alter table alarm disable trigger user",
    )
    const beganMs = performance.now()
    for (let month = span.first; month < span.last; month = nextMonth(month)) {
      await client.query("begin")
      const part = `alarm_record_${month.slice(0, 7).replace("-", "_")}`
      await client.query("select make_part('alarm_record', $1)", [part])
      await client.query(`alter table ${part} drop constraint ${part}_pkey, drop constraint ${part}_uuid_key`)
      await client.query(fill(part, month, Math.round(alarms / months)))
      await client.query(
        `with gone as (delete from alarm where createtime >= month_start($1::date) and createtime < month_start($2::date)
           returning *) insert into ${part} select * from gone`,
        [month, nextMonth(month)],
      )
      await client.query(`alter table ${part} add primary key (id), add unique (uuid)`)
      await client.query("select attach_part('alarm_record', $1, $2::date, $3::date)", [
        part,
        month,
        nextMonth(month),
      ])
      await client.query(sums(part))
      await client.query("commit")
      await client.query(`vacuum (analyze) ${part}`)
      say(`${month.slice(0, 7)} after ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
    }
    await client.query("select attach_part('alarm_record', 'alarm', null, $1::date)", [span.first])
    await client.query("select enable_row_security()")
    // One index over all of them is built at once, not name by name.
    await client.query("alter table alarm_name drop constraint alarm_name_pkey; truncate alarm_name")
    await client.query("insert into alarm_name select uuid, createtime from alarm_record")
    await client.query("alter table alarm_name add primary key (uuid)")
    for (const statement of [
      "analyze alarm_record",
      "vacuum (analyze) alarm_day, alarm_day_kind, alarm_month, alarm_name",
    ])
      await client.query(statement)
    const { rows: size } = await client.query<{ size: string; alarms: string }>(
      "select pg_size_pretty(pg_database_size(current_database())) as size, sum(total)::text as alarms from alarm_day",
    )
    say(`${size[0]?.alarms} alarms, ${size[0]?.size}`)
  } finally {
    await client.end()
  }
}

function nextMonth(month: string): string {
  const [year = 0, no = 0] = month.split("-").map(Number)
  return no === 12 ? `${year + 1}-01-01` : `${year}-${String(no + 1).padStart(2, "0")}-01`
}

/** Spread over all organisations and types; one of 20,000 is still open. Nothing after now. */
function fill(part: string, month: string, count: number): string {
  return `
    with orgs as (select array_agg(id order by id) as ids, array_agg(area_path order by id) as paths from organisation),
      types as (select array_agg(model_code) as codes from alarm_type)
    insert into ${part} (uuid, org_id, area_path, model_code, level, createtime, received_at, state, address, detail, source, closed_at)
    select gen_random_uuid(), ids[o], paths[o], codes[1 + n % cardinality(codes)], 1 + n % 4, at, at,
      case when n % 20000 = 0 then 'open' else 'closed' end, '食堂后厨', '可燃气体浓度超过阈值', 'demo',
      case when n % 20000 = 0 then null else at + interval '20 minutes' end
    from orgs, types, generate_series(1, ${count}) n
    cross join lateral (select 1 + n % cardinality(ids) as o,
      date_trunc('milliseconds', month_start('${month}') + ((n - 1) / ${count}.0) * (least(now(), month_start('${nextMonth(month)}')) - month_start('${month}'))) as at) d
    where month_start('${month}') < now()`
}

/** As the triggers would have. */
function sums(part: string): string {
  return `
    insert into alarm_day as known
    select org_id, (createtime at time zone 'Asia/Shanghai')::date, count(*) from ${part} where source = 'demo' and detail = '可燃气体浓度超过阈值' group by 1, 2
    on conflict (org_id, day) do update set total = known.total + excluded.total;
    insert into alarm_day_kind as known
    select org_id, (createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)
    from ${part} where source = 'demo' and detail = '可燃气体浓度超过阈值' group by 1, 2, 3, 4
    on conflict (org_id, day, level, model_code) do update set total = known.total + excluded.total;
    insert into alarm_month as known
    select org_id, date_trunc('month', createtime at time zone 'Asia/Shanghai')::date, level, model_code, count(*)
    from ${part} where source = 'demo' and detail = '可燃气体浓度超过阈值' group by 1, 2, 3, 4
    on conflict (org_id, month, level, model_code) do update set total = known.total + excluded.total`
}

interface Places {
  readonly large: string
  readonly small: string
}

type Ask = (address: string, cookie: string, turn: number) => Promise<unknown>

/** In turns, each call different, so that none is answered out of the cache. */
async function inTurns(
  context: Context,
  places: Places,
  { account, calls, ask }: { readonly account: string; readonly calls: number; readonly ask: Ask },
): Promise<Record<"large" | "small", number[]>> {
  const medians: Record<"large" | "small", number[]> = { large: [], small: [] }
  const cookies = {
    large: await cookieOf(places.large, account),
    small: await cookieOf(places.small, account),
  }
  let turn = 0
  for (let round = 0; round <= (context.isQuick ? 1 : 7); round++)
    for (const world of ["large", "small"] as const) {
      const tookMs: number[] = []
      for (let at = 0; at < calls; at++) {
        const beganMs = performance.now()
        await ask(places[world], cookies[world], (turn += 1))
        tookMs.push(performance.now() - beganMs)
      }
      if (round > 0) medians[world].push(median(tookMs).value)
    }
  return medians
}

const today = () => dayAgo(0)
function dayAgo(days: number): string {
  return new Date(Date.now() + 8 * 3600_000 - days * 86_400_000).toISOString().slice(0, 10)
}
const clock = (turn: number) => new Date(turn * 1000).toISOString().slice(11, 19)

async function lists(context: Context, places: Places, name: string): Promise<Measured[]> {
  const rows: Measured[] = []
  const polled: Ask = (address, cookie, turn) =>
    asked(address, cookie, alarmCalls.records, { starttime: `${today()} ${clock(turn)}` })
  const page: Ask = (address, cookie, turn) =>
    asked(address, cookie, alarmCalls.list, { starttime: `${dayAgo(600)} ${clock(turn)}` })
  for (const account of ["admin", "bureau", "school"])
    for (const [what, ask, limit] of [
      ["the polled list", polled, 1.3],
      ["the page of 600 days", page, null],
    ] as const) {
      const { large, small } = await inTurns(context, places, { account, calls: 100, ask })
      const result = compared(large, small, "10 thousand alarms")
      context.say(`${what}, ${account}: ${result.value.toFixed(1)} ms, ${result.ratio.toFixed(2)}x`)
      rows.push({
        name: `${name}, ${what}, as ${account}`,
        unit: "ms",
        ...result,
        ...(limit === null ? {} : { goal: { of: "ratio", limit: "at most", number: limit } }),
      })
    }
  return rows
}

async function statistics(context: Context, places: Places, name: string): Promise<Measured[]> {
  const rows: Measured[] = []
  const over =
    (days: number): Ask =>
    (address, cookie, turn) =>
      asked(address, cookie, alarmCalls.riskStatistics, {
        starttime: `${dayAgo(days)} ${clock(turn * 7)}`,
        endtime: `${dayAgo(0)} 00:${clock(turn).slice(3)}`,
      })
  for (const [what, days] of [
    ["30 days", 30],
    ["nearly two years", 700],
  ] as const) {
    const { large, small } = await inTurns(context, places, {
      account: "admin",
      calls: context.isQuick ? 2 : 10,
      ask: over(days),
    })
    const result = compared(large, small, "10 thousand alarms")
    context.say(`statistics of ${what}: ${result.value.toFixed(0)} ms, ${result.ratio.toFixed(2)}x`)
    rows.push({
      name: `${name}, statistics of ${what}, from moment to moment`,
      unit: "ms",
      ...result,
      goal: { of: "value", limit: "at most", number: 1000 },
    })
  }
  return rows
}

async function ingest(context: Context, places: Places, name: string): Promise<Measured[]> {
  const rates: Record<"large" | "small", number[]> = { large: [], small: [] }
  const seconds = context.isQuick ? 2 : 5
  for (let round = 0; round <= (context.isQuick ? 1 : 7); round++)
    for (const world of ["large", "small"] as const) {
      const source = alarmSource(places[world], concurrency)
      const orgs = await source.organisations()
      const rate = await source.acceptedPerSecond({ orgs, batch, seconds })
      source.close()
      context.say(`${world}: ${Math.round(rate)} alarms/s${round === 0 ? " (warming up)" : ""}`)
      if (round > 0) rates[world].push(rate)
    }
  return [
    {
      name: `${name}, alarms per second, batches of ${batch}`,
      unit: "/s",
      ...compared(rates.large, rates.small, "10 thousand alarms"),
      goal: { of: "value", limit: "at least", number: 4000 },
    },
  ]
}

async function cookieOf(product: string, account: string): Promise<string> {
  const { name, value } = await signedIn(product, account)
  return `${name}=${value}`
}
