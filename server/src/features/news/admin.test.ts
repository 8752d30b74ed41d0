import { newsCalls, newsMessages } from "@uc/contract/news/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { newsAdminCalls, newsAdminLimits, newsAdminMessages } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { subscriptionCalls } from "@uc/contract/subscriptions/calls"
import { expect, test } from "vitest"
import { nextMonth, testApp, type TestClient } from "../../testing/test-app.ts"
import { announceNews } from "./announce-news.ts"

const own = { isPublic: false, isShared: false }
const shared = { isPublic: false, isShared: true }

async function columnOf(
  client: TestClient,
  name: string,
  more: Record<string, unknown> = {},
): Promise<string> {
  return (await client.send(newsAdminCalls.saveColumn, { name, ...own, ...more })).id
}

function piece(columnId: string, more: Record<string, unknown> = {}) {
  return { columnId, title: "消防演练", summary: "", author: "", body: "<p>正文</p>", ...own, ...more }
}

test("[HOME-5] a column is never moved under itself nor deleted with contents", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const columns = async () => (await head.send(newsAdminCalls.columns, {})).columns
  const of = async (id: string) => (await columns()).find((each) => each.id === id)
  const versioned = async (id: string) => ({ id, version: (await of(id))?.version ?? 0 })
  const a = await columnOf(head, "甲")
  const b = await columnOf(head, "乙", { parentId: a })
  const c = await columnOf(head, "丙", { parentId: b, category: "third" })
  await expect(
    head.send(newsAdminCalls.moveColumn, { ...(await versioned(a)), parentId: c, place: 0 }),
  ).rejects.toThrow(newsAdminMessages.underItself)
  await expect(
    head.send(newsAdminCalls.moveColumn, { ...(await versioned(a)), parentId: a, place: 0 }),
  ).rejects.toThrow(newsAdminMessages.underItself)
  const d = await columnOf(head, "丁", { parentId: c })
  await expect(columnOf(head, "戊", { parentId: d })).rejects.toThrow(newsAdminMessages.tooDeep)
  const e = await columnOf(head, "己")
  await columnOf(head, "庚", { parentId: e })
  await expect(
    head.send(newsAdminCalls.moveColumn, { ...(await versioned(e)), parentId: c, place: 0 }),
  ).rejects.toThrow(newsAdminMessages.tooDeep)
  await head.send(newsAdminCalls.moveColumn, { ...(await versioned(d)), parentId: a, place: 0 })
  expect((await columns()).filter(({ parentId }) => parentId === a).map(({ name }) => name)).toEqual([
    "丁",
    "乙",
  ])
  await expect(columnOf(head, "又一个", { category: "third" })).rejects.toThrow(
    newsAdminMessages.categoryTaken,
  )
  await expect(head.send(newsAdminCalls.removeColumn, await versioned(b))).rejects.toThrow(
    newsAdminMessages.columnHasChildren,
  )
  await head.send(newsAdminCalls.save, piece(d))
  await expect(head.send(newsAdminCalls.removeColumn, await versioned(d))).rejects.toThrow(
    newsAdminMessages.columnHasNews,
  )
  await head.send(newsAdminCalls.removeColumn, await versioned(c))
  expect(await of(c)).toBeUndefined()
})

test("[HOME-5] two moves at once make no cycle: one is refused", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [a, b] = [await columnOf(head, "甲"), await columnOf(head, "乙")]
  const answers = await Promise.all([
    head.request(newsAdminCalls.moveColumn, { id: a, version: 1, parentId: b, place: 0 }),
    head.request(newsAdminCalls.moveColumn, { id: b, version: 1, parentId: a, place: 0 }),
  ])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "400"])
})

