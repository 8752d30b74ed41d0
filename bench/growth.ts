import { chmodSync, existsSync, mkdirSync, readFileSync, statfsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { alarmCalls } from "@uc/contract/alarms/calls"
import pg from "pg"
import { doorOf } from "../e2e/database.ts"
import { alarmSource } from "./alarm-source.ts"
import type { Benchmark, Context, Measured } from "./benchmark.ts"
import { asked, npmStart, signedIn } from "./product.ts"
import { compared, median } from "./statistics.ts"

/** Another number where time is short. */
const wantedMillions = Number(process.env["GROWTH_MILLIONS"] ?? 100)
/** A folder that is kept: the first run fills it, the next ones ask what is there. */
const keptFolder = process.env["GROWTH_DATA"]
const months = 24
/** What a million alarms take with all indexes, names and the log of writing them. */
const gbPerMillion = 0.5
/** What others on the machine need. */
const leftFree = 15e9
/** Months that are filled at once. */
const fillers = 2
const batch = 100
const concurrency = 4

/** OPS-6. Two products of their own: one as the demo makes it, one with as many alarms as the disk holds. */
export const growth: Benchmark = {
  name: "growth",
  goal: `${wantedMillions} million alarms (as far as the disk goes) beside 10 thousand: the polled list at most 1.3x, at least 4,000 alarms/s, statistics within 1 s`,
  async run(context) {
    const folder = keptFolder ? kept(keptFolder) : context.scratch("grown-data")
    const large = await npmStart(context.root, folder)
    context.onEnd(() => large.stop())
    const wanted = context.isQuick ? 0.2 : Math.min(wantedMillions, room(folder))
    const { millions } = await grow(context, folder, wanted)
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

/** Root's database runs as another user, who must be able to enter it. */
function kept(name: string): string {
  const folder = resolve(name)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
  return folder
}

/** What is filled in, kept beside the data, so that a run which was interrupted goes on as it began. */
interface Filling {
  readonly millions: number
  /** First days of months, the last one not included. */
  readonly first: string
  readonly last: string
  readonly isFilled: boolean
}

const noteIn = (folder: string) => join(folder, "grown.json")

function note(folder: string, filling: Filling): void {
  writeFileSync(noteIn(folder), JSON.stringify(filling))
}

async function begun(client: pg.Client, folder: string, millions: number): Promise<Filling> {
  if (existsSync(noteIn(folder))) return JSON.parse(readFileSync(noteIn(folder), "utf8")) as Filling
  const { rows } = await client.query<{ first: string; last: string }>(
    `select (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => $1 - 1))::date::text as first,
       until_month::text as last from month_parts() where part = 'alarm'`,
    [months],
  )
  const [span] = rows
  if (!span) throw new Error("The first part was not found")
  const filling = { millions, ...span, isFilled: false }
  note(folder, filling)
  return filling
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function room(folder: string): number {
  const free = freeBytes(folder)
  return Math.floor(Math.max(free / 2, free - leftFree) / gbPerMillion / 1e9)
}

/** Each month is written without indexes and attached with them. The demo's own alarms stay. */
async function grow({ say }: Context, dataDir: string, wanted: number): Promise<Filling> {
  const client = await connected(dataDir)
  try {
    const filling = await begun(client, dataDir, wanted)
    if (filling.isFilled) {
      say(`${dataDir} holds ${filling.millions} million already`)
      return filling
    }
    const { rows: parts } = await client.query<{ part: string }>(
      "select part from month_parts() where parent = 'alarm_record'",
    )
    const attached = new Set(parts.map(({ part }) => part))
    if (attached.has("alarm"))
      await client.query(
        "alter table alarm_record detach partition alarm; alter table alarm disable trigger user",
      )
    const waiting: string[] = []
    for (let month = filling.first; month < filling.last; month = nextMonth(month))
      if (!attached.has(partOf(month))) waiting.push(month)
    const alarmsPerMonth = Math.round((filling.millions * 1_000_000) / months)
    await Promise.all(
      Array.from({ length: fillers }, () => fillMonths(say, dataDir, waiting, alarmsPerMonth)),
    )
    await client.query("select attach_part('alarm_record', 'alarm', null, $1::date)", [filling.first])
    await client.query("select enable_row_security()")
    // One index over all of them is built at once, not name by name.
    await client.query(
      "alter table alarm_name drop constraint if exists alarm_name_pkey; truncate alarm_name",
    )
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
    note(dataDir, { ...filling, isFilled: true })
    return filling
  } finally {
    await client.end()
  }
}

async function connected(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ ...doorOf(dataDir), user: "uc", database: "uc" })
  await client.connect()
  await client.query(
    "set uc.reach to 'all'; set synchronous_commit to off; set maintenance_work_mem to '512MB'; set work_mem to '256MB'",
  )
  return client
}

/** Takes months from the waiting ones until there are none. */
async function fillMonths(
  say: Context["say"],
  dataDir: string,
  waiting: string[],
  alarms: number,
): Promise<void> {
  const client = await connected(dataDir)
  try {
    for (let month = waiting.shift(); month !== undefined; month = waiting.shift()) {
      if (freeBytes(dataDir) < leftFree)
        throw new Error(`The disk of ${dataDir} is nearly full: ${month.slice(0, 7)} was not filled`)
      const beganMs = performance.now()
      const part = partOf(month)
      await client.query("begin")
      await client.query("select make_part('alarm_record', $1)", [part])
      await client.query(`alter table ${part} drop constraint ${part}_pkey, drop constraint ${part}_uuid_key`)
      await client.query(fill(part, month, alarms))
      await client.query(`analyze ${part}`)
      await client.query(sums(part, month))
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
      await client.query("commit")
      await client.query(`vacuum (analyze) ${part}`)
      say(`${month.slice(0, 7)} in ${((performance.now() - beganMs) / 1000).toFixed(0)} s`)
    }
  } finally {
    await client.end()
  }
}

const partOf = (month: string) => `alarm_record_${month.slice(0, 7).replace("-", "_")}`

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
      date_trunc('milliseconds', month_start('${month}') + ((n - 1)::float8 / ${count}) * (least(now(), month_start('${nextMonth(month)}')) - month_start('${month}'))) as at) d
    where month_start('${month}') < now()`
}

/** As the triggers would have: of what was filled in; the demo's own alarms are counted already. */
function sums(part: string, month: string): string {
  return `
    create temporary table filled on commit drop as
    select org_id, (at at time zone 'Asia/Shanghai')::date as day, level, model_code, total from (
      select org_id, date_bin('1 day', createtime, month_start('${month}')) as at, level, model_code, count(*) as total
      from ${part} group by 1, 2, 3, 4) binned;
    insert into alarm_day as known select org_id, day, sum(total) from filled group by 1, 2 order by 1, 2
    on conflict (org_id, day) do update set total = known.total + excluded.total;
    insert into alarm_day_kind as known select * from filled order by 1, 2, 3, 4
    on conflict (org_id, day, level, model_code) do update set total = known.total + excluded.total;
    insert into alarm_month as known
    select org_id, date_trunc('month', day)::date, level, model_code, sum(total) from filled group by 1, 2, 3, 4 order by 1, 2, 3, 4
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
