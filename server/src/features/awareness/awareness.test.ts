import { accountCalls } from "@uc/contract/account/calls"
import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { awarenessCalls, ToldItem } from "@uc/contract/awareness/calls"
import {
  awarenessLimits,
  awarenessMessages,
  awarenessRings,
  defaultSteps,
  remindText,
} from "@uc/contract/awareness/told"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { drillCalls, executionTypes } from "@uc/contract/drills/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { replyMessages } from "@uc/contract/core/reply"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { patienceMs } from "../../../../scripts/patience.ts"
import { unrestricted } from "../../db/scope.ts"
import { eventChannel } from "../../realtime/publish-event.ts"
import { alarmOf, signed, theDemoSource } from "../../testing/test-alarm-source.ts"
import { testApp, type TestClient } from "../../testing/test-app.ts"

/** A school in which nothing happens yet, with a source that reports. */
async function quietSchool(parts: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(parts)
  const run = (query: ReturnType<typeof sql>) =>
    app.database.transaction(unrestricted, (db) => db.execute(query))
  await run(sql`update alarm_record set state = 'closed', closed_at = now() where closed_at is null`)
  await run(sql`update drill set ended_at = now() where ended_at is null`)
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { orgid } = await head.send(accountCalls.current, {})
  const report = async (more: Record<string, unknown> = {}) => {
    const alarm = alarmOf(orgid, { address: "1号楼101", ...more })
    const answer = await app.app.inject(signed(theDemoSource, alarmSourceCalls.report, { items: [alarm] }))
    expect(answer.json().data).toMatchObject({ accepted: 1 })
    return alarm.uuid
  }
  const platform = await app.as("platform")
  const rule = (subject: string, told: "nobody" | "administrators" | "duty" | "staff") =>
    platform.send(awarenessCalls.saveRule, { subject, told })
  return { app, run, head, teacher, platform, orgid, report, rule }
}

const told = async (client: TestClient) => {
  const { items, total } = await client.send(awarenessCalls.mine, {})
  expect(items).toHaveLength(Math.min(total, awarenessLimits.shown))
  return items.map(({ id }) => id)
}

/** What is told is kept until the event of a change has arrived, a moment after it. */
const patience = { timeout: patienceMs }

const said = async (answer: ReturnType<TestClient["request"]>) => {
  const { statusCode, ...rest } = await answer
  return [statusCode, rest.json().msg]
}

test("[DAY-2] an alarm of level 1 is told to all staff of its school, and to nobody else", async () => {
  const { app, head, teacher, report } = await quietSchool()
  await expect.poll(() => told(teacher), patience).toEqual([])
  const uuid = await report()
  await report({ alarm_level: 3 })
  for (const client of [head, teacher]) await expect.poll(() => told(client), patience).toEqual([uuid])
  for (const account of ["teacher-a2", "bureau-a", "clerk-a", "platform", "teacher-b1"])
    expect(await told(await app.as(account))).toEqual([])
  const { items } = await teacher.send(awarenessCalls.mine, {})
  expect(items).toEqual([
    {
      kind: "alarm",
      id: uuid,
      code: uuid,
      title: "燃气泄漏",
      level: 1,
      levelName: "特别重大",
      orgname: "甲一小学",
      place: "1号楼101",
      since: expect.any(String),
      steps: expect.any(Array),
      remindedAt: null,
    },
  ])
  // What a card needs and no more: no detail, no source, no phone, nothing that handles the alarm.
  expect(Object.keys(ToldItem.shape)).toEqual(Object.keys(items[0] ?? {}))
  expect(await said(teacher.request(alarmAdminCalls.dismiss, { uuid, note: "误报" }))).toEqual([
    403,
    "只有该预警的负责人或管理员可以进行此操作",
  ])
})

test("[DAY-4] what somebody has confirmed is told to all of their devices", async () => {
  const { head, report } = await quietSchool()
  const [first, second] = [await report(), await report()]
  await head.send(awarenessCalls.confirm, { uuid: first })
  const { items, confirmed } = await head.send(awarenessCalls.mine, {})
  expect([items.map(({ id }) => id), confirmed]).toEqual([[second], [{ kind: "alarm", code: first }]])
})

