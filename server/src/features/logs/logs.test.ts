import { domainCalls } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { demoPassword } from "@uc/contract/demo/accounts"
import { logCalls } from "@uc/contract/logs/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { testBrowser } from "../../testing/test-browser.ts"

async function execute(app: TestApp, statement: SQL) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

const most = { limit: 200 }

test("logs are for administrators within reach; the rest is the platform's", async () => {
  const app = await testApp()
  await execute(app, sql`delete from login_log`)
  for (const account of ["head-a1", "head-a2", "head-town", "head-b1", "teacher-a1"]) await app.as(account)
  await testBrowser(app).request(accountCalls.signIn, { account: "nobody-at-all", password: md5("x") })
  const seenBy = async (account: "head-a1" | "bureau-a" | "bureau-b" | "platform") => {
    const { items } = await (await app.as(account)).send(logCalls.signIns, most)
    return [...new Set(items.map((item) => item.account))].toSorted()
  }
  expect(await seenBy("head-a1")).toEqual(["head-a1", "teacher-a1"])
  expect(await seenBy("bureau-a")).toEqual(["bureau-a", "head-a1", "head-a2", "head-town", "teacher-a1"])
  expect(await seenBy("bureau-b")).toEqual(["bureau-b", "head-b1"])
  // Not as it was typed: people type passwords into the wrong box.
  expect(await seenBy("platform")).toContain("no***")
  for (const account of ["teacher-a1", "clerk-a", "worker-ae"] as const) {
    const client = await app.as(account)
    for (const call of [logCalls.signIns, logCalls.audit]) {
      const answer = await client.request(call, {})
      expect([account, answer.statusCode, answer.json().msg]).toEqual([
        account,
        403,
        noPermissionMessage("logs.read"),
      ])
    }
  }
})

test("a sign-in entry has who, when, where, login variant and result", async () => {
  const app = await testApp()
  await execute(app, sql`delete from login_log`)
  const browser = testBrowser(app, "192.0.2.77")
  const sign = (password: string, shown = {}) =>
    browser.request(accountCalls.signIn, { account: "head-a1", password, variant: "gzLogin", ...shown })
  await sign(md5("wrong"))
  await sign(md5(demoPassword), await browser.slider())
  await browser.request(accountCalls.signOut, {})
  const { total, items } = await (await app.as("head-a1")).send(logCalls.signIns, most)
  expect(total).toBe(4)
  expect(items.map(({ result, variant }) => [result, variant])).toEqual([
    ["signed-in", null],
    ["signed-out", null],
    ["signed-in", "gzLogin"],
    ["refused", "gzLogin"],
  ])
  expect(items[3]).toMatchObject({
    account: "head-a1",
    orgname: "甲一小学",
    reason: "wrong-password",
    ip: "192.0.2.77",
    nickname: expect.any(String),
    browser: expect.any(String),
  })
  expect(JSON.stringify(items)).not.toContain(md5("wrong"))
})

test("logs are paged newest first and filtered by period, account and result", async () => {
  const app = await testApp()
  await execute(app, sql`delete from login_log`)
  await execute(
    app,
    sql`
    insert into login_log (at, org_id, account, result)
    select timestamptz '2026-01-01 08:00+08' + n * interval '1 hour', (select org_id from person where account = 'head-a1'),
      'visitor-' || n, case when n % 2 = 0 then 'refused' else 'locked' end
    from generate_series(0, 29) n`,
  )
  const head = await app.as("head-a1")
  const account = "visitor"
  const ask = async (more: object) => {
    const { total, items } = await head.send(logCalls.signIns, { ...most, account, ...more })
    return [total, ...items.map((item) => Number(item.account.slice("visitor-".length)))]
  }
  expect(await ask({ start: 0, limit: 3 })).toEqual([30, 29, 28, 27])
  expect(await ask({ start: 28, limit: 3 })).toEqual([30, 1, 0])
  expect(await ask({ result: "locked", limit: 2 })).toEqual([15, 29, 27])
  expect(await ask({ starttime: "2026-01-01 10:00:00", endtime: "2026-01-01 12:00:00" })).toEqual([
    3, 4, 3, 2,
  ])
  expect(await ask({ account: "visitor-7" })).toEqual([1, 7])
  expect((await head.send(logCalls.signIns, { account: "isitor" })).total).toBe(0)

  await execute(app, sql`delete from audit_log`)
  await head.request(domainCalls.save, { name: "官网", domainIp: "www.a.cn" })
  const audited = await head.send(logCalls.audit, { action: "domains." })
  expect(audited.items).toMatchObject([
    { action: "domains.save", mid: "domain", result: "refused", orgname: "甲一小学" },
  ])
  expect((await head.send(logCalls.audit, { action: "session." })).total).toBe(0)
  expect((await (await app.as("bureau-b")).send(logCalls.audit, {})).total).toBe(0)
})

test("list and number details are shown and hide nothing else", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await execute(
    app,
    sql`insert into audit_log (org_id, action, result, detail)
      select org_id, 'odd.' || no, 'done', detail::jsonb from person, (values
        (1, '{"before":["a"],"after":["a","b"]}'), (2, '{"before":3,"after":4}'), (3, '{"after":"x"}'),
        (4, '{"before":null,"after":{"name":"y"}}'), (5, '{"before":{"name":"z"},"after":null}'), (6, '{}')
      ) odd (no, detail) where account = 'head-a1'`,
  )
  const { items } = await head.send(logCalls.audit, { ...most, action: "odd." })
  const changes = Object.fromEntries(items.map(({ action, change }) => [action, change]))
  expect(changes).toEqual({
    "odd.1": { before: { value: ["a"] }, after: { value: ["a", "b"] } },
    "odd.2": { before: { value: 3 }, after: { value: 4 } },
    "odd.3": { before: null, after: { value: "x" } },
    "odd.4": { before: null, after: { name: "y" } },
    "odd.5": { before: { name: "z" }, after: null },
    "odd.6": null,
  })
})
