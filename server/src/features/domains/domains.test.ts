import { domainCalls, domainLimits, domainMessages, domainTakenMessage } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { logCalls } from "@uc/contract/logs/calls"
import type { SensitiveModule } from "@uc/contract/reauth/sensitive-modules"
import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Db } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { overlapping } from "../../testing/test-overlap.ts"
import { changes, rowsOf } from "../../testing/test-rows.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { saveDomain } from "./domains.store.ts"

async function administrator(app: TestApp, account = "head-a1"): Promise<TestClient> {
  const client = await app.as(account)
  await grantFor(app, client, "domain")
  return client
}

async function audited(app: TestApp): Promise<Record<string, unknown>[]> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`select person_id, action, mid, result, detail from audit_log
      where action ^@ 'domains.' and jsonb_exists(detail, 'after') order by id`),
  )
  return rows
}

test("[DOM-2][DOM-7] a row is created or updated by id, each change audited", async () => {
  const app = await testApp()
  const head = await administrator(app)
  const { id: personId } = await head.send(accountCalls.current, {})
  const before = (await head.send(domainCalls.list, {})).domainList
  const made = await head.send(domainCalls.save, { name: "办公", domainIp: "OA.Canary.example:0443" })
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9]+$/),
    name: "办公",
    // As it was typed; what is compared stands beside it.
    domainIp: "OA.Canary.example:0443",
    helpers: ["picker", "drawer", "monitor", "user", "page"],
    userFields: ["account", "name", "departments"],
    operations: [],
    version: 1,
    origins: ["https://oa.canary.example", "http://oa.canary.example:443"],
    isPrivate: false,
    lastUsedAt: null,
    hasSecret: false,
    isForBelow: false,
    declinedBy: 0,
  })
  const { id } = made
  const changed = await head.send(domainCalls.save, {
    id,
    name: "办公二",
    domainIp: "https://10.0.0.8:443",
    helpers: "reauth,picker",
    version: 1,
  })
  expect(changed).toMatchObject({
    id,
    version: 2,
    helpers: ["picker", "reauth"],
    origins: ["https://10.0.0.8"],
    isPrivate: true,
  })
  // By the letter of the specification: no more than these three are sent, and the helpers stay.
  const again = await head.send(domainCalls.save, { id, name: "办公三", domainIp: "https://10.0.0.8" })
  expect(again).toMatchObject({ version: 3, helpers: ["picker", "reauth"] })
  expect((await head.send(domainCalls.list, {})).domainList).toEqual([...before, again])

  await grantFor(app, head, "domain-delete")
  await head.send(domainCalls.remove, { id })
  expect((await head.send(domainCalls.list, {})).domainList).toEqual(before)

  const userFields = ["account", "name", "departments"]
  const shown = (name: string, domainIp: string, helpers: string[]) => ({
    name,
    domainIp,
    helpers,
    userFields,
  })
  const first = shown("办公", "OA.Canary.example:0443", ["picker", "drawer", "monitor", "user", "page"])
  const second = shown("办公二", "https://10.0.0.8:443", ["picker", "reauth"])
  const third = shown("办公三", "https://10.0.0.8", ["picker", "reauth"])
  const line = (action: string, mid: SensitiveModule, detail: object) => ({
    person_id: personId,
    action,
    mid,
    result: "done",
    detail: { id, ...detail },
  })
  expect(await audited(app)).toEqual([
    line("domains.save", "domain", { before: null, after: first }),
    line("domains.save", "domain", { before: first, after: second }),
    line("domains.save", "domain", { before: second, after: third }),
    line("domains.remove", "domain-delete", { before: third, after: null }),
  ])
  const { items } = await head.send(logCalls.audit, { action: "domains.", limit: 4 })
  expect(items.map(({ change }) => change)).toEqual([
    { before: third, after: null },
    { before: second, after: third },
    { before: first, after: second },
    { before: null, after: first },
  ])
})

