import { alarmCalls } from "@uc/contract/alarms/calls"
import {
  alarmMessages,
  alarmRings,
  alarmAdminCalls,
  notNowMessage,
  type AlarmPage,
  type ListedAlarm,
} from "@uc/contract/alarms/admin-calls"
import { logCalls } from "@uc/contract/logs/calls"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { dailyStatCalls } from "@uc/contract/daily-stats/calls"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

interface Planted {
  readonly school: string
  readonly state?: string
  readonly level?: number
  readonly code?: string
  readonly minutesAgo?: number
  readonly detail?: string
}

/** An alarm as a source would report it. Returns its uuid. */
async function plant(
  { database }: TestApp,
  { school, state = "open", level = 4, code = "smoke", minutesAgo = 0, detail = "烟感报警" }: Planted,
): Promise<string> {
  const uuid = randomUUID()
  const { rowCount } = await database.transaction(unrestricted, (db) =>
    db.execute(sql`
      insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state, address, detail)
      select ${uuid}::uuid, id, area_path, ${code}, ${level}, at, at, ${state}, '食堂', ${detail}
      from organisation, (select now() - make_interval(mins => ${minutesAgo}) as at) t where name = ${school}`),
  )
  expect(rowCount).toBe(1)
  return uuid
}

async function everyPage(viewer: TestClient, more = {}): Promise<ListedAlarm[]> {
  const items: ListedAlarm[] = []
  let before: string | undefined
  for (;;) {
    const page: AlarmPage = await viewer.send(alarmCalls.list, {
      limit: 4,
      ...more,
      ...(before && { before }),
    })
    items.push(...page.items)
    if (page.older === null) return items
    before = page.older
  }
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "not refused",
    (error: unknown) => (error as Error).message,
  )

test("[WORK-4] the list is paged by key both ways, stable while alarms arrive", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const whole = await bureau.send(alarmCalls.list, { limit: 200 })
  expect(whole.items.length).toBeGreaterThan(20)
  expect([whole.newer, whole.older]).toEqual([null, null])

  const first = await bureau.send(alarmCalls.list, { limit: 5 })
  expect(first.newer).toBeNull()
  // At the same moment as the newest: only the id orders them.
  await plant(app, { school: "甲一小学" })
  await plant(app, { school: "甲二小学" })
  const second = await bureau.send(alarmCalls.list, { limit: 5, before: first.older ?? "" })
  expect(second.items).toEqual(whole.items.slice(5, 10))
  const back = await bureau.send(alarmCalls.list, { limit: 5, after: second.newer ?? "" })
  expect(back.items).toEqual(first.items)
  expect(back.newer).not.toBeNull()
  expect((await everyPage(bureau)).map(({ uuid }) => uuid).slice(2)).toEqual(
    whole.items.map(({ uuid }) => uuid),
  )

  const pulse = await bureau.send(alarmAdminCalls.pulse, { after: first.first ?? "" })
  expect(pulse.fresh).toBe(2)
  const filtered = await bureau.send(alarmAdminCalls.pulse, { after: first.first ?? "", model_code: "none" })
  expect(filtered.fresh).toBe(0)
})

test("[WORK-4] filters: time, level, type, organisation, state, one's own", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const all = await everyPage(bureau)
  const [some] = all
  const { createtime, model_code: code, alarm_level_name: level, orgid } = some as ListedAlarm
  const expected: [Record<string, unknown>, (row: ListedAlarm) => boolean][] = [
    [{ starttime: createtime }, (row) => row.createtime >= createtime],
    [{ endtime: createtime }, (row) => row.createtime <= createtime],
    [{ model_code: code }, (row) => row.model_code === code],
    [{ alarm_level_name: level }, (row) => row.alarm_level_name === level],
    [{ orgid }, (row) => row.orgid === orgid],
    [{ state: "open" }, (row) => row.state === "open"],
    [{ state: "closed" }, (row) => row.state === "closed"],
    [{ state: "active" }, (row) => ["open", "acknowledged", "handling"].includes(row.state)],
    [{ alarm_level_name: "没有" }, () => false],
  ]
  for (const [filter, isMeant] of expected)
    expect([filter, await everyPage(bureau, filter)]).toEqual([filter, all.filter(isMeant)])

  const uuid = await plant(app, { school: "甲一小学" })
  const mine = async () => (await everyPage(bureau, { mine: 1 })).map((row) => row.uuid)
  const before = await mine()
  await bureau.send(alarmAdminCalls.acknowledge, { uuid })
  expect(await mine()).toEqual([uuid, ...before])
})

