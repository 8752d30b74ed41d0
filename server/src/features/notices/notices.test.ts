import { formatChange } from "@uc/contract/logs/log-labels"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls, noticeLimits, noticeMessages } from "@uc/contract/notices/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import type { InputOf } from "@uc/contract/core/call"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { ringBell } from "../../realtime/ring-bell.ts"
import { unrestricted } from "../../db/scope.ts"
import { nextMonth, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const draft: InputOf<typeof noticeCalls.save> = {
  title: "关于停水的通知",
  kind: "通知公告",
  body: "明日停水。\n请提前储水。",
  isForOwn: true,
  isShared: false,
  isPinned: false,
  publish: "now",
}
const write = (client: TestClient, more: Partial<typeof draft> = {}) =>
  client.send(noticeCalls.save, { ...draft, ...more })
const titles = async (client: TestClient, input: InputOf<typeof noticeCalls.list> = {}) =>
  (await client.send(noticeCalls.list, { limit: 100, ...input })).items.map(({ title }) => title)
const personOf = async (client: TestClient) => (await client.send(accountCalls.current, {})).id
const audited = (app: TestApp) =>
  app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ action: string }>(
      sql`select action from audit_log where action like 'notices.%' order by id`,
    )
    return rows.map(({ action }) => action)
  })

test("[HOME-4] a bureau's shared notice is read in its area and nowhere else", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  await write(bureau, { title: "全区通知", isShared: true })
  await write(bureau, { title: "局内通知" })
  const seen: string[][] = []
  for (const who of [
    "bureau-a",
    "clerk-a",
    "teacher-a1",
    "worker-ae",
    "teacher-town",
    "teacher-b1",
    "platform",
  ])
    seen.push((await titles(await app.as(who))).filter((title) => /全区|局内/.test(title)))
  expect(seen).toEqual([
    ["局内通知", "全区通知"],
    ["局内通知", "全区通知"],
    ["全区通知"],
    ["全区通知"],
    ["全区通知"],
    [],
    [],
  ])
})

test("[HOME-4] a school's notice reaches neither its bureau nor its sibling", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id } = await write(head)
  for (const who of ["bureau-a", "head-a2"]) {
    const other = await app.as(who)
    expect(await titles(other)).not.toContain(draft.title)
    await expect(other.send(noticeCalls.detail, { noticeid: id })).rejects.toThrow(noticeMessages.gone)
  }
  expect(await (await app.as("teacher-a1")).send(noticeCalls.detail, { noticeid: id })).toMatchObject({
    title: draft.title,
    body: draft.body,
    orgname: "甲一小学",
    isRead: false,
  })
})

test("[HOME-4] publishing now is never planned and always announced", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const states = new Set<string>()
  // The database's clock is finer than the column: every second moment would be rounded into the future.
  for (let time = 0; time < 16; time++) states.add((await write(head)).state)
  expect([...states]).toEqual(["published"])
})

test("[HOME-4] without the version that was seen nothing is changed", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id } = await write(head)
  await expect(write(head, { noticeid: id, title: "盲改" })).rejects.toThrow(noticeMessages.changed)
  expect(await titles(await app.as("teacher-a1"))).not.toContain("盲改")
})

test("[HOME-1] the bell counts unread per person, until one or all are read", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const before = (await teacher.send(noticeCalls.bell, {})).unread
  const { id } = await write(await app.as("bureau-a"), { isShared: true })
  const { unread, items } = await teacher.send(noticeCalls.bell, {})
  expect(unread).toBe(before + 1)
  expect(items[0]).toMatchObject({ kind: "notice", id, isRead: false, place: `/main/notices?notice=${id}` })
  await teacher.send(noticeCalls.read, { noticeids: `${id},${id}` })
  await teacher.send(noticeCalls.read, { noticeids: id })
  const after = await teacher.send(noticeCalls.bell, {})
  expect([after.unread, after.items[0]]).toMatchObject([before, { id, isRead: true }])
  const readOf = async (client: TestClient) =>
    (await client.send(noticeCalls.list, { limit: 100 })).items.find((notice) => notice.id === id)?.isRead
  expect([await readOf(teacher), await readOf(head)]).toEqual([true, false])
  expect(await titles(teacher, { isunread: 1 })).not.toContain(draft.title)
  expect(await titles(head, { isunread: 1 })).toContain(draft.title)
  await teacher.send(noticeCalls.readAll, {})
  expect((await teacher.send(noticeCalls.bell, {})).unread).toBe(0)
  expect(await titles(teacher, { isunread: 1 })).toEqual([])
})

