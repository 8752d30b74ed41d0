import { accountCalls } from "@uc/contract/account/calls"
import { applicationKeyMessages } from "@uc/contract/applications/application-keys"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { scimLimits, scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { demoPassword } from "@uc/contract/demo/accounts"
import { departmentMessages } from "@uc/contract/departments/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import SCIMMY from "scimmy"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../../db/scope.ts"
import { md5, testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"
import { grantFor } from "../../../testing/test-danger.ts"
import { type ScimClient, scimClient } from "../../../testing/scim/test-scim-client.ts"

let app: TestApp
let head: TestClient
let master: ScimClient
let masterId: string

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  head = await app.as("head-a1")
  const claims = ["account", "name", "organisation", "departments", "posts", "roles", "phone"] as const
  const wanted = { name: "人事系统", isMaster: true, claims: [...claims] }
  ;({ client: master, id: masterId } = await scimClient(app, head, wanted))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const execute = <T extends Record<string, unknown>>(statement: ReturnType<typeof sql>) =>
  app.database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)
const idOf = async (account: string) =>
  (await execute<{ id: string }>(sql`select id::text as id from person where account = ${account}`))[0]?.id ??
  ""
const departments = () =>
  execute<{
    id: string
    name: string
  }>(sql`select d.id::text as id, d.name from department d join organisation o on o.id = d.org_id
    where o.name = '甲一小学' and d.disabled_at is null order by d.id`)

let users = 0
const user = (more: Record<string, unknown> = {}) => ({
  schemas: [scimSchemas.user],
  userName: `scim-${++users}`,
  displayName: "王小明",
  ...more,
})
const patch = (...Operations: object[]) => ({ schemas: [scimSchemas.patch], Operations })
async function added(more: Record<string, unknown> = {}) {
  const answer = await master.ask("POST", "/Users", user(more))
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body
}

test("[SSO-5] the master source adds a person, changes, disables and deletes them, and the log names it", async () => {
  const [first, second] = await departments()
  const answer = await master.ask("POST", "/Users", {
    ...user({ externalId: "E-1", phoneNumbers: [{ value: "+86 138-0000-1111", type: "work" }] }),
    [scimSchemas.userMore]: { places: [{ value: first?.id }, { value: second?.id, primary: true }] },
  })
  expect(answer.status).toBe(201)
  const { id, meta } = answer.body
  expect(answer.headers["location"]).toBe(meta.location)
  expect(answer.body).toMatchObject({
    externalId: "E-1",
    displayName: "王小明",
    active: true,
    phoneNumbers: [{ value: "13800001111" }],
    groups: [{ value: second?.id }, { value: first?.id }],
  })
  expect((await master.get("/Users", { filter: 'externalId eq "E-1"' })).body.Resources[0].id).toBe(id)

  const put = await master.ask("PUT", `/Users/${id}`, { ...answer.body, displayName: "王大明" })
  expect(put.body).toMatchObject({ displayName: "王大明", name: { formatted: "王大明" } })
  const same = await master.ask("PUT", `/Users/${id}`, put.body)
  expect(same.body.meta.version).toBe(put.body.meta.version)
  const off = await master.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "Replace", path: "active", value: "False" }),
  )
  expect(off.body.active).toBe(false)
  const on = await master.ask("PATCH", `/Users/${id}`, patch({ op: "replace", value: { active: true } }))
  expect(on.body.active).toBe(true)
  const less = patch(
    { op: "remove", path: "phoneNumbers" },
    { op: "remove", path: "externalId" },
    { op: "remove", path: `${scimSchemas.userMore}:places[value eq "${second?.id}"]` },
  )
  const bare = await master.ask("PATCH", `/Users/${id}`, less)
  expect(bare.body).toMatchObject({ groups: [{ value: first?.id }] })
  expect(bare.body).not.toHaveProperty("phoneNumbers")
  expect(bare.body).not.toHaveProperty("externalId")

  const typed = { "content-type": "application/scim+json" }
  expect((await master.ask("DELETE", `/Users/${id}`, undefined, typed)).status).toBe(204)
  expect((await master.get(`/Users/${id}`)).status).toBe(404)
  expect((await master.ask("DELETE", `/Users/${id}`)).status).toBe(404)
  expect((await master.get("/Users", { filter: `id eq "${id}"` })).body.totalResults).toBe(0)
  const [row] = await execute(sql`select disabled_at is not null as off from person where id = ${id}::bigint`)
  expect(row).toEqual({ off: true })
  const again = await master.ask("POST", "/Users", user({ userName: answer.body.userName }))
  expect([again.status, again.body.id, again.body.active]).toEqual([201, id, true])

  const { items } = await head.send(logCalls.audit, { limit: 100 })
  const told = items.filter(({ nickname }) => nickname === "应用“人事系统”").map(({ action }) => action)
  expect(new Set(told)).toEqual(
    new Set(["peopleAdmin.add", "peopleAdmin.change", "peopleAdmin.place", "peopleAdmin.setState"]),
  )
})