test("[DAY-2] the site's table decides by level and role", async () => {
  const { run, head, teacher, report, rule } = await quietSchool()
  const [first, third] = [await report(), await report({ alarm_level: 3 })]
  await rule("level-1", "administrators")
  await expect.poll(async () => [await told(head), await told(teacher)], patience).toEqual([[first], []])
  await rule("level-3", "staff")
  await expect
    .poll(async () => [await told(head), await told(teacher)], patience)
    .toEqual([[first, third], [third]])
  await rule("level-1", "nobody")
  await expect.poll(async () => [await told(head), await told(teacher)], patience).toEqual([[third], [third]])

  // 值班人员: who handles alarms by a role of the school.
  await rule("level-1", "duty")
  await expect.poll(() => told(teacher), patience).toEqual([third])
  await run(sql`with made as (
      insert into role (org_id, name, permissions, scope_kind)
      select org_id, '安全值班', array['alarms.manage'], 'organisation' from person where account = 'teacher-a1'
      returning id, org_id)
    insert into person_role (person_id, org_id, role_id) select p.id, p.org_id, made.id from made, person p
    where p.account = 'teacher-a1'`)
  await run(sql`select pg_notify(${eventChannel}, 'changed ' || id::text) from session`)
  await expect.poll(() => told(teacher), patience).toEqual([first, third])
  const { told: audience, people, confirmed } = await head.send(awarenessCalls.ofAlarm, { uuid: first })
  const [row] = (
    await run(sql`select count(*)::int as n from person join organisation o on o.id = org_id
    where o.name = '甲一小学' and (admintype > 0 or account = 'teacher-a1')`)
  ).rows
  expect([audience, people, confirmed]).toEqual(["duty", row?.["n"], 0])
})

test("[DAY-2] the table is the platform's: others are refused, changes are logged, unknown levels too", async () => {
  const { head, platform, rule } = await quietSchool()
  const rules = await platform.send(awarenessCalls.rules, {})
  expect(rules.map(({ name, told: audience }) => `${name} ${audience}`)).toEqual([
    "特别重大 staff",
    "重大 staff",
    "较大 nobody",
    "一般 nobody",
    "真实应急 staff",
    "演练 staff",
  ])
  const wanted = { subject: "level-3", told: "staff" }
  for (const [call, input] of [
    [awarenessCalls.rules, {}],
    [awarenessCalls.saveRule, wanted],
  ] as const)
    expect(await said(head.request(call, input))).toEqual([403, noPermissionMessage("alarmTables.manage")])
  expect(await said(platform.request(awarenessCalls.saveRule, { ...wanted, subject: "level-9" }))).toEqual([
    409,
    awarenessMessages.levelGone,
  ])
  const odd = await platform.request(awarenessCalls.saveRule, { ...wanted, subject: "everything" })
  expect([odd.statusCode, odd.json().msg]).toEqual([
    400,
    expect.stringContaining(awarenessMessages.badSubject),
  ])
  await rule("level-3", "administrators")
  const { items } = await platform.send(logCalls.audit, { action: "awareness.saveRule" })
  expect(items[0]?.change).toMatchObject({
    before: { name: "较大", told: "不单独通知" },
    after: { name: "较大", told: "管理员" },
  })
})

test("[DAY-2] what to do comes from the plan of the fitting kind, otherwise a sentence", async () => {
  const { run, head, teacher, report } = await quietSchool()
  await run(sql`delete from drill`)
  await run(sql`delete from emergency_plan`)
  const stepsOf = async (uuid: string) =>
    (await teacher.send(awarenessCalls.mine, {})).items.find(({ id }) => id === uuid)?.steps
  const gas = await report()
  expect(await stepsOf(gas)).toEqual([defaultSteps.fire])
  const odd = await report({ model_code: "<x>" })
  expect(await stepsOf(odd)).toEqual([defaultSteps.other])
  const plan = { content: "", isShared: false }
  await head.send(drillCalls.savePlan, { ...plan, title: "踩踏", kind: "crowd", steps: ["不挤"] })
  await head.send(drillCalls.savePlan, { ...plan, title: "消防", kind: "fire", steps: ["撤离", "清点"] })
  // A plan of another kind is no help, and a saved plan is no event: the answer is kept for a second.
  await expect.poll(() => stepsOf(gas), patience).toEqual(["撤离", "清点"])
  expect(await stepsOf(odd)).toEqual([defaultSteps.other])
})

