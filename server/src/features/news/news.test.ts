import { newsCalls, newsLimits, newsMessages } from "@uc/contract/news/calls"
import { replyMessages } from "@uc/contract/core/reply"
import pg from "pg"
import { expect, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

/** Straight into the table: what the administration would have written, and what it never would. */
async function inDatabase(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  return client
}

async function share(url: string, org: string): Promise<void> {
  const client = await inDatabase(url)
  for (const table of ["news_column", "news", "friend_link"])
    await client.query(
      `update ${table} t set shared_path = o.area_path from organisation o where o.id = t.org_id and o.name = $1`,
      [org],
    )
  await client.end()
}

test("[HOME-5] a school sees its own columns and its bureau's as one tree, by category", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const own = await head.send(newsCalls.columns, {})
  expect(own.length).toBeGreaterThan(1)
  const client = await inDatabase(app.url)
  await client.query(
    "insert into news_column (org_id, category, name, sort_no) select id, 'only-bureau', '局内简报', 99 from organisation where name = '甲区教育局'",
  )
  await client.end()
  await share(app.url, "甲区教育局")
  const merged = await head.send(newsCalls.columns, {})
  expect(merged.map(({ category }) => category)).toEqual([
    ...own.map(({ category }) => category),
    "only-bureau",
  ])
  expect(merged[0]?.id).toBe(own[0]?.id)
  expect(await (await app.as("head-b1")).send(newsCalls.columns, {})).toHaveLength(own.length)
})

test("[HOME-5] [ROLE-2] news: the own and what a superior shares, newest first; a neighbour's never", async () => {
  const app = await testApp()
  await share(app.url, "甲区教育局")
  const head = await app.as("head-a1")
  const [first] = await head.send(newsCalls.columns, {})
  const category = first?.category ?? ""
  const { total, items } = await head.send(newsCalls.ofColumn, { category, limit: 50 })
  expect(items).toHaveLength(total)
  expect(items.map(({ createtime }) => createtime)).toEqual(
    items
      .map(({ createtime }) => createtime)
      .toSorted()
      .toReversed(),
  )
  expect(new Set(items.map(({ title }) => title.slice(0, 4)))).toEqual(new Set(["甲一小学", "甲区教育"]))
  const walked = await head.send(newsCalls.list, { limit: 200 })
  expect(new Set(walked.items.map(({ orgname }) => orgname))).toEqual(new Set(["甲一小学", "甲区教育局"]))
  // The bureau reads as a reader: its own, not everything that it could administer.
  const ofBureau = await (await app.as("bureau-a")).send(newsCalls.list, { limit: 200 })
  expect(new Set(ofBureau.items.map(({ orgname }) => orgname))).toEqual(new Set(["甲区教育局"]))
})

test("[ROLE-1] a visitor sees only what is public and published", async () => {
  const app = await testApp()
  expect(await app.anonymous.send(newsCalls.columns, {})).toEqual([])
  expect(await app.anonymous.send(newsCalls.friendLinks, {})).toEqual([])
  const client = await inDatabase(app.url)
  await client.query(
    "update news_column set is_public = true, category = 'open' where id = (select min(id) from news_column)",
  )
  await client.query(`insert into news (org_id, column_id, title, body, is_public, published_at)
    select org_id, id, headline, '<p>x</p>', open, now() + at * interval '1 hour' from news_column,
      (values ('公开', true, -1), ('内部', false, -1), ('明天', true, 1), ('草稿', true, null)) n (headline, open, at)
     where category = 'open'`)
  await client.query(`insert into friend_link (org_id, name, address, is_public)
    select org_id, '公开链接', 'https://open.example/', true from news_column where category = 'open'`)
  await client.end()
  const visitor = (await app.another()).as(app.anonymous)
  expect((await visitor.send(newsCalls.columns, {})).map(({ category }) => category)).toEqual(["open"])
  const { items } = await visitor.send(newsCalls.ofColumn, { category: "open" })
  expect(items.map(({ title }) => title)).toEqual(["公开"])
  expect((await visitor.send(newsCalls.friendLinks, {})).map(({ name }) => name)).toEqual(["公开链接"])
  for (const call of [newsCalls.information, newsCalls.list, newsCalls.detail])
    await expect(visitor.send(call, { id: "1" })).rejects.toThrow(replyMessages.signedOut)
})