test("[HOME-1] [HOME-4] who has turned a topic off is not rung for it, and notices leave their bell", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const id = await personOf(teacher)
  const ring = (topic: "task" | "drill", key?: string) =>
    app.database.transaction(unrestricted, (db) =>
      ringBell(db, {
        personIds: [id],
        topic,
        title: `提醒：${topic}`,
        place: "/task",
        ...(key ? { key } : {}),
      }),
    )
  await teacher.send(noticeCalls.readAll, {})
  expect([await ring("task", "once"), await ring("task", "once")]).toEqual([[id], []])
  expect(await teacher.send(noticeCalls.bell, {})).toMatchObject({
    unread: 1,
    items: [{ kind: "ring", topic: "task", title: "提醒：task", place: "/task" }, {}, {}, {}],
  })
  await teacher.send(subscriptionCalls.save, { code: "drill", isSubscribed: false })
  await teacher.send(subscriptionCalls.save, { code: "notice", isSubscribed: false })
  expect(await ring("drill")).toEqual([])
  await write(head)
  const { unread, items } = await teacher.send(noticeCalls.bell, {})
  expect([unread, items.map(({ topic }) => topic)]).toEqual([1, ["task"]])
  expect(await titles(teacher)).toContain(draft.title)
})

test("[DAY-10] several reminders of one task count once, and are read together", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const id = await personOf(teacher)
  const ring = (title: string, place: "/task" | "/task?task=7" | "/task?task=8") =>
    app.database.transaction(unrestricted, (db) =>
      ringBell(db, { personIds: [id], topic: "task", title, place }),
    )
  const rings = async () => {
    const { unread, items } = await teacher.send(noticeCalls.bell, {})
    return { unread, titles: items.filter((item) => item.kind === "ring" && !item.isRead) }
  }
  await teacher.send(noticeCalls.readAll, {})
  await ring("布置了任务", "/task?task=7")
  await ring("布置了另一任务", "/task?task=8")
  await ring("即将到期", "/task?task=7")
  // A list is not one thing: each entry that leads to it is about something else.
  await ring("已收回甲", "/task")
  await ring("已收回乙", "/task")
  const { unread, titles: shown } = await rings()
  expect([unread, shown.map(({ title }) => title)]).toEqual([
    4,
    expect.arrayContaining(["布置了另一任务", "即将到期", "已收回甲", "已收回乙"]),
  ])
  expect(shown).toHaveLength(4)
  await teacher.send(noticeCalls.read, { rings: shown.find(({ title }) => title === "即将到期")?.id ?? "" })
  expect((await rings()).unread).toBe(3)
})

test("[ROLE-2] a ring is read by its person only, and stays within reach", async () => {
  const app = await testApp()
  const [teacher, colleague, other] = [
    await app.as("teacher-a1"),
    await app.as("head-a1"),
    await app.as("teacher-b1"),
  ]
  const id = await personOf(teacher)
  const ring = { personIds: [id], topic: "task", title: "检查", place: "/task" } as const
  await app.database.transaction(unrestricted, (db) => ringBell(db, ring))
  const mine = (await teacher.send(noticeCalls.bell, {})).items.find(({ kind }) => kind === "ring")
  for (const client of [colleague, other]) await client.send(noticeCalls.read, { rings: mine?.id ?? "" })
  expect((await teacher.send(noticeCalls.bell, {})).items.find(({ kind }) => kind === "ring")?.isRead).toBe(
    false,
  )
  const org = (await other.send(accountCalls.current, {})).orgid
  const beyond = await app.database.transaction({ reach: "orgs", orgs: [org], areaPath: "" }, (db) =>
    ringBell(db, ring),
  )
  expect(beyond).toEqual([])
})