test("[DAY-2] 我已知晓 is one's own, kept once, and the card does not come back", async () => {
  const { app, run, head, teacher, report } = await quietSchool()
  const uuid = await report()
  const first = await teacher.send(awarenessCalls.confirm, { uuid })
  await expect.poll(() => told(teacher), patience).toEqual([])
  await expect.poll(() => told(head), patience).toEqual([uuid])
  expect(await teacher.send(awarenessCalls.confirm, { uuid })).toEqual(first)
  expect((await run(sql`select 1 from alarm_confirmation`)).rows).toHaveLength(1)
  expect(await said((await app.as("teacher-a2")).request(awarenessCalls.confirm, { uuid }))).toEqual([
    403,
    replyMessages.outOfReach,
  ])
  expect(await said((await app.as("bureau-a")).request(awarenessCalls.confirm, { uuid }))).toEqual([
    403,
    awarenessMessages.notOfTheOrganisation,
  ])

  // Who acts on it knows of it; an alarm that is over is told no more.
  await head.send(alarmAdminCalls.acknowledge, { uuid })
  await expect.poll(() => told(head), patience).toEqual([])
  expect(await head.send(awarenessCalls.ofAlarm, { uuid })).toMatchObject({ confirmed: 2 })
  const other = await report()
  await expect.poll(() => told(teacher), patience).toEqual([other])
  await head.send(alarmAdminCalls.dismiss, { uuid: other, note: "误报" })
  await expect.poll(() => told(teacher), patience).toEqual([])
  expect(await said(teacher.request(awarenessCalls.confirm, { uuid: other }))).toEqual([
    409,
    awarenessMessages.alarmOver,
  ])
  // What nobody has closed for a day is told no more.
  const old = await report()
  await run(sql`update alarm_record set createtime = now() - interval '25 hours' where uuid = ${old}`)
  await expect.poll(() => told(teacher), patience).toEqual([])
})

