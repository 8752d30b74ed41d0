import { noticeCalls } from "@uc/contract/notices/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { nextMonth, testApp, type TestApp } from "../../testing/test-app.ts"
import { remindOfDueDrills, remindOfPinned, publishDueNotices } from "./jobs.ts"

const run = (app: TestApp, statement: ReturnType<typeof sql>) =>
  app.database.transaction(unrestricted, (db) => db.execute(statement))

test("[HOME-1] a notice due now is announced once, one from long ago is not", async () => {
  const app = await testApp()
  await publishDueNotices(app.database)
  const head = await app.as("head-a1")
  const { id } = await head.send(noticeCalls.save, {
    title: "定时通知",
    kind: "通知公告",
    body: "到点发布",
    isForOwn: true,
    isShared: false,
    isPinned: false,
    publish: "later",
    publishAt: nextMonth,
  })
  expect(await publishDueNotices(app.database)).toBe(0)
  await run(app, sql`update notice set published_at = now() - interval '1 second' where id = ${id}`)
  expect(await Promise.all([publishDueNotices(app.database), publishDueNotices(app.database)])).toEqual(
    expect.arrayContaining([1, 0]),
  )
  expect(await publishDueNotices(app.database)).toBe(0)
})

test("[HOME-1] unread pinned notices remind once after a day, unless turned off", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { id } = await head.send(noticeCalls.save, {
    title: "必看",
    kind: "通知公告",
    body: "请看",
    isForOwn: true,
    isShared: false,
    isPinned: true,
    publish: "now",
  })
  await run(app, sql`update notice set is_pinned = (id = ${id})`)
  expect(await remindOfPinned(app.database)).toBe(0)
  await run(app, sql`update notice set published_at = now() - interval '25 hours' where id = ${id}`)
  await teacher.send(subscriptionCalls.save, { code: "notice", isSubscribed: false })
  await head.send(noticeCalls.read, { noticeids: id })
  const { orgid } = await head.send(accountCalls.current, {})
  const { rows } = await run(
    app,
    sql`select count(*)::int as n from person where org_id = ${orgid} and disabled_at is null`,
  )
  expect(await remindOfPinned(app.database)).toBe(Number(rows[0]?.["n"]) - 2)
  expect(await remindOfPinned(app.database)).toBe(0)
  await teacher.send(subscriptionCalls.save, { code: "notice", isSubscribed: true })
  expect(await remindOfPinned(app.database)).toBe(1)
  const reminder = async () =>
    (await teacher.send(noticeCalls.bell, {})).items.find(
      ({ kind, topic }) => kind === "ring" && topic === "notice",
    )
  expect(await reminder()).toMatchObject({ isRead: false, title: "置顶通知尚未阅读：必看" })
  await teacher.send(noticeCalls.read, { noticeids: id })
  // The notice itself is in the bell; a reminder that is over says nothing more.
  expect(await reminder()).toBeUndefined()
})

test("[DAY-10] a notice and the reminder of it are one thing in the bell", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await teacher.send(noticeCalls.readAll, {})
  const { id } = await head.send(noticeCalls.save, {
    title: "必看",
    kind: "通知公告",
    body: "请看",
    isForOwn: true,
    isShared: false,
    isPinned: true,
    publish: "now",
  })
  await run(app, sql`update notice set is_pinned = (id = ${id})`)
  await run(app, sql`update notice set published_at = now() - interval '25 hours' where id = ${id}`)
  await remindOfPinned(app.database)
  const place = `/main/notices?notice=${id}`
  const bell = async () => {
    const { unread, items } = await teacher.send(noticeCalls.bell, {})
    return [unread, items.filter((item) => item.place === place).map(({ kind, isRead }) => [kind, isRead])]
  }
  expect(await bell()).toEqual([1, [["ring", false]]])
  await teacher.send(noticeCalls.read, { noticeids: id })
  expect(await bell()).toEqual([0, [["notice", true]]])
})

test("[HOME-1] administrators are notified once of each drill that is missing", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await run(app, sql`delete from drill_confirmation`)
  await run(app, sql`delete from drill`)
  await run(app, sql`update emergency_plan set times_a_year = 4, created_at = '2020-01-01'`)
  const endOfYear = () => new Date(`${new Date().getFullYear()}-12-30T00:00:00Z`)
  expect(await remindOfDueDrills(app.database, endOfYear)).toBeGreaterThan(0)
  expect(await remindOfDueDrills(app.database, endOfYear)).toBe(0)
  const { items } = await head.send(noticeCalls.bell, {})
  expect(items.find(({ topic }) => topic === "drill")).toMatchObject({
    place: "/main/drills",
    title: expect.stringContaining("应完成3次，已完成0次"),
  })
  const teacher = await app.as("teacher-a1")
  expect((await teacher.send(noticeCalls.bell, {})).items.filter(({ topic }) => topic === "drill")).toEqual(
    [],
  )
})
