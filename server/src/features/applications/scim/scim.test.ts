import { applicationKeyLimits, applicationKeyMessages } from "@uc/contract/applications/application-keys"
import { applicationAdminCalls, applicationMessages } from "@uc/contract/applications/admin-calls"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { logCalls } from "@uc/contract/logs/calls"
import { sql } from "drizzle-orm"
import SCIMMY from "scimmy"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { rowsOf } from "../../../testing/test-rows.ts"
import { addKeyTo, ScimClient, scimClient } from "../../../testing/scim/test-scim-client.ts"
import { matches } from "./match-filter.ts"
import { parseFilter } from "./parse-filter.ts"

let app: TestApp
let head: TestClient
let a1: ScimClient
let a1Id: string

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  head = await app.as("head-a1")
  ;({ client: a1, id: a1Id } = await scimClient(app, head, { name: "通讯录", scopes: ["directory:read"] }))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const execute = <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  app.database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)
const peopleOf = async (name: string) =>
  (
    await execute<{ id: string }>(
      sql`select p.id::text as id from person p join organisation o on o.id = p.org_id where o.name = ${name} order by p.id`,
    )
  ).map(({ id }) => id)
interface Shown {
  readonly id: string
  readonly userName: string
  readonly [name: string]: unknown
}
async function everybody(client: ScimClient, parameters: Record<string, string> = {}): Promise<Shown[]> {
  const found: Shown[] = []
  for (;;) {
    const { body } = await client.get("/Users", {
      count: "7",
      startIndex: String(found.length + 1),
      ...parameters,
    })
    found.push(...(body.Resources as Shown[]))
    if (found.length >= body.totalResults || body.Resources.length === 0) return found
  }
}

test("[SSO-5] an application reads its organisation's people by pages, and nobody of another one", async () => {
  const found = await everybody(a1)
  expect(found.map(({ id }) => id)).toEqual(await peopleOf("甲一小学"))
  const [outside] = await peopleOf("乙一小学")
  for (const path of [`/Users/${outside}`, "/Users/999999999999", "/Users/x"]) {
    const { status, body, headers } = await a1.get(path)
    expect([status, body.status, body.schemas]).toEqual([404, "404", [scimSchemas.error]])
    expect(headers["content-type"]).toMatch(/^application\/scim\+json/)
  }
  const { body } = await a1.get("/Users", { filter: `id eq "${outside}"` })
  expect(body.totalResults).toBe(0)
})

test("[SSO-5] an application that counts below reads all below, but for the platform's people", async () => {
  const bureau = await app.as("bureau-a")
  const { client } = await scimClient(app, bureau, { name: "全区通讯录", isForBelow: true })
  const names = new Set(
    (await everybody(client)).map(
      (user) => (user[scimSchemas.enterprise] as { organization: string }).organization,
    ),
  )
  const expected = await execute<{
    name: string
  }>(sql`select distinct o.name from organisation o join person p on p.org_id = o.id
    where o.kind <> 'platform' and starts_with(o.area_path, (select area_path from organisation where name = '甲区教育局'))`)
  expect([...names].toSorted()).toEqual(expected.map(({ name }) => name).toSorted())
  const { body } = await client.get("/Organisations")
  expect(body.Resources.map(({ displayName }: { displayName: string }) => displayName)).not.toContain(
    "乙一小学",
  )
  const { client: own } = await scimClient(app, bureau, { name: "局机关通讯录" })
  expect((await everybody(own)).map(({ id }) => id)).toEqual(await peopleOf("甲区教育局"))
})

test("[SSO-5] somebody else's software reads what we send: scimmy's messages and schemas", async () => {
  const { body } = await a1.get("/Users")
  const list = new SCIMMY.Messages.ListResponse(body)
  expect(list.totalResults).toBe(body.totalResults)
  for (const resource of body.Resources) {
    const { [scimSchemas.userMore]: _more, [scimSchemas.enterprise]: enterprise, ...plain } = resource
    const read = new SCIMMY.Schemas.User(plain, "out")
    const where = new SCIMMY.Schemas.EnterpriseUser({ id: plain.id, ...enterprise }, "out")
    expect(where).toMatchObject(enterprise)
    expect(read).toMatchObject({ id: resource.id, userName: resource.userName, active: resource.active })
  }
  const { body: groups } = await a1.get("/Groups")
  for (const { [scimSchemas.groupMore]: _more, ...plain } of groups.Resources)
    expect(new SCIMMY.Schemas.Group(plain, "out")).toMatchObject({ displayName: plain.displayName })
  const { body: refused } = await a1.get("/Users", { filter: "x" })
  expect(() => new SCIMMY.Messages.ErrorResponse(refused)).toThrow(String(refused.detail))
  const { body: config } = await a1.get("/ServiceProviderConfig")
  expect(new SCIMMY.Schemas.ServiceProviderConfig(config, "out")).toMatchObject({
    patch: { supported: true },
  })
})

