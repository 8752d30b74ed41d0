import { assessmentMessages, assessmentRings } from "@uc/contract/assessments/messages"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { attachmentFiles, attachmentMessages, attachmentService } from "@uc/contract/attachments/calls"
import type { InputOf } from "@uc/contract/core/call"
import { actionLabel } from "@uc/contract/logs/log-labels"
import { logCalls } from "@uc/contract/logs/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { remindOfAssessments } from "./remind-of-assessments.ts"

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

const inAll = <T extends Record<string, unknown>>(statement: SQL): Promise<T[]> =>
  app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute(statement)
    return rows as T[]
  })

async function own(account: string) {
  return (await as(account)).send(accountCalls.current, {})
}

const items = [
  { group: "消防", name: "通道畅通", weight: 2, fullScore: 10, asked: "照片" },
  { group: "消防", name: "器材完好", weight: 0.5, fullScore: 20, asked: "" },
]

async function newScheme(account: string, title: string) {
  return (await as(account)).send(assessmentAdminCalls.saveScheme, { title, items })
}

let lastPeriod = 0
/** Given by 甲区教育局 to 甲一小学, of today and for long; its id. */
async function given(title: string, more: Partial<InputOf<typeof assessmentAdminCalls.give>> = {}) {
  const scheme = await newScheme("bureau-a", title)
  const { orgid } = await own("head-a1")
  const period = `第${++lastPeriod}期`
  await (
    await as("bureau-a")
  ).send(assessmentAdminCalls.give, {
    schemeId: scheme.id,
    period,
    begins: "2026-01-01",
    ends: "2099-12-31",
    orgids: orgid,
    ...more,
  })
  const [row] = await inAll<{ id: string }>(
    sql`select id::text from assessment where scheme_id = ${scheme.id}::bigint`,
  )
  return { scheme, period, id: row?.id ?? "" }
}

async function detail(account: string, id: string) {
  return (await as(account)).send(assessmentAdminCalls.detail, { id })
}

/** Every item with this own score. */
async function fill(id: string, ownScore: number) {
  const head = await as("head-a1")
  for (const { itemId, version } of (await detail("head-a1", id)).items)
    await head.send(assessmentAdminCalls.saveItem, { id, itemId, version, words: "已完成", ownScore })
}

async function submitted(title: string) {
  const made = await given(title)
  await fill(made.id, 8)
  await (await as("head-a1")).send(assessmentAdminCalls.submit, { id: made.id, version: 1 })
  return made
}

async function rings(account: string): Promise<string[]> {
  const { id } = await own(account)
  const rows = await inAll<{ title: string }>(
    sql`select title from bell_ring where person_id = ${id}::bigint and topic = 'assessment' order by id`,
  )
  return rows.map(({ title }) => title)
}

