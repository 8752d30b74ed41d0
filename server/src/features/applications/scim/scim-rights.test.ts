import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { type ScimClient, scimClient } from "../../../testing/scim/test-scim-client.ts"
import { testApp, type TestApp } from "../../../testing/test-app.ts"

let app: TestApp
let master: ScimClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  const head = await app.as("head-a1")
  const claims = ["account", "name", "departments", "roles"] as const
  ;({ client: master } = await scimClient(app, head, {
    name: "人事系统",
    isMaster: true,
    claims: [...claims],
  }))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const execute = <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  app.database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)

let users = 0
const patch = (...Operations: object[]) => ({ schemas: [scimSchemas.patch], Operations })
const user = (more: Record<string, unknown> = {}) => ({
  schemas: [scimSchemas.user],
  userName: `rights-${++users}`,
  displayName: "王小明",
  ...more,
})
async function added(more: Record<string, unknown> = {}) {
  const answer = await master.ask("POST", "/Users", user(more))
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body
}

test("[SSO-5] what gives rights is not taken from outside: ignored, or refused by name", async () => {
  const rights = {
    roles: [{ value: "1", display: "管理员" }],
    entitlements: [{ value: "all" }],
    userType: "platform",
    [scimSchemas.userMore]: { administrator: "platform" },
  }
  const made = await added(rights)
  const { id } = made
  const asMade = async () => {
    const [row] = await execute(sql`select p.admintype, p.usertype,
      (select count(*)::int from person_role h where h.person_id = p.id) as roles from person p where p.id = ${id}::bigint`)
    return row
  }
  const ordinary = { admintype: 0, usertype: expect.any(Number), roles: 0 }
  expect(made).toMatchObject({ [scimSchemas.userMore]: { administrator: "none" } })
  expect(await asMade()).toEqual(ordinary)
  const { body: kept } = await master.ask("PUT", `/Users/${id}`, { ...made, ...rights })
  expect(kept[scimSchemas.userMore].administrator).toBe("none")
  expect(await asMade()).toEqual(ordinary)
  for (const path of ["roles", `${scimSchemas.userMore}:administrator`]) {
    const { status, body } = await master.ask(
      "PATCH",
      `/Users/${id}`,
      patch({ op: "replace", path, value: "platform" }),
    )
    expect([path, status, body.scimType]).toEqual([path, 400, "mutability"])
  }
  for (const [more, name] of [
    [{ administrator: "platform" }, "administrator"],
    [{ admintype: 3 }, "admintype"],
    [{ [scimSchemas.userMore]: { admintype: 3 } }, `${scimSchemas.userMore}:admintype`],
    [{ "urn:else:User": { administrator: true } }, "urn:else:User"],
  ] as const)
    for (const [method, path] of [
      ["POST", "/Users"],
      ["PUT", `/Users/${id}`],
    ] as const) {
      const { status, body } = await master.ask(method, path, { ...made, userName: `x-${users}`, ...more })
      expect([name, method, status, body.detail]).toEqual([
        name,
        method,
        400,
        scimMessages.unknownAttribute(name),
      ])
    }
  const inherited = await master.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "add", path: "constructor", value: 1 }),
  )
  expect([inherited.status, inherited.body.scimType]).toEqual([400, "invalidPath"])
  expect(await asMade()).toEqual(ordinary)
})

test("[SSO-5] Okta renames a group with its id beside the name, and takes out who is out already", async () => {
  const { body: group } = await master.ask("POST", "/Groups", {
    schemas: [scimSchemas.group],
    displayName: "奥组",
  })
  const path = `/Groups/${group.id}`
  const renamed = patch({ op: "replace", value: { id: group.id, displayName: "奥克组" } })
  expect((await master.ask("PATCH", path, renamed)).body.displayName).toBe("奥克组")
  const other = patch({ op: "replace", value: { id: "1", displayName: "甲" } })
  expect((await master.ask("PATCH", path, other)).body.scimType).toBe("mutability")
  const out = patch({ op: "remove", path: 'members[value eq "1"]' })
  expect((await master.ask("PATCH", path, out)).status).toBe(200)
})

test("[SSO-5] who is also in a disabled department stays there when something else is changed", async () => {
  const { body: groups } = await master.get("/Groups", { count: "1" })
  const [first] = groups.Resources as readonly { readonly id: string }[]
  const { body: group } = await master.ask("POST", "/Groups", {
    schemas: [scimSchemas.group],
    displayName: "旧部门",
  })
  const { id } = await added({
    [scimSchemas.userMore]: { places: [{ value: first?.id, primary: true }, { value: group.id }] },
  })
  await execute(sql`update department set disabled_at = now() where id = ${group.id}::bigint`)
  const { status } = await master.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "replace", path: "displayName", value: "王大明" }),
  )
  expect(status).toBe(200)
  const places = await execute(sql`select from person_department where person_id = ${id}::bigint`)
  expect(places).toHaveLength(2)
})

test("[SSO-5] a key that only writes reads nobody: no list, no search, no single one", async () => {
  const { body: one } = await master.get("/Users", { count: "1" })
  const [{ id }] = one.Resources as [{ id: string }]
  const { client } = await scimClient(app, await app.as("head-a1"), { scopes: ["directory:write"] })
  for (const path of ["/Users", `/Users/${id}`, "/Groups", "/Groups/1", "/Organisations"]) {
    const { status, body } = await client.get(path)
    expect([path, status, body.detail]).toEqual([path, 403, scimMessages.noScope("directory:read")])
  }
  const searched = await client.ask("POST", "/Users/.search", { schemas: [scimSchemas.search] })
  expect([searched.status, searched.body.detail]).toEqual([403, scimMessages.noScope("directory:read")])
})