test("[ROLE-1] a visitor beyond the limit is refused", async () => {
  const app = await testApp()
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => app.anonymous.request(newsCalls.ofColumn, { category: "x" })),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(10)
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(40)
})

test("[HOME-5] areaid narrows to who published there, and a foreign area is refused", async () => {
  const app = await testApp()
  await share(app.url, "甲区教育局")
  const head = await app.as("head-town")
  const [first] = await head.send(newsCalls.columns, {})
  const category = first?.category ?? ""
  const both = await head.send(newsCalls.ofColumn, { category, limit: 50 })
  const here = await head.send(newsCalls.ofColumn, { category, limit: 50, areaid: "330101001" })
  expect(here.total).toBeLessThan(both.total)
  expect(here.items.every(({ title }) => title.startsWith("甲镇小学"))).toBe(true)
  await expect(head.send(newsCalls.ofColumn, { category, areaid: "330102" })).rejects.toThrow(
    replyMessages.outOfReach,
  )
})

test("[HOME-4] information lists are the own organisation's", async () => {
  const app = await testApp()
  await share(app.url, "甲区教育局")
  const { total, items } = await (await app.as("teacher-a1")).send(newsCalls.information, { limit: 200 })
  expect(total).toBe(items.length)
  expect(items.every(({ title }) => title.startsWith("甲一小学"))).toBe(true)
})

test("[HOME-5] paging by key both ways shows every item once, also at equal moments", async () => {
  const app = await testApp()
  const client = await inDatabase(app.url)
  await client.query(`insert into news (org_id, column_id, title, body, published_at)
    select c.org_id, c.id, 'n' || no || c.category, '', date_trunc('day', now()) - (no / 3) * interval '1 day'
      from news_column c join organisation o on o.id = c.org_id, generate_series(1, 12) no where o.name = '甲一小学'`)
  await client.end()
  const head = await app.as("head-a1")
  const whole = (await head.send(newsCalls.list, { limit: 200 })).items.map(({ id }) => id)
  expect(whole.length).toBeGreaterThan(60)
  const walked: string[] = []
  let at: string | null | undefined
  let last = await head.send(newsCalls.list, { limit: 7 })
  expect(last.newer).toBeNull()
  for (;;) {
    walked.push(...last.items.map(({ id }) => id))
    at = last.older
    if (at === null) break
    last = await head.send(newsCalls.list, { limit: 7, before: at })
  }
  expect(walked).toEqual(whole)
  const back = await head.send(newsCalls.list, { limit: 7, after: last.newer ?? "" })
  const place = whole.indexOf(last.items[0]?.id ?? "")
  expect(back.items.map(({ id }) => id)).toEqual(whole.slice(place - 7, place))
})

test("[HOME-5] so deep `start` does not lead", async () => {
  const head = await (await testApp()).as("head-a1")
  await expect(head.send(newsCalls.information, { start: newsLimits.deepest })).rejects.toThrow(
    newsMessages.tooDeep,
  )
})

test("[HOME-5] stored markup is cleaned on reading; foreign or withdrawn items are hidden", async () => {
  const app = await testApp()
  const client = await inDatabase(app.url)
  const ids = async (org: string, at: string) =>
    (
      await client.query<{ id: string }>(
        `insert into news (org_id, column_id, title, body, published_at)
         select c.org_id, min(c.id), 't', '<p onclick="x()">正文<script>x()</script></p><img src=x onerror=x()>', ${at}
           from news_column c join organisation o on o.id = c.org_id where o.name = $1 group by c.org_id returning id`,
        [org],
      )
    ).rows[0]?.id ?? ""
  const own = await ids("甲一小学", "now()")
  const others = [
    await ids("甲二小学", "now()"),
    await ids("甲区教育局", "now()"),
    await ids("甲一小学", "null"),
  ]
  await client.end()
  const teacher = await app.as("teacher-a1")
  expect(await teacher.send(newsCalls.detail, { id: own })).toMatchObject({
    body: "<p>正文</p>",
    orgname: "甲一小学",
  })
  for (const id of [...others, "999"])
    await expect(teacher.send(newsCalls.detail, { id })).rejects.toThrow(newsMessages.gone)
})
