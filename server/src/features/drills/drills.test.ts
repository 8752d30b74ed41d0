import type { InputOf } from "@uc/contract/core/call"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { areaCalls } from "@uc/contract/areas/calls"
import { drillCalls, drillLimits, drillMessages, executionTypes } from "@uc/contract/drills/calls"
import { drillRings } from "@uc/contract/drills/rings"
import { idempotencyHeader } from "@uc/contract/core/http"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const { drill, emergency } = executionTypes
const plan: InputOf<typeof drillCalls.savePlan> = {
  title: "消防疏散应急预案",
  kind: "fire",
  content: "有序疏散。",
  steps: ["拉响警报", "清点人数"],
  timesAYear: 2,
  isShared: false,
}

async function idOf(client: TestClient, orgname: string): Promise<string> {
  const { organisations } = await client.send(drillCalls.participants, {})
  return organisations.find((org) => org.orgname === orgname)?.orgid ?? ""
}

let app: TestApp
const clients = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  app = await testApp({}, afterAll)
})

function as(account: string): Promise<TestClient> {
  const client = clients.get(account) ?? app.as(account)
  clients.set(account, client)
  return client
}

/** What runs is over, so that each test sees its own. */
async function quiet(): Promise<void> {
  const platform = await as("platform")
  const { items } = await platform.send(drillCalls.live, { limit: 200 })
  for (const { id } of items) await platform.send(drillCalls.end, { id })
}

test("[WORK-5] administrators edit their own plans; a shared one is seen by the area's schools", async () => {
  const [bureau, head, teacher] = [await as("bureau-a"), await as("head-a1"), await as("teacher-a1")]
  const [town, foreign] = [await as("head-town"), await as("head-b1")]
  const shared = await bureau.send(drillCalls.savePlan, { ...plan, title: "全区疏散", isShared: true })
  const own = await head.send(drillCalls.savePlan, plan)
  expect(own).toMatchObject({ ...plan, isOwn: true })

  const titles = async (client: TestClient) =>
    (await client.send(drillCalls.plans, {})).plans.map(({ id, isOwn }) => [id, isOwn])
  expect(await titles(head)).toContainEqual([own.id, true])
  expect(await titles(teacher)).toContainEqual([own.id, true])
  for (const client of [head, teacher, town]) expect(await titles(client)).toContainEqual([shared.id, false])
  expect(await titles(foreign)).not.toContainEqual([shared.id, false])
  expect(await titles(town)).not.toContainEqual([own.id, false])

  const changed = await head.send(drillCalls.savePlan, {
    ...plan,
    version: own.version,
    id: own.id,
    title: "改过的",
    timesAYear: undefined,
  })
  expect(changed).toMatchObject({ id: own.id, title: "改过的", timesAYear: null })

  const refusals: [() => Promise<unknown>, string][] = [
    [() => teacher.send(drillCalls.savePlan, plan), noPermissionMessage("drills.plans")],
    [() => head.send(drillCalls.savePlan, { ...plan, isShared: true }), drillMessages.cannotShare],
    [() => head.send(drillCalls.savePlan, { ...plan, id: shared.id }), drillMessages.planGone],
    [() => head.send(drillCalls.removePlan, { id: shared.id }), drillMessages.planGone],
    [() => foreign.send(drillCalls.removePlan, { id: own.id }), drillMessages.planGone],
    [() => bureau.send(drillCalls.removePlan, { id: own.id }), drillMessages.planGone],
  ]
  for (const [refused, why] of refusals) await expect(refused(), why).rejects.toThrow(why)
  for (const bad of [
    { title: " " },
    { title: "长".repeat(61) },
    { timesAYear: 0 },
    { timesAYear: 13 },
    { kind: "party" },
    { steps: [" "] },
  ])
    expect((await head.request(drillCalls.savePlan, { ...plan, ...bad })).statusCode).toBe(400)

  await head.send(drillCalls.removePlan, { id: own.id })
  expect(await titles(head)).not.toContainEqual([own.id, true])
})