test("[HOME-5] drafts, planned and withdrawn notices are read by nobody; changes are audited", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const saved = await write(head, { publish: "draft" })
  expect([saved.state, await titles(teacher)]).toEqual(["draft", expect.not.arrayContaining([draft.title])])
  const planned = await write(head, {
    noticeid: saved.id,
    version: saved.version,
    publish: "later",
    publishAt: nextMonth,
  })
  expect([planned.state, planned.publishedAt]).toEqual(["planned", nextMonth])
  expect(await titles(teacher)).not.toContain(draft.title)
  const published = await write(head, { noticeid: saved.id, version: planned.version })
  expect(await titles(teacher)).toContain(draft.title)
  const withdrawn = await head.send(noticeCalls.withdraw, { noticeid: saved.id, version: published.version })
  expect([withdrawn.state, await titles(teacher)]).toEqual([
    "draft",
    expect.not.arrayContaining([draft.title]),
  ])
  await expect(
    head.send(noticeCalls.withdraw, { noticeid: saved.id, version: withdrawn.version }),
  ).rejects.toThrow(noticeMessages.notPublished)
  await head.send(noticeCalls.remove, { noticeid: saved.id, version: withdrawn.version })
  expect((await head.send(noticeCalls.written, { limit: 100 })).items.map(({ id }) => id)).not.toContain(
    saved.id,
  )
  expect(await audited(app)).toEqual([
    "notices.save",
    "notices.save",
    "notices.save",
    "notices.withdraw",
    "notices.remove",
  ])
  const { items } = await head.send(logCalls.audit, { action: "notices.withdraw" })
  expect(items.flatMap(({ change }) => (change ? formatChange(change) : []))).toEqual([
    expect.stringMatching(new RegExp(`^原：.*已发布.*${draft.title}`)),
    expect.stringMatching(new RegExp(`^现：.*草稿.*${draft.title}`)),
  ])
})

test("[HOME-5] of two saves at once the second is refused", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { id, version } = await write(head)
  await write(head, { noticeid: id, version, title: "第一个人改的" })
  for (const stale of [
    () => write(head, { noticeid: id, version, title: "第二个人改的" }),
    () => head.send(noticeCalls.remove, { noticeid: id, version }),
    () => head.send(noticeCalls.withdraw, { noticeid: id, version }),
  ])
    await expect(stale()).rejects.toThrow(noticeMessages.changed)
  expect(await head.send(noticeCalls.writtenDetail, { noticeid: id })).toMatchObject({
    title: "第一个人改的",
  })
})

test("[ROLE-2] teachers write none, schools share none, nobody changes another's", async () => {
  const app = await testApp()
  const [bureau, head, teacher, other] = [
    await app.as("bureau-a"),
    await app.as("head-a1"),
    await app.as("teacher-a1"),
    await app.as("head-a2"),
  ]
  await expect(write(teacher)).rejects.toThrow(noPermissionMessage("notices.manage"))
  await expect(write(head, { isShared: true })).rejects.toThrow(noticeMessages.cannotShare)
  const { id, version } = await write(head)
  for (const foreign of [bureau, other]) {
    const refusals = [
      await foreign.request(noticeCalls.save, { ...draft, noticeid: id, version }),
      await foreign.request(noticeCalls.withdraw, { noticeid: id, version }),
      await foreign.request(noticeCalls.remove, { noticeid: id, version }),
      await foreign.request(noticeCalls.writtenDetail, { noticeid: id }),
      await foreign.request(noticeCalls.readers, { noticeid: id, readstate: "unread" }),
      await foreign.request(noticeCalls.readerOrganisations, { noticeid: id }),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403])
  }
  expect(await titles(teacher)).toContain(draft.title)
})

