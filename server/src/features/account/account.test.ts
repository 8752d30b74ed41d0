import { demoPassword } from "@uc/contract/demo/accounts"
import { everyCall } from "@uc/contract/all-calls"
import { idempotencyHeader } from "@uc/contract/core/http"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { CurrentUser, accountCalls, sessionMessages } from "@uc/contract/account/calls"
import type { LightMyRequestResponse } from "fastify"
import pg from "pg"
import { expect, inject, test } from "vitest"
import { passwordsWith } from "../../security/sign-in/passwords.ts"
import { unrestricted } from "../../db/scope.ts"
import { openDatabase } from "../../db/open.ts"
import { tinyAccounts } from "../../demo/accounts.ts"
import { person } from "../../db/schema/people.ts"
import { md5, requestFor, testApp } from "../../testing/test-app.ts"
import { eq, sql } from "drizzle-orm"

const credentials = { account: "head-a1", password: md5(demoPassword) }

test("[LOGIN-2] a right password gives an HttpOnly, SameSite=Lax cookie and the user", async () => {
  const { anonymous } = await testApp()
  const answer = await anonymous.request(accountCalls.signIn, credentials)
  expect(answer.statusCode).toBe(200)
  const cookie = sessionIn(answer)
  expect(cookie).toMatchObject({ name: "uc_sid", httpOnly: true, sameSite: "Lax", path: "/" })
  expect(Buffer.from(cookie?.value ?? "", "base64url")).toHaveLength(32)
  expect(CurrentUser.parse(answer.json().data).usertype).toBe(40)
})

test("under TLS the cookie is __Host- and Secure", async () => {
  const { anonymous } = await testApp({ trustedProxies: 1 })
  const answer = await anonymous.request(accountCalls.signIn, credentials, {
    "x-forwarded-proto": "https",
    origin: "https://localhost",
  })
  const names = answer.cookies.map(({ name, secure, path }) => ({ name, secure, path }))
  expect(names.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: "__Host-uc_did", secure: true, path: "/" },
    { name: "__Host-uc_sid", secure: true, path: "/" },
  ])
  expect(answer.headers["strict-transport-security"]).toBeDefined()
})

test("without a trusted proxy nobody can claim TLS", async () => {
  const { anonymous } = await testApp()
  const answer = await anonymous.request(accountCalls.signIn, credentials, { "x-forwarded-proto": "https" })
  expect(answer.cookies.map(({ name }) => name).toSorted()).toEqual(["uc_did", "uc_sid"])
})

test("a wrong password and an unknown account get the same answer and no cookie", async () => {
  const { anonymous } = await testApp()
  const wrong = await anonymous.request(accountCalls.signIn, { ...credentials, password: md5("wrong") })
  const unknown = await anonymous.request(accountCalls.signIn, { ...credentials, account: "nobody-at-all" })
  expect(wrong.json()).toEqual({ ret: 0, msg: sessionMessages.wrongCredentials })
  expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  expect([sessionIn(wrong), sessionIn(unknown)]).toEqual([undefined, undefined])
})

test("[SHELL-3] the current user has exactly the 25 fields, phone and id card masked", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const answer = await head.request(accountCalls.current, {})
  const { data } = answer.json()
  // Beside them our own fields, which another service need not have (DISTRICT-8).
  const { permissions, beyond, ...fields } = data
  expect(Object.keys(fields)).toEqual(Object.keys(CurrentUser.shape))
  expect(Object.keys(fields)).toHaveLength(25)
  expect(permissions).toContain("people.manage")
  expect(beyond).toEqual([])
  expect(data.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  expect(data.idcard).toMatch(/^\d{4}\*{10}[\dX]{4}$/)
})

test("[ROLE-1] calls that are not open answer errtype -1 without a session", async () => {
  const { anonymous, app } = await testApp()
  const closed = everyCall().filter(({ call }) => !call.open)
  expect(closed.map(({ call }) => call.path)).toContain("/manage/getDepartmentOfOrgUnToken.action")
  for (const { name, call } of closed) {
    const bare = await anonymous.request(call, {})
    expect([name, bare.statusCode, bare.json().errtype]).toEqual([name, 401, errtypes.signedOut])
    const forged = await app.inject(requestFor(call, {}, { cookie: `uc_sid=${"A".repeat(43)}` }))
    expect([name, forged.statusCode, forged.json().errtype]).toEqual([name, 401, errtypes.signedOut])
  }
})