test("[HOME-5] an article is public only between publishing and withdrawing, cleaned", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const column = await columnOf(head, "校园动态")
  const hostile = `<p onclick="x()">第一段<script>x()</script></p><iframe src="https://evil.example"></iframe><p>第二段</p>`
  expect(await head.send(newsAdminCalls.preview, { body: hostile })).toEqual({
    body: "<p>第一段</p><p>第二段</p>",
  })
  const draft = await head.send(newsAdminCalls.save, piece(column, { body: hostile }))
  expect(draft).toMatchObject({
    state: "draft",
    body: "<p>第一段</p><p>第二段</p>",
    summary: "第一段 第二段",
  })
  const read = () => teacher.send(newsCalls.detail, { id: draft.id })
  await expect(read()).rejects.toThrow(newsMessages.gone)

  const later = await head.send(newsAdminCalls.publish, { ...draft, at: nextMonth })
  expect(later).toMatchObject({ state: "scheduled", publishedAt: nextMonth })
  await expect(read()).rejects.toThrow(newsMessages.gone)
  await expect(head.send(newsAdminCalls.publish, { ...later, at: "2099-01-01 08:00:00" })).rejects.toThrow(
    newsAdminMessages.tooFarAhead,
  )

  const published = await head.send(newsAdminCalls.publish, { id: later.id, version: later.version })
  expect(published.state).toBe("published")
  expect(await read()).toMatchObject({
    body: "<p>第一段</p><p>第二段</p>",
    columnname: "校园动态",
    author: "甲一小学",
  })
  await expect(
    head.send(newsAdminCalls.save, piece(column, { ...published, body: "<p> </p>" })),
  ).rejects.toThrow(newsAdminMessages.bodyMissing)
  const withdrawn = await head.send(newsAdminCalls.withdraw, published)
  await expect(read()).rejects.toThrow(newsMessages.gone)
  await head.send(newsAdminCalls.remove, withdrawn)
  await expect(head.send(newsAdminCalls.read, { id: draft.id })).rejects.toThrow(newsAdminMessages.newsGone)

  const { items } = await head.send(logCalls.audit, { action: "newsAdmin.", limit: 20 })
  expect(items.map(({ action }) => action).toReversed()).toEqual([
    "newsAdmin.saveColumn",
    "newsAdmin.save",
    "newsAdmin.publish",
    "newsAdmin.publish",
    "newsAdmin.withdraw",
    "newsAdmin.remove",
  ])
  expect(items[0]?.change).toMatchObject({ before: { title: "消防演练" }, after: null })
})

test("[HOME-5] of two saves at once the second is refused", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const column = await columnOf(head, "校园动态")
  const { id, version } = await head.send(newsAdminCalls.save, piece(column))
  const save = (title: string) => head.request(newsAdminCalls.save, piece(column, { id, version, title }))
  const answers = await Promise.all([save("第一"), save("第二"), save("第三")])
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(["200", "409", "409"])
  const late = await head.request(newsAdminCalls.publish, { id, version })
  expect([late.statusCode, late.json().msg]).toEqual([409, newsAdminMessages.changedMeanwhile])
})

test("[HOME-5] [ROLE-2] only administrators write, only their own, and only bureaus spread it", async () => {
  const app = await testApp()
  const [head, other, teacher] = [
    await app.as("head-a1"),
    await app.as("head-a2"),
    await app.as("teacher-a1"),
  ]
  const bureau = await app.as("bureau-a")
  const column = await columnOf(head, "校园动态")
  const draft = await head.send(newsAdminCalls.save, piece(column))
  for (const call of [newsAdminCalls.columns, newsAdminCalls.links, newsAdminCalls.list])
    await expect(teacher.send(call, {})).rejects.toThrow(noPermissionMessage("news.manage"))
  await expect(teacher.send(newsAdminCalls.save, piece(column))).rejects.toThrow(
    noPermissionMessage("news.manage"),
  )
  for (const stranger of [other, bureau]) {
    await expect(stranger.send(newsAdminCalls.read, draft)).rejects.toThrow(newsAdminMessages.newsGone)
    await expect(stranger.send(newsAdminCalls.publish, draft)).rejects.toThrow(newsAdminMessages.newsGone)
    await expect(stranger.send(newsAdminCalls.remove, draft)).rejects.toThrow(newsAdminMessages.newsGone)
    await expect(stranger.send(newsAdminCalls.save, piece(column))).rejects.toThrow(
      newsAdminMessages.columnGone,
    )
    await expect(stranger.send(newsAdminCalls.removeColumn, { id: column, version: 1 })).rejects.toThrow(
      newsAdminMessages.columnGone,
    )
  }
  for (const spread of [shared, { isPublic: true, isShared: false }])
    await expect(head.send(newsAdminCalls.save, piece(column, spread))).rejects.toThrow(
      newsAdminMessages.cannotShare,
    )
  const ofBureau = await columnOf(bureau, "局内")
  await expect(bureau.send(newsAdminCalls.save, piece(ofBureau, shared))).rejects.toThrow(
    newsAdminMessages.columnNotShared,
  )
})

