import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../../../testing/test-app.ts"
import {
  addApplication,
  Browser,
  listening,
  relyingParty,
  type RelyingParty,
} from "../../../../testing/oidc/test-relying-party.ts"
import { refreshLeewayMs } from "../provider-settings.ts"

let app: TestApp
let base: string
let head: TestClient
let party: RelyingParty
let atMs = Date.now()

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({ dateMs: () => atMs }, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
})
beforeEach(async () => {
  const { entry, secret } = await addApplication(app, head)
  party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
})
afterAll(async () => {
  for (const work of clean) await work()
})

async function begun(as = "teacher-a1") {
  const person = await app.as(as)
  const given = await (await party.signOn(new Browser(base, person.headers["cookie"]))).tokens()
  return { person, given, used: given.refresh_token ?? "" }
}

const renewed = (token: string, by = party) => client.refreshTokenGrant(by.config, token)

async function isGood({ access_token: token }: { readonly access_token: string }): Promise<boolean> {
  const answer = await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })
  return answer.status === 200
}

test("[SSO-15] a refresh token that is used twice within ten seconds gets the same answer twice", async () => {
  const { used } = await begun()
  const first = await renewed(used)
  atMs += refreshLeewayMs
  const second = await renewed(used)
  expect([second.access_token, second.refresh_token, second.id_token]).toEqual([
    first.access_token,
    first.refresh_token,
    first.id_token,
  ])
  expect(await isGood(first)).toBe(true)
  expect((await renewed(second.refresh_token ?? "")).refresh_token).not.toBe(first.refresh_token)
})

test("[SSO-15] used again after ten seconds it ends everything that came of it", async () => {
  const { used } = await begun()
  const first = await renewed(used)
  atMs += refreshLeewayMs + 1
  await expect(renewed(used)).rejects.toMatchObject({ error: "invalid_grant" })
  expect(await isGood(first)).toBe(false)
  await expect(renewed(first.refresh_token ?? "")).rejects.toMatchObject({ error: "invalid_grant" })
  // What was kept for a repeat has ended as well.
  atMs -= refreshLeewayMs
  await expect(renewed(used)).rejects.toMatchObject({ error: "invalid_grant" })
})

test("[SSO-15] the same answer is for the same application alone, and only while the session here goes on", async () => {
  const { used, person } = await begun()
  const first = await renewed(used)
  const { entry, secret } = await addApplication(app, head, { name: "另一应用" })
  const other = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  await expect(renewed(used, other)).rejects.toMatchObject({ error: "invalid_grant" })
  expect((await renewed(used)).access_token).toBe(first.access_token)
  await person.send(accountCalls.signOut, {})
  await expect(renewed(used)).rejects.toMatchObject({ error: "invalid_grant" })
})

test("[SSO-15] who may no longer use the application does not get the same answer again", async () => {
  const { used } = await begun()
  await renewed(used)
  await app.database.systemDb.execute(sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  await expect(renewed(used)).rejects.toMatchObject({ error: "invalid_grant" })
  await app.database.systemDb.execute(sql`update person set disabled_at = null where account = 'teacher-a1'`)
})

test("[SSO-15] of twelve at once in two processes all get one answer, and nothing else is written", async () => {
  const { app: second } = await app.another()
  const { entry, secret } = await addApplication(app, head, { name: "两进程" })
  party = await relyingParty(base, entry, client.ClientSecretBasic(secret))
  const { used } = await begun()
  const headers = {
    host: new URL(base).host,
    "content-type": "application/x-www-form-urlencoded",
    authorization: `Basic ${Buffer.from(`${entry.clientId}:${secret}`).toString("base64")}`,
  }
  const payload = new URLSearchParams({ grant_type: "refresh_token", refresh_token: used }).toString()
  const rows = async () =>
    (
      await app.database.systemDb.execute<{ n: number }>(
        sql`select count(*)::int as n from oidc_state where model in ('RefreshToken', 'AccessToken', 'RefreshAnswer')`,
      )
    ).rows[0]?.n ?? 0
  const before = await rows()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_each, n) =>
      (n % 2 === 0 ? app.app : second).inject({ method: "POST", url: "/oidc/token", headers, payload }),
    ),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await isGood(answers[0]?.json<{ access_token: string }>() ?? { access_token: "" })).toBe(true)
  expect((await rows()) - before).toBe(3)
})

test("[SSO-15] the answer that is kept is sealed", async () => {
  const { used } = await begun()
  const { access_token: token } = await renewed(used)
  const { rows } = await app.database.systemDb.execute<{ sealed: Buffer }>(
    sql`select sealed from oidc_state where model = 'RefreshAnswer'`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { sealed } of rows) expect(sealed.toString("latin1")).not.toContain(token)
})