test("[DAY-2] the list names who has not confirmed, for administrators; others see the counts", async () => {
  const { app, run, head, teacher, orgid, report } = await quietSchool()
  const uuid = await report()
  const of = (client: TestClient) => client.send(awarenessCalls.ofAlarm, { uuid, limit: 200 })
  const before = await of(head)
  const { nickname: name } = await teacher.send(accountCalls.current, {})
  expect(before.missing?.map(({ nickname }) => nickname)).toContain(name)
  expect(before.missing).toHaveLength(before.people)
  expect(before).toMatchObject({
    told: "staff",
    confirmed: 0,
    mayConfirm: true,
    mayRemind: true,
    isOver: false,
  })
  expect(before.missing?.find(({ nickname }) => nickname === name)).toMatchObject({
    phone: expect.stringContaining("****"),
    mayCall: true,
    deptname: expect.any(String),
  })
  await teacher.send(awarenessCalls.confirm, { uuid })
  const after = await of(head)
  expect([after.confirmed, after.people]).toEqual([1, before.people])
  expect(after.missing?.map(({ nickname }) => nickname)).not.toContain(name)
  expect((await head.send(awarenessCalls.ofAlarm, { uuid, start: 1, limit: 1 })).missing).toEqual(
    after.missing?.slice(1, 2),
  )

  const clerk = await app.as("clerk-a")
  for (const client of [teacher, clerk])
    expect(await of(client)).toMatchObject({
      confirmed: 1,
      people: before.people,
      missing: null,
      mayRemind: false,
    })
  expect((await of(await app.as("bureau-a"))).missing).toHaveLength(before.people - 1)
  expect(await said((await app.as("head-a2")).request(awarenessCalls.ofAlarm, { uuid }))).toEqual([
    403,
    replyMessages.outOfReach,
  ])

  // Who leaves counts no more, who joins does; parents never do. After the end nothing changes.
  await run(sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  expect(await of(head)).toMatchObject({ confirmed: 0, people: before.people - 1 })
  await run(sql`insert into person (org_id, account, name, usertype) values (${orgid}, 'late', '新来', 20)`)
  await run(
    sql`insert into person (org_id, account, name, usertype, is_parent) values (${orgid}, 'parent', '家长', 20, true)`,
  )
  expect(await of(head)).toMatchObject({ confirmed: 0, people: before.people })
  await head.send(alarmAdminCalls.dismiss, { uuid, note: "误报" })
  await run(sql`update person set disabled_at = now() where account = 'late'`)
  await run(sql`insert into person (org_id, account, name, usertype) values (${orgid}, 'later', '后来', 20)`)
  expect(await of(head)).toMatchObject({
    confirmed: 1,
    people: before.people,
    isOver: true,
    mayRemind: false,
  })
})

test("[DAY-2] a reminder rings for those who have not confirmed, once in some minutes", async () => {
  const { app, run, head, teacher, report } = await quietSchool()
  const uuid = await report()
  await teacher.send(awarenessCalls.confirm, { uuid })
  const { people } = await head.send(awarenessCalls.ofAlarm, { uuid })
  const remind = (client: TestClient, bySms = false) =>
    client.request(awarenessCalls.remindAlarm, { uuid, bySms })
  expect(await said(remind(teacher))).toEqual([403, noPermissionMessage("alarms.manage")])
  expect(await said(remind(await app.as("head-a2")))).toEqual([403, replyMessages.outOfReach])
  expect((await remind(head)).json().data).toEqual({ reminded: people - 1, messages: 0 })
  expect(await said(remind(head))).toEqual([429, awarenessMessages.remindedLately])
  const rung = (await head.send(noticeCalls.bell, {})).items.map(({ title }) => title)
  expect(rung).toContain(awarenessRings.alarm("特别重大", "燃气泄漏"))
  expect((await teacher.send(noticeCalls.bell, {})).items.map(({ title }) => title)).not.toContain(rung[0])
  const [item] = (await head.send(awarenessCalls.mine, {})).items
  expect(item?.remindedAt).toEqual(expect.any(String))
  const state = await head.send(awarenessCalls.ofAlarm, { uuid })
  expect([state.remindedAt, state.remindableAt]).toEqual([item?.remindedAt, expect.any(String)])
  expect(await app.anonymous.send(demoMessageCalls.list, {})).toEqual([])

  await run(
    sql`update alarm_record set reminded_at = now() - make_interval(mins => ${awarenessLimits.remindMinutes})`,
  )
  const { withPhone } = await head.send(awarenessCalls.ofAlarm, { uuid })
  expect((await remind(head, true)).json().data).toEqual({ reminded: people - 1, messages: withPhone })
  const messages = await app.anonymous.send(demoMessageCalls.list, {})
  expect(messages).toHaveLength(withPhone ?? 0)
  expect(messages[0]?.text).toContain(
    remindText({ site: "", school: "甲一小学", what: "特别重大预警：燃气泄漏，1号楼101" }).slice(2),
  )
  const { items } = await head.send(logCalls.audit, { action: "awareness.remindAlarm" })
  expect(items).toHaveLength(2)

  await head.send(alarmAdminCalls.dismiss, { uuid, note: "误报" })
  expect(await said(remind(head))).toEqual([409, awarenessMessages.nothingToRemind])
})

test("[DAY-2] a text message may follow a reminder in the portal at once; each waits for its own", async () => {
  const { run, head, report } = await quietSchool()
  const uuid = await report()
  const remind = (bySms: boolean) => head.request(awarenessCalls.remindAlarm, { uuid, bySms })
  const rings = async () => (await run(sql`select from bell_ring where topic = 'alarm'`)).rows.length
  expect((await remind(false)).statusCode).toBe(200)
  const rung = await rings()
  const between = await head.send(awarenessCalls.ofAlarm, { uuid })
  expect([between.remindableAt, between.smsRemindableAt]).toEqual([expect.any(String), null])
  // Whoever was rung a moment ago is not rung again by the message.
  expect((await remind(true)).json().data).toMatchObject({ messages: between.withPhone })
  expect(await rings()).toBe(rung)
  for (const bySms of [false, true])
    expect(await said(remind(bySms))).toEqual([429, awarenessMessages.remindedLately])
  const after = await head.send(awarenessCalls.ofAlarm, { uuid })
  expect(after.smsRemindableAt).toEqual(expect.any(String))
  // A message alone rings as well.
  await run(sql`update alarm_record set reminded_at = null, reminded_by_sms_at = null`)
  expect((await remind(true)).statusCode).toBe(200)
  expect(await rings()).toBeGreaterThan(rung)
  expect(await said(remind(false))).toEqual([429, awarenessMessages.remindedLately])
})

test("[DAY-2] without a gateway there are no text messages to choose", async () => {
  const { head, report } = await quietSchool({ sms: null })
  const uuid = await report()
  expect((await head.send(awarenessCalls.ofAlarm, { uuid })).withPhone).toBeNull()
  expect(await said(head.request(awarenessCalls.remindAlarm, { uuid, bySms: true }))).toEqual([
    400,
    awarenessMessages.noGateway,
  ])
})

test("[DAY-2] a running drill and a real emergency are told with their steps, the emergency first", async () => {
  const { head, teacher, orgid, report } = await quietSchool()
  const { id: planId, steps } = await head.send(drillCalls.savePlan, {
    title: "消防疏散应急预案",
    kind: "fire",
    content: "",
    steps: ["撤离", "清点"],
    isShared: false,
  })
  const start = (zxType: 1 | 2) =>
    head.send(drillCalls.start, {
      planId,
      orgids: orgid,
      title: "消防疏散",
      zxType,
      ...(zxType === executionTypes.emergency && { isReal: 1 as const }),
    })
  await start(executionTypes.drill)
  const alarm = await report()
  await start(executionTypes.emergency)
  const { items } = await teacher.send(awarenessCalls.mine, {})
  expect(items.map(({ kind }) => kind)).toEqual(["emergency", "alarm", "drill"])
  expect(items[1]?.id).toBe(alarm)
  const drill = items[2]
  expect(drill).toMatchObject({ title: "消防疏散演练", steps, level: null, place: null })
  const id = drill?.id ?? ""
  await teacher.send(drillCalls.confirm, { id })
  expect(await told(teacher)).toHaveLength(2)
  const known = await head.send(awarenessCalls.ofDrill, { id, limit: 200 })
  expect(known.confirmed).toBe(1)
  expect(known.missing).toHaveLength(known.people - 1)
  const reminded = await head.send(awarenessCalls.remindDrill, { id, bySms: false })
  expect(reminded.reminded).toBe(known.people - 1)
  expect(await said(head.request(awarenessCalls.remindDrill, { id, bySms: false }))).toEqual([
    429,
    awarenessMessages.remindedLately,
  ])
  await head.send(drillCalls.end, { id })
  expect((await told(head)).includes(id)).toBe(false)
  expect(await said(head.request(awarenessCalls.remindDrill, { id, bySms: false }))).toEqual([
    409,
    awarenessMessages.drillOver,
  ])
})

test("[DAY-2] cards ask again when an alarm comes or ends, not whenever somebody confirms", async () => {
  const { app, head, teacher, orgid, report } = await quietSchool()
  const events: string[] = []
  const listening = app.database.listen(eventChannel, {
    onBegin: () => events.push("begun"),
    onLost: () => {},
    onNotification: (payload) => events.push(payload),
  })
  await expect.poll(() => events).toContain("begun")
  const heard = async (last: string) => {
    await expect.poll(() => events).toContain(last)
    return events.splice(0).filter((event) => /^(told|confirmed) [^@]/.test(event))
  }
  try {
    await report({ alarm_level: 4 })
    expect(await heard(`alarms ${orgid}`)).toEqual([])
    const uuid = await report()
    expect(await heard(`told ${orgid}`)).toEqual([`told ${orgid}`])
    await teacher.send(awarenessCalls.confirm, { uuid })
    expect(await heard(`confirmed ${orgid}`)).toEqual([`confirmed ${orgid}`])
    await head.send(alarmAdminCalls.dismiss, { uuid, note: "误报" })
    expect(await heard(`told ${orgid}`)).toEqual([`confirmed ${orgid}`, `told ${orgid}`])
  } finally {
    await listening.stop()
  }
})
