import { accountCalls } from "@uc/contract/account/calls"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls, transferMessages } from "@uc/contract/people/transfer-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { district } from "../../testing/test-transfers.ts"

test("[DISTRICT-6] both sides agree: the account goes over with its password, rights and sessions end", async () => {
  const { app, a1, a2, rows, idOf, orgOf, begin, newest, accept } = await district()
  const teacher = await app.as("teacher-a1")
  const old = await idOf("teacher-a1")
  await rows(sql`update person set admintype = 1, email = 'lao.shi@school.cn' where id = ${old}`)
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
  expect(left).toMatchObject({
    isDisabled: true,
    admintype: 0,
    phone: null,
    email: null,
    usercode: `teacher-a1#${old}`,
  })
  const there = await a2.send(peopleAdminCalls.list, { orgid: await orgOf(a2), name: "teacher-a1" })
  expect(there.items.map(({ usercode, email }) => [usercode, email])).toEqual([
    ["teacher-a1", "l***@school.cn"],
  ])
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