test("[HOME-5] friend links: only the web, in order, each with its version", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  for (const address of [
    "javascript:alert(1)",
    "ftp://a.cn",
    "//a.cn",
    "www.a.cn",
    "https://u:p@a.cn/",
    "http://",
    "data:,x",
  ])
    await expect(head.send(newsAdminCalls.saveLink, { name: "甲", address, ...own })).rejects.toThrow(
      newsAdminMessages.badAddress,
    )
  const link = await head.send(newsAdminCalls.saveLink, { name: "甲", address: "https://a.example/", ...own })
  const changed = await head.send(newsAdminCalls.saveLink, { ...link, name: "乙" })
  await expect(head.send(newsAdminCalls.saveLink, { ...link, name: "丙" })).rejects.toThrow(
    newsAdminMessages.changedMeanwhile,
  )
  const { links } = await head.send(newsAdminCalls.links, {})
  const order = [changed.id, ...links.map(({ id }) => id).filter((id) => id !== changed.id)]
  await head.send(newsAdminCalls.sortLinks, { linkIds: order.join() })
  await expect(head.send(newsAdminCalls.sortLinks, { linkIds: changed.id })).rejects.toThrow(
    newsAdminMessages.changedMeanwhile,
  )
  expect((await teacher.send(newsCalls.friendLinks, {}))[0]?.name).toBe("乙")
  await head.send(newsAdminCalls.removeLink, changed)
  await expect(head.send(newsAdminCalls.removeLink, changed)).rejects.toThrow(newsAdminMessages.linkGone)
})

test("[HOME-5] published news ring once for subscribers who may read it", async () => {
  const app = await testApp()
  const [bureau, head] = [await app.as("bureau-a"), await app.as("head-a1")]
  const readers = { a1: await app.as("teacher-a1"), a2: await app.as("head-a2"), b1: await app.as("head-b1") }
  for (const reader of [readers.a1, readers.b1])
    await reader.send(subscriptionCalls.save, { code: "news", isSubscribed: true })
  const rings = async (reader: TestClient) =>
    (await reader.send(noticeCalls.bell, {})).items
      .filter(({ topic }) => topic === "news")
      .map(({ title }) => title)

  const column = await columnOf(bureau, "要闻", shared)
  const draft = await bureau.send(newsAdminCalls.save, piece(column, { ...shared, title: "全区会议" }))
  const planned = await bureau.send(newsAdminCalls.publish, { ...draft, at: nextMonth })
  expect(await announceNews(app.database)).toBe(0)
  const published = await bureau.send(newsAdminCalls.publish, { id: planned.id, version: planned.version })
  expect(await announceNews(app.database)).toBe(1)
  expect(await rings(readers.a1)).toEqual([expect.stringContaining("全区会议")])
  expect([...(await rings(readers.a2)), ...(await rings(readers.b1)), ...(await rings(head))]).toEqual([])

  const back = await bureau.send(newsAdminCalls.withdraw, published)
  await bureau.send(newsAdminCalls.publish, { id: back.id, version: back.version })
  expect(await announceNews(app.database)).toBe(0)
  expect(await rings(readers.a1)).toHaveLength(1)
})

test("[HOME-5] what is written is found by its state, column and title, and walked by key", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const column = await columnOf(head, "校园动态")
  for (let no = 0; no < 5; no++)
    await head.send(newsAdminCalls.save, piece(column, { title: `第${no}篇 Safety` }))
  const first = await head.send(newsAdminCalls.list, { columnId: column, limit: 2, state: "draft" })
  expect(first.items.map(({ title }) => title.slice(0, 3))).toEqual(["第4篇", "第3篇"])
  const second = await head.send(newsAdminCalls.list, {
    columnId: column,
    limit: 2,
    before: first.older ?? "",
  })
  expect(second.items.map(({ title }) => title.slice(0, 3))).toEqual(["第2篇", "第1篇"])
  const back = await head.send(newsAdminCalls.list, { columnId: column, limit: 2, after: second.newer ?? "" })
  expect(back).toEqual({ ...first, newer: null })
  const found = await head.send(newsAdminCalls.list, { title: "0篇 safety" })
  expect(found.items).toHaveLength(1)
  expect((await head.send(newsAdminCalls.list, { columnId: column, state: "published" })).items).toEqual([])
})

test("[HOME-5] so many columns and no more", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await app.database.transaction({ reach: "all", orgs: [], areaPath: "" }, (db) =>
    db.execute(`insert into news_column (org_id, category, name)
      select id, 'full-' || no, 'x' from organisation, generate_series(1, ${newsAdminLimits.columns}) no where name = '甲一小学'`),
  )
  await expect(columnOf(head, "多一个")).rejects.toThrow(newsAdminMessages.tooManyColumns)
})