test("[SSO-5] whoever is disabled by the master source is signed out at once", async () => {
  await app.as("teacher-a1")
  const id = await idOf("teacher-a1")
  await master.ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: false }))
  const live = await execute(sql`select from session where person_id = ${id}::bigint and revoked_at is null`)
  expect(live).toEqual([])
  await master.ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "active", value: true }))
  const input = { account: "teacher-a1", password: md5(demoPassword) }
  expect((await app.anonymous.request(accountCalls.signIn, input)).statusCode).toBe(200)
})

test("[SSO-5] administrators are not changed, disabled or made from outside", async () => {
  const id = await idOf("head-a1")
  const { body } = await master.get(`/Users/${id}`)
  expect(body[scimSchemas.userMore].administrator).toBe("organisation")
  for (const operation of [
    { op: "replace", path: "active", value: false },
    { op: "replace", path: "displayName", value: "别人" },
    { op: "replace", path: "phoneNumbers", value: [{ value: "13900009999" }] },
    { op: "replace", path: `${scimSchemas.userMore}:places`, value: [] },
  ]) {
    const { status, body: refused } = await master.ask("PATCH", `/Users/${id}`, patch(operation))
    expect([status, refused.detail]).toEqual([403, scimMessages.administrator])
  }
  expect((await master.ask("DELETE", `/Users/${id}`)).status).toBe(403)
  const [group] = body.groups
  const out = await master.ask(
    "PATCH",
    `/Groups/${group.value}`,
    patch({ op: "remove", path: `members[value eq "${id}"]` }),
  )
  expect([out.status, out.body.detail]).toEqual([403, scimMessages.administrator])
  expect((await master.ask("PUT", `/Users/${id}`, body)).status).toBe(200)
  const raised = await added({
    [scimSchemas.userMore]: { administrator: "platform" },
    roles: [{ value: "1" }],
  })
  expect(raised[scimSchemas.userMore].administrator).toBe("none")
})

test("[SSO-5] only the master source writes, only in its own organisation, and there is one at most", async () => {
  const { client, id } = await scimClient(app, head, { name: "只读系统" })
  for (const [method, path] of [
    ["POST", "/Users"],
    ["PUT", "/Users/1"],
    ["PATCH", "/Users/1"],
    ["DELETE", "/Users/1"],
    ["POST", "/Groups"],
    ["DELETE", "/Groups/1"],
  ] as const) {
    const { status, body } = await client.ask(method, path, user())
    expect([status, body.detail]).toEqual([403, scimMessages.notMaster])
  }
  await grantFor(app, head, "application")
  const second = head.send(applicationKeyCalls.setMaster, { id, isMaster: true })
  await expect(second).rejects.toThrow(applicationKeyMessages.otherMaster("人事系统"))
  const { orgid } = await head.send(accountCalls.current, {})
  expect(await head.send(applicationKeyCalls.masterOf, { orgid })).toEqual({ master: "人事系统" })

  const bureau = await app.as("bureau-a")
  const { client: above } = await scimClient(app, bureau, {
    name: "全区人事",
    isForBelow: true,
    isMaster: true,
  })
  const teacher = await idOf("teacher-a1")
  expect((await above.get(`/Users/${teacher}`)).status).toBe(200)
  const below = await above.ask(
    "PATCH",
    `/Users/${teacher}`,
    patch({ op: "replace", path: "displayName", value: "甲" }),
  )
  expect([below.status, below.body.detail]).toEqual([403, scimMessages.notOwn])
  const outside = await idOf("teacher-b1")
  expect((await above.ask("DELETE", `/Users/${outside}`)).status).toBe(404)
  const [group] = await departments()
  expect((await above.ask("DELETE", `/Groups/${group?.id}`)).body.detail).toBe(scimMessages.notOwn)
  const made = await above.ask("POST", "/Groups", {
    schemas: [scimSchemas.group],
    displayName: "信息中心",
    members: [{ value: teacher }],
  })
  expect([made.status, made.body.detail]).toEqual([400, scimMessages.noMember(teacher)])
  const platform = await app.as("platform")
  await expect(scimClient(app, platform, { name: "平台", isMaster: true })).rejects.toThrow(
    applicationKeyMessages.platformNoMaster,
  )
  const { client: readOnly } = await scimClient(app, head, { name: "只读钥匙", scopes: ["directory:read"] })
  expect((await readOnly.ask("POST", "/Users", user())).body.detail).toBe(
    scimMessages.noScope("directory:write"),
  )
})

