import { accountCalls } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { defaultApplicationClaims, type ApplicationClaim } from "@uc/contract/applications/application-claims"
import { casBase } from "@uc/contract/applications/cas"
import { scimMessages, scimSchemas } from "@uc/contract/applications/scim"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { casApplication, casClient } from "../../testing/cas/test-cas-client.ts"
import { addApplication, Browser, listening, relyingParty } from "../../testing/oidc/test-relying-party.ts"
import { scimClient, type ScimClient } from "../../testing/scim/test-scim-client.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { rowsIn } from "../../testing/test-roles.ts"
import { receiver, told } from "../../testing/webhooks/test-receiver.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient
let teacherId: string
let master: ScimClient
let masterId: string

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
  teacherId = (await teacher.send(accountCalls.current, {})).id
  const claims: ApplicationClaim[] = ["account", "name", "phone", "email"]
  ;({ client: master, id: masterId } = await scimClient(app, head, {
    name: "人事系统",
    isMaster: true,
    claims,
  }))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const address = "Lao.Shi@school.cn"
const setEmail = (email: string | null) =>
  rowsIn(app, sql`update person set email = ${email} where account = 'teacher-a1'`)
const browserOf = ({ headers }: TestClient) => new Browser(base, headers["cookie"])

test("[SSO-13] a new application is told no mail address unless somebody ticks it", async () => {
  expect(defaultApplicationClaims).not.toContain("email")
  const { entry } = await addApplication(app, head, { name: "勾选", claims: ["name", "email"] })
  const { applications } = await head.send(applicationAdminCalls.list, {})
  expect(applications.find(({ id }) => id === entry.id)?.claims).toEqual(["name", "email"])
})

async function claimsOver(claims: ApplicationClaim[], scope: string) {
  const { entry, secret } = await addApplication(app, head, { name: "通讯", claims })
  const party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const { back, tokens } = await party.signOn(browserOf(teacher), { scope })
  expect(back.searchParams.get("error")).toBeNull()
  const given = await tokens()
  const info = await client.fetchUserInfo(party.config, given.access_token, teacherId)
  return { scope: given.scope, token: given.claims(), info }
}

test("[SSO-13] OpenID Connect tells a mail address by the scope email, and that nobody has verified it", async () => {
  await setEmail(address)
  const { scope, token, info } = await claimsOver(["email"], "openid email")
  expect(scope).toBe("openid email")
  for (const claims of [token, info])
    expect(claims).toMatchObject({ sub: teacherId, email: address, email_verified: false })
  // The scope profile says what it said before.
  const { info: profile } = await claimsOver(["name", "email"], "openid profile")
  expect(profile).not.toHaveProperty("email")
  expect(profile).not.toHaveProperty("email_verified")
  await setEmail(null)
  const { info: none } = await claimsOver(["email"], "openid email")
  expect(none).toEqual({ sub: teacherId })
})

test("[SSO-13] the scope email is dropped where the entry has no tick for it, and the sign-on goes on", async () => {
  await setEmail(address)
  const { scope, token, info } = await claimsOver(["name"], "openid profile email")
  expect(scope).toBe("openid profile")
  for (const claims of [token, info]) {
    expect(claims).toHaveProperty("name")
    expect(claims).not.toHaveProperty("email")
    expect(claims).not.toHaveProperty("email_verified")
  }
})

test("[SSO-13] CAS tells a mail address to an application whose entry allows it, and to no other", async () => {
  await setEmail(address)
  const attributesOf = async (name: string, claims: ApplicationClaim[]) => {
    const service = `https://jw.canary.example/${name}`
    await addApplication(app, head, { ...casApplication, name, redirectAddresses: [service], claims })
    const login = `${casBase}/login?${new URLSearchParams({ service }).toString()}`
    const location = (await browserOf(teacher).get(login)).headers.get("location") ?? ""
    const ticket = new URL(location).searchParams.get("ticket") ?? ""
    return (await casClient(base, "CAS3.0", service).finish(ticket)).attributes
  }
  expect(await attributesOf("mail", ["email"])).toMatchObject({ email: address, email_verified: "false" })
  const without = await attributesOf("none", ["name"])
  expect(without).toHaveProperty("name")
  expect(without).not.toHaveProperty("email")
  expect(without).not.toHaveProperty("email_verified")
})

test("[SSO-13] a change of a mail address is told by webhook, whole where the entry allows it", async () => {
  await setEmail(null)
  const [knows, knowsNot] = [await receiver(clean), await receiver(clean)]
  await told(app, head, knows.address, { name: "知道邮箱", claims: ["account", "email"] })
  await told(app, head, knowsNot.address, { name: "不知道邮箱", claims: ["account"] })
  await setEmail(address)
  const soon = { timeout: 8000, interval: 30 }
  await expect
    .poll(() => knows.received.map(({ notice }) => notice), soon)
    .toMatchObject([
      { type: "person.changed", id: teacherId, data: { email: address, email_verified: false } },
    ])
  await expect.poll(() => knowsNot.received.length, soon).toBe(1)
  expect(knowsNot.received[0]?.body).not.toContain("school.cn")
})

