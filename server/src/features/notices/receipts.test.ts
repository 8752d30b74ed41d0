import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { noticeCalls, noticeMessages } from "@uc/contract/notices/calls"
import { receiptCalls, receiptLimits, receiptMessages } from "@uc/contract/notices/receipt-calls"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { keyedBy } from "../../security/keyed.ts"
import type { SmsMessage } from "../../security/sms/sms-gateway.ts"
import { deliverDue } from "../../security/sms/sms-outbox.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"
import { forNobody, me, writeNotice } from "../../testing/test-notices.ts"
import { orgCalled, rowsIn } from "../../testing/test-roles.ts"

test("[DAY-11] a receipt waits in the to-dos until it is confirmed, also after reading", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await teacher.send(noticeCalls.readAll, {})
  const waits = async () => {
    const { total } = await teacher.send(noticeCalls.list, { iswaiting: 1 })
    const { total: unconfirmed } = await teacher.send(noticeCalls.list, { isunconfirmed: 1 })
    return [total, unconfirmed]
  }
  const { id } = await writeNotice(head, { isForOwn: true, wantsReceipt: true })
  const plain = await writeNotice(head, { isForOwn: true, title: "无需回执" })
  expect(await waits()).toEqual([2, 1])
  await teacher.send(noticeCalls.readAll, {})
  expect(await waits()).toEqual([1, 1])
  expect((await teacher.send(todoCountCalls.counts, {})).notices).toBe(1)
  const other = await teacher.request(receiptCalls.confirm, { noticeid: plain.id })
  expect([other.statusCode, other.json<{ msg: string }>().msg]).toEqual([409, receiptMessages.notWanted])
  await teacher.send(receiptCalls.confirm, { noticeid: id })
  await teacher.send(receiptCalls.confirm, { noticeid: id })
  expect(await waits()).toEqual([0, 0])
  expect(await teacher.send(noticeCalls.detail, { noticeid: id })).toMatchObject({
    isRead: true,
    wantsReceipt: true,
    isConfirmed: true,
  })
  const stranger = await app.as("teacher-a2")
  await expect(stranger.send(receiptCalls.confirm, { noticeid: id })).rejects.toThrow(noticeMessages.gone)
})

test("[DAY-11] who writes a notice has read it: nothing waits for them, and nobody counts or reminds them", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await head.send(noticeCalls.readAll, {})
  const { unread } = await head.send(noticeCalls.bell, {})
  const { notices } = await head.send(todoCountCalls.counts, {})
  const wanted = { isForOwn: true, wantsReceipt: true, isPinned: true }
  const { people: planned } = await head.send(receiptCalls.audience, { ...wanted, isShared: false })
  const { id, recipients } = await writeNotice(head, wanted)
  const org = await orgCalled(app, "甲一小学")
  const [staff] = await rowsIn<{ n: number }>(
    app,
    sql`select count(*)::int as n from person where org_id = ${org} and disabled_at is null`,
  )
  expect([recipients, planned]).toEqual([(staff?.n ?? 0) - 1, (staff?.n ?? 0) - 1])
  expect((await head.send(noticeCalls.bell, {})).unread).toBe(unread)
  expect((await head.send(todoCountCalls.counts, {})).notices).toBe(notices)
  for (const filter of [{ isunread: 1 }, { isunconfirmed: 1 }, { iswaiting: 1 }] as const)
    expect((await head.send(noticeCalls.list, filter)).items.map((each) => each.id)).not.toContain(id)
  // It is in their list all the same.
  expect(await head.send(noticeCalls.detail, { noticeid: id })).toMatchObject({
    isRead: true,
    isConfirmed: true,
  })
  const { id: own } = await me(head)
  for (const readstate of ["unread", "missing", "read", "confirmed"] as const) {
    const found = await head.send(noticeCalls.readers, { noticeid: id, readstate, limit: 200 })
    expect([found.people, found.items.map((each) => each.id)]).toEqual([
      recipients,
      expect.not.arrayContaining([own]),
    ])
  }
  expect((await head.send(receiptCalls.reminder, { noticeid: id })).missing).toBe(recipients)
  await head.send(receiptCalls.remind, { noticeid: id })
  expect((await head.send(noticeCalls.bell, {})).unread).toBe(unread)
  expect((await teacher.send(noticeCalls.bell, {})).items.map(({ title }) => title)).toContain(
    receiptMessages.ring("甲一小学", forNobody.title, true),
  )
  // For its author alone it is for somebody, and nobody is missing.
  const alone = await writeNotice(head, { people: own, wantsReceipt: true })
  expect(alone.recipients).toBe(0)
  expect((await head.request(receiptCalls.remind, { noticeid: alone.id })).statusCode).toBe(409)
})

