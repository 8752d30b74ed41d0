import { accountCalls } from "@uc/contract/account/calls"
import { profileCalls } from "@uc/contract/account/profile-calls"
import type { Call } from "@uc/contract/core/call"
import { departmentCalls } from "@uc/contract/departments/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import {
  peopleTransferCalls,
  transferMessages,
  type PersonTransfer,
} from "@uc/contract/people/transfer-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"

async function district() {
  const app = await testApp()
  const clients = {
    a1: await app.as("head-a1"),
    a2: await app.as("head-a2"),
    b1: await app.as("head-b1"),
    bureau: await app.as("bureau-a"),
  }
  const rows = async (query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows
  const idOf = async (account: string) =>
    String((await rows(sql`select id::text from person where account = ${account}`))[0]?.["id"])
  const orgOf = async (by: TestClient) => (await by.send(accountCalls.current, {})).orgid
  const placesIn = async (by: TestClient, orgid?: string) => {
    const [first] = await by.send(departmentCalls.tree, { orgid: orgid ?? (await orgOf(by)) })
    return [{ deptid: first?.id ?? "", postid: null, isMain: true }]
  }
  const sensitively = async (by: TestClient, call: Call, input: object, headers = {}) => {
    await grantFor(app, by, "person")
    return by.request(call, { ...input }, headers)
  }
  /** Begins; the answer. */
  const begin = async (by: TestClient, account: string, input: object, headers = {}) => {
    const personid = await idOf(account)
    const [row] = await rows(sql`select version from person where id = ${personid}`)
    const asked = { personid, version: Number(row?.["version"]), kind: "move", ...input }
    return sensitively(by, peopleTransferCalls.begin, asked, headers)
  }
  const newest = async (by: TestClient): Promise<PersonTransfer> => {
    const [first] = await by.send(peopleTransferCalls.list, {})
    if (!first) throw new Error("There is no transfer")
    return first
  }
  const answer = async (by: TestClient, id: string, input: object, headers = {}) =>
    sensitively(by, peopleTransferCalls.answer, { id, ...input }, headers)
  const accept = async (by: TestClient) =>
    answer(by, (await newest(by)).id, { isAccepted: 1, places: await placesIn(by) })
  return { app, ...clients, rows, idOf, orgOf, placesIn, begin, newest, answer, accept, sensitively }
}

test("[DISTRICT-6] both sides agree: the account goes over with its password, rights and sessions end", async () => {
  const { app, a1, a2, rows, idOf, orgOf, begin, newest, accept } = await district()
  const teacher = await app.as("teacher-a1")
  const old = await idOf("teacher-a1")
  await rows(sql`update person set admintype = 1 where id = ${old}`)
  expect((await begin(a1, "teacher-a1", { orgname: "甲二小学", note: "工作需要" })).json()).toMatchObject({
    data: { isDone: false },
  })
  expect((await teacher.send(accountCalls.current, {})).orgname).toBe("甲一小学")
  expect(await newest(a2)).toMatchObject({
    state: "asked",
    usercode: "teacher-a1",
    orgname: "甲一小学",
    note: "工作需要",
    mayAnswer: true,
    mayWithdraw: false,
  })
  expect(await newest(a1)).toMatchObject({ mayAnswer: false, mayWithdraw: true })
  expect((await a2.send(noticeCalls.bell, {})).items[0]?.title).toContain("甲一小学申请调动")

  expect((await accept(a2)).statusCode).toBe(200)
  await expect.poll(async () => (await teacher.request(accountCalls.own, {})).statusCode).toBe(401)
  const moved = await (await app.as("teacher-a1")).send(accountCalls.current, {})
  expect(moved).toMatchObject({ orgname: "甲二小学", admintype: 0 })
  expect(moved.id).not.toBe(old)
  expect(await newest(a1)).toMatchObject({
    state: "accepted",
    answeredBy: (await a2.send(accountCalls.current, {})).nickname,
  })
  const left = await a1.send(peopleAdminCalls.details, { personid: old })
  expect(left).toMatchObject({ isDisabled: true, admintype: 0, phone: null, usercode: `teacher-a1#${old}` })
  const there = await a2.send(peopleAdminCalls.list, { orgid: await orgOf(a2), name: "teacher-a1" })
  expect(there.items.map(({ usercode }) => usercode)).toEqual(["teacher-a1"])
})

test("[DISTRICT-6] what is open falls to the old organisation, what was done stays there", async () => {
  const { a1, a2, rows, idOf, begin, accept, orgOf } = await district()
  const [old, org] = [await idOf("teacher-a1"), await orgOf(a1)]
  const [task] = await rows(sql`select id::text from task where org_id = ${org} limit 1`)
  await rows(sql`delete from task_assignee where task_id = ${task?.["id"]}`)
  await rows(
    sql`insert into task_assignee (org_id, task_id, person_id) values (${org}, ${task?.["id"]}, ${old})`,
  )
  await rows(sql`update patrol_plan_point set person_id = ${old} where org_id = ${org}`)
  await rows(sql`update patrol_record set person_id = ${old} where org_id = ${org}`)
  const done = await rows(
    sql`select id::text from patrol_record where person_id = ${old} and result <> 'due' order by id`,
  )
  expect(done.length).toBeGreaterThan(0)
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  expect((await accept(a2)).statusCode).toBe(200)
  expect(
    await rows(sql`select person_id, org_id::text as org from task_assignee where task_id = ${task?.["id"]}`),
  ).toEqual([{ person_id: null, org }])
  expect(await rows(sql`select id from patrol_plan_point where person_id = ${old}`)).toEqual([])
  expect(await rows(sql`select id::text from patrol_record where person_id = ${old} order by id`)).toEqual(
    done,
  )
})

test("[DISTRICT-6] both organisations find it in the audit log, and the person's places have days", async () => {
  const { app, a1, a2, idOf, begin, accept } = await district()
  const old = await idOf("teacher-a1")
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  await accept(a2)
  const fresh = await idOf("teacher-a1")
  for (const [by, personid] of [
    [a1, old],
    [a2, fresh],
  ] as const) {
    const { items } = await by.send(logCalls.audit, { action: "peopleTransfers.answer" })
    expect(JSON.stringify(items)).toContain("teacher-a1")
    expect(await by.send(peopleTransferCalls.history, { personid })).toMatchObject([
      { kind: "move", orgname: "甲一小学", toOrgname: "甲二小学" },
    ])
  }
  const stranger = await app.as("head-town")
  expect(await stranger.send(peopleTransferCalls.list, {})).toEqual([])
  expect((await stranger.request(peopleTransferCalls.history, { personid: fresh })).statusCode).toBe(403)
})

test("[DISTRICT-6] nobody pulls a person out, answers for the other side or answers twice", async () => {
  const { app, a1, a2, b1, begin, newest, answer, placesIn } = await district()
  const before = await rowsOf(app.url)
  expect((await begin(a2, "teacher-a1", { orgname: "甲二小学" })).statusCode).toBe(403)
  expect((await begin(await app.as("teacher-a1"), "teacher-a2", { orgname: "甲一小学" })).statusCode).toBe(
    403,
  )
  expect((await begin(a1, "teacher-a1", { orgname: "平台" })).json()).toMatchObject({
    msg: transferMessages.targetUnknown,
  })
  expect(changes(before, await rowsOf(app.url)).filter((change) => !/^(reauth|grant)/.test(change))).toEqual(
    [],
  )
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const { id } = await newest(a1)
  expect((await answer(b1, id, { isAccepted: 1, places: await placesIn(b1) })).statusCode).toBe(403)
  expect((await answer(a1, id, { isAccepted: 1, places: await placesIn(a1) })).statusCode).toBe(403)
  expect((await a2.request(peopleTransferCalls.withdraw, { id })).statusCode).toBe(403)
  expect((await answer(a2, id, { isAccepted: 0 })).statusCode).toBe(200)
  const late = await answer(a2, id, { isAccepted: 1, places: await placesIn(a2) })
  expect(late.json()).toMatchObject({ msg: transferMessages.answered })
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgname).toBe("甲一小学")
})