test("[WORK-5] a plan that was carried out is not removed; plans have a maximum", async () => {
  await quiet()
  const head = await as("head-a1")
  const used = await head.send(drillCalls.savePlan, plan)
  const orgids = await idOf(head, "甲一小学")
  await head.send(drillCalls.start, { planId: used.id, orgids, title: plan.title, zxType: drill })
  await expect(head.send(drillCalls.removePlan, { id: used.id })).rejects.toThrow(drillMessages.planInUse)

  const own = (await head.send(drillCalls.plans, {})).plans.filter(({ isOwn }) => isOwn)
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into emergency_plan (org_id, title, kind)
      select ${orgids}::bigint, '多余', 'other' from generate_series(1, ${drillLimits.plans - own.length})`),
  )
  await expect(head.send(drillCalls.savePlan, plan)).rejects.toThrow(drillMessages.tooManyPlans)
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`delete from emergency_plan where title = '多余'`),
  )
})

test("[WORK-5][WARN-8] a drill run has one row per organisation, one confirmation per person, notes", async () => {
  await quiet()
  const bureau = await as("bureau-a")
  const [one, two] = [await as("head-a1"), await as("head-a2")]
  const teacher = await as("teacher-a1")
  const shared = await bureau.send(drillCalls.savePlan, { ...plan, isShared: true })
  const orgs = [await idOf(bureau, "甲一小学"), await idOf(bureau, "甲二小学")]
  const { round, started } = await bureau.send(drillCalls.start, {
    planId: shared.id,
    orgids: orgs.join(","),
    title: "全区消防疏散应急预案",
    zxType: drill,
  })
  expect(started).toBe(2)

  const live = await bureau.send(drillCalls.live, { limit: 200 })
  expect(live.total).toBe(2)
  // The word stands in the title as well, for pages that show nothing else.
  expect(
    live.items.map((item) => [item.orgname, item.title, item.round, item.zxType, item.confirmed]),
  ).toEqual(
    expect.arrayContaining([
      ["甲一小学", "全区消防疏散演练", round, drill, 0],
      ["甲二小学", "全区消防疏散演练", round, drill, 0],
    ]),
  )
  expect(live.items.every(({ begunAt }) => begunAt <= live.now)).toBe(true)
  expect(live.items.every(({ mayEnd, mayConfirm }) => mayEnd && !mayConfirm)).toBe(true)
  const { items: executions } = await bureau.send(drillCalls.executions, { zxType: drill, limit: 200 })
  expect(executions.map(({ yazxCode }) => yazxCode).toSorted()).toEqual(
    live.items.map(({ yazxCode }) => yazxCode).toSorted(),
  )

  const [ofOne] = (await teacher.send(drillCalls.live, {})).items
  expect(ofOne).toMatchObject({
    orgname: "甲一小学",
    mayConfirm: true,
    mayEnd: false,
    isConfirmedByMe: false,
  })
  const id = ofOne?.id ?? ""
  const first = await teacher.send(drillCalls.confirm, { id, note: "三年级已到集合点" })
  expect(await teacher.send(drillCalls.confirm, { id })).toEqual(first)
  await one.send(drillCalls.confirm, { id })
  await expect(bureau.send(drillCalls.confirm, { id })).rejects.toThrow(drillMessages.notOfTheOrganisation)
  await expect(two.send(drillCalls.confirm, { id })).rejects.toThrow(replyMessages.outOfReach)
  const [seen] = (await teacher.send(drillCalls.live, {})).items
  expect(seen).toMatchObject({ confirmed: 2, isConfirmedByMe: true })
  expect(seen?.people).toBeGreaterThanOrEqual(2)

  await expect(teacher.send(drillCalls.end, { id })).rejects.toThrow(noPermissionMessage("drills.run"))
  await expect(two.send(drillCalls.end, { id })).rejects.toThrow(replyMessages.outOfReach)
  expect(await one.send(drillCalls.end, { id, notes: " 用时六分钟，有序。 " })).toEqual({ ended: 1 })
  await expect(one.send(drillCalls.end, { id })).rejects.toThrow(drillMessages.ended)
  await expect(teacher.send(drillCalls.confirm, { id })).rejects.toThrow(drillMessages.ended)

  const record = await teacher.send(drillCalls.record, { id })
  expect(record).toMatchObject({
    title: "全区消防疏散演练",
    planTitle: plan.title,
    steps: plan.steps,
    notes: "用时六分钟，有序。",
    confirmed: 2,
  })
  expect(record.seconds).toBeGreaterThanOrEqual(0)
  expect(record.confirmations.map(({ note }) => note)).toEqual(["三年级已到集合点", null])
  await expect(two.send(drillCalls.record, { id })).rejects.toThrow(replyMessages.outOfReach)

  // What was ended before keeps its own notes.
  expect(await bureau.send(drillCalls.endRound, { round, notes: "全区完成" })).toEqual({ ended: 1 })
  await expect(bureau.send(drillCalls.endRound, { round })).rejects.toThrow(drillMessages.ended)
  expect((await bureau.send(drillCalls.record, { id })).notes).toBe("用时六分钟，有序。")
  expect((await bureau.send(drillCalls.live, {})).total).toBe(0)

  const log = await bureau.send(logCalls.audit, { limit: 50 })
  const written = log.items.map(({ action }) => action).filter((action) => action.startsWith("drills."))
  expect(written).toEqual(expect.arrayContaining(["drills.start", "drills.end"]))
})

test("[WORK-5] a repeated key starts once, and a running plan is not started again", async () => {
  await quiet()
  const head = await as("head-a1")
  const own = await head.send(drillCalls.savePlan, plan)
  const wanted = {
    planId: own.id,
    orgids: await idOf(head, "甲一小学"),
    title: "疏散演练",
    zxType: drill,
  } as const
  const key = { [idempotencyHeader]: "double-click-1" }
  const [first, second] = await Promise.all([
    head.send(drillCalls.start, wanted, key),
    head.send(drillCalls.start, wanted, key),
  ])
  expect(second).toEqual(first)
  expect((await head.send(drillCalls.live, {})).total).toBe(1)

  // Two people at once, each with a key of their own.
  const bureau = await as("bureau-a")
  const [{ items }] = [await head.send(drillCalls.live, {})]
  await head.send(drillCalls.end, { id: items[0]?.id ?? "" })
  const answers = await Promise.all([head, bureau].map((client) => client.request(drillCalls.start, wanted)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  expect(answers.map(({ body }) => body).join()).toContain(drillMessages.underWay(["甲一小学"]))
})

test("[WORK-5] only administrators start, for their organisations and plans, all or none", async () => {
  await quiet()
  const bureau = await as("bureau-a")
  const [head, teacher, foreign] = [await as("head-a1"), await as("teacher-a1"), await as("head-b1")]
  const clerk = await as("clerk-a")
  const own = await head.send(drillCalls.savePlan, plan)
  const shared = await bureau.send(drillCalls.savePlan, { ...plan, isShared: true })
  const unshared = await bureau.send(drillCalls.savePlan, plan)
  const one = await idOf(bureau, "甲一小学")
  const two = await idOf(bureau, "甲二小学")
  const other = await idOf(foreign, "乙一小学")
  const wish = { title: "疏散", zxType: drill } as const

  const before = await rowsOf(app.url)
  const refusals: [TestClient, string, string, string][] = [
    [teacher, own.id, one, noPermissionMessage("drills.run")],
    [clerk, shared.id, one, noPermissionMessage("drills.run")],
    [head, shared.id, two, replyMessages.outOfReach],
    [head, shared.id, `${one},${two}`, replyMessages.outOfReach],
    [bureau, shared.id, `${one},${other}`, replyMessages.outOfReach],
    [bureau, own.id, two, drillMessages.planNotTheirs],
    [bureau, own.id, `${one},${two}`, drillMessages.planNotTheirs],
    [bureau, unshared.id, one, drillMessages.planNotTheirs],
    [foreign, shared.id, other, drillMessages.planGone],
    [head, own.id, "", drillMessages.nobodyChosen],
  ]
  for (const [client, planId, orgids, why] of refusals)
    await expect(client.send(drillCalls.start, { ...wish, planId, orgids }), why).rejects.toThrow(why)
  expect(changes(before, await rowsOf(app.url))).toEqual([])
  await expect(teacher.send(drillCalls.participants, {})).rejects.toThrow(noPermissionMessage("drills.run"))

  await bureau.send(drillCalls.start, { ...wish, planId: own.id, orgids: `${one},${one}` })
  const { items } = await bureau.send(drillCalls.live, {})
  expect(items.map(({ title, orgid }) => [title, orgid])).toEqual([["疏散演练", one]])
  await expect(foreign.send(drillCalls.endRound, { round: items[0]?.round ?? "" })).rejects.toThrow(
    replyMessages.outOfReach,
  )
  await expect(teacher.send(drillCalls.endRound, { round: items[0]?.round ?? "" })).rejects.toThrow(
    noPermissionMessage("drills.run"),
  )
})

test("[WORK-5] a real emergency needs its own word, is never called a drill, and comes first", async () => {
  await quiet()
  const head = await as("head-a1")
  const own = await head.send(drillCalls.savePlan, plan)
  const second = await head.send(drillCalls.savePlan, { ...plan, title: "防震" })
  const orgids = await idOf(head, "甲一小学")
  const real = { planId: own.id, orgids, title: "食堂起火", zxType: emergency } as const
  await expect(head.send(drillCalls.start, real)).rejects.toThrow(drillMessages.emergencyUnconfirmed)
  await expect(head.send(drillCalls.start, { ...real, isReal: 1, title: "疏散演练" })).rejects.toThrow(
    drillMessages.emergencyNamedDrill,
  )
  await head.send(drillCalls.start, { ...real, isReal: 1 })
  await head.send(drillCalls.start, { ...real, planId: second.id, title: "防震", zxType: drill })
  const { items } = await head.send(drillCalls.live, {})
  expect(items.map(({ title, zxType }) => [title, zxType])).toEqual([
    ["食堂起火", emergency],
    ["防震演练", drill],
  ])
  // The monitor lists drills; an emergency is none.
  const { items: drills } = await head.send(drillCalls.executions, { zxType: drill })
  expect(drills.map(({ yazxTitle }) => yazxTitle)).toEqual(["防震演练"])

  for (const { id } of items) await head.send(drillCalls.end, { id })
  const year = Number(items[0]?.begunAt.slice(0, 4))
  const ledger = await head.send(drillCalls.ledger, { year, limit: 200 })
  const heldOf = (planId: string) => ledger.items.find((row) => row.planId === planId)?.held
  expect([heldOf(own.id), heldOf(second.id)]).toEqual([0, 1])
})

test("[WORK-5] participants are limited to the chosen areas and the administered", async () => {
  const [bureau, head] = [await as("bureau-a"), await as("head-a1")]
  const [own] = await bureau.send(areaCalls.below, {})
  const [town] = await bureau.send(areaCalls.below, { areaid: own?.areaid ?? "" })
  const names = async (client: TestClient, areaids?: string) =>
    (await client.send(drillCalls.participants, areaids === undefined ? {} : { areaids })).organisations.map(
      ({ orgname }) => orgname,
    )
  expect(await names(bureau, town?.areaid ?? "")).toEqual(["甲镇小学"])
  expect(await names(bureau, "")).toEqual([])
  expect((await names(bureau, own?.areaid ?? "")).toSorted()).toEqual((await names(bureau)).toSorted())
  expect(await names(bureau)).toContain("甲一小学")
  expect(await names(bureau)).not.toContain("乙一小学")
  expect(await names(head)).toEqual(["甲一小学"])
})

test("[WORK-5] one event is published, for the participating organisations only", async () => {
  await quiet()
  const bureau = await as("bureau-a")
  const shared = await bureau.send(drillCalls.savePlan, { ...plan, isShared: true })
  const one = await idOf(bureau, "甲一小学")
  let listens = () => {}
  let hears = (_news: string) => {}
  const begun = new Promise<void>((resolve) => (listens = resolve))
  const received = new Promise<string>((resolve) => (hears = resolve))
  const listening = app.database.listen("uc_news", {
    onBegin: () => listens(),
    onLost: () => {},
    onNotification: (news) => hears(news),
  })
  await begun
  // Rolled back with the refusal, so no event is published.
  await expect(
    bureau.send(drillCalls.start, { planId: shared.id, orgids: one, title: "起火", zxType: emergency }),
  ).rejects.toThrow(drillMessages.emergencyUnconfirmed)
  await bureau.send(drillCalls.start, { planId: shared.id, orgids: one, title: "疏散", zxType: drill })
  expect(await received).toBe(`drills ${one}`)
  await listening.stop()
})

test("[WARN-7] the monitor's list is cached until a drill event, with 304 while unchanged", async () => {
  const own = await testApp()
  const [head, stranger] = [await own.as("head-a1"), await own.as("head-b1")]
  const ask = (client: TestClient, tag: string) =>
    client.request(drillCalls.executions, { zxType: drill }, { "if-none-match": tag })
  const tagOf = async (client: TestClient) =>
    String((await client.request(drillCalls.executions, { zxType: drill })).headers.etag)
  const [tag, other] = [await tagOf(head), await tagOf(stranger)]
  expect((await ask(head, tag)).statusCode).toBe(304)
  const { items } = await head.send(drillCalls.live, {})
  await head.send(drillCalls.end, { id: String(items[0]?.id) })
  await vi.waitFor(async () => expect((await ask(head, tag)).statusCode).toBe(200))
  expect((await ask(stranger, other)).statusCode).toBe(304)
})

test("[WORK-5] of two changes of a plan the second is refused", async () => {
  const head = await as("head-a1")
  const { id, version } = await head.send(drillCalls.savePlan, { ...plan, title: "两人同时修改" })
  const save = (title: string, known?: number) =>
    head.send(drillCalls.savePlan, { ...plan, id, version: known, title })
  const both = await Promise.allSettled([save("甲的修改", version), save("乙的修改", version)])
  const first = both.find((one) => one.status === "fulfilled")?.value
  const second = both.find((one) => one.status === "rejected")?.reason
  expect(second).toMatchObject({ status: 409, message: drillMessages.planChanged })
  await expect(save("没有版本")).rejects.toThrow(drillMessages.planChanged)
  const { plans } = await head.send(drillCalls.plans, {})
  expect(plans.find((one) => one.id === id)).toEqual(first)
  await expect(save("再改一次", first?.version)).resolves.toMatchObject({ title: "再改一次" })
  await head.send(drillCalls.removePlan, { id })
})

test("[WORK-5] a drill does not block an emergency, an emergency blocks a drill", async () => {
  await quiet()
  const head = await as("head-a1")
  const own = await head.send(drillCalls.savePlan, plan)
  const orgids = await idOf(head, "甲一小学")
  const practice = { planId: own.id, orgids, title: "疏散演练", zxType: drill } as const
  const real = { ...practice, title: "食堂起火", zxType: emergency, isReal: 1 } as const
  await head.send(drillCalls.start, practice)
  await head.send(drillCalls.start, real)
  const { items } = await head.send(drillCalls.live, {})
  expect(items.map(({ title }) => title)).toEqual(["食堂起火", "疏散演练"])
  const busy = drillMessages.underWay(["甲一小学"])
  await expect(head.send(drillCalls.start, real)).rejects.toThrow(busy)
  await head.send(drillCalls.end, { id: items[1]?.id ?? "" })
  await expect(head.send(drillCalls.start, practice)).rejects.toThrow(busy)
})

test("[WORK-5] no title makes one pass for the other", async () => {
  await quiet()
  const head = await as("head-a1")
  const own = await head.send(drillCalls.savePlan, plan)
  const wish = { planId: own.id, orgids: await idOf(head, "甲一小学") }
  for (const title of ["真实火情，非演练", "这不是演 练", "不属于演\u200b练"])
    await expect(head.send(drillCalls.start, { ...wish, title, zxType: drill })).rejects.toThrow(
      drillMessages.drillDenied,
    )
  await expect(
    head.send(drillCalls.start, { ...wish, title: "演\u200b练", zxType: emergency, isReal: 1 }),
  ).rejects.toThrow(drillMessages.emergencyNamedDrill)
})

test("[WORK-5] parents are not counted and do not confirm", async () => {
  await quiet()
  const head = await as("head-a1")
  const own = await head.send(drillCalls.savePlan, plan)
  const orgids = await idOf(head, "甲一小学")
  await head.send(drillCalls.start, { planId: own.id, orgids, title: "疏散", zxType: drill })
  const isParent = (is: boolean) =>
    app.database.transaction(unrestricted, (db) =>
      db.execute(sql`update person set is_parent = ${is} where account = 'teacher-a1'`),
    )
  await isParent(true)
  try {
    const parent = await app.as("teacher-a1")
    const { items } = await parent.send(drillCalls.live, {})
    expect(items[0]).toMatchObject({ mayConfirm: false })
    const id = items[0]?.id ?? ""
    await expect(parent.send(drillCalls.confirm, { id })).rejects.toThrow(drillMessages.parentsMayNot)
  } finally {
    await isParent(false)
  }
})

test("[WORK-5] who wrote, changed or removed a plan stands in the log", async () => {
  const head = await as("head-a1")
  const { id } = await head.send(drillCalls.savePlan, { ...plan, title: "留痕" })
  await head.send(drillCalls.removePlan, { id })
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select action from audit_log where detail->>'plan' = ${id} order by id`),
  )
  expect(rows.map(({ action }) => action)).toEqual(["drills.savePlan", "drills.removePlan"])
})