test.each([
  [{ userName: undefined }, 400, "invalidValue"],
  [{ displayName: undefined }, 400, "invalidValue"],
  [{ userName: "王" }, 400, "invalidValue"],
  [{ userName: "13800000000" }, 400, "invalidValue"],
  [{ userName: 5 }, 400, "invalidValue"],
  [{ displayName: "\u0000" }, 400, "invalidValue"],
  [{ displayName: "长".repeat(31) }, 400, "invalidValue"],
  [{ name: "王" }, 400, "invalidValue"],
  [{ active: "perhaps" }, 400, "invalidValue"],
  [{ externalId: "x\u0000" }, 400, "invalidValue"],
  [{ externalId: "x".repeat(scimLimits.externalId + 1) }, 400, "invalidValue"],
  [{ phoneNumbers: [{ value: "010-12345678" }] }, 400, "invalidValue"],
  [{ phoneNumbers: "13800000000" }, 400, "invalidValue"],
  [{ [scimSchemas.userMore]: { places: [{ value: "999999999" }] } }, 400, "invalidValue"],
  [{ [scimSchemas.userMore]: { places: [{ value: "x" }] } }, 400, "invalidValue"],
  [{ schemas: [] }, 400, "invalidSyntax"],
  [{ userName: "HEAD-A1" }, 409, "uniqueness"],
  [{ userName: "head-b1" }, 409, "uniqueness"],
])("[SSO-5] a person with %j is refused with %d %s", async (more, status, type) => {
  const answer = await master.ask("POST", "/Users", user(more))
  expect([answer.status, answer.body.scimType, answer.body.schemas]).toEqual([
    status,
    type,
    [scimSchemas.error],
  ])
})

test("[SSO-5] a write against an old version is refused, and of two at once one wins", async () => {
  const { id, meta } = await added()
  const write = (displayName: string, tag: string) =>
    master.ask("PATCH", `/Users/${id}`, patch({ op: "replace", path: "displayName", value: displayName }), {
      "if-match": tag,
    })
  const both = await Promise.all([write("甲", meta.version), write("乙", meta.version)])
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(["200", "412"])
  const refused = both.find(({ status }) => status === 412)
  expect(refused?.body).toMatchObject({ schemas: [scimSchemas.error], detail: scimMessages.changedMeanwhile })
  expect((await master.ask("DELETE", `/Users/${id}`, undefined, { "if-match": meta.version })).status).toBe(
    412,
  )
  expect((await write("丙", "*")).status).toBe(200)
  const group = (await master.ask("POST", "/Groups", { schemas: [scimSchemas.group], displayName: "版本组" }))
    .body
  const tag = { "if-match": group.meta.version as string }
  const join = () =>
    master.ask(
      "PATCH",
      `/Groups/${group.id}`,
      patch({ op: "add", path: "members", value: [{ value: id }] }),
      tag,
    )
  expect((await Promise.all([join(), join()])).map(({ status }) => String(status)).toSorted()).toEqual([
    "200",
    "412",
  ])
  const other = await master.ask(
    "PATCH",
    `/Users/${id}`,
    patch({ op: "replace", path: "userName", value: "other" }),
  )
  expect([other.status, other.body.scimType]).toEqual([400, "mutability"])
})

