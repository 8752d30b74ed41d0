import { alarm, alarmEvent, type AlarmState } from "../db/schema/alarms.ts"
import { drill, drillConfirmation, emergencyPlan } from "../db/schema/drills.ts"
import { patrolPlan, patrolPlanPoint, patrolPoint, patrolRecord } from "../db/schema/patrols.ts"
import { alarmTypes, isOfKitchens } from "./platform.ts"
import { weighted } from "./random.ts"
import {
  before,
  dayMs,
  dayOf,
  daysAgo,
  headOf,
  kitchensOf,
  startOfDay,
  type DemoOrganisation,
  type World,
} from "./world.ts"

const minuteMs = 60_000

const typeByShare = weighted(alarmTypes.map((type) => [type, type.share] as const))
const levelByShare = weighted([
  [1, 1],
  [2, 6],
  [3, 28],
  [4, 65],
])

/** Few at night, most when children come, eat and go. */
export const alarmsByHour = [
  2, 1, 1, 1, 1, 3, 9, 22, 18, 12, 12, 20, 22, 14, 11, 13, 20, 16, 8, 6, 5, 5, 4, 3,
] as const
const hourByShare = weighted(alarmsByHour.map((share, hour) => [hour, share] as const))

/** How much happens on a day: less on weekends and in the holidays of winter and summer. */
export function dayWeight(day: Date): number {
  const written = dayOf(day)
  const weekday = new Date(`${written}T00:00:00Z`).getUTCDay()
  const month = Number(written.slice(5, 7))
  const season = month === 7 || month === 8 ? 0.3 : month === 2 ? 0.5 : month === 12 || month === 1 ? 1.3 : 1
  return season * (weekday === 0 || weekday === 6 ? 0.35 : 1)
}

/** Alarms of some days up to yesterday, thinned to a number, and a few of today that are still open. */
export function addAlarms(
  world: World,
  orgs: readonly DemoOrganisation[],
  { days, count, today }: { days: number; count: number; today: number },
): void {
  const { random, now } = world
  const dayByWeight = weighted(
    Array.from({ length: days }, (_, at) => [at + 1, dayWeight(before(now, (at + 1) * dayMs))] as const),
  )
  const moments = Array.from({ length: count }, () => {
    const minutes = random.below(3600) / 60
    return daysAgo(now, dayByWeight(random), hourByShare(random), minutes)
  })
  moments.sort((one, other) => one.getTime() - other.getTime())
  for (const moment of moments) addAlarm(world, random.pick(orgs), moment)

  const sinceMidnightMs = now.getTime() - startOfDay(now).getTime()
  // One organisation after the other, so that each has an alarm of today.
  for (let no = 0; no < today; no++) {
    const agoMs = Math.floor((sinceMidnightMs * (today - no - 1 + random.next())) / today)
    addAlarm(world, orgs[no % orgs.length] as DemoOrganisation, before(now, agoMs))
  }
}

function addAlarm(world: World, org: DemoOrganisation, createtime: Date): void {
  const { random, rows, now } = world
  const type = typeByShare(random)
  const ageMs = now.getTime() - createtime.getTime()
  const state = stateAfter(world, ageMs)
  const people = org.people
  const taker = state === "open" ? null : random.pick(people)
  const takenAt = new Date(Math.min(createtime.getTime() + random.between(1, 12) * minuteMs, now.getTime()))
  const isOver = state === "closed" || state === "false"
  const closedAt = new Date(Math.min(takenAt.getTime() + random.between(5, 240) * minuteMs, now.getTime()))
  const alarmId = rows.put(alarm, {
    uuid: random.uuid(),
    orgId: org.id,
    areaPath: org.area.path,
    modelCode: type.code,
    level: levelByShare(random),
    createtime,
    receivedAt: createtime,
    state,
    address: random.pick(isOfKitchens(type.code) ? kitchensOf(org) : org.rooms).fullName,
    detail: type.detail,
    source: "demo",
    takenBy: taker?.id ?? null,
    closedAt: isOver ? closedAt : null,
  })
  // Old alarms have no history: the list shows them, nobody opens them.
  if (!taker || ageMs > 90 * dayMs) return
  const event = (at: Date, action: string, note: string | null) =>
    rows.put(alarmEvent, { orgId: org.id, alarmId, at, action, personId: taker.id, note })
  event(takenAt, "acknowledged", null)
  if (state === "handling") event(takenAt, "handling", "已安排人员到场处置")
  if (state === "closed") event(closedAt, "closed", "现场已核实并处置完毕")
  if (state === "false") event(closedAt, "false", "现场核实为误报")
}

function stateAfter({ random }: World, ageMs: number): AlarmState {
  if (ageMs > 3 * dayMs) return random.chance(0.12) ? "false" : "closed"
  if (ageMs > dayMs) return random.pick(["handling", "closed", "closed", "closed", "false"])
  return random.pick(["open", "open", "open", "acknowledged", "handling"])
}

const plans = [
  { kind: "fire", title: "消防疏散应急预案", timesAYear: 4 },
  { kind: "earthquake", title: "防震减灾应急预案", timesAYear: 2 },
  { kind: "intrusion", title: "反恐防暴应急预案", timesAYear: 2 },
  { kind: "crowd", title: "防拥挤踩踏应急预案", timesAYear: 2 },
] as const