test("[SSO-5] a filter finds what it means, as the same filter read over everything", async () => {
  const all = await everybody(a1)
  const [one, two] = [all[0], all[1]]
  const groups = (one?.["groups"] ?? []) as { value: string; display: string }[]
  const filters = [
    `userName eq "${one?.userName.toUpperCase()}"`,
    `userName ne "${one?.userName}"`,
    `userName sw "teacher" or userName ew "1"`,
    `name.formatted co "${String(one?.["displayName"]).slice(1, 3)}"`,
    `displayName ge "${String(two?.["displayName"])}"`,
    `not (id eq "${one?.id}") and active eq true`,
    "active eq false",
    "externalId pr",
    'externalId eq null and emails[type eq "work"]',
    "emails eq null",
    `${scimSchemas.enterprise}:employeeNumber pr or nickName eq "x" or name.familyName pr`,
    'groups.type eq "direct"',
    'emails ne "x"',
    "phoneNumbers pr",
    "groups pr",
    `groups.value eq "${groups[0]?.value}"`,
    `groups ne "${groups[0]?.value}"`,
    `groups[display eq "${groups[0]?.display}"]`,
    `groups[value eq "${groups[0]?.value}" and display eq "没有"]`,
    `${scimSchemas.userMore}:places[primary eq true and value eq "${groups[0]?.value}"]`,
    `${scimSchemas.userMore}:administrator eq "none"`,
    'meta.lastModified gt "2020-01-01T00:00:00Z" and meta.created lt "2100-01-01T00:00:00.000+08:00"',
    'meta.lastModified gt "2100-01-01T00:00:00Z"',
    `${scimSchemas.enterprise}:organization eq "甲一小学"`,
    `${scimSchemas.enterprise}:organization eq "乙一小学"`,
    `userName eq "x' or '1'='1"`,
    'displayName co "%"',
    'displayName co "_"',
  ]
  for (const filter of filters) {
    const { status, body } = await a1.get("/Users", { filter, count: "500" })
    expect([filter, status]).toEqual([filter, 200])
    expect([filter, body.Resources.map(({ id }: Shown) => id)]).toEqual([
      filter,
      all.filter((user) => matches(user, parseFilter(filter))).map(({ id }) => id),
    ])
  }
  const { body } = await a1.ask("POST", "/Users/.search", {
    schemas: [scimSchemas.search],
    filter: `userName eq "${one?.userName}"`,
    attributes: ["userName"],
  })
  expect(body.Resources).toEqual([{ schemas: one?.["schemas"], id: one?.id, userName: one?.userName }])
})

