import type pg from "pg"
import { accounts } from "./accounts.ts"
import { addAssessments, addHabits, addNews, addNotices, addTasks } from "./office.ts"
import { addHazards } from "./hazards.ts"
import { addArea, addOrganisation, type OrganisationPlan } from "./organisation.ts"
import { addPlatformData, alarmTypes, isOfKitchens } from "./platform.ts"
import { addDrills, addPatrols, alarmsByHour, dayWeight } from "./safety.ts"
import {
  before,
  dayMs,
  dayOf,
  headOf,
  kitchensOf,
  startOfDay,
  type DemoArea,
  type DemoOrganisation,
  type World,
} from "./world.ts"

const people = 100_000
const alarms = 3_000_000
const alarmDays = 730
const patrolDays = 365

const districts = ["文澜区", "江畔区", "西岭区", "东湖区", "北山区", "南浦区", "临泽县", "安平县"] as const
const townsPerDistrict = 6
const schoolsPerDistrict = 59
const enterprisesPerDistrict = 2
const peoplePerOffice = 60
/** The organisation of the accounts that are shown at the start. */
const known = {
  platform: "智慧教育平台运营中心",
  school: "文澜区第一小学",
  enterprise: "文澜膳食服务有限公司",
} as const

type Progress = (line: string) => void

/** 500 organisations with 100,000 people, 3 million alarms. Each organisation is written before the next is made. */
export async function addLargeWorld(
  client: pg.Client,
  world: World,
  seed: number,
  onProgress: Progress,
): Promise<void> {
  addPlatformData(world)
  const { province, plans } = plan(world)
  const orgs: DemoOrganisation[] = []
  for (const [at, one] of plans.entries()) {
    const org = addOrganisation(world, one)
    addDailyWork(world, org, at)
    // What follows needs little of an organisation; all data of 500 would need much memory.
    orgs.push({ ...org, people: [headOf(org)], departments: [], layers: [] })
    await world.rows.flush()
    // PostgreSQL planned its checks of foreign keys while the tables were empty: it would read them whole, every time.
    if (at === 5 || at === 50 || at === plans.length - 1) await world.rows.analyze()
    if ((at + 1) % 50 === 0) onProgress(`  ${at + 1} of ${plans.length} organisations`)
  }
  for (const bureau of orgs.filter(({ kind }) => kind === "bureau")) {
    const schools = orgs.filter(
      ({ kind, area }) => kind === "school" && area.path.startsWith(bureau.area.path),
    )
    addAssessments(world, bureau, schools, bureau.area.path)
    addTasks(
      world,
      bureau,
      schools.map((org) => ({ org, person: headOf(org) })),
      10,
    )
    addNotices(world, bureau, { count: 16, sharedPath: bureau.area.path })
    addNews(world, bureau, { perColumn: 8, sharedPath: bureau.area.path, isPublic: true })
  }
  const [platform] = orgs
  if (platform) addNotices(world, platform, { count: 4, sharedPath: province.path })
  await world.rows.flush()
  await world.rows.advanceIdentities()
  await withDeferredKeys(client, "patrol_record", () => addManyPatrols(client, world, seed, onProgress))
  await withDeferredKeys(client, "alarm_record", () =>
    addManyAlarms(client, world, seed, orgs.slice(1), onProgress),
  )
}