test("[DOM-7] the stored form is canonical: case, punycode, IPv4, default port", async () => {
  const app = await testApp()
  const head = await administrator(app)
  for (const [domainIp, origin] of [
    ["HTTPS.Canary.example", "https.canary.example"],
    ["https://A.Canary.example:443", "https://a.canary.example"],
    ["http://B.canary.example:0080", "http://b.canary.example"],
    ["XN--FIQ228C.example:08080", "xn--fiq228c.example:8080"],
    ["https://0x7f.1", "https://127.0.0.1"],
  ] as const) {
    const { id } = await head.send(domainCalls.save, { name: "x", domainIp })
    const { rows } = await app.database.transaction(unrestricted, (db) =>
      db.execute(sql`select domain_ip, origin from auth_domain where id = ${id}`),
    )
    expect(rows).toEqual([{ domain_ip: domainIp, origin }])
  }
})

test("[DOM-7] only administrators of the organisation change the list", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [own] = (await head.send(domainCalls.list, {})).domainList
  const id = own?.id ?? ""
  const before = await rowsOf(app.url)
  const inputs = [
    [domainCalls.save, "domain", { name: "x", domainIp: "x.canary.example" }],
    [domainCalls.save, "domain", { id, name: "x", domainIp: "x.canary.example" }],
    [domainCalls.remove, "domain-delete", { id }],
    [domainCalls.renewSecret, "domain-secret", { id }],
  ] as const
  const tried = async (account: string) => {
    const client = await app.as(account)
    const answers = []
    for (const [call, mid, input] of inputs) {
      await grantFor(app, client, mid)
      const { statusCode, body } = await client.request(call, input)
      answers.push([statusCode, JSON.parse(body).msg])
    }
    return answers
  }
  const none = [403, noPermissionMessage("domains.manage")]
  expect(await tried("teacher-a1")).toEqual([none, none, none, none])
  // The area's administrator reaches the school and does not administer its list.
  const gone = [409, domainMessages.gone]
  expect((await tried("bureau-a")).slice(1)).toEqual([gone, gone, gone])
  expect((await tried("head-b1")).slice(1)).toEqual([gone, gone, gone])
  const added = changes(before, await rowsOf(app.url)).filter((line) => !line.startsWith("reauth_grant"))
  // What the two others added is on their own lists.
  expect(added).toEqual([expect.stringMatching(/^auth_domain: -  \+ /)])
  expect((await head.send(domainCalls.list, {})).domainList.filter(({ name }) => name === "x")).toEqual([])
})

test("[DOM-2] of two saves of one row at once, over two processes, one is refused", async () => {
  const app = await testApp()
  const head = await administrator(app)
  // Sessions of their own: one and the same would be kept in order by its grant.
  const elsewhere = (await app.another()).as(await administrator(app))
  const { id } = await head.send(domainCalls.save, { name: "初", domainIp: "https://one.canary.example" })
  for (let version = 1; version <= 6; version++) {
    const save = (client: TestClient, name: string) =>
      client.request(domainCalls.save, { id, name, domainIp: "https://one.canary.example", version })
    const answers = await Promise.all([save(head, "甲"), save(elsewhere, "乙")])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    const told = answers.find(({ statusCode }) => statusCode === 409)
    expect(told?.json().msg).toBe(domainMessages.changedMeanwhile)
    const kept = answers.find(({ statusCode }) => statusCode === 200)?.json().data
    const { domainList } = await head.send(domainCalls.list, {})
    expect(domainList.find((row) => row.id === id)).toEqual(kept)
    expect(kept.version).toBe(version + 1)
  }
})

test("[DOM-3] what another has deleted can be neither saved nor deleted again", async () => {
  const app = await testApp()
  const head = await administrator(app)
  const { id } = await head.send(domainCalls.save, { name: "x", domainIp: "x.canary.example" })
  await grantFor(app, head, "domain-delete")
  await head.send(domainCalls.remove, { id })
  await grantFor(app, head, "domain-delete")
  await expect(head.send(domainCalls.remove, { id })).rejects.toThrow(domainMessages.gone)
  await expect(
    head.send(domainCalls.save, { id, name: "x", domainIp: "y.canary.example", version: 1 }),
  ).rejects.toThrow(domainMessages.gone)
})