test("[SSO-5] pages, order and chosen attributes", async () => {
  const all = await everybody(a1)
  const total = all.length
  const page = async (parameters: Record<string, string>) => (await a1.get("/Users", parameters)).body
  expect(await page({ count: "0" })).toMatchObject({ totalResults: total, itemsPerPage: 0, Resources: [] })
  expect(await page({ count: "-5" })).toMatchObject({ totalResults: total, Resources: [] })
  expect((await page({ count: "999999" })).Resources).toHaveLength(Math.min(total, scimLimits.countAtMost))
  expect((await page({ startIndex: "0", count: "1" })).Resources[0].id).toBe(all[0]?.id)
  expect((await page({ startIndex: "-9", count: "1" })).startIndex).toBe(1)
  expect(await page({ startIndex: String(total + 1) })).toMatchObject({ totalResults: total, Resources: [] })
  const names = all.map(({ userName }) => userName.toLowerCase())
  const sorted = await everybody(a1, { sortBy: "userName" })
  expect(sorted.map(({ userName }) => userName.toLowerCase()).toSorted()).toEqual(names.toSorted())
  expect(new Set(sorted.map(({ id }) => id)).size).toBe(total)
  const back = await everybody(a1, { sortBy: "meta.created", sortOrder: "descending" })
  expect(back).toHaveLength(total)
  const { body: only } = await a1.get(`/Users/${all[0]?.id}`, { attributes: "name.formatted,groups.display" })
  expect(Object.keys(only).toSorted()).toEqual(["groups", "id", "name", "schemas"])
  const { body: less } = await a1.get(`/Users/${all[0]?.id}`, {
    excludedAttributes: `groups,meta.location,id,${scimSchemas.enterprise}`,
  })
  expect(less).toMatchObject({ id: all[0]?.id, userName: all[0]?.userName })
  expect(less).not.toHaveProperty("groups")
  expect(less.meta).not.toHaveProperty("location")
  expect(less).not.toHaveProperty([scimSchemas.enterprise])
})

test("[SSO-5] an unchanged person is not sent again; a renamed department changes the version", async () => {
  const all = await everybody(a1)
  const one = all.find((user) => user["groups"] !== undefined)
  const first = await a1.get(`/Users/${one?.id}`)
  const tag = String(first.headers["etag"])
  expect(tag).toBe(first.body.meta.version)
  const again = await a1.ask("GET", `/Users/${one?.id}`, undefined, { "if-none-match": `"x", ${tag}` })
  expect([again.status, again.body]).toEqual([304, null])
  const [place] = (one?.["groups"] ?? []) as { value: string }[]
  await execute(sql`update department set name = name || '！' where id = ${place?.value}::bigint`)
  const later = await a1.ask("GET", `/Users/${one?.id}`, undefined, { "if-none-match": tag })
  expect(later.status).toBe(200)
})

test("[SSO-5] what the entry does not allow is neither shown nor found", async () => {
  const [{ id, phone } = { id: "", phone: "" }] = await execute<{ id: string; phone: string }>(
    sql`select p.id::text as id, p.phone from person p join organisation o on o.id = p.org_id
      where o.name = '甲一小学' and p.phone is not null limit 1`,
  )
  const byPhone = { filter: `phoneNumbers.value eq "${phone}"` }
  expect((await a1.get("/Users", byPhone)).body.totalResults).toBe(0)
  expect((await a1.get(`/Users/${id}`)).body).not.toHaveProperty("phoneNumbers")
  const { client: phones } = await scimClient(app, head, { name: "短信平台", claims: ["name", "phone"] })
  const { body } = await phones.get("/Users", byPhone)
  expect(body.Resources[0]).toMatchObject({ phoneNumbers: [{ value: phone }] })
  const { client: few } = await scimClient(app, head, { name: "门禁", claims: [] })
  const { body: bare } = await few.get(`/Users/${id}`)
  expect(bare).toMatchObject({ id, userName: id, active: true })
  expect(Object.keys(bare).toSorted()).toEqual(["active", "id", "meta", "schemas", "userName"])
  expect(
    (await few.get("/Users", { filter: 'name.formatted pr or displayName sw ""' })).body.totalResults,
  ).toBe(0)
  expect((await few.get("/Groups")).status).toBe(403)
  expect((await few.get("/Organisations")).body.detail).toBe(scimMessages.claimMissing("所在单位"))
})

