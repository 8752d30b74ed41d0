import { randomBytes } from "node:crypto"
import pg from "pg"
import { expect, inject, onTestFinished, test, vi } from "vitest"
import { migrate } from "../../db/migrate.ts"
import { databaseUrl, runAs } from "../../testing/scratch-database.ts"
import { makeWorld } from "../make-world.ts"
import { hostedPages } from "./hosted-pages.ts"
import { pointMenusAt } from "./point-menus-at.ts"
import { serveHostedPages } from "./serve-hosted-pages.ts"

// A whole database is made here, on a machine that may be busy with other files.
vi.setConfig({ testTimeout: 60_000 })

const portals = ["http://127.0.0.1:8080", "http://localhost:8080"]

async function served() {
  const site = await serveHostedPages({ host: "127.0.0.1", port: 0, portals: () => portals })
  onTestFinished(() => site.stop())
  return site
}

test("[DAY-16] every hosted page is answered with its name and its script, for the portal's frames alone", async () => {
  const { origin } = await served()
  for (const { path, title, rowAction } of hostedPages) {
    const page = await fetch(`${origin}${path}`)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.headers.get("content-security-policy")).toContain(`frame-ancestors ${portals.join(" ")};`)
    const text = await page.text()
    expect(text).toContain(`<h1>${title}</h1>`)
    if (rowAction) expect(text).toContain(`disabled>${rowAction.label}</button>`)
    const script = await fetch(`${origin}/script.js?page=${encodeURIComponent(path)}`)
    expect(script.headers.get("content-type")).toContain("text/javascript")
    expect(await script.text()).toContain(JSON.stringify(title))
  }
})

test("[DAY-16] what is no page of it is refused with a sentence", async () => {
  const { origin } = await served()
  expect((await fetch(`${origin}/nothing`)).status).toBe(404)
  expect((await fetch(`${origin}/script.js?page=/nothing`)).status).toBe(404)
  expect((await fetch(`${origin}/timetable`, { method: "POST" })).status).toBe(405)
})

test("[DAY-16] a port that is taken is no reason not to start", async () => {
  const { origin } = await served()
  const second = await serveHostedPages({
    host: "127.0.0.1",
    port: Number(new URL(origin).port),
    portals: () => portals,
  })
  onTestFinished(() => second.stop())
  expect(second.origin).not.toBe(origin)
  expect((await fetch(`${second.origin}/timetable`)).status).toBe(200)
})

test("[DAY-16] hosted entries and authorised domains follow the origin of each start; others stay", async () => {
  const adminUrl = inject("adminUrl")
  const name = `hosted_${randomBytes(8).toString("hex")}`
  await runAs(adminUrl, `create database ${name} owner uc`)
  const url = databaseUrl(adminUrl, "uc", name)
  const client = new pg.Client({ connectionString: url })
  onTestFinished(async () => {
    await client.end()
    await runAs(adminUrl, `drop database ${name} with (force)`)
  })
  await migrate(url)
  await makeWorld(url, { size: "tiny", passwords: { kid: "stub", hash: async (md5) => `stub of ${md5}` } })
  await client.connect()
  await client.query("select set_config('uc.reach', 'all', false)")
  const elsewhere = "https://timetable.school.example/timetable"
  await client.query("update menu set address = $1 where text = '课表查询'", [elsewhere])

  const { rows: firms } = await client.query<{ title: string }>(
    `select n.title from news n join organisation o on o.id = n.org_id where o.kind = 'enterprise'
     union all select n.title from notice n join organisation o on o.id = n.org_id where o.kind = 'enterprise'`,
  )
  expect(firms.length).toBeGreaterThan(0)
  for (const { title } of firms) expect(title).not.toMatch(/教师|学生|师生|护学|开学/)

  for (const origin of ["http://127.0.0.1:8081", "http://127.0.0.1:40001"]) {
    await pointMenusAt(url, origin)
    const { rows } = await client.query<{ text: string; address: string }>(
      "select text, address from menu where address like 'http%'",
    )
    for (const { text, address } of rows)
      expect([text, address]).toEqual([
        text,
        text === "课表查询" ? elsewhere : `${origin}${hostedPages.find(({ title }) => title === text)?.path}`,
      ])
    expect(rows).toHaveLength(hostedPages.length)
    const listed = await client.query<{ organisations: number; lists: number }>(
      `select (select count(*)::int from organisation) as organisations,
        (select count(*)::int from auth_domain where origin = $1 and operations::text like '%office:seal%') as lists`,
      [origin],
    )
    expect(listed.rows[0]?.lists).toBe(listed.rows[0]?.organisations)
  }
})