test("[DAY-11] a bureau sees how each school read and confirmed, unread people first", async () => {
  const app = await testApp()
  const [bureau, reader, confirmer] = [
    await app.as("bureau-a"),
    await app.as("teacher-a1"),
    await app.as("teacher-a2"),
  ]
  const { id } = await writeNotice(bureau, { isShared: true, forKind: "school", wantsReceipt: true })
  await reader.send(noticeCalls.read, { noticeids: id })
  await confirmer.send(receiptCalls.confirm, { noticeid: id })
  const { items } = await bureau.send(noticeCalls.readerOrganisations, { noticeid: id })
  expect(
    Object.fromEntries(items.map(({ orgname, read, confirmed }) => [orgname, [read, confirmed]])),
  ).toEqual({
    甲一小学: [1, 0],
    甲二小学: [1, 1],
    甲镇小学: [0, 0],
  })
  const walked: string[] = []
  let after: string | undefined
  do {
    const page = await bureau.send(noticeCalls.readers, {
      noticeid: id,
      readstate: "missing",
      limit: 5,
      ...(after !== undefined && { after }),
    })
    walked.push(
      ...page.items.map(({ id: person, readAt }) => `${person} ${readAt === null ? "unread" : "read"}`),
    )
    after = page.next ?? undefined
  } while (after)
  expect(new Set(walked).size).toBe(walked.length)
  expect(walked.findIndex((each) => each.endsWith(" read"))).toBe(walked.length - 1)
  const confirmed = await bureau.send(noticeCalls.readers, { noticeid: id, readstate: "confirmed" })
  expect([confirmed.people, confirmed.items.map(({ orgname }) => orgname)]).toEqual([
    walked.length + 1,
    ["甲二小学"],
  ])
})

test("[DAY-11] who is missing is reminded in the bell, not oftener than once in a while", async () => {
  const app = await testApp()
  const [bureau, done, missing] = [
    await app.as("bureau-a"),
    await app.as("teacher-a1"),
    await app.as("teacher-a2"),
  ]
  const { id } = await writeNotice(bureau, { isShared: true, forKind: "school", wantsReceipt: true })
  await done.send(receiptCalls.confirm, { noticeid: id })
  await missing.send(noticeCalls.read, { noticeids: id })
  const plan = await bureau.send(receiptCalls.reminder, { noticeid: id })
  expect(plan).toMatchObject({ remindedAt: null, waitS: 0, hasWebhook: false })
  expect(await bureau.send(receiptCalls.remind, { noticeid: id })).toEqual({
    missing: plan.missing,
    messages: 0,
  })
  const rung = async (client: TestClient) =>
    (await client.send(noticeCalls.bell, {})).items.filter(({ title }) => title.includes("提醒您确认"))
  expect(await rung(missing)).toMatchObject([
    {
      title: receiptMessages.ring("甲区教育局", forNobody.title, true),
      place: `/main/notices?notice=${id}`,
      isRead: false,
    },
  ])
  expect(await rung(done)).toEqual([])
  const again = await bureau.request(receiptCalls.remind, { noticeid: id })
  expect([again.statusCode, again.json<{ msg: string }>().msg]).toEqual([429, receiptMessages.remindedLately])
  expect(Number(again.headers["retry-after"])).toBeGreaterThan(receiptLimits.remindMinutes * 60 - 60)
  expect((await bureau.send(receiptCalls.reminder, { noticeid: id })).waitS).toBeGreaterThan(0)
  await rowsIn(
    app,
    sql`update notice set reminded_at = now() - interval '31 minutes' where id = ${id} returning id`,
  )
  await bureau.send(receiptCalls.remind, { noticeid: id })
  expect(await rung(missing)).toHaveLength(1)
  const logged = await rowsIn<{ n: number }>(
    app,
    sql`select count(*)::int as n from audit_log where action = 'notices.remind'`,
  )
  expect(logged).toEqual([{ n: 2 }])
  await missing.send(receiptCalls.confirm, { noticeid: id })
  expect(await rung(missing)).toEqual([])
})

