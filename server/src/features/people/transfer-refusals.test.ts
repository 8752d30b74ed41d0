import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { profileCalls } from "@uc/contract/account/profile-calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { peopleAdminCalls, peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls, transferMessages } from "@uc/contract/people/transfer-calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { md5 } from "../../testing/test-app.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { giveNew } from "../../testing/test-roles.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { district } from "../../testing/test-transfers.ts"

test("[DISTRICT-6] sessions, roles and rights end for good: enabling the old account again revives none", async () => {
  const { app, a1, a2, rows, idOf, orgOf, begin, accept, sensitively } = await district()
  const teacher = await app.as("teacher-a1")
  const [old, org] = [await idOf("teacher-a1"), await orgOf(a1)]
  await rows(sql`with made as (insert into role (org_id, name, permissions, scope_kind)
      values (${org}, '值班', '{people.manage}', 'organisation') returning id)
    insert into person_role (person_id, org_id, role_id) select ${old}, ${org}, id from made`)
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  expect((await accept(a2)).statusCode).toBe(200)
  expect(await rows(sql`select id from session where person_id = ${old} and revoked_at is null`)).toEqual([])
  const { version } = await a1.send(peopleAdminCalls.details, { personid: old })
  const enabled = await sensitively(a1, peopleAdminCalls.setState, {
    personid: old,
    version,
    isDisabled: 0,
  })
  expect(enabled.statusCode).toBe(200)
  // Asked of another process: this one may repeat for a second what it knew.
  const elsewhere = (await app.another()).as(teacher)
  expect((await elsewhere.request(accountCalls.own, {})).statusCode).toBe(401)
  const fresh = await idOf("teacher-a1")
  expect(await rows(sql`select from person_role where person_id in (${old}, ${fresh})`)).toEqual([])
  expect(await rows(sql`select admintype from person where id = ${old}`)).toEqual([{ admintype: 0 }])
})

test("[DISTRICT-6][DISTRICT-8] who returns to the old organisation finds none of the old roles", async () => {
  const { app, a1, a2, begin, accept } = await district()
  const before = await app.as("teacher-a1")
  const role = { name: "编辑", permissions: ["news.manage" as const], scopeKind: "organisation" as const }
  const id = await giveNew(app, a1, before, role)
  const holders = async () => (await a1.send(roleCalls.people, { id })).items.length
  expect(await holders()).toBe(1)
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  expect((await accept(a2)).statusCode).toBe(200)
  expect(await holders()).toBe(0)
  await begin(a2, "teacher-a1", { orgname: "甲一小学" })
  expect((await accept(a1)).statusCode).toBe(200)
  const returned = await app.as("teacher-a1")
  const { orgname, permissions } = await returned.send(accountCalls.current, {})
  expect([orgname, permissions]).toEqual(["甲一小学", []])
  await expect(returned.send(newsAdminCalls.columns, {})).rejects.toThrow(noPermissionMessage("news.manage"))
  expect(await holders()).toBe(0)
})