test("[WORK-4] taken, assigned, handled and closed: who did what when, and the audit log knows", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const [headUser, teacherUser] = await Promise.all([
    head.send(accountCalls.current, {}),
    teacher.send(accountCalls.current, {}),
  ])
  const uuid = await plant(app, { school: "甲一小学", detail: "<img src=x onerror=alert(1)>" })
  const before = await head.send(alarmAdminCalls.detail, { uuid })
  expect(before).toMatchObject({ state: "open", taken_by: null, acts: 0, history: [] })
  // Markup is a source's text like any other.
  expect(before.detail).toBe("<img src=x onerror=alert(1)>")

  await head.send(alarmAdminCalls.acknowledge, { uuid, seen: 0 })
  expect(await refusal(teacher.send(alarmAdminCalls.handle, { uuid, note: "去看看" }))).toBe(
    alarmMessages.notResponsible,
  )
  await head.send(alarmAdminCalls.assign, { uuid, personid: teacherUser.id, seen: 1 })
  const bell = await teacher.send(noticeCalls.bell, {})
  expect(bell.items.find(({ topic }) => topic === "alarm")).toMatchObject({
    title: alarmRings.assigned(headUser.nickname, "甲一小学", before.model_name),
    place: `/main/alarms?alarm=${uuid}`,
  })
  await teacher.send(alarmAdminCalls.handle, { uuid, note: "  已到场 <b>灭火</b>  ", seen: 2 })
  const closed = await teacher.send(alarmAdminCalls.close, { uuid, note: "处置完毕", seen: 3 })

  expect(closed).toMatchObject({ state: "closed", taken_by: teacherUser.nickname, acts: 4, can: [] })
  expect(closed.closed_at).not.toBeNull()
  expect(closed.history.map(({ deed, who, whom, note }) => [deed, who, whom, note])).toEqual([
    ["acknowledged", headUser.nickname, null, null],
    ["assigned", headUser.nickname, teacherUser.nickname, null],
    ["handling", teacherUser.nickname, null, "已到场 <b>灭火</b>"],
    ["closed", teacherUser.nickname, null, "处置完毕"],
  ])
  expect(closed.history.every(({ orgname }) => orgname === "甲一小学")).toBe(true)
  const { items } = await head.send(logCalls.audit, { action: "alarmAdmin." })
  expect(items.map(({ action }) => action).toReversed()).toEqual(
    ["acknowledge", "assign", "handle", "close"].map((action) => `alarmAdmin.${action}`),
  )
  expect(await refusal(head.send(alarmAdminCalls.handle, { uuid, note: "   " }))).toContain(
    alarmMessages.noteMissing,
  )
})

test("[WORK-4] of two actions at once the second is refused with the name of the first", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const uuid = await plant(app, { school: "甲一小学" })
  const answers = await Promise.allSettled([
    head.send(alarmAdminCalls.acknowledge, { uuid, seen: 0 }),
    teacher.send(alarmAdminCalls.acknowledge, { uuid, seen: 0 }),
  ])
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  const lost = answers.find(({ status }) => status === "rejected") as PromiseRejectedResult
  const { history, taken_by: winner } = await head.send(alarmAdminCalls.detail, { uuid })
  expect(history).toHaveLength(1)
  expect((lost.reason as Error).message).toMatch(new RegExp(`^${winner}已于.*确认了预警，请刷新后再操作$`))

  // What would still be possible is refused as well to whoever has not seen what happened meanwhile.
  const holder = answers[0]?.status === "fulfilled" ? head : teacher
  await holder.send(alarmAdminCalls.handle, { uuid, note: "已断电", seen: 1 })
  expect(await refusal(head.send(alarmAdminCalls.dismiss, { uuid, note: "误报", seen: 1 }))).toMatch(
    /记录了处置情况，请刷新后再操作$/,
  )
  await head.send(alarmAdminCalls.dismiss, { uuid, note: "误报", seen: 2 })
  expect(await refusal(head.send(alarmAdminCalls.close, { uuid, note: "办结" }))).toMatch(/标记为误报/)

  const old = await plant(app, { school: "甲一小学", state: "closed" })
  expect(await refusal(head.send(alarmAdminCalls.close, { uuid: old, note: "办结" }))).toBe(
    notNowMessage("closed"),
  )
})