const steps = ["启动预案，拉响警报", "各班按路线有序疏散", "到达集合点清点人数", "总指挥宣布解除警报"]

/** Drills of the past, and with `live` one that is running now. */
export function addDrills(
  world: World,
  org: DemoOrganisation,
  { past, isLive }: { past: number; isLive: boolean },
): void {
  const { random, rows, now } = world
  const own = plans.map(({ kind, title, timesAYear }) => ({
    title,
    id: rows.put(emergencyPlan, {
      orgId: org.id,
      title: `${org.shortName}${title}`,
      kind,
      content: `为提高${org.name}师生员工的应急处置能力，特制定本预案。`,
      steps,
      timesAYear,
    }),
  }))
  const add = (no: number, begunAt: Date, endedAt: Date | null) => {
    const plan = random.pick(own)
    const drillId = rows.put(drill, {
      orgId: org.id,
      planId: plan.id,
      yazxCode: `YA${dayOf(begunAt).replaceAll("-", "")}-${org.id}-${no}`,
      yazxTitle: `${org.shortName}${plan.title.replace("应急预案", "演练")}`,
      yazxBdate: begunAt,
      zxType: 2,
      endedAt,
      notes: endedAt ? "演练按计划完成，疏散有序，用时符合要求。" : null,
      startedBy: headOf(org).id,
    })
    const shuffled = random.shuffled(org.people)
    // DAY-2: of one that runs now a part has confirmed, and who tries the demo finds it to be confirmed.
    const isHalfKnown = endedAt === null && org.people.length > 20
    const taking = isHalfKnown
      ? shuffled.filter((each) => !org.people.slice(0, 2).includes(each)).slice(0, org.people.length * 0.4)
      : shuffled.slice(0, 4)
    for (const [at, { id }] of taking.entries())
      rows.put(drillConfirmation, {
        orgId: org.id,
        drillId,
        personId: id,
        confirmedAt: new Date(
          Math.min(begunAt.getTime() + (isHalfKnown ? (at + 1) * 8000 : (at + 1) * minuteMs), now.getTime()),
        ),
      })
  }
  for (let no = past; no > 0; no--) {
    const begunAt = daysAgo(now, no * 45 + random.below(20), random.between(9, 15), random.below(60))
    add(no, begunAt, new Date(begunAt.getTime() + random.between(8, 40) * minuteMs))
  }
  if (isLive) add(0, before(now, 12 * minuteMs), null)
}

/** A plan of a bureau for its whole area, without a required frequency. */
export function addSharedPlan({ rows }: World, bureau: DemoOrganisation): void {
  rows.put(emergencyPlan, {
    orgId: bureau.id,
    sharedPath: bureau.area.path,
    title: `${bureau.area.name}教育系统防汛防台应急预案`,
    kind: "other",
    content: "接到气象部门红色预警后，各单位按本预案停课、转移、值守，并每两小时向教育局报告一次。",
    steps: ["接到红色预警，启动预案", "停课并通知家长", "转移低洼处人员和物资", "领导带班，每两小时报告"],
    timesAYear: null,
  })
}

/** Twice a day over some days; the newest are not done yet. */
export function addPatrols(
  world: World,
  org: DemoOrganisation,
  { points, days }: { points: number; days: number },
): void {
  const { random, rows, now } = world
  const planId = rows.put(patrolPlan, {
    orgId: org.id,
    name: "日常安全巡查",
    schedule: { times: ["08:00", "16:00"], weekdays: [1, 2, 3, 4, 5, 6, 7] },
  })
  const route = random
    .shuffled(org.rooms)
    .slice(0, points)
    .map((place, at) => {
      const pointId = rows.put(patrolPoint, {
        orgId: org.id,
        placeId: place.id,
        name: place.fullName,
        // Short enough to be typed where nothing can be scanned.
        code: random.uuid().replaceAll("-", "").slice(0, 12).toUpperCase(),
        sortNo: (at + 1) * 10,
      })
      const walker = random.pick(org.people)
      rows.put(patrolPlanPoint, {
        orgId: org.id,
        planId,
        pointId,
        personId: walker.id,
        sortNo: (at + 1) * 10,
      })
      return { pointId, walker }
    })
  for (let ago = days; ago >= 0; ago--)
    for (const hour of [8, 16]) {
      const dueAt = new Date(startOfDay(now).getTime() - ago * dayMs + hour * 60 * minuteMs)
      for (const { pointId, walker } of route) {
        const isDue = dueAt.getTime() > now.getTime() - 30 * minuteMs
        const isMissed = !isDue && random.chance(0.05)
        const isWalked = !isDue && !isMissed
        const hasProblem = isWalked && random.chance(0.04)
        rows.put(patrolRecord, {
          orgId: org.id,
          planId,
          pointId,
          personId: walker.id,
          dueAt,
          checkedAt: isWalked ? new Date(dueAt.getTime() + random.below(30) * minuteMs) : null,
          result: isDue ? "due" : isMissed ? "missed" : hasProblem ? "problem" : "normal",
          note: hasProblem ? random.pick(["灭火器压力不足", "应急灯不亮", "通道堆放杂物", "门锁损坏"]) : null,
        })
      }
    }
}