test("[SSO-5] departments are added, renamed, moved, filled and deleted by the rules of the portal", async () => {
  const group = (displayName: string, more: object = {}) =>
    master.ask("POST", "/Groups", { schemas: [scimSchemas.group], displayName, ...more })
  const [one, two] = [await added(), await added()]
  const parent = (
    await group("信息中心", { externalId: "D-1", members: [{ value: one.id }, { value: one.id }] })
  ).body
  expect(parent).toMatchObject({
    externalId: "D-1",
    members: [{ value: one.id, display: "王小明", type: "User" }],
  })
  expect((await group("信息中心")).body).toMatchObject({ status: "409", scimType: "uniqueness" })
  const below = (await group("网络组", { [scimSchemas.groupMore]: { parent: { value: parent.id } } })).body
  expect(below[scimSchemas.groupMore].parent).toMatchObject({ value: parent.id, display: "信息中心" })
  const filled = await master.ask(
    "PATCH",
    `/Groups/${below.id}`,
    new SCIMMY.Messages.PatchOp({
      schemas: [scimSchemas.patch],
      Operations: [
        { op: "add", path: "members", value: [{ value: one.id }, { value: two.id }] },
        { op: "replace", path: "displayName", value: "网络运维组" },
      ],
    }),
  )
  expect(filled.body).toMatchObject({
    displayName: "网络运维组",
    members: [{ value: one.id }, { value: two.id }],
  })
  const { body: member } = await master.get(`/Users/${one.id}`)
  expect(member.groups.map(({ value }: { value: string }) => value)).toEqual([parent.id, below.id])
  expect((await master.ask("DELETE", `/Groups/${parent.id}`)).body.detail).toBe(
    departmentMessages.hasChildren,
  )
  expect((await master.ask("DELETE", `/Groups/${below.id}`)).body.detail).toBe(departmentMessages.hasPeople)
  const circle = {
    schemas: [scimSchemas.group],
    displayName: "信息中心",
    [scimSchemas.groupMore]: { parent: { value: below.id } },
  }
  expect((await master.ask("PUT", `/Groups/${parent.id}`, circle)).status).toBe(400)
  const up = await master.ask(
    "PATCH",
    `/Groups/${below.id}`,
    patch({ op: "remove", path: `${scimSchemas.groupMore}:parent` }),
  )
  expect(up.body[scimSchemas.groupMore]).not.toHaveProperty("parent")
  const emptied = await master.ask("PUT", `/Groups/${below.id}`, { ...up.body, members: [] })
  expect(emptied.body.members).toEqual([])
  expect((await master.ask("DELETE", `/Groups/${below.id}`)).status).toBe(204)
  expect((await master.get(`/Groups/${below.id}`)).status).toBe(404)
  expect((await group("", {})).body.scimType).toBe("invalidValue")
  expect((await group("套娃", { members: [{ value: parent.id, type: "Group" }] })).status).toBe(400)
  const many = Array.from({ length: scimLimits.members + 1 }, (_, at) => ({ value: String(at + 1) }))
  expect((await group("人太多", { members: many })).status).toBe(413)
})

test("[SSO-5] a name in any form is taken, and the account of a disabled person stays taken", async () => {
  const named = await added({ displayName: undefined, name: { familyName: "欧阳", givenName: "文" } })
  expect(named.displayName).toBe("欧阳文")
  const { body } = await master.ask(
    "PATCH",
    `/Users/${named.id}`,
    patch({ op: "replace", path: "name.formatted", value: "欧阳文文" }),
  )
  expect(body.displayName).toBe("欧阳文文")
  await execute(sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  const taken = await master.ask("POST", "/Users", user({ userName: "teacher-a1" }))
  expect(taken.body).toMatchObject({ status: "409", detail: peopleAdminMessages.accountTaken })
})

test("[SSO-5] a person and a department that are changed at once do not block each other", async () => {
  const [one, other] = await departments()
  const { id } = await added({ [scimSchemas.userMore]: { places: [{ value: one?.id }] } })
  const waiting = async () =>
    (await execute(sql`select from pg_stat_activity where wait_event_type = 'Lock'`)).length
  const waitFor = async (many: number) => {
    await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBe(many)
  }
  // The person's row is held until both wait for it, the change of the person first.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  const holding = app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`select from person where id = ${id}::bigint for no key update`)
    await held
  })
  const value = [{ value: one?.id }, { value: other?.id }]
  const path = `${scimSchemas.userMore}:places`
  const ofPerson = master.ask("PATCH", `/Users/${id}`, patch({ op: "replace", path, value }))
  await waitFor(1)
  const join = patch({ op: "add", path: "members", value: [{ value: id }] })
  const ofGroup = master.ask("PATCH", `/Groups/${other?.id}`, join)
  await waitFor(2)
  letGo()
  await holding
  const answers = await Promise.all([ofPerson, ofGroup])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})

test("[SSO-5] an application that is the master no more can't write any more", async () => {
  await grantFor(app, head, "application")
  await head.send(applicationKeyCalls.setMaster, { id: masterId, isMaster: false })
  expect((await master.ask("POST", "/Users", user())).body.detail).toBe(scimMessages.notMaster)
  expect((await master.get("/Users", { count: "1" })).status).toBe(200)
})
