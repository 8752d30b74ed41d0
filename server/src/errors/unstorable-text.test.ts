import { generateKeyPairSync, sign } from "node:crypto"
import { once } from "node:events"
import { request, type IncomingMessage } from "node:http"
import { connect } from "node:net"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { attachmentFiles, attachmentService } from "@uc/contract/attachments/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { scimSchemas } from "@uc/contract/applications/scim"
import { defaultSiteConfig, portalBase } from "@uc/contract/core/site-defaults"
import { replyMessages } from "@uc/contract/core/reply"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { answerError } from "../http/error-answers.ts"
import { addApplication, listening } from "../testing/oidc/test-relying-party.ts"
import { scimClient, type ScimClient } from "../testing/scim/test-scim-client.ts"
import { alarmOf, signed, theDemoSource } from "../testing/test-alarm-source.ts"
import { collectedLogs } from "../testing/test-logs.ts"
import { testApp, type TestApp, type TestClient } from "../testing/test-app.ts"

let app: TestApp
let base: string
let head: TestClient
let scim: ScimClient
const log = collectedLogs("warn")

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({ logs: log.logs }, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
  ;({ client: scim } = await scimClient(app, head, {
    name: "通讯录",
    scopes: ["directory:read", "directory:write"],
  }))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const faults = () => log.entries().filter(({ level }) => level === "error" || level === 50)

async function statusOf(path: string, options: RequestInit = {}): Promise<number> {
  const answer = await fetch(`${base}${path}`, { redirect: "manual", ...options })
  await answer.arrayBuffer()
  return answer.status
}

/** Browsers and `fetch` keep what follows a # to themselves. */
async function statusOfRaw(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(base)
  const asked = request({ hostname, port, path, agent: false }).end()
  const [answer] = (await once(asked, "response")) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

const posted = (path: string, fields: string, headers: Record<string, string> = {}) =>
  statusOf(path, {
    method: "POST",
    body: fields,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  })

const refusedIn = (statuses: Readonly<Record<string, number>>) =>
  Object.entries(statuses).filter(([, status]) => status < 400 || status > 499)

test("[FAULT-13] an address with a NUL is refused with 400 everywhere, by whatever protocol", async () => {
  const query = "?client_id=a%00b&id=a%00b&uid=%00&service=a%00b&ticket=%00&state=%00&code=%00&returnUrl=%00"
  const file = `${defaultSiteConfig.services[attachmentService]}${attachmentFiles.file}`
  const paths = [
    "/oidc/auth",
    "/oidc/session/end",
    "/oidc/auth/u",
    "/oidc/interaction/u",
    "/cas/login",
    "/cas/logout",
    "/cas/validate",
    "/cas/serviceValidate",
    "/cas/p3/serviceValidate",
    "/scim/v2/Users",
    "/scim/v2/Groups/1",
    "/scim/v2/Schemas",
    `/idp/${"a".repeat(24)}`,
    `/idp/${"a".repeat(24)}/callback`,
    file,
    portalBase,
    "/openapi.json",
    "/nowhere",
  ].map((path) => `${path}${query}`)
  const inPath = ["/oidc/auth/%00", "/oidc/interaction/a%00", "/cas/signOn/%00", "/scim/v2/Users/%00"]
  const found: Record<string, number> = {}
  for (const path of [...paths, ...inPath, `${portalBase}a%00.js`]) found[path] = await statusOf(path)
  expect(Object.entries(found).filter(([, status]) => status !== 400)).toEqual([])
  const answer = await app.app.inject({ url: `/nowhere?a=%00` })
  expect(answer.json()).toMatchObject({ ret: 0, msg: expect.stringContaining(replyMessages.badInput) })
  const ofScim = await app.app.inject({ url: "/scim/v2/Users/%00" })
  expect(ofScim.json()).toMatchObject({ schemas: [scimSchemas.error], status: "400" })
  expect(faults()).toEqual([])
})

test("[FAULT-10] an address with a raw # is refused with 400 everywhere", async () => {
  const paths = [
    "/oidc/auth?a=b#&prompt=none",
    "/oidc/auth#?prompt=none",
    "/cas/login?service=a#b",
    "/healthz#",
    "/nowhere?#",
  ]
  const found = paths.map((path) => [path, statusOfRaw(path)] as const)
  for (const [path, status] of found) expect([path, await status]).toEqual([path, 400])
  expect(await statusOfRaw("/healthz?a=%23")).toBe(200)
})

test("[FAULT-13] OpenID Connect refuses a NUL in forms, in Basic credentials and in proofs", async () => {
  const { entry, secret } = await addApplication(app, head, { name: "有密钥的系统" })
  const jwt = (claims: object) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
    const text = `${part({ alg: "RS256", typ: "JWT" })}.${part(claims)}`
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
    return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`
  }
  const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString("base64")}` })
  const asCode = "grant_type=authorization_code&redirect_uri=https%3A%2F%2Fa.example%2F&code_verifier=a"
  const withProof = (claims: object) =>
    posted(
      "/oidc/token",
      `${asCode}&code=a&client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=${jwt(claims)}`,
    )
  const bad = "a\0b"
  const right = basic(`${entry.clientId}:${secret}`)
  const found = {
    field: await posted("/oidc/token", `${asCode}&code=a&client_id=a%00b&client_secret=x`),
    rawField: await posted("/oidc/token", `${asCode}&code=a&client_id=a\0b&client_secret=x`),
    surrogate: await posted("/oidc/token", `${asCode}&code=a&client_id=%ED%A0%80&client_secret=x`),
    revocation: await posted("/oidc/token/revocation", "token=%00&client_id=%00&client_secret=x"),
    tokenOfOne: await posted("/oidc/token/revocation", "token=a%00b&client_id=%00", right),
    code: await posted("/oidc/token", `${asCode}&code=a%00b`, right),
    refreshed: await posted("/oidc/token", "grant_type=refresh_token&refresh_token=%00", right),
    secret: await posted("/oidc/token", `${asCode}&code=a&client_id=${entry.clientId}&client_secret=%00`),
    basicRaw: await posted("/oidc/token", `${asCode}&code=a`, basic(`${bad}:x`)),
    basic: await posted("/oidc/token", `${asCode}&code=a`, basic("a%00b:x")),
    basicSurrogate: await posted("/oidc/token", `${asCode}&code=a`, basic("a%ED%A0%80b:x")),
    subject: await withProof({ iss: bad, sub: bad, aud: "x", jti: "y", exp: 9e9 }),
    surrogateSubject: await withProof({ iss: "a\uD800", sub: "a\uD800", aud: "x", jti: "y", exp: 9e9 }),
    issuer: await withProof({ iss: bad, sub: entry.clientId, aud: bad, jti: bad, exp: 9e9 }),
    hint: await statusOf(`/oidc/session/end?id_token_hint=${jwt({ iss: "x", aud: bad, sub: bad })}`),
    confirmed: await posted("/oidc/session/end/confirm", "xsrf=%00&logout=%00"),
    bearer: await statusOf("/oidc/me", { headers: { authorization: `Bearer ${jwt({ sub: bad })}` } }),
    cookies: await statusOf(`/oidc/auth?client_id=${entry.clientId}`, {
      headers: { cookie: `${head.headers["cookie"]}; uc_op_session=%00; uc_op_interaction=%00` },
    }),
    interaction: await statusOf("/oidc/interaction/u", { headers: { cookie: "uc_op_interaction=%00" } }),
  }
  expect(refusedIn({ ...found, cookies: 400 })).toEqual([])
  expect(found.cookies).toBeLessThan(500)
  expect(faults()).toEqual([])
})