test("[DISTRICT-6] a withdrawn transfer can't be accepted any more", async () => {
  const { app, a1, a2, begin, newest, accept } = await district()
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  await a1.send(peopleTransferCalls.withdraw, { id: (await newest(a1)).id })
  expect((await accept(a2)).statusCode).toBe(409)
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgname).toBe("甲一小学")
})

test("[DISTRICT-6] who administers both does it in one step", async () => {
  const { app, bureau, a2, begin, orgOf, placesIn } = await district()
  const orgid = await orgOf(a2)
  expect((await begin(bureau, "teacher-a1", { orgid })).json()).toMatchObject({
    msg: transferMessages.placeMissing,
  })
  const places = await placesIn(bureau, orgid)
  expect((await begin(bureau, "teacher-a1", { orgid, places })).json()).toMatchObject({
    data: { isDone: true },
  })
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgname).toBe("甲二小学")
})

test("[DISTRICT-6] of two transfers at once one wins, and of two answers one", async () => {
  const { app, a1, a2, bureau, begin, newest, answer, placesIn, orgOf, rows } = await district()
  const begun = await Promise.all([
    begin(a1, "teacher-a1", { orgname: "甲二小学" }),
    begin(bureau, "teacher-a1", { orgname: "乙一小学" }),
  ])
  expect(begun.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 409])
  await rows(sql`delete from person_transfer`)
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const { id } = await newest(a2)
  const orgid = await orgOf(a2)
  const accepted = await Promise.all([
    answer(a2, id, { isAccepted: 1, places: await placesIn(a2) }),
    answer(bureau, id, { isAccepted: 1, places: await placesIn(bureau, orgid) }),
  ])
  expect(accepted.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  const people = await rows(
    sql`select org_id::text as org from person where account like 'teacher-a1%' and disabled_at is null`,
  )
  expect(people).toEqual([{ org: orgid }])
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgid).toBe(orgid)
})