// SCIM

let users = 0
const user = (more: Record<string, unknown> = {}) => ({
  schemas: [scimSchemas.user],
  userName: `mail-${++users}`,
  displayName: "王小明",
  ...more,
})
const patch = (...Operations: object[]) => ({ schemas: [scimSchemas.patch], Operations })
async function added(more: Record<string, unknown> = {}) {
  const answer = await master.ask("POST", "/Users", user(more))
  expect([answer.status, answer.body.detail]).toEqual([201, undefined])
  return answer.body
}

test("[SSO-13] the master source writes a mail address by each way of SCIM, and finds people by it", async () => {
  const emails = [
    { value: "home@mail.example", type: "home" },
    { value: " Wang@School.cn ", type: "work" },
  ]
  const { id, emails: made } = await added({ emails })
  expect(made).toEqual([{ value: "Wang@School.cn", type: "work", primary: true }])
  const found = async (filter: string) =>
    (await master.get("/Users", { filter })).body.Resources?.map((each: { id: string }) => each.id)
  for (const filter of [
    'emails.value eq "wang@school.cn"',
    'emails[type eq "work" and value sw "WANG@"]',
    'emails co "ang@school.cn"',
  ])
    expect(await found(filter), filter).toEqual([id])
  const after = async (method: "PUT" | "PATCH", body: object) =>
    (await master.ask(method, `/Users/${id}`, body)).body.emails?.[0]?.value
  const set = (path: string, value: unknown) => patch({ op: "replace", path, value })
  expect(await after("PATCH", set('emails[type eq "work"].value', "a.w@school.cn"))).toBe("a.w@school.cn")
  expect(await after("PATCH", set("emails[primary eq true].value", "b.w@school.cn"))).toBe("b.w@school.cn")
  expect(await after("PATCH", set("emails", [{ value: "c.w@school.cn" }]))).toBe("c.w@school.cn")
  const read = (await master.get(`/Users/${id}`)).body
  expect(await after("PUT", { ...read, emails: [{ value: "d.w@school.cn" }] })).toBe("d.w@school.cn")
  const { emails: _left, ...without } = read
  expect(await after("PUT", without)).toBe("d.w@school.cn")
  expect(await after("PATCH", patch({ op: "remove", path: "emails" }))).toBeUndefined()
  for (const [path, value] of [
    ['emails[type eq "work"].value', "e.w@school.cn"],
    ["emails[primary eq true].value", "f.w@school.cn"],
  ] as const) {
    await master.ask("PATCH", `/Users/${id}`, patch({ op: "remove", path: "emails" }))
    expect(await after("PATCH", patch({ op: "add", path, value }))).toBe(value)
  }
  const audit = await rowsIn(
    app,
    sql`select detail::text as text from audit_log where action = 'peopleAdmin.change' and detail ->> 'id' = ${id}`,
  )
  expect(JSON.stringify(audit)).toContain("a***@school.cn")
  expect(JSON.stringify(audit)).not.toMatch(/[a-f]\.w/)
})

test("[SSO-13] SCIM describes mail addresses, and refuses what is none with a sentence", async () => {
  const described = (await master.get(`/Schemas/${scimSchemas.user}`)).body.attributes
  expect(described.find((each: { name: string }) => each.name === "emails")).toMatchObject({
    multiValued: true,
    mutability: "readWrite",
    subAttributes: [{ name: "value", caseExact: false }, { name: "type" }, { name: "primary" }],
  })
  for (const emails of [
    "a.w@school.cn",
    [{ value: "nobody" }],
    [{ value: "a\u0000@b.cn" }],
    [{ value: 5 }],
  ]) {
    const { status, body } = await master.ask("POST", "/Users", user({ emails }))
    expect([status, body.scimType], JSON.stringify(emails)).toEqual([400, "invalidValue"])
    expect(body.detail).toContain("emails")
  }
})

test("[SSO-13] an application that may not know mail addresses neither reads nor writes nor finds by them", async () => {
  const { id, userName } = await added({ emails: [{ value: "secret@school.cn" }] })
  await rowsIn(
    app,
    sql`update application set claims = array_remove(claims, 'email') where id = ${masterId}::bigint`,
  )
  expect((await master.get(`/Users/${id}`)).body).not.toHaveProperty("emails")
  const filter = 'emails.value eq "secret@school.cn"'
  expect((await master.get("/Users", { filter })).body.totalResults).toBe(0)
  const emails = [{ value: "other@school.cn" }]
  for (const [method, path, body] of [
    ["POST", "/Users", user({ emails })],
    ["PUT", `/Users/${id}`, { ...user({ emails }), userName }],
    ["PATCH", `/Users/${id}`, patch({ op: "replace", path: "emails", value: emails })],
  ] as const)
    expect(await master.ask(method, path, body)).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue", detail: scimMessages.emailNotAllowed },
    })
  const [kept] = await rowsIn(app, sql`select email from person where id = ${id}::bigint`)
  expect(kept).toEqual({ email: "secret@school.cn" })
})