test("[WORK-5][HOME-1] an emergency rings for all participants, a drill for subscribers", async () => {
  await quiet()
  const [head, bureau, other] = [await as("head-a1"), await as("bureau-a"), await as("head-a2")]
  const teacher = await as("teacher-a1")
  await teacher.send(subscriptionCalls.save, { code: "drill", isSubscribed: false })
  const own = await head.send(drillCalls.savePlan, plan)
  const wish = { planId: own.id, orgids: await idOf(head, "甲一小学") }
  const rung = async (client: TestClient, title: string) =>
    (await client.send(noticeCalls.bell, {})).items
      .filter((item) => item.title.includes(title))
      .map((item) => item.title)

  await bureau.send(drillCalls.start, { ...wish, title: "铃声疏散", zxType: drill })
  expect(await rung(head, "铃声")).toEqual([drillRings.started(drill, "铃声疏散演练")])
  await bureau.send(drillCalls.start, { ...wish, title: "铃声起火", zxType: emergency, isReal: 1 })
  expect(await rung(teacher, "铃声")).toEqual([drillRings.started(emergency, "铃声起火")])
  expect([await rung(other, "铃声"), await rung(bureau, "铃声")]).toEqual([[], []])

  const { items } = await head.send(drillCalls.live, {})
  await bureau.send(drillCalls.endRound, { round: items[0]?.round ?? "" })
  expect(await rung(teacher, "铃声")).toContain(drillRings.ended(emergency, "铃声起火"))
})