test("[WORK-2] administrators edit their schemes; an older version or a given one is refused", async () => {
  const bureau = await as("bureau-a")
  const scheme = await newScheme("bureau-a", "甲")
  expect(scheme).toMatchObject({ title: "甲", given: 0, periods: [], version: 1 })
  expect(scheme.items.map(({ id: _id, ...item }) => item)).toEqual(items)
  const change = { id: scheme.id, version: 1, title: "甲二", items: items.slice(0, 1) }
  expect(await bureau.send(assessmentAdminCalls.saveScheme, change)).toMatchObject({
    title: "甲二",
    version: 2,
  })
  await expect(bureau.send(assessmentAdminCalls.saveScheme, change)).rejects.toThrow(
    assessmentMessages.changedMeanwhile,
  )
  const { orgid } = await own("head-a1")
  const give = {
    schemeId: scheme.id,
    period: "2026年度",
    begins: "2026-01-01",
    ends: "2099-01-01",
    orgids: orgid,
  }
  expect(await bureau.send(assessmentAdminCalls.give, give)).toEqual({ given: 1 })
  await expect(bureau.send(assessmentAdminCalls.give, give)).rejects.toThrow(
    assessmentMessages.givenAlready(["甲一小学"], "2026年度"),
  )
  await expect(bureau.send(assessmentAdminCalls.saveScheme, { ...change, version: 2 })).rejects.toThrow(
    assessmentMessages.schemeGiven,
  )
  await expect(bureau.send(assessmentAdminCalls.removeScheme, { id: scheme.id, version: 2 })).rejects.toThrow(
    assessmentMessages.schemeKept,
  )
  const unused = await newScheme("bureau-a", "不用的")
  await bureau.send(assessmentAdminCalls.removeScheme, { id: unused.id, version: 1 })
  const { schemes, mayAdminister } = await bureau.send(assessmentAdminCalls.schemes, {})
  expect(mayAdminister).toBe(true)
  expect(schemes.find(({ id }) => id === scheme.id)).toMatchObject({ given: 1, periods: ["2026年度"] })
  expect(schemes.map(({ id }) => id)).not.toContain(unused.id)
  // A school has its own.
  const ofSchool = await newScheme("head-a1", "校内考核")
  const head = await as("head-a1")
  await head.send(assessmentAdminCalls.give, { ...give, schemeId: ofSchool.id })
  const teacher = await as("teacher-a1")
  await expect(teacher.send(assessmentAdminCalls.saveScheme, { title: "乱", items })).rejects.toThrow(
    noPermissionMessage("assessments.schemes"),
  )
  const log = await bureau.send(logCalls.audit, { limit: 20 })
  expect(log.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["assessments.saveScheme", "assessments.give", "assessments.removeScheme"]),
  )
  for (const { action } of log.items) expect(actionLabel(action)).toMatch(/^[\u4e00-\u9fff]+$/)
})

test("[WORK-2] a scheme is given only to whom one administers, for days that are still to come", async () => {
  const scheme = await newScheme("bureau-a", "日期")
  const bureau = await as("bureau-a")
  const { orgid } = await own("head-a1")
  const give = (more: Partial<InputOf<typeof assessmentAdminCalls.give>>) =>
    bureau.send(assessmentAdminCalls.give, {
      schemeId: scheme.id,
      period: "一",
      begins: "2026-01-01",
      ends: "2099-01-01",
      orgids: orgid,
      ...more,
    })
  await expect(give({ orgids: "" })).rejects.toThrow(assessmentMessages.nobodyChosen)
  await expect(give({ ends: "2025-01-01" })).rejects.toThrow(assessmentMessages.daysWrong)
  await expect(give({ begins: "2020-01-01", ends: "2020-01-02" })).rejects.toThrow(
    assessmentMessages.endsPast,
  )
  const stranger = (await own("head-b1")).orgid
  await expect(give({ orgids: `${orgid},${stranger}` })).rejects.toThrow(replyMessages.outOfReach)
  const head = await as("head-a1")
  const own1 = await newScheme("head-a1", "只给自己")
  await expect(
    head.send(assessmentAdminCalls.give, {
      schemeId: own1.id,
      period: "一",
      begins: "2026-01-01",
      ends: "2099-01-01",
      orgids: (await own("head-a2")).orgid,
    }),
  ).rejects.toThrow(replyMessages.outOfReach)
  await expect(give({ schemeId: own1.id })).rejects.toThrow(assessmentMessages.schemeGone)
})

test("[WORK-2] each item has its own version; scores stay within the full one", async () => {
  const { id } = await given("逐项")
  const head = await as("head-a1")
  const before = await detail("head-a1", id)
  expect(before).toMatchObject({ stage: "open", mayFill: true, mayReview: false, filled: 0, full: 30 })
  const [first] = before.items
  const itemId = first?.itemId ?? ""
  const save = (more: Partial<InputOf<typeof assessmentAdminCalls.saveItem>>) =>
    head.send(assessmentAdminCalls.saveItem, { id, itemId, version: 0, ...more })
  expect(await save({ words: "一半", ownScore: 5 })).toEqual({ version: 1, evidence: [] })
  // The answer was lost, and the portal asks again.
  expect(await save({ words: "一半", ownScore: 5 })).toEqual({ version: 1, evidence: [] })
  await expect(save({ words: "别的设备", ownScore: 6 })).rejects.toThrow(assessmentMessages.changedMeanwhile)
  expect(await save({ version: 1, words: "全部<script>", ownScore: 9.5 })).toMatchObject({ version: 2 })
  await expect(save({ version: 2, ownScore: 10.01 })).rejects.toThrow(assessmentMessages.ownScoreWrong(10))
  await expect(save({ version: 2, itemId: "1" })).rejects.toThrow(assessmentMessages.itemGone)
  const after = await detail("head-a1", id)
  expect(after.items[0]).toMatchObject({ words: "全部<script>", ownScore: 9.5, version: 2 })
  expect(after).toMatchObject({ filled: 1, ownSum: 19 })
  await expect(head.send(assessmentAdminCalls.submit, { id, version: 1 })).rejects.toThrow(
    assessmentMessages.itemsUnfilled(["器材完好"]),
  )
})