test("[DOM-7] one place stands on a list once, however it is written", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const cases = [
    ["https://dup.canary.example", "HTTPS.dup.canary.example", true],
    ["https://dup.canary.example", "https://DUP.canary.example:443", false],
    ["https://dup.canary.example", "dup.canary.example", false],
    ["https://dup.canary.example", "dup.canary.example:443", false],
    ["dup.canary.example", "http://dup.canary.example:80", false],
    ["https://dup.canary.example", "http://dup.canary.example", true],
    ["https://dup.canary.example", "https://dup.canary.example:8443", true],
    ["dup.canary.example:99999", "DUP.canary.example:99999", false],
    ["127.0.0.1:8080", "http://0x7f.1:8080", false],
  ] as const
  for (const [first, second, may] of cases) {
    await grantFor(app, head, "domain")
    await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from auth_domain`))
    await head.send(domainCalls.save, { name: "先到", domainIp: first })
    const answer = await head.request(domainCalls.save, { name: "后到", domainIp: second })
    expect([second, answer.statusCode, answer.json().msg]).toEqual(
      may ? [second, 200, ""] : [second, 400, domainTakenMessage("先到")],
    )
  }
})

test("[DOM-7] a duplicate or excess row added at the same moment is refused", async () => {
  const app = await testApp()
  const { orgid } = await (await app.as("head-a1")).send(accountCalls.current, {})
  const adding = (name: string, domainIp: string) => (db: Db) =>
    saveDomain(db, orgid, {
      id: undefined,
      name,
      domainIp,
      helpers: undefined,
      userFields: undefined,
      sharedPath: undefined,
      version: undefined,
    })
  const same = await overlapping(
    app.database,
    adding("先到", "same.canary.example"),
    adding("后到", "https://same.canary.example"),
  )
  expect(same.map(({ is }) => is)).toEqual(["saved", "taken"])
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into auth_domain (org_id, name, domain_ip, origin)
      select ${orgid}::bigint, 'n' || n, 'h' || n || '.canary.example', 'h' || n || '.canary.example'
      from generate_series((select count(*) from auth_domain where org_id = ${orgid}) + 2, ${domainLimits.rows}::int) n`),
  )
  const last = await overlapping(
    app.database,
    adding("最后", "last.canary.example"),
    adding("多余", "more.canary.example"),
  )
  expect(last.map(({ is }) => is)).toEqual(["saved", "full"])
})

test("[DOM-7] a full list can still be changed", async () => {
  const app = await testApp()
  const head = await administrator(app)
  const { orgid } = await head.send(accountCalls.current, {})
  const { domainList } = await head.send(domainCalls.list, {})
  const more = domainLimits.rows - domainList.length
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into auth_domain (org_id, name, domain_ip, origin)
      select ${orgid}::bigint, 'n' || n, 'h' || n || '.canary.example', 'h' || n || '.canary.example'
      from generate_series(2, ${more}::int) n`),
  )
  const { version, ...last } = await head.send(domainCalls.save, {
    name: "最后",
    domainIp: "last.canary.example",
  })
  await expect(
    head.send(domainCalls.save, { name: "多余", domainIp: "more.canary.example" }),
  ).rejects.toThrow(domainMessages.tooMany)
  const { id, domainIp } = last
  await head.send(domainCalls.save, { id, domainIp, name: "仍可修改", helpers: "", version })
})

test("[DOM-7] without a grant the call is refused first, and a refusal spends none", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const input = { name: "x", domainIp: "x.canary.example" }
  expect((await head.request(domainCalls.save, input)).json()).toMatchObject({ errtype: 2, mid: "domain" })
  await grantFor(app, head, "domain-delete")
  expect((await head.request(domainCalls.remove, { id: "1" })).statusCode).toBe(409)
  const [own] = (await head.send(domainCalls.list, {})).domainList
  expect((await head.request(domainCalls.remove, { id: own?.id })).statusCode).toBe(200)
})
