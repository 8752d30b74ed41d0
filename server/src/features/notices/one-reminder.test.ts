import { noticeCalls } from "@uc/contract/notices/calls"
import { receiptCalls, receiptLimits, receiptMessages } from "@uc/contract/notices/receipt-calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { me, writeNotice } from "../../testing/test-notices.ts"
import { orgCalled, rowsIn } from "../../testing/test-roles.ts"

const rungOf = async (client: TestClient) =>
  (await client.send(noticeCalls.bell, {})).items.filter(({ title }) => title.includes("提醒您确认")).length

interface Whom {
  readonly personid?: string
  readonly orgid?: string
}

test("[DAY-11] one person or one school is reminded alone, nobody oftener than once in a while", async () => {
  const app = await testApp()
  const [bureau, one, other, elsewhere] = [
    await app.as("bureau-a"),
    await app.as("teacher-a1"),
    await app.as("head-a1"),
    await app.as("teacher-a2"),
  ]
  const { id, recipients } = await writeNotice(bureau, {
    isShared: true,
    forKind: "school",
    wantsReceipt: true,
  })
  const [personid, orgid] = [(await me(one)).id, await orgCalled(app, "甲一小学")]
  const { people: staff } = await bureau.send(noticeCalls.readers, {
    noticeid: id,
    readstate: "missing",
    orgid,
  })
  const rung = async () => [await rungOf(one), await rungOf(other), await rungOf(elsewhere)]
  const remind = (whom: Whom) => bureau.request(receiptCalls.remind, { noticeid: id, ...whom })
  const reminded = async (whom: Whom) =>
    (await remind(whom)).json<{ data: { missing: number } }>().data.missing
  const refusal = async (whom: Whom) => {
    const answer = await remind(whom)
    return [answer.statusCode, answer.json<{ msg: string }>().msg]
  }

  expect(await reminded({ personid })).toBe(1)
  expect(await rung()).toEqual([1, 0, 0])
  const again = await remind({ personid })
  expect([again.statusCode, again.json<{ msg: string }>().msg]).toEqual([
    429,
    receiptMessages.remindedOneLately,
  ])
  expect(Number(again.headers["retry-after"])).toBeGreaterThan(receiptLimits.remindMinutes * 60 - 60)
  const plan = await bureau.send(receiptCalls.reminder, { noticeid: id, personid })
  expect([plan.missing, plan.lately, plan.waitS > 0]).toEqual([1, 1, true])

  // The school's others, and then the others of all schools.
  expect(await reminded({ orgid })).toBe(staff - 1)
  expect(await rung()).toEqual([1, 1, 0])
  expect(await bureau.send(receiptCalls.reminder, { noticeid: id })).toMatchObject({
    missing: recipients,
    lately: staff,
    waitS: 0,
  })
  expect(await reminded({})).toBe(recipients - staff)
  expect(await rung()).toEqual([1, 1, 1])
  const lately = [429, receiptMessages.remindedOneLately]
  expect(await refusal({ personid: (await me(elsewhere)).id })).toEqual(lately)
  expect(await refusal({})).toEqual([429, receiptMessages.remindedLately])

  await rowsIn(app, sql`update notice set reminded_at = null where id = ${id} returning id`)
  await rowsIn(
    app,
    sql`update quota set bucket = bucket - interval '31 minutes' where key like 'notice-remind:%' returning key`,
  )
  expect(await reminded({ personid })).toBe(1)
})

test("[DAY-11] only whom a notice is for, and who is missing, is reminded alone", async () => {
  const app = await testApp()
  const [bureau, teacher] = [await app.as("bureau-a"), await app.as("teacher-a1")]
  const [personid, orgid] = [(await me(teacher)).id, await orgCalled(app, "甲一小学")]
  const { id } = await writeNotice(bureau, { people: personid, wantsReceipt: true })
  const refusal = async (whom: Whom) => {
    const answer = await bureau.request(receiptCalls.remind, { noticeid: id, ...whom })
    const { statusCode } = await bureau.request(receiptCalls.reminder, { noticeid: id, ...whom })
    return [answer.statusCode, answer.json<{ msg: string }>().msg, statusCode]
  }
  const notTheirs = [403, receiptMessages.notForThem, 403]
  expect(await refusal({ personid: (await me(await app.as("teacher-a2"))).id })).toEqual(notTheirs)
  expect(await refusal({ orgid: await orgCalled(app, "甲二小学") })).toEqual(notTheirs)
  expect(await refusal({ personid, orgid })).toEqual([400, receiptMessages.eitherOneOrSchool, 400])
  await teacher.send(receiptCalls.confirm, { noticeid: id })
  expect(await refusal({ personid })).toEqual([409, receiptMessages.theyAreDone(true), 200])
})