test("[HOME-5] category, time, pin limit and empty text are refused with sentences", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const said = async (more: Partial<typeof draft>) => {
    const answer = await head.request(noticeCalls.save, { ...draft, ...more })
    return answer.json<{ msg: string }>().msg
  }
  expect(await said({ kind: "没有的分类" })).toBe(noticeMessages.categoryUnknown)
  expect(await said({ publish: "later" })).toBe(noticeMessages.timeMissing)
  expect(await said({ publish: "later", publishAt: "2020-01-01 08:00:00" })).toBe(noticeMessages.timePassed)
  expect(await said({ publish: "later", publishAt: "2999-01-01 08:00:00" })).toBe(noticeMessages.timeTooFar)
  expect(await said({ title: "　 " })).toContain(noticeMessages.titleMissing)
  expect(await said({ body: "\n" })).toContain(noticeMessages.bodyMissing)
  // The demo has one already.
  for (let no = 1; no < noticeLimits.pinned; no++) await write(head, { isPinned: true })
  expect(await said({ isPinned: true })).toBe(noticeMessages.tooManyPinned)
})

test("[HOME-5] the author sees readers and non-readers of all organisations, by pages", async () => {
  const app = await testApp()
  const [bureau, teacher] = [await app.as("bureau-a"), await app.as("teacher-a1")]
  const { id } = await write(bureau, { isShared: true })
  const all = await bureau.send(noticeCalls.readers, { noticeid: id, readstate: "unread", limit: 200 })
  expect([all.read, all.items.length]).toEqual([0, all.people])
  await teacher.send(noticeCalls.read, { noticeids: id })
  const { orgid, nickname } = await teacher.send(accountCalls.current, {})
  const read = await bureau.send(noticeCalls.readers, { noticeid: id, readstate: "read" })
  expect(read).toMatchObject({
    read: 1,
    people: all.people,
    next: null,
    items: [{ nickname, orgname: "甲一小学" }],
  })
  expect(await bureau.send(noticeCalls.readers, { noticeid: id, readstate: "read", orgid })).toMatchObject({
    read: 1,
  })
  const walked: string[] = []
  let after: string | undefined
  do {
    const page = await bureau.send(noticeCalls.readers, {
      noticeid: id,
      readstate: "unread",
      limit: 7,
      ...(after ? { after } : {}),
    })
    walked.push(...page.items.map((person) => person.id))
    after = page.next ?? undefined
  } while (after)
  expect([walked.length, new Set(walked).size]).toEqual([all.people - 1, all.people - 1])
  const { items } = await bureau.send(noticeCalls.readerOrganisations, { noticeid: id })
  expect(Object.fromEntries(items.map(({ orgname, read: n }) => [orgname, n]))).toEqual({
    甲一小学: 1,
    甲二小学: 0,
    甲区教育局: 0,
    甲区配送公司: 0,
    甲镇小学: 0,
  })
})

test("[HOME-4] pinned notices come first; paging by key has no gaps or repeats", async () => {
  const app = await testApp()
  const [head, bureau] = [await app.as("head-a1"), await app.as("bureau-a")]
  await write(bureau, { title: "局里置顶", isShared: true, isPinned: true })
  for (let no = 0; no < 7; no++)
    await write(head, { title: `第${no}号通知`, isPinned: no === 1 || no === 4 || no === 5 })
  const whole = await head.send(noticeCalls.list, { limit: 100 })
  expect(whole.items.slice(0, 4).map(({ title }) => title)).toEqual([
    "第5号通知",
    "第4号通知",
    "第1号通知",
    "局里置顶",
  ])
  expect(whole.items.filter(({ isPinned }) => !isPinned).map(({ title }) => title)).toEqual(
    expect.arrayContaining(["第6号通知", "第3号通知", "第2号通知", "第0号通知"]),
  )
  const moments = whole.items.filter(({ isPinned }) => !isPinned).map(({ createtime }) => createtime)
  expect(moments).toEqual(moments.toSorted().toReversed())
  const walked: string[] = []
  let before: string | undefined
  do {
    const page = await head.send(noticeCalls.list, { limit: 3, ...(before ? { before } : {}) })
    expect(page.total).toBe(whole.total)
    walked.push(...page.items.map(({ id }) => id))
    before = page.older ?? undefined
  } while (before)
  expect(walked).toEqual(whole.items.map(({ id }) => id))
  expect(await titles(head, { title: "5号" })).toEqual(["第5号通知"])
})