test("[DAY-11] drafts, foreign notices and those that everybody confirmed are not reminded of", async () => {
  const app = await testApp()
  const [head, teacher, other] = [
    await app.as("head-a1"),
    await app.as("teacher-a1"),
    await app.as("head-a2"),
  ]
  const people = (await me(teacher)).id
  const refusal = async (client: TestClient, noticeid: string) => {
    const answer = await client.request(receiptCalls.remind, { noticeid })
    return [answer.statusCode, answer.json<{ msg: string }>().msg]
  }
  const waiting = await writeNotice(head, { people, publish: "draft" })
  expect(await refusal(head, waiting.id)).toEqual([409, receiptMessages.notPublished])
  const { id } = await writeNotice(head, { people, wantsReceipt: true })
  expect((await refusal(other, id))[0]).toBe(403)
  expect((await refusal(teacher, id))[0]).toBe(403)
  await teacher.send(receiptCalls.confirm, { noticeid: id })
  expect(await refusal(head, id)).toEqual([409, receiptMessages.nobodyMissing])
})

test("[DAY-11] text messages go to those with a phone, within the quota of the organisation", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const org = await orgCalled(app, "甲一小学")
  await rowsIn(app, sql`update person set phone = null where org_id = ${org} returning id`)
  await rowsIn(app, sql`update person set phone = '13900000007' where account = 'teacher-a1' returning id`)
  const { id, recipients } = await writeNotice(head, {
    isForOwn: true,
    wantsReceipt: true,
    title: `长${"标题".repeat(40)}`,
  })
  expect(await head.send(receiptCalls.reminder, { noticeid: id })).toMatchObject({
    missing: recipients,
    messages: 1,
    messagesLeft: receiptLimits.messagesADay,
  })
  const remind = async (bySms = true) => {
    await rowsIn(app, sql`update notice set reminded_at = null where id = ${id} returning id`)
    return head.request(receiptCalls.remind, { noticeid: id, bySms })
  }
  expect((await remind()).json<{ data: object }>().data).toEqual({ missing: recipients, messages: 1 })
  const [message] = await teacher.send(demoMessageCalls.list, {})
  expect(message?.text).toMatch(/甲一小学的通知“长(标题)+标?…”请您登录后确认收到。$/)
  for (let time = 1; time < receiptLimits.messagesToOneADay; time++) await remind()
  expect((await remind()).json<{ data: { messages: number } }>().data.messages).toBe(0)
  await rowsIn(app, sql`delete from quota where key like 'notice-sms:person:%' returning key`)
  await rowsIn(
    app,
    sql`insert into quota (key, bucket, n) values (${`notice-sms:org:${org}`}, now(), ${receiptLimits.messagesADay}) returning key`,
  )
  const full = await remind()
  expect([full.statusCode, full.json<{ field: string; msg: string }>()]).toMatchObject([
    429,
    { field: "bySms", msg: receiptMessages.tooManyMessages(1, 0) },
  ])
  expect((await remind(false)).statusCode).toBe(200)
})

test("[DAY-11] without a gateway or a webhook neither is offered, and both are refused", async () => {
  const app = await testApp({ sms: null })
  const head = await app.as("head-a1")
  const { id } = await writeNotice(head, { isForOwn: true })
  expect(await head.send(receiptCalls.reminder, { noticeid: id })).toMatchObject({
    messages: null,
    hasWebhook: false,
  })
  for (const [way, msg] of [
    ["bySms", receiptMessages.smsOff],
    ["byWebhook", receiptMessages.webhookOff],
  ] as const) {
    const answer = await head.request(receiptCalls.remind, { noticeid: id, [way]: true })
    expect([answer.statusCode, answer.json<{ field: string; msg: string }>()]).toMatchObject([
      400,
      { field: way, msg },
    ])
  }
})

test("[DAY-11] the webhook is told who is missing, by account and without phones", async () => {
  const app = await testApp({ hasWebhook: true })
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const people = `${(await me(head)).id},${(await me(teacher)).id}`
  const { id } = await writeNotice(head, { people, wantsReceipt: true })
  await head.send(receiptCalls.confirm, { noticeid: id })
  await head.send(receiptCalls.remind, { noticeid: id, byWebhook: true })
  const posted: SmsMessage[] = []
  const gateway = async (message: SmsMessage) => void posted.push(message)
  const parts = { database: app.database, keyed: keyedBy(inject("pepper")), gateway, warn: () => {} }
  expect(await deliverDue(parts)).toBe(0)
  expect(await deliverDue({ ...parts, channel: "webhook" })).toBe(1)
  expect(JSON.parse(posted[0]?.text ?? "")).toEqual({
    event: "notice.reminder",
    notice: {
      id,
      title: forNobody.title,
      orgname: "甲一小学",
      wantsReceipt: true,
      place: `/main/notices?notice=${id}`,
    },
    from: (await me(head)).nickname,
    part: 1,
    parts: 1,
    people: [
      {
        id: (await me(teacher)).id,
        account: "teacher-a1",
        name: (await me(teacher)).nickname,
        orgname: "甲一小学",
      },
    ],
  })
})