test("[WORK-4][ROLE-2] an alarm of another area is in no list, detail or action", async () => {
  const app = await testApp()
  const stranger = await app.as("bureau-b")
  const [head, sibling] = [await app.as("head-a1"), await app.as("teacher-a2")]
  const uuid = await plant(app, { school: "甲一小学", detail: "甲一的秘密" })
  for (const viewer of [stranger, sibling]) {
    expect((await everyPage(viewer)).map((row) => row.uuid)).not.toContain(uuid)
    expect(await refusal(viewer.send(alarmAdminCalls.detail, { uuid }))).toBe(replyMessages.outOfReach)
    expect(await refusal(viewer.send(alarmAdminCalls.acknowledge, { uuid }))).toBe(replyMessages.outOfReach)
  }
  // Somebody who could not see it can't be given it, whether one reaches them or not.
  const foreign = await stranger.send(accountCalls.current, {})
  const other = await sibling.send(accountCalls.current, {})
  expect(await refusal(head.send(alarmAdminCalls.assign, { uuid, personid: foreign.id }))).toBe(
    replyMessages.outOfReach,
  )
  const bureau = await app.as("bureau-a")
  expect(await refusal(bureau.send(alarmAdminCalls.assign, { uuid, personid: other.id }))).toBe(
    alarmMessages.notAssignable,
  )
  expect((await head.send(alarmAdminCalls.detail, { uuid })).history).toEqual([])
})

test("[WORK-4] a school reads who of its bureau has taken its alarm", async () => {
  const app = await testApp()
  const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a1")]
  const { nickname } = await bureau.send(accountCalls.current, {})
  const uuid = await plant(app, { school: "甲一小学" })
  await bureau.send(alarmAdminCalls.acknowledge, { uuid })
  const seen = await head.send(alarmAdminCalls.detail, { uuid })
  expect(seen.taken_by).toBe(nickname)
  expect(seen.history).toMatchObject([{ who: nickname, orgname: "甲区教育局" }])
})

test("[DAY-5] list and record say when an alarm is escalated, by its level's minutes and who took it", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  const uuid = await plant(app, { school: "甲一小学", level: 1 })
  const ofBureau = await plant(app, { school: "甲区教育局", level: 1 })
  const listed = async () => (await everyPage(bureau)).find((row) => row.uuid === uuid)
  const minutes = (from: string, to: string | null | undefined) =>
    (Date.parse(`${to?.replace(" ", "T")}Z`) - Date.parse(`${from.replace(" ", "T")}Z`)) / 60_000
  const before = await listed()
  expect(minutes(before?.createtime ?? "", before?.due_at)).toBe(2)
  const { items } = await head.send(alarmCalls.records, {})
  expect(items.find((row) => row.uuid === uuid)).toMatchObject({
    state: "open",
    level: 1,
    address: "食堂",
    due_at: before?.due_at,
  })
  const taken = await head.send(alarmAdminCalls.acknowledge, { uuid })
  expect(minutes(taken.history[0]?.at ?? "", taken.due_at)).toBe(5)
  const handled = await head.send(alarmAdminCalls.handle, { uuid, note: "已到场" })
  expect(handled.due_at).toBeNull()
  // Nobody stands above it who would be told.
  expect((await everyPage(bureau)).find((row) => row.uuid === ofBureau)?.due_at).toBeNull()
})