test("[WORK-2] evidence is seen by both sides only and can be removed until submission", async () => {
  const { id } = await given("佐证")
  const head = await as("head-a1")
  const itemId = (await detail("head-a1", id)).items[0]?.itemId ?? ""
  const { id: person } = await own("head-a1")
  const bring = async () => {
    const [row] = await inAll<{ id: string }>(sql`
      insert into attachment (org_id, uploader_id, name, state, media_type, bytes, blob_key)
      select org_id, id, '证.pdf', 'ready', 'application/pdf', 3, gen_random_uuid() from person
      where id = ${person}::bigint returning id::text`)
    return row?.id ?? ""
  }
  const file = await bring()
  const kept = await head.send(assessmentAdminCalls.saveItem, {
    id,
    itemId,
    version: 0,
    ownScore: 8,
    evidence: file,
  })
  expect(kept.evidence).toMatchObject([{ id: file, name: "证.pdf" }])
  await expect(
    head.send(assessmentAdminCalls.saveItem, { id, itemId, version: 1, ownScore: 8, evidence: "9" }),
  ).rejects.toThrow(attachmentMessages.gone)
  const seenBy = async (account: string) => {
    const { headers } = await as(account)
    const url = `/${attachmentService}${attachmentFiles.file}?id=${file}`
    return (await app.app.inject({ method: "GET", url, headers })).statusCode
  }
  expect([await seenBy("head-a1"), await seenBy("bureau-a")]).toEqual([200, 200])
  expect([await seenBy("teacher-a1"), await seenBy("head-a2"), await seenBy("bureau-b")]).toEqual([
    403, 403, 403,
  ])
  const second = await bring()
  const both = await head.send(assessmentAdminCalls.saveItem, {
    id,
    itemId,
    version: 1,
    ownScore: 8,
    evidence: second,
  })
  expect(both.evidence.map((each) => each.id)).toEqual([file, second])
  const left = await head.send(assessmentAdminCalls.removeEvidence, { id, itemId, attachmentId: file })
  expect(left.evidence.map((each) => each.id)).toEqual([second])
  await fill(id, 8)
  await head.send(assessmentAdminCalls.submit, { id, version: 1 })
  await expect(
    head.send(assessmentAdminCalls.removeEvidence, { id, itemId, attachmentId: second }),
  ).rejects.toThrow(assessmentMessages.notFillable)
})

test("[WORK-2] submitted twice, before or after its period: refused with a sentence", async () => {
  const head = await as("head-a1")
  const { id } = await submitted("两次")
  await expect(head.send(assessmentAdminCalls.submit, { id, version: 2 })).rejects.toThrow(
    assessmentMessages.submitted,
  )
  const itemId = (await detail("head-a1", id)).items[0]?.itemId ?? ""
  await expect(
    head.send(assessmentAdminCalls.saveItem, { id, itemId, version: 1, ownScore: 1 }),
  ).rejects.toThrow(assessmentMessages.notFillable)
  const over = await given("过期")
  await fill(over.id, 8)
  await inAll(sql`update assessment set due_on = '2026-01-02' where id = ${over.id}::bigint`)
  await expect(head.send(assessmentAdminCalls.submit, { id: over.id, version: 1 })).rejects.toThrow(
    assessmentMessages.late("2026-01-02"),
  )
  expect(await detail("head-a1", over.id)).toMatchObject({
    mayFill: false,
    why: assessmentMessages.late("2026-01-02"),
  })
  const early = await given("未到", { begins: "2099-01-01" })
  await expect(head.send(assessmentAdminCalls.submit, { id: early.id, version: 1 })).rejects.toThrow(
    assessmentMessages.early("2099-01-01"),
  )
})