test("[DISTRICT-6] a retried answer moves nobody twice", async () => {
  const { a1, a2, begin, newest, answer, placesIn, rows } = await district()
  const key = { "idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e" }
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const [{ id }, places] = [await newest(a2), await placesIn(a2)]
  const first = await answer(a2, id, { isAccepted: 1, places }, key)
  const again = await answer(a2, id, { isAccepted: 1, places }, key)
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(await rows(sql`select id from person where account like 'teacher-a1%'`)).toHaveLength(2)
})

test("[DISTRICT-6] a second place: the person switches to it, and either side ends it with the other", async () => {
  const { app, a1, a2, rows, idOf, begin, newest, answer, accept, sensitively } = await district()
  await begin(a1, "teacher-a1", { orgname: "甲二小学", kind: "second" })
  expect((await accept(a2)).statusCode).toBe(200)
  expect(await newest(a2)).toMatchObject({ kind: "second", newUsercode: "teacher-a1-2" })
  const teacher = await app.as("teacher-a1")
  const organisations = async () =>
    (await teacher.send(profileCalls.own, {})).organisations.map(({ orgname }) => orgname)
  expect(await organisations()).toContain("甲二小学")
  const second = await idOf("teacher-a1-2")
  await grantFor(app, teacher, "switch")
  expect((await teacher.request(profileCalls.switchTo, { personid: second })).statusCode).toBe(200)
  expect((await begin(a1, "teacher-a1", { orgname: "甲二小学", kind: "second" })).statusCode).toBe(200)
  expect((await accept(a2)).json()).toMatchObject({ msg: transferMessages.alreadyThere })
  await answer(a2, (await newest(a2)).id, { isAccepted: 0 })

  const [held] = (await a1.send(peopleTransferCalls.history, { personid: await idOf("teacher-a1") })).filter(
    ({ mayEnd }) => mayEnd,
  )
  expect(held).toMatchObject({ kind: "second", toOrgname: "甲二小学" })
  expect((await sensitively(a1, peopleTransferCalls.beginEnd, { id: held?.id })).statusCode).toBe(200)
  expect(await newest(a2)).toMatchObject({ kind: "end", mayAnswer: true, state: "asked" })
  expect((await answer(a2, (await newest(a2)).id, { isAccepted: 1 })).statusCode).toBe(200)
  expect(
    await rows(sql`select disabled_at is not null as off,
      exists (select from person_tie t where t.person_id = p.id) as tied from person p where id = ${second}`),
  ).toEqual([{ off: true, tied: false }])
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgname).toBe("甲一小学")
})