test("[DAY-4] badge, page and list count the same waiting alarms; today counts as the home does", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const counts = async () => ({
    badge: (await head.send(todoCountCalls.counts, {})).alarms,
    page: (await head.send(alarmAdminCalls.pulse, {})).waiting,
    list: (await everyPage(head, { waiting: 1 })).length,
  })
  for (const level of [1, 2, 3]) await plant(app, { school: "甲一小学", level })
  const taken = await plant(app, { school: "甲一小学" })
  await head.send(alarmAdminCalls.acknowledge, { uuid: taken })
  await plant(app, { school: "甲一小学", state: "closed" })
  await plant(app, { school: "甲二小学" })
  const { badge, page, list } = await counts()
  expect(list).toBeGreaterThanOrEqual(4)
  expect([badge, page]).toEqual([list, list])

  const { today } = await head.send(alarmAdminCalls.pulse, {})
  const numbers = await head.send(dailyStatCalls.ofDay, {})
  expect(numbers.find(({ code }) => code === "alarms")?.current).toBe(today)
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const { total } = await head.send(alarmCalls.records, { starttime: `${day} 00:00:00` })
  expect(total).toBe(today)
})

test("[DAY-5] photos are kept with what was done; the school sees its bureau's, another school none", async () => {
  const app = await testApp()
  const [head, bureau, stranger] = [
    await app.as("head-a1"),
    await app.as("bureau-a"),
    await app.as("head-b1"),
  ]
  const uuid = await plant(app, { school: "甲一小学" })
  await bureau.send(alarmAdminCalls.acknowledge, { uuid })
  const photo = await app.database.transaction(unrestricted, async (db) => {
    const { id, orgid } = await bureau.send(accountCalls.current, {})
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into attachment (org_id, uploader_id, name, state, media_type, bytes, blob_key)
      values (${orgid}, ${id}, '阀门.jpg', 'ready', 'image/jpeg', 10, gen_random_uuid()) returning id::text`)
    return rows[0]?.id ?? ""
  })
  const missing = bureau.send(alarmAdminCalls.handle, { uuid, note: "到场", photos: "999999" })
  expect(await refusal(missing)).toBe(attachmentMessages.gone)
  await bureau.send(alarmAdminCalls.handle, { uuid, note: "到场", photos: photo })
  const { history } = await head.send(alarmAdminCalls.detail, { uuid })
  expect(history.at(-1)).toMatchObject({ deed: "handling", photos: [{ id: photo, name: "阀门.jpg" }] })
  // A photo is linked once.
  const again = bureau.send(alarmAdminCalls.handle, { uuid, note: "再次到场", photos: photo })
  expect(await refusal(again)).toBe(attachmentMessages.gone)
  expect(await refusal(stranger.send(alarmAdminCalls.detail, { uuid }))).toBe(replyMessages.outOfReach)
})

test("[FAULT-9] bureau staff without a permission neither acknowledge a school's alarm nor dismiss it", async () => {
  const app = await testApp()
  const uuid = await plant(app, { school: "甲一小学" })
  const [clerk, teacher] = [await app.as("clerk-a"), await app.as("teacher-a1")]
  expect((await clerk.send(alarmAdminCalls.detail, { uuid })).can).toEqual([])
  expect(await refusal(clerk.send(alarmAdminCalls.acknowledge, { uuid }))).toBe(
    alarmMessages.notOfOrganisation,
  )
  expect(await refusal(clerk.send(alarmAdminCalls.dismiss, { uuid, note: "误报" }))).toBe(
    alarmMessages.notResponsible,
  )
  expect((await teacher.send(alarmAdminCalls.detail, { uuid })).state).toBe("open")
  expect((await teacher.send(alarmAdminCalls.acknowledge, { uuid })).state).toBe("acknowledged")
})

test("[FAULT-9] who was made responsible in the bureau acknowledges and closes", async () => {
  const app = await testApp()
  const uuid = await plant(app, { school: "甲一小学" })
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  const { id } = await clerk.send(accountCalls.current, {})
  await bureau.send(alarmAdminCalls.assign, { uuid, personid: id })
  expect((await clerk.send(alarmAdminCalls.close, { uuid, note: "已到场核实" })).state).toBe("closed")
})