test("[ROLE-1] an open call needs no session", async () => {
  const { anonymous } = await testApp()
  for (const { name, call } of everyCall().filter(({ call: { open } }) => open)) {
    const answer = await anonymous.request(call, {})
    expect([name, answer.json().errtype]).not.toEqual([name, errtypes.signedOut])
  }
})

test("signing out ends the session on the server", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  await head.send(accountCalls.current, {})
  await head.send(accountCalls.signOut, {})
  await expect(head.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
})

test("[BARE-13] signing out clears what the browser has kept of pages and files, and no cookie", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const asked = await head.request(accountCalls.current, {})
  expect(asked.headers["clear-site-data"]).toBeUndefined()
  const { headers, cookies } = await head.request(accountCalls.signOut, {})
  expect(headers["clear-site-data"]).toBe('"cache"')
  // The session's cookie is cleared; the one that identifies the browser stays.
  expect(cookies.map(({ name }) => name)).toEqual(["uc_sid"])
})

test("a disabled person is signed out within a second, on every process", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  const { id } = await head.send(accountCalls.current, {})
  const database = openDatabase(app.url, () => {})
  await database.transaction(unrestricted, (db) =>
    db
      .update(person)
      .set({ disabledAt: sql`now()` })
      .where(eq(person.id, id)),
  )
  await database.close()
  nowMs += 1001
  await expect(head.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
})

test("a session ends after 12 hours by the database's clock", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  await runAsSystem(app.url, "update session set absolute_until = absolute_until - interval '12 hours'")
  nowMs += 1001
  await expect(head.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
})

test("[LOGIN-2] neither a token nor what a password travels as is stored anywhere", async () => {
  const app = await testApp({ passwords: passwordsWith(inject("pepper")) })
  const answer = await app.anonymous.request(accountCalls.signIn, credentials)
  const token = sessionIn(answer)?.value ?? ""
  const dump = await wholeDatabase(app.url)
  expect(dump.includes("$argon2id$v=19$m=19456,t=2,p=1$")).toBe(true)
  expect(token).toHaveLength(43)
  for (const secret of [token, Buffer.from(token, "base64url").toString("hex"), credentials.password]) {
    expect(dump.includes(secret)).toBe(false)
    expect(dump.includes(secret.toLowerCase())).toBe(false)
  }
})

test("signing in again ends the session that the browser came with", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const answer = await head.request(accountCalls.signIn, { ...credentials, account: "teacher-a1" })
  expect(answer.statusCode).toBe(200)
  await expect(head.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
})

test("[LOGIN-2][REQ-2] a sign-in ignores an idempotency key and stores nothing of the password", async () => {
  const app = await testApp()
  const teacher = await app.as("teacher-a1")
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  const first = await teacher.request(accountCalls.signIn, credentials, key)
  const second = await teacher.request(accountCalls.signIn, credentials, key)
  expect([sessionIn(first), sessionIn(second)]).not.toContain(undefined)
  const { rows } = await runAsSystem(app.url, "select * from idempotent_request")
  expect(rows).toEqual([])
})

test("forty people who sign out at once are all signed out", async () => {
  const app = await testApp()
  const people = []
  const accounts = tinyAccounts.slice(0, 8).map(({ account }) => account)
  for (let n = 0; n < 40; n++) people.push(await app.as(accounts[n % accounts.length] ?? ""))
  const answers = await Promise.all(people.map((each) => each.request(accountCalls.signOut, {})))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200))
  const { rows } = await runAsSystem(app.url, "select count(*) as n from session where revoked_at is null")
  expect(rows).toEqual([{ n: "0" }])
})

test("a malformed cookie is refused without a database query", async () => {
  const app = await testApp()
  await app.database.close()
  for (const token of ["", "x", "A".repeat(15_000), "A".repeat(44), "'; drop table session; --"]) {
    const answer = await app.app.inject(requestFor(accountCalls.current, {}, { cookie: `uc_sid=${token}` }))
    expect(answer.json().errtype).toBe(errtypes.signedOut)
  }
})

function sessionIn({ cookies }: LightMyRequestResponse) {
  return cookies.find(({ name }) => name === "uc_sid")
}

async function runAsSystem(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function wholeDatabase(url: string): Promise<string> {
  const { rows } = await runAsSystem(
    url,
    "select table_name from information_schema.tables where table_schema = 'public'",
  )
  const dumps = await Promise.all(
    rows.map(({ table_name: table }) =>
      runAsSystem(url, `select to_jsonb(t)::text as row from "${table}" t`),
    ),
  )
  return dumps.flatMap((dump) => dump.rows.map(({ row }) => row)).join("\n")
}