test.each([
  ["/Users?filter=userName%20eq", 400, "invalidFilter"],
  [`/Users?filter=${encodeURIComponent("(".repeat(40))}`, 400, "invalidFilter"],
  [`/Users?filter=${encodeURIComponent(`a eq "${"x".repeat(2100)}"`)}`, 400, "invalidFilter"],
  ["/Users?filter=active%20eq%20%22yes%22", 400, "invalidFilter"],
  ["/Users?filter=active%20gt%20true", 400, "invalidFilter"],
  ["/Users?filter=userName%20eq%205", 400, "invalidFilter"],
  ["/Users?filter=userName%20gt%20null", 400, "invalidFilter"],
  ["/Users?filter=userName%20eq%20%22%5Cu0000%22", 400, "invalidFilter"],
  ["/Users?filter=meta.created%20gt%20%22yesterday%22", 400, "invalidFilter"],
  ["/Users?count=ten", 400, "invalidValue"],
  ["/Users?count=1e3", 400, "invalidValue"],
  ["/Users?startIndex=1.5", 400, "invalidValue"],
  ["/Users?startIndex=99999999999999999999", 400, "invalidValue"],
  ["/Users?count=1&count=2", 400, "invalidValue"],
  ["/Users?sortBy=password", 400, "invalidValue"],
  ["/Users?sortBy=id&sortOrder=random", 400, "invalidValue"],
  ["/Users?attributes=a&excludedAttributes=b", 400, "invalidValue"],
  ["/Users?attributes=a.b.c", 400, "invalidValue"],
  [`/Users?attributes=${Array.from({ length: 60 }, () => "a").join()}`, 400, "invalidValue"],
  ["/Users?cursor=5", 400, "invalidValue"],
  ["/Groups?filter=displayName", 400, "invalidFilter"],
  ["/Nothing", 404, undefined],
  ["/Schemas?filter=id%20pr", 403, undefined],
  ["/Schemas/urn:none", 404, undefined],
  ["/Me", 501, undefined],
])("[SSO-5] GET %s is answered with %d", async (path, status, type) => {
  const { status: answered, body } = await a1.ask("GET", path)
  expect([answered, body.scimType, body.schemas]).toEqual([status, type, [scimSchemas.error]])
  expect(body.detail).not.toBe("")
})

test.each([
  ["/Users", 'userNmae eq "a"', "userNmae"],
  ["/Users", 'active eq true and not (groups[dispaly eq "a"])', "groups.dispaly"],
  ["/Users", 'name.first eq "a"', "name.first"],
  ["/Users", 'urn:else:userName eq "a"', "urn:else:userName"],
  ["/Users", `${scimSchemas.enterprise}:userName eq "a"`, `${scimSchemas.enterprise}:userName`],
  ["/Users", 'constructor eq "a"', "constructor"],
  ["/Users", 'groups.constructor eq "a"', "groups.constructor"],
  ["/Users", 'groups[constructor eq "a"]', "groups.constructor"],
  ["/Groups", 'userName eq "a"', "userName"],
  ["/Organisations", "roles pr", "roles"],
] as const)("[SSO-5] %s by %s is refused by the attribute's name", async (path, filter, name) => {
  const { status, body } = await a1.get(path, { filter })
  expect([status, body.scimType, body.detail]).toEqual([
    400,
    "invalidFilter",
    scimMessages.unknownAttribute(name),
  ])
})

test("[SSO-5] what can't be compared, and names that every object inherits, are refused too", async () => {
  for (const filter of [
    'meta.location eq "x"',
    'groups.$ref eq "x"',
    'userName[value eq "a"]',
    "userName eq constructor",
  ])
    expect([filter, (await a1.get("/Users", { filter })).body.scimType]).toEqual([filter, "invalidFilter"])
  for (const sortBy of ["constructor", "urn:else:userName", "emails"])
    expect([sortBy, (await a1.get("/Users", { sortBy })).status]).toEqual([sortBy, 400])
})

test.each([
  ["text/plain", "{}", 415],
  ["application/x-www-form-urlencoded", "a=b", 415],
  ["application/scim+json", "", 400],
  ["application/scim+json", "{", 400],
  ["application/json", "[]", 400],
  ["application/scim+json; charset=utf-8", '{"schemas":["x"]}', 400],
  ["application/scim+json", '{"__proto__":1}', 400],
  ["application/scim+json", `{"schemas":["${scimSchemas.search}"],"filter":5}`, 400],
  ["application/scim+json", `{"schemas":["${scimSchemas.search}"],"other":5}`, 400],
  ["application/scim+json", `"${"x".repeat(300_000)}"`, 413],
])("[SSO-5] a search as %s with the body %s is answered with %d", async (type, payload, status) => {
  const answer = await a1.ask("POST", "/Users/.search", payload, { "content-type": type })
  expect([answer.status, answer.body.schemas]).toEqual([status, [scimSchemas.error]])
})