test("[FAULT-13] CAS, SCIM and alarm sources refuse text that cannot be stored", async () => {
  const users = "/Users"
  const user = (more: object) => ({ schemas: [scimSchemas.user], userName: "new.one", ...more })
  const escaped = (name: string) => `{"schemas":["${scimSchemas.user}"],"userName":"${name}"}`
  const found = {
    casPost: await posted("/cas/login", "service=a%00b"),
    casFollowed: await statusOf("/cas/login?service=a%00b"),
    scimFilter: (await scim.get(users, { filter: String.raw`userName eq "a\u0000b"` })).status,
    scimLoneFilter: (await scim.get(users, { filter: String.raw`userName eq "a\ud800b"` })).status,
    scimName: (await scim.ask("POST", users, user({ displayName: "a\0b" }))).status,
    scimLone: (await scim.ask("POST", users, escaped(String.raw`a\ud800b`))).status,
    scimExternal: (await scim.ask("POST", users, user({ externalId: "\0" }))).status,
    scimMember: (
      await scim.ask("POST", "/Groups", {
        schemas: [scimSchemas.group],
        displayName: "a\0",
        members: [{ value: "\0" }],
      })
    ).status,
    scimKey: await statusOf("/scim/v2/Users/%00/x", { headers: { authorization: "Bearer a" } }),
  }
  expect(refusedIn({ ...found, casPost: 400 })).toEqual([])
  const alarm = alarmOf("1", { detail: "a\0b", model_code: "\uD800" })
  const answer = await app.app.inject(signed(theDemoSource, alarmSourceCalls.report, { items: [alarm] }))
  expect(answer.statusCode).toBe(200)
  expect(answer.json().data.results).toMatchObject([{ is: "refused" }])
  expect(faults()).toEqual([])
})

test("[FAULT-13] what only PostgreSQL notices is refused and logged, not answered as a fault", async () => {
  const db = app.database.systemDb
  for (const statement of [sql`select ${"a\0b"}::text`, sql`select ${String.raw`{"a":"\u0000"}`}::jsonb`]) {
    const error = await db.execute(statement).catch((failure: unknown) => failure)
    const sent: unknown[] = []
    const reply = {
      code: (status: number) => (sent.push(status), reply),
      type: () => reply,
      header: () => reply,
      send: (body: { msg: string }) => (sent.push(body.msg), reply),
    }
    answerError(error as Error, { log: log.logs.http } as never, reply as never)
    expect(sent).toEqual([400, expect.stringContaining(replyMessages.badInput)])
  }
})

test("[FAULT-13] a NUL in a header never becomes a request", async () => {
  // Node's client refuses to send one; the server's parser refuses to read one.
  expect(() => request(base, { headers: { "user-agent": "a\0b" } })).toThrow(
    "Invalid character in header content",
  )
  const { port } = new URL(base)
  const socket = connect(Number(port), "127.0.0.1")
  socket.end(`GET /healthz HTTP/1.1\r\nhost: a\r\nuser-agent: a\0b\r\n\r\n`)
  let text = ""
  for await (const part of socket) text += String(part)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  const current = await head.request(accountCalls.current, {}, { "idempotency-key": "a\0b" })
  expect(current.statusCode).toBeLessThan(500)
})