function plan(world: World): { province: DemoArea; plans: OrganisationPlan[] } {
  const province = addArea(world, "330000", "浙东省", null, 1)
  const city = addArea(world, "330100", "澜州市", province, 1)
  const schools = districts.length * schoolsPerDistrict
  const offices = 1 + districts.length * (1 + enterprisesPerDistrict)
  const teachers = people - offices * peoplePerOffice
  let schoolNo = 0

  const planned = (kind: OrganisationPlan["kind"], name: string, area: DemoArea, count: number) => ({
    kind,
    name,
    shortName: name.replace(/^.{3}(?=.{4})/, ""),
    area,
    address: `澜州市${area.name}学院路${world.random.between(1, 999)}号`,
    people: count,
    accounts: accounts.filter(({ organisation }) => organisation === name),
  })
  const plans = [planned("platform", known.platform, province, peoplePerOffice)]
  for (const [at, district] of districts.entries()) {
    const own = addArea(world, `33010${at + 1}`, district, city, at + 1)
    const towns = Array.from({ length: townsPerDistrict }, (_, no) =>
      addArea(
        world,
        `${own.id}00${no + 1}`,
        `${district.slice(0, 2)}${"一二三四五六".charAt(no)}街道`,
        own,
        no + 1,
      ),
    )
    const town = (no: number) => towns[no % towns.length] ?? own
    plans.push(planned("bureau", `${district}教育局`, own, peoplePerOffice))
    for (let no = 1; no <= schoolsPerDistrict; no++) {
      const name = at === 0 && no === 1 ? known.school : `${district}第${no}${no % 3 === 0 ? "中学" : "小学"}`
      const extra = schoolNo++ < teachers % schools ? 1 : 0
      plans.push(planned("school", name, town(no), Math.floor(teachers / schools) + extra))
    }
    for (let no = 0; no < enterprisesPerDistrict; no++) {
      const isKnown = at === 0 && no === 0
      const name = isKnown ? known.enterprise : `${district}${["膳食服务", "校车运营"][no]}有限公司`
      plans.push(planned("enterprise", name, town(no), peoplePerOffice))
    }
  }
  return { province, plans }
}

function addDailyWork(world: World, org: DemoOrganisation, at: number): void {
  addDrills(world, org, { past: 6, isLive: at % 100 === 2 })
  addPatrols(world, org, { points: 4, days: 0 })
  addTasks(
    world,
    org,
    org.people.slice(0, 20).map((person) => ({ org, person })),
    4,
  )
  addNotices(world, org, { count: 3, sharedPath: null })
  addHabits(world, org, org.people.slice(0, 2))
  addHazards(world, org)
}