test("[SSO-5] a master source that may not know departments writes none", async () => {
  const wanted = { name: "考勤系统", isMaster: true, claims: ["account", "name"] as const }
  const { client } = await scimClient(app, await app.as("head-b1"), { ...wanted, claims: [...wanted.claims] })
  const group = { schemas: [scimSchemas.group], displayName: "新组" }
  const known = await execute<{ id: string }>(sql`select d.id::text as id from department d
    join organisation o on o.id = d.org_id where o.name = '乙一小学' limit 1`)
  for (const [method, path, body] of [
    ["POST", "/Groups", group],
    ["PUT", `/Groups/${known[0]?.id}`, group],
    ["PATCH", `/Groups/${known[0]?.id}`, patch({ op: "replace", path: "displayName", value: "甲" })],
    ["DELETE", `/Groups/${known[0]?.id}`, undefined],
  ] as const) {
    const { status, body: refused } = await client.ask(method, path, body)
    expect([method, status, refused.detail]).toEqual([method, 403, scimMessages.claimMissing("部门")])
  }
})

test("[SSO-5] who reads all below reads none of the platform's people in the same area", async () => {
  const bureau = await app.as("bureau-a")
  const { client } = await scimClient(app, bureau, { name: "全区读取", isForBelow: true })
  const [platform] = await execute<{ id: string; name: string }>(sql`
    update organisation set (area_id, area_path) = (select area_id, area_path from organisation where name = '甲区教育局')
    where kind = 'platform' returning id::text as id, name`)
  const { body } = await client.get("/Organisations", { count: "500" })
  const ids = body.Resources.map(({ id }: { id: string }) => id)
  expect([ids.length > 1, ids.includes(platform?.id)]).toEqual([true, false])
  const filter = `${scimSchemas.enterprise}:organization eq "${platform?.name}"`
  expect((await client.get("/Users", { filter })).body.totalResults).toBe(0)
})

test("[SSO-16] Okta's password has no effect when a person is added, replaced or changed", async () => {
  const { status, body } = await master.ask("POST", "/Users", user({ password: "Secret@2026" }))
  expect([status, body.detail]).toEqual([201, undefined])
  const path = `/Users/${body.id}`
  expect((await master.ask("PUT", path, { ...body, password: "Secret@2026" })).status).toBe(200)
  const changed = await master.ask(
    "PATCH",
    path,
    patch({ op: "replace", value: { password: "Secret@2026", displayName: "王大明" } }),
  )
  expect([changed.status, changed.body.displayName, changed.body.password]).toEqual([
    200,
    "王大明",
    undefined,
  ])
})

test("[SSO-16] Entra's department, organisation and title have no effect in POST and PATCH", async () => {
  const { enterprise } = scimSchemas
  const { status, body } = await master.ask("POST", "/Users", {
    ...user({ title: "主任", [enterprise]: { department: "财务处", organization: "总公司" } }),
    schemas: [scimSchemas.user, enterprise],
  })
  expect([status, body.detail]).toEqual([201, undefined])
  for (const [op, at] of [
    ["Add", `${enterprise}:department`],
    ["Replace", `${enterprise}:organization`],
    ["replace", "title"],
    ["remove", `${enterprise}:department`],
  ] as const) {
    const changed = await master.ask(
      "PATCH",
      `/Users/${body.id}`,
      patch(
        { op, path: at, value: "财务处" },
        { op: "replace", path: "displayName", value: `${op}${at.length}` },
      ),
    )
    expect([at, changed.status, changed.body.displayName]).toEqual([at, 200, `${op}${at.length}`])
    expect(changed.body[enterprise]?.department).toBeUndefined()
  }
})

test("[SSO-16] the schemas say of each attribute that is taken without effect that it is", async () => {
  const { body } = await master.get("/Schemas")
  const described = (schema: string, name: string) =>
    body.Resources.find(({ id }: { id: string }) => id === schema)?.attributes.find(
      (each: { name: string }) => each.name === name,
    )
  for (const [schema, name] of [
    [scimSchemas.user, "password"],
    [scimSchemas.user, "title"],
    [scimSchemas.enterprise, "department"],
    [scimSchemas.enterprise, "organization"],
  ] as const)
    expect([name, described(schema, name)?.description]).toEqual([
      name,
      expect.stringContaining("without effect"),
    ])
  expect(described(scimSchemas.user, "password")).toMatchObject({
    mutability: "writeOnly",
    returned: "never",
  })
})

test.each([
  ["/Users", "userName", { op: "remove", path: "userName" }],
  ["/Users", "userName", { op: "replace", path: "userName", value: null }],
  ["/Users", "userName", { op: "replace", value: { userName: "" } }],
  ["/Groups", "displayName", { op: "remove", path: "displayName" }],
  ["/Groups", "displayName", { op: "Remove", path: `${scimSchemas.group}:displayName` }],
] as const)("[SSO-16] a PATCH of %s that takes away %s is refused: %j", async (type, name, operation) => {
  const given =
    type === "/Users" ? user() : { schemas: [scimSchemas.group], displayName: `必有名称${++users}` }
  const { body: made } = await master.ask("POST", type, given)
  const { status, body } = await master.ask("PATCH", `${type}/${made.id}`, patch(operation))
  expect([status, body.scimType, body.detail]).toEqual([400, "mutability", scimMessages.notRemoved(name)])
  expect((await master.get(`${type}/${made.id}`)).body.meta.version).toBe(made.meta.version)
})