test("[SSO-5] a key is stored as a hash; ended, revoked, disabled and unknown ones get 401", async () => {
  const stored = ((await rowsOf(app.url))["application_key"] ?? []).join("\n")
  expect(stored).not.toContain(a1.key)
  const { id, client } = await scimClient(app, head, { name: "钥匙" })
  const { keys, scimAddress } = await head.send(applicationKeyCalls.list, { id })
  expect(keys).toMatchObject([{ name: "同步", hint: client.key.slice(-4), lastUsedAt: null, isOver: false }])
  expect(scimAddress).toMatch(/\/scim\/v2$/)
  expect((await client.get("/Users")).status).toBe(200)
  expect((await head.send(applicationKeyCalls.list, { id })).keys[0]?.lastUsedAt).not.toBeNull()
  const why = async () => {
    const { status, headers, body } = await client.get("/Users")
    expect([status, headers["www-authenticate"]]).toEqual([401, 'Bearer realm="scim"'])
    return body.detail as string
  }
  await execute(
    sql`update application_key set ends_at = now() - interval '1 second' where application_id = ${id}::bigint`,
  )
  expect(await why()).toBe(scimMessages.endedKey)
  await execute(sql`update application_key set ends_at = null where application_id = ${id}::bigint`)
  await execute(sql`update application set disabled_at = now() where id = ${id}::bigint`)
  expect(await why()).toBe(scimMessages.applicationOff)
  await execute(sql`update application set disabled_at = null where id = ${id}::bigint`)
  const other = await app.as("head-b1")
  await grantFor(app, other, "application-secret")
  const keyId = keys[0]?.id ?? ""
  await expect(other.send(applicationKeyCalls.revoke, { id, keyId })).rejects.toThrow(
    applicationMessages.gone,
  )
  await grantFor(app, head, "application-secret")
  await expect(head.send(applicationKeyCalls.revoke, { id: a1Id, keyId })).rejects.toThrow(
    applicationKeyMessages.gone,
  )
  await head.send(applicationKeyCalls.revoke, { id, keyId })
  expect(await why()).toBe(scimMessages.badKey)
  const nobody = await app.app.inject({ url: "/scim/v2/Users" })
  expect(nobody.json()).toMatchObject({ status: "401", detail: scimMessages.noKey })
})

test("[SSO-5] an application has ten keys at most, each needs a proof, and scopes hold", async () => {
  const { id } = await scimClient(app, head, { name: "多把钥匙", scopes: ["directory:write"] })
  const without = head.send(applicationKeyCalls.add, { id, name: "二", scopes: ["directory:read"], days: 30 })
  await expect(without).rejects.toMatchObject({ reply: { errtype: 2 } })
  const writeOnly = new ScimClient(app, await addKeyTo(app, head, id, ["directory:write"]))
  expect((await writeOnly.get("/Users")).body.detail).toBe(scimMessages.noScope("directory:read"))
  for (let at = 2; at < applicationKeyLimits.rows; at++) await addKeyTo(app, head, id)
  await expect(addKeyTo(app, head, id)).rejects.toThrow(applicationKeyMessages.tooMany)
  await grantFor(app, head, "application-delete")
  await head.send(applicationAdminCalls.remove, { id })
  expect((await writeOnly.get("/Users")).status).toBe(401)
})

test("[SSO-5] wrong keys from one address are limited, and a right one still works", async () => {
  const wrong = new ScimClient(app, "uck_wrong")
  let last = await wrong.get("/Users")
  for (let at = 0; at <= applicationKeyLimits.failed && last.status === 401; at++)
    last = await wrong.get("/Users")
  expect(last.status).toBe(429)
  expect(Number(last.headers["retry-after"])).toBeGreaterThan(0)
  expect((await a1.get("/Users", { count: "1" })).status).toBe(200)
})

test("[SSO-5] the audit log names the application once for a walk through all pages", async () => {
  const { client } = await scimClient(app, head, { name: "走读应用" })
  await everybody(client)
  await client.get("/Users", { filter: 'userName eq "head-a1"' })
  const { items } = await head.send(logCalls.audit, { action: "scim.", limit: 100 })
  expect(items.filter(({ nickname }) => nickname === "应用“走读应用”")).toMatchObject([
    { action: "scim.readUsers", orgname: "甲一小学" },
  ])
  const other = await app.as("head-b1")
  expect((await other.send(logCalls.audit, { action: "scim.", limit: 100 })).items).toEqual([])
})