test("[WORK-2] an assessment is reviewed, returned, mended and accepted, with results", async () => {
  const { id, scheme, period } = await submitted("全程")
  const title = `${period} 全程`
  const [bureau, head] = [await as("bureau-a"), await as("head-a1")]
  const seen = await detail("bureau-a", id)
  expect(seen).toMatchObject({ stage: "submitted", mayFill: false, mayReview: true })
  const [one, two] = seen.items
  const review = (itemId = "", version = 0, reviewScore: number | null = 7) =>
    bureau.send(assessmentAdminCalls.reviewItem, { id, itemId, version, reviewScore, remark: "可" })
  await expect(review(one?.itemId, one?.version, 10.5)).rejects.toThrow(
    assessmentMessages.reviewScoreWrong(10),
  )
  expect(await review(one?.itemId, one?.version)).toEqual({ version: (one?.version ?? 0) + 1 })
  await expect(review(one?.itemId, one?.version, 6)).rejects.toThrow(assessmentMessages.changedMeanwhile)
  await expect(bureau.send(assessmentAdminCalls.accept, { id, version: 2 })).rejects.toThrow(
    assessmentMessages.itemsUnreviewed(["器材完好"]),
  )
  await expect(head.send(assessmentAdminCalls.accept, { id, version: 2 })).rejects.toThrow(
    assessmentMessages.notReviewer,
  )
  const back = { id, version: 2, reason: "缺照片", ends: "2099-06-30" }
  await expect(bureau.send(assessmentAdminCalls.sendBack, { ...back, ends: "2020-01-01" })).rejects.toThrow(
    assessmentMessages.returnEndsPast,
  )
  await bureau.send(assessmentAdminCalls.sendBack, back)
  await expect(bureau.send(assessmentAdminCalls.sendBack, back)).rejects.toThrow(
    assessmentMessages.notSubmitted,
  )
  expect(await detail("head-a1", id)).toMatchObject({
    stage: "returned",
    reason: "缺照片",
    ends: "2099-06-30",
    mayFill: true,
    version: 3,
  })
  await fill(id, 9)
  await head.send(assessmentAdminCalls.submit, { id, version: 3 })
  const again = await detail("bureau-a", id)
  for (const { itemId, version } of again.items) await review(itemId, version, 8.5)
  const accepted = await Promise.allSettled([
    bureau.send(assessmentAdminCalls.accept, { id, version: 4 }),
    (await as("platform")).send(assessmentAdminCalls.accept, { id, version: 4 }),
  ])
  expect(accepted.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  const refused = accepted.find((each) => each.status === "rejected")
  expect(String(refused?.reason)).toContain(assessmentMessages.accepted)
  // 2 × 8.5 + 0.5 × 8.5
  expect(await detail("head-a1", id)).toMatchObject({ stage: "accepted", score: 21.25, full: 30 })
  expect(await rings("head-a1")).toEqual(
    expect.arrayContaining([
      assessmentRings.given("甲区教育局", title, "2099-12-31"),
      assessmentRings.returned(title, "缺照片"),
      assessmentRings.accepted(title, 21.25),
    ]),
  )
  expect(await rings("bureau-a")).toContain(assessmentRings.submitted("甲一小学", title))
  expect(two).toBeDefined()

  const results = await bureau.send(assessmentAdminCalls.results, { schemeId: scheme.id })
  expect(results).toMatchObject({
    period,
    full: 30,
    rows: [{ orgname: "甲一小学", stage: "accepted", ownSum: 22.5, score: 21.25 }],
    trend: [{ period, average: 21.25, accepted: 1 }],
  })
  const file = await bureau.send(assessmentAdminCalls.exportResults, { schemeId: scheme.id })
  expect(file).toMatchObject({ rows: 1, isCut: false, name: expect.stringMatching(/\.xlsx$/) })
  const { results: trend } = await head.send(assessmentAdminCalls.trend, {})
  expect(trend).toContainEqual({ id, title: "全程", period, score: 21.25, full: 30 })
  await expect(head.send(assessmentAdminCalls.results, { schemeId: scheme.id })).rejects.toThrow(
    replyMessages.outOfReach,
  )
})

test("[DAY-9] a submitted assessment is taken back, mended and submitted again, and logged", async () => {
  const { id, period } = await submitted("撤回")
  const [head, bureau] = [await as("head-a1"), await as("bureau-a")]
  expect(await detail("head-a1", id)).toMatchObject({ stage: "submitted", mayFill: false, mayTakeBack: true })
  expect(await detail("bureau-a", id)).toMatchObject({ mayTakeBack: false })
  await expect(bureau.send(assessmentAdminCalls.takeBack, { id, version: 2 })).rejects.toThrow(
    assessmentMessages.notYours,
  )
  await expect(head.send(assessmentAdminCalls.takeBack, { id, version: 1 })).rejects.toThrow(
    assessmentMessages.movedMeanwhile,
  )
  expect(await head.send(assessmentAdminCalls.takeBack, { id, version: 2 })).toEqual({ version: 3 })
  expect(await detail("head-a1", id)).toMatchObject({
    stage: "open",
    mayFill: true,
    mayTakeBack: false,
    submittedAt: null,
  })
  expect((await rings("bureau-a")).at(-1)).toBe(assessmentRings.takenBack("甲一小学", `${period} 撤回`))
  const logged = await inAll(
    sql`select from audit_log where action = 'assessments.takeBack' and detail->>'id' = ${id}`,
  )
  expect(logged).toHaveLength(1)
  expect(actionLabel("assessments.takeBack")).toBe("撤回考核")
  await fill(id, 9)
  expect(await head.send(assessmentAdminCalls.submit, { id, version: 3 })).toEqual({ version: 4 })
})

test("[DAY-9] one that was returned before is returned again with its reason when it is taken back", async () => {
  const { id } = await submitted("退回后撤回")
  const [head, bureau] = [await as("head-a1"), await as("bureau-a")]
  await bureau.send(assessmentAdminCalls.sendBack, { id, version: 2, reason: "缺照片", ends: "2099-06-30" })
  await head.send(assessmentAdminCalls.submit, { id, version: 3 })
  // What was reviewed in the round before does not count as begun.
  await head.send(assessmentAdminCalls.takeBack, { id, version: 4 })
  expect(await detail("head-a1", id)).toMatchObject({ stage: "returned", reason: "缺照片", mayFill: true })
})

test("[DAY-9] a review that has begun forbids taking back; of both at once one is refused", async () => {
  const begun = await submitted("审核已开始")
  const [head, bureau] = [await as("head-a1"), await as("bureau-a")]
  const review = async (id: string) => {
    const [one] = (await detail("bureau-a", id)).items
    return { id, itemId: one?.itemId ?? "", version: one?.version ?? 0, reviewScore: 7, remark: "" }
  }
  await bureau.send(assessmentAdminCalls.reviewItem, await review(begun.id))
  expect(await detail("head-a1", begun.id)).toMatchObject({ mayTakeBack: false })
  await expect(head.send(assessmentAdminCalls.takeBack, { id: begun.id, version: 2 })).rejects.toThrow(
    assessmentMessages.reviewBegun,
  )
  for (let round = 0; round < 5; round++) {
    const { id } = await submitted(`同时${round}`)
    const item = await review(id)
    const both = await Promise.allSettled([
      head.send(assessmentAdminCalls.takeBack, { id, version: 2 }),
      bureau.send(assessmentAdminCalls.reviewItem, item),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect([assessmentMessages.reviewBegun, assessmentMessages.notSubmitted]).toContain(
      both.flatMap((each) => (each.status === "rejected" ? [(each.reason as Error).message] : []))[0],
    )
  }
})

test("[WORK-2] nobody reviews what they filled in or handed in; a colleague or those above do", async () => {
  const head = await as("head-a1")
  const scheme = await newScheme("head-a1", "自查")
  const { orgid } = await own("head-a1")
  const [colleague] = await inAll<{ id: string; account: string }>(sql`
    select id::text, account from person where org_id = ${orgid}::bigint and account is not null and admintype = 0
      and account <> 'teacher-a1' and disabled_at is null order by id limit 1`)
  await inAll(sql`update person set admintype = 1 where id = ${colleague?.id ?? ""}::bigint`)
  const period = { period: "自查一", begins: "2026-01-01", ends: "2099-12-31" }
  await head.send(assessmentAdminCalls.give, { schemeId: scheme.id, orgids: orgid, ...period })
  const [row] = await inAll<{ id: string }>(
    sql`select id::text from assessment where scheme_id = ${scheme.id}::bigint`,
  )
  const id = row?.id ?? ""
  const { items: blank } = await detail("head-a1", id)
  // One item each; the colleague hands it in.
  const other = await as(colleague?.account ?? "")
  for (const [at, { itemId, version }] of blank.entries())
    await (at === 0 ? head : other).send(assessmentAdminCalls.saveItem, { id, itemId, version, ownScore: 8 })
  await other.send(assessmentAdminCalls.submit, { id, version: 1 })
  for (const [account, client] of [
    ["head-a1", head],
    [colleague?.account ?? "", other],
  ] as const) {
    const seen = await detail(account, id)
    expect(seen).toMatchObject({ mayReview: false, why: assessmentMessages.ownFilling })
    const { itemId = "", version = 0 } = seen.items[0] ?? {}
    for (const ask of [
      () => client.send(assessmentAdminCalls.reviewItem, { id, itemId, version, reviewScore: 10 }),
      () => client.send(assessmentAdminCalls.accept, { id, version: 2 }),
      () => client.send(assessmentAdminCalls.sendBack, { id, version: 2, reason: "x", ends: "2099-12-31" }),
    ])
      await expect(ask()).rejects.toThrow(assessmentMessages.ownFilling)
  }
  const bureau = await as("bureau-a")
  const toReview = await bureau.send(assessmentAdminCalls.page, {
    of: "given",
    stage: "submitted",
    limit: 200,
  })
  expect(toReview.items.map((each) => each.id)).toContain(id)
  const above = await detail("bureau-a", id)
  expect(above).toMatchObject({ mayReview: true, why: null })
  for (const { itemId, version } of above.items)
    await bureau.send(assessmentAdminCalls.reviewItem, { id, itemId, version, reviewScore: 8 })
  expect(await bureau.send(assessmentAdminCalls.accept, { id, version: 2 })).toMatchObject({ score: 20 })
})

test("[WORK-2] after a return changed items are reviewed again; notes stay with reviewers", async () => {
  const { id } = await submitted("重评")
  const [bureau, head] = [await as("bureau-a"), await as("head-a1")]
  const before = await detail("bureau-a", id)
  for (const { itemId, version } of before.items) {
    const judged = { id, itemId, version, reviewScore: 10, remark: "好" }
    const { version: next } = await bureau.send(assessmentAdminCalls.reviewItem, judged)
    // The answer was lost, and the portal asks again.
    expect(await bureau.send(assessmentAdminCalls.reviewItem, judged)).toEqual({ version: next })
  }
  expect((await detail("head-a1", id)).items[0]).toMatchObject({ reviewScore: null, remark: "" })
  await bureau.send(assessmentAdminCalls.sendBack, { id, version: 2, reason: "改", ends: "2099-12-31" })
  const [first] = (await detail("head-a1", id)).items
  expect(first).toMatchObject({ reviewScore: 10, remark: "好" })
  const { itemId = "", version = 0 } = first ?? {}
  await head.send(assessmentAdminCalls.saveItem, { id, itemId, version, words: "什么也没做", ownScore: 10 })
  await head.send(assessmentAdminCalls.submit, { id, version: 3 })
  await expect(bureau.send(assessmentAdminCalls.accept, { id, version: 4 })).rejects.toThrow(
    assessmentMessages.itemsUnreviewed(["通道畅通"]),
  )
})

test("[WORK-2] only the giver extends a missed deadline, and not after submission", async () => {
  const { id, period } = await given("补报")
  const [bureau, head] = [await as("bureau-a"), await as("head-a1")]
  await fill(id, 8)
  await inAll(sql`update assessment set due_on = '2026-01-02', soon_told_at = now() where id = ${id}::bigint`)
  expect(await detail("bureau-a", id)).toMatchObject({ mayExtend: true, mayFill: false })
  expect(await detail("head-a1", id)).toMatchObject({ mayExtend: false, mayFill: false })
  const extend = { id, version: 1, ends: "2099-03-04" }
  await expect(head.send(assessmentAdminCalls.extend, extend)).rejects.toThrow(assessmentMessages.notReviewer)
  for (const account of ["head-a2", "bureau-b"])
    await expect((await as(account)).send(assessmentAdminCalls.extend, extend)).rejects.toThrow(
      replyMessages.outOfReach,
    )
  await expect(bureau.send(assessmentAdminCalls.extend, { ...extend, ends: "2026-01-03" })).rejects.toThrow(
    assessmentMessages.returnEndsPast,
  )
  expect(await bureau.send(assessmentAdminCalls.extend, extend)).toEqual({ version: 2 })
  await expect(bureau.send(assessmentAdminCalls.extend, { ...extend, ends: "2099-03-05" })).rejects.toThrow(
    assessmentMessages.movedMeanwhile,
  )
  expect(await rings("head-a1")).toContain(assessmentRings.extended(`${period} 补报`, "2099-03-04"))
  // By the version of before: what is handed in is what was seen.
  await expect(head.send(assessmentAdminCalls.submit, { id, version: 1 })).rejects.toThrow(
    assessmentMessages.movedMeanwhile,
  )
  await head.send(assessmentAdminCalls.submit, { id, version: 2 })
  await expect(bureau.send(assessmentAdminCalls.extend, { ...extend, version: 3 })).rejects.toThrow(
    assessmentMessages.notExtendable,
  )
  const { items: log } = await bureau.send(logCalls.audit, { limit: 20 })
  expect(log.map(({ action }) => action)).toContain("assessments.extend")
})

test("[WORK-2] of two who give a scheme at once one does; weights have two decimals", async () => {
  const scheme = await newScheme("bureau-a", "同时")
  const { orgid } = await own("head-a1")
  const { orgid: second } = await own("head-a2")
  const bureau = await as("bureau-a")
  const give = (orgids: string) =>
    bureau.send(assessmentAdminCalls.give, {
      schemeId: scheme.id,
      period: "同时",
      begins: "2026-01-01",
      ends: "2099-12-31",
      orgids,
    })
  const both = await Promise.allSettled([give(orgid), give(`${orgid},${second}`)])
  const refused = both.find((each) => each.status === "rejected")
  expect(String(refused?.reason)).toContain(assessmentMessages.givenAlready(["甲一小学"], "同时"))
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  for (const wrong of [{ weight: 0.333 }, { fullScore: 10.005 }, { weight: 0 }, { fullScore: 1000.01 }])
    await expect(
      bureau.send(assessmentAdminCalls.saveScheme, { title: "坏", items: [{ ...items[0]!, ...wrong }] }),
    ).rejects.toThrow(/权重|满分|两位小数/)
})

test("[WORK-2][ROLE-2] a foreign assessment is neither seen nor filled in nor reviewed", async () => {
  const { id } = await given("别人")
  for (const account of ["head-a2", "bureau-b", "head-b1"])
    await expect(detail(account, id)).rejects.toThrow(replyMessages.outOfReach)
  await expect(detail("teacher-a1", id)).rejects.toThrow(noPermissionMessage("assessments.read"))
  const itemId = (await detail("head-a1", id)).items[0]?.itemId ?? ""
  const item = { id, itemId, version: 0, ownScore: 1 }
  // The giver looks on, and does not fill in.
  for (const [account, why] of [
    ["bureau-a", assessmentMessages.notYours],
    ["teacher-a1", noPermissionMessage("assessments.fill")],
  ] as const)
    await expect((await as(account)).send(assessmentAdminCalls.saveItem, item)).rejects.toThrow(why)
  await expect((await as("head-a2")).send(assessmentAdminCalls.saveItem, item)).rejects.toThrow(
    replyMessages.outOfReach,
  )
})

test("[WORK-2] lists are paged by key, the last to end first", async () => {
  const head = await as("head-a1")
  const all: string[] = []
  let before: string | null = null
  do {
    const page: { items: { id: string }[]; older: string | null } = await head.send(
      assessmentAdminCalls.page,
      { of: "mine", limit: 2, ...(before !== null && { before }) },
    )
    all.push(...page.items.map(({ id }) => id))
    before = page.older
  } while (before !== null)
  const { orgid } = await own("head-a1")
  const truth = await inAll<{ id: string }>(
    sql`select id::text from assessment where org_id = ${orgid}::bigint order by due_on desc, id desc`,
  )
  expect(all).toEqual(truth.map(({ id }) => id))
  const last = await head.send(assessmentAdminCalls.page, {
    of: "mine",
    limit: 1,
    before: "99999999999999-1",
  })
  expect(last.items.map(({ id }) => id)).toEqual(all.slice(0, 1))
  const given1 = await head.send(assessmentAdminCalls.page, { of: "given", limit: 200 })
  expect(given1.items.every((row) => row.orgid === orgid)).toBe(true)
  const bureau = await as("bureau-a")
  const found = await bureau.send(assessmentAdminCalls.page, {
    of: "given",
    stage: "accepted",
    search: "全程",
  })
  expect(found.items).toMatchObject([{ orgname: "甲一小学", filled: 2, items: 2, score: 21.25 }])
})

test("[WORK-2] a deadline that is near notifies once, those who have not submitted", async () => {
  const soon = new Date(Date.now() + 8 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10)
  await given("快到期", { ends: soon })
  await remindOfAssessments(app.database)
  await remindOfAssessments(app.database)
  const notified = (await rings("head-a1")).filter(
    (title) => title.includes("快到期") && title.includes("即将"),
  )
  expect(notified).toEqual([assessmentRings.soon(`第${lastPeriod}期 快到期`, soon)])
})

test("[HOME-4] an administrator saves the base data; an older version is refused", async () => {
  const head = await as("head-a1")
  const base = await head.send(assessmentAdminCalls.profile, {})
  expect(base).toMatchObject({ orgname: "甲一小学", kind: "school", mayChange: true })
  const { orgname: _name, kind: _kind, completeness: _percent, mayChange: _may, ...known } = base
  const wanted = {
    ...known,
    shortName: "甲一",
    address: "学院路1号",
    phone: "0571-1",
    lng: 120.1,
    lat: 30.2,
    founded: 1990,
    staff: 80,
    classes: 20,
    students: 800,
    siteM2: 9000,
    cameras: 50,
    fireHydrants: 30,
  }
  const saved = await head.send(assessmentAdminCalls.saveProfile, wanted)
  expect(saved).toMatchObject({ completeness: 100, cameras: 50, version: base.version + 1 })
  await expect(head.send(assessmentAdminCalls.saveProfile, wanted)).rejects.toThrow(
    assessmentMessages.profileChanged,
  )
  const next = { ...wanted, version: saved.version }
  const emptied = await head.send(assessmentAdminCalls.saveProfile, { ...next, cameras: null, phone: "" })
  expect(emptied).toMatchObject({ cameras: null, phone: "", completeness: 83 })
  for (const [account, why] of [
    ["teacher-a1", noPermissionMessage("organisations.change")],
    ["head-a2", replyMessages.outOfReach],
    ["bureau-b", replyMessages.outOfReach],
  ] as const)
    await expect((await as(account)).send(assessmentAdminCalls.saveProfile, next)).rejects.toThrow(why)
  const { items: log } = await head.send(logCalls.audit, { limit: 5 })
  expect(log.map(({ action }) => action)).toContain("profiles.save")
})