/** Foreign keys of millions of rows are checked by one join at the end: row by row it takes four times as long. */
async function withDeferredKeys(client: pg.Client, table: string, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = $1::regclass and contype = 'f' order by conname`,
    [table],
  )
  await client.query(keys.map(({ name }) => `alter table ${table} drop constraint ${name};`).join(""))
  await work()
  for (const { name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

/** Chance in SQL, from 0 to 1: the same row and salt give the same number, whatever plan PostgreSQL chooses. */
function chance(row: string, salt: number): string {
  return `((hashint8extended(${row}, ${salt}) & 4503599627370495)::float8 / 4503599627370496)`
}

/** The number (from 0) of the weight that a chance falls on. */
function fallsOn(row: string, salt: number, weights: readonly number[]): string {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let upTo = 0
  const bounds = weights.slice(0, -1).map((weight) => (upTo += weight) / total)
  return `width_bucket(${chance(row, salt)}, array[${bounds.join(",")}]::float8[])`
}

/** A year of visits for the existing points and plans. */
async function addManyPatrols(
  client: pg.Client,
  { now }: World,
  seed: number,
  onProgress: Progress,
): Promise<void> {
  const today = startOfDay(now)
  for (let ago = patrolDays; ago > 0; ago -= 73) {
    const days = Array.from({ length: 73 }, (_, at) => before(today, (ago - at) * dayMs))
    await client.query(
      `insert into patrol_record (org_id, plan_id, point_id, person_id, due_at, checked_at, result, note)
       select p.org_id, p.plan_id, p.point_id, p.person_id, d.due_at,
         case when c.u >= 0.05 then d.due_at + c.v * interval '30 minutes' end,
         case when c.u < 0.05 then 'missed' when c.u < 0.09 then 'problem' else 'normal' end,
         case when c.u >= 0.05 and c.u < 0.09 then '通道堆放杂物' end
       from (select day + hour * interval '1 hour' as due_at
             from unnest($1::timestamptz[]) day, unnest(array[8, 16]) hour) d
       cross join patrol_plan_point p
       cross join lateral (select p.id * 100000 + extract(epoch from d.due_at)::bigint / 3600 as i) k
       cross join lateral (select ${chance("k.i", seed)} as u, ${chance("k.i", seed + 1)} as v) c
       order by d.due_at, p.id`,
      [days.map((day) => day.toISOString())],
    )
    onProgress(`  patrols up to ${dayOf(days.at(-1) ?? today)}`)
  }
}

async function addManyAlarms(
  client: pg.Client,
  { now }: World,
  seed: number,
  orgs: readonly DemoOrganisation[],
  onProgress: Progress,
): Promise<void> {
  const days = Array.from({ length: alarmDays + 1 }, (_, at) =>
    before(startOfDay(now), (alarmDays - at) * dayMs),
  )
  // Today is not over yet.
  const weights = days.map((day) => dayWeight(day) * Math.min(1, (now.getTime() - day.getTime()) / dayMs))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let made = 0
  let weightSoFar = 0
  const parts = days.map((day, at) => {
    weightSoFar += weights[at] ?? 0
    const from = made
    made = Math.round((alarms * weightSoFar) / total)
    return { day: day.toISOString(), from: from + 1, to: made }
  })
  const school = orgs.find(({ kind }) => kind === "school") ?? { rooms: [] }
  const daysAtOnce = 15
  for (let at = 0; at < parts.length; at += daysAtOnce) {
    const part = parts.slice(at, at + daysAtOnce)
    await client.query(alarmStatement(seed), [
      part.map(({ day }) => day),
      part.map(({ from }) => from),
      part.map(({ to }) => to),
      orgs.map(({ id }) => id),
      orgs.map(({ area }) => area.path),
      alarmTypes.map(({ code }) => code),
      alarmTypes.map(({ detail }) => detail),
      school.rooms.map(({ fullName }) => fullName),
      now.toISOString(),
      kitchensOf(school).map(({ fullName }) => fullName),
    ])
    const last = part.at(-1)
    if ((at / daysAtOnce) % 5 === 4 || at + daysAtOnce >= parts.length)
      onProgress(`  ${last?.to.toLocaleString("en")} of ${alarms.toLocaleString("en")} alarms`)
  }
}

/** The uuids begin with their time, as current sources make them; random ones would scatter over the whole index. */
function alarmStatement(seed: number): string {
  const codes = alarmTypes.map(({ code }) => code).filter(isOfKitchens)
  const kitchenCodes = codes.map((code) => `'${code}'`).join()
  return `
    insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state, address, detail, source, closed_at)
    select
      (lpad(to_hex((extract(epoch from t.at) * 1000)::bigint), 12, '0') || '7' || substr(m.hex, 1, 3) || '8' || substr(m.hex, 5, 15))::uuid,
      ($4::bigint[])[c.org], ($5::text[])[c.org], ($6::text[])[c.type], c.level, t.at, t.at, s.state,
      case when ($6::text[])[c.type] in (${kitchenCodes})
        then ($10::text[])[1 + floor(c.r * cardinality($10::text[]))::int]
        else ($8::text[])[1 + floor(c.r * cardinality($8::text[]))::int] end,
      ($7::text[])[c.type], 'demo',
      case when s.state in ('closed', 'false') then least(t.at + c.w * interval '4 hours', $9::timestamptz) end
    from unnest($1::timestamptz[], $2::bigint[], $3::bigint[]) as d (day, first, last)
    cross join lateral generate_series(d.first, d.last) i
    cross join lateral (
      select
        1 + floor(${chance("i", seed + 2)} * cardinality($4::bigint[]))::int as org,
        1 + ${fallsOn(
          "i",
          seed + 3,
          alarmTypes.map(({ share }) => share),
        )} as type,
        (1 + ${fallsOn("i", seed + 4, [1, 6, 28, 65])})::smallint as level,
        ${chance("i", seed + 5)} as r,
        ${fallsOn("i", seed + 6, alarmsByHour)} as hour,
        ${chance("i", seed + 7)} as v,
        ${chance("i", seed + 8)} as w
    ) c
    cross join lateral (select md5('${seed}:' || i) as hex) m
    -- What would still be to come today happened in the last hour instead.
    cross join lateral (select d.day + (c.hour + c.v) * interval '1 hour' as wanted) x
    cross join lateral (
      select date_trunc('milliseconds',
        case when x.wanted > $9::timestamptz
          then greatest(d.day, $9::timestamptz - c.v * interval '1 hour') else x.wanted end) as at
    ) t
    cross join lateral (
      select case
        when t.at < $9::timestamptz - interval '3 days' then case when c.v < 0.12 then 'false' else 'closed' end
        when t.at < $9::timestamptz - interval '1 day' then case when c.v < 0.2 then 'handling' else 'closed' end
        else case when c.v < 0.6 then 'open' when c.v < 0.8 then 'acknowledged' else 'handling' end
      end as state
    ) s
    order by t.at, i`
}