test("[DISTRICT-6] a one-time password of the old organisation opens nothing in the new one", async () => {
  const { app, a1, a2, rows, idOf, begin, accept } = await district()
  await grantFor(app, a1, "person-password")
  const reset = await a1.request(peopleAdminCalls.resetPassword, { personid: await idOf("teacher-a1") })
  const { password } = reset.json<{ data: { password: string } }>().data
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  expect((await accept(a2)).statusCode).toBe(200)
  const signedIn = await app.anonymous.request(accountCalls.signIn, {
    account: "teacher-a1",
    password: md5(password),
  })
  expect(signedIn.json()).toMatchObject({ msg: sessionMessages.wrongCredentials })
  const fresh = await idOf("teacher-a1")
  expect(await rows(sql`select from credential where person_id = ${fresh}`)).toEqual([])
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

test("[DISTRICT-6] an answer that is retried, with or without its key, has one effect", async () => {
  const { app, a1, a2, begin, newest, answer, placesIn, rows } = await district()
  const key = { "idempotency-key": "0f8fad5b-d9cb-469f-a165-70867728950e" }
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const [{ id }, places] = [await newest(a2), await placesIn(a2)]
  expect((await answer(a2, id, { isAccepted: 1, places }, key)).statusCode).toBe(200)
  const logged = async () =>
    (await rows(sql`select id from audit_log where action = 'peopleTransfers.answer' and result = 'done'`))
      .length
  const [before, entries] = [await rowsOf(app.url), await logged()]
  const again = await answer(a2, id, { isAccepted: 1, places }, key)
  expect([again.statusCode, again.json()]).toMatchObject([200, { ret: 1 }])
  for (const isAccepted of [1, 0]) {
    const late = await answer(a2, id, { isAccepted, places })
    expect([late.statusCode, late.json()]).toMatchObject([409, { msg: transferMessages.answered }])
  }
  const ofGrants = /^(reauth|grant|idempotent)/
  expect(changes(before, await rowsOf(app.url)).filter((change) => !ofGrants.test(change))).toEqual([])
  expect(await logged()).toBe(entries)
  expect(await newest(a1)).toMatchObject({ state: "accepted" })
  expect(await rows(sql`select id from person where account like 'teacher-a1%'`)).toHaveLength(2)
})

test("[DISTRICT-6] the receiving side refuses: nothing has changed, the other is told and may ask again", async () => {
  const { app, a1, a2, rows, begin, newest, answer, idOf } = await district()
  const teacher = await app.as("teacher-a1")
  const person = async () =>
    rows(sql`select p.*, c.phc from person p left join credential c on c.person_id = p.id
      where account like 'teacher-a1%'`)
  const before = await person()
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const { id } = await newest(a2)
  expect((await answer(a2, id, { isAccepted: 0 })).statusCode).toBe(200)
  const { nickname } = await a2.send(accountCalls.current, {})
  for (const by of [a1, a2])
    expect(await newest(by)).toMatchObject({
      state: "refused",
      answeredBy: nickname,
      mayAnswer: false,
      mayWithdraw: false,
    })
  expect((await a1.send(noticeCalls.bell, {})).items[0]?.title).toContain("甲二小学未同意")
  expect(await person()).toEqual(before)
  expect((await teacher.send(accountCalls.current, {})).orgname).toBe("甲一小学")
  expect(await a1.send(peopleTransferCalls.history, { personid: await idOf("teacher-a1") })).toEqual([])
  expect((await begin(a1, "teacher-a1", { orgname: "甲二小学" })).statusCode).toBe(200)
})

test("[DISTRICT-6] the giving side refuses the end of a second place, which goes on", async () => {
  const { app, a1, a2, rows, idOf, begin, newest, answer, accept, sensitively } = await district()
  await begin(a1, "teacher-a1", { orgname: "甲二小学", kind: "second" })
  await accept(a2)
  const place = await newest(a2)
  const { id } = place
  expect((await sensitively(a2, peopleTransferCalls.beginEnd, { id })).statusCode).toBe(200)
  const end = await newest(a1)
  expect(end).toMatchObject({ kind: "end", state: "asked", mayAnswer: true, mayWithdraw: false })
  expect((await answer(a2, end.id, { isAccepted: 1 })).statusCode).toBe(403)
  expect((await answer(a1, end.id, { isAccepted: 0 })).statusCode).toBe(200)
  for (const by of [a1, a2]) expect(await newest(by)).toMatchObject({ kind: "end", state: "refused" })
  const second = await idOf("teacher-a1-2")
  expect(await rows(sql`select from person where id = ${second} and disabled_at is null`)).toHaveLength(1)
  const teacher = await app.as("teacher-a1")
  await grantFor(app, teacher, "switch")
  expect((await teacher.request(profileCalls.switchTo, { personid: second })).statusCode).toBe(200)
})

test("[DISTRICT-6] nobody is moved into a disabled organisation, also when it was disabled meanwhile", async () => {
  const { app, a1, a2, bureau, begin, newest, answer, orgOf, placesIn, rows } = await district()
  const [orgid, places] = [await orgOf(a2), await placesIn(a2)]
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  const { id } = await newest(a2)
  await rows(sql`update organisation set disabled_at = now() where id = ${orgid}`)
  expect((await answer(bureau, id, { isAccepted: 1, places })).json()).toMatchObject({
    msg: transferMessages.targetDisabled,
  })
  await a1.send(peopleTransferCalls.withdraw, { id })
  expect((await begin(bureau, "teacher-a1", { orgid, places })).json()).toMatchObject({
    msg: transferMessages.targetDisabled,
  })
  expect((await begin(a1, "teacher-a1", { orgname: "甲二小学" })).json()).toMatchObject({
    msg: transferMessages.targetUnknown,
  })
  expect((await (await app.as("teacher-a1")).send(accountCalls.current, {})).orgname).toBe("甲一小学")
})

test("[DISTRICT-6] nobody moves somebody above or themselves, nor who was raised above them since", async () => {
  const { a1, a2, bureau, begin, newest, answer, placesIn, orgOf, rows } = await district()
  expect((await begin(a1, "head-a1", { orgname: "甲二小学" })).json()).toMatchObject({
    msg: peopleAdminMessages.notYourself,
  })
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  await rows(sql`update person set admintype = 2 where account = 'teacher-a1'`)
  const [{ id }, places] = [await newest(a2), await placesIn(a2)]
  const raised = await answer(a2, id, { isAccepted: 1, places })
  expect([raised.statusCode, raised.json()]).toMatchObject([409, { msg: transferMessages.rightsChanged }])
  await a1.send(peopleTransferCalls.withdraw, { id })
  expect((await begin(a1, "teacher-a1", { orgname: "甲二小学" })).json()).toMatchObject({
    msg: peopleAdminMessages.aboveYou,
  })
  // Of an equal or a lower one their administrator may.
  const orgid = await orgOf(a2)
  expect((await begin(bureau, "teacher-a1", { orgid, places })).statusCode).toBe(200)
})

test("[DISTRICT-6] the second place of somebody above is not ended by the administrator below", async () => {
  const { a1, a2, rows, begin, newest, answer, accept, sensitively } = await district()
  await begin(a1, "teacher-a1", { orgname: "甲二小学", kind: "second" })
  await accept(a2)
  const { id } = await newest(a2)
  await rows(sql`update person set admintype = 2 where account = 'teacher-a1-2'`)
  expect((await sensitively(a2, peopleTransferCalls.beginEnd, { id })).json()).toMatchObject({
    msg: peopleAdminMessages.aboveYou,
  })
  expect((await sensitively(a1, peopleTransferCalls.beginEnd, { id })).statusCode).toBe(200)
  expect((await answer(a2, (await newest(a2)).id, { isAccepted: 1 })).json()).toMatchObject({
    msg: peopleAdminMessages.aboveYou,
  })
  expect(
    await rows(sql`select from person where account = 'teacher-a1-2' and disabled_at is null`),
  ).toHaveLength(1)
})

test("[DISTRICT-6] a person waits in one transfer at a time, also for who could do it at once", async () => {
  const { a1, a2, bureau, begin, orgOf, placesIn } = await district()
  await begin(a1, "teacher-a1", { orgname: "乙一小学" })
  const orgid = await orgOf(a2)
  const places = await placesIn(bureau, orgid)
  for (const second of [
    await begin(a1, "teacher-a1", { orgname: "甲二小学" }),
    await begin(bureau, "teacher-a1", { orgid, places }),
    await begin(bureau, "teacher-a1", { orgid, places, kind: "second" }),
  ])
    expect([second.statusCode, second.json()]).toMatchObject([409, { msg: transferMessages.alreadyAsked }])
})
