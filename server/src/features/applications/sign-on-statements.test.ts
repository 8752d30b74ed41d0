import { createHash, randomBytes } from "node:crypto"
import { casBase } from "@uc/contract/applications/cas"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { casApplication, casService } from "../../testing/cas/test-cas-client.ts"
import { addApplication, callback } from "../../testing/oidc/test-relying-party.ts"
import { scimClient } from "../../testing/scim/test-scim-client.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

/** What the work asks of the database. How long ago something was used is noted at intervals, and is no part of it. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    const texts = spy.mock.calls.map(([query]) =>
      typeof query === "string" ? query : (query as { text: string }).text,
    )
    return texts.filter((text) => !text.includes("set last_used_at"))
  } finally {
    spy.mockRestore()
  }
}

/** One that does not listen runs no queue beside; what is remembered for a second is remembered while the clock stands. */
function quietApp(): Promise<TestApp> {
  return testApp({ nowMs: () => 0 })
}

/** A browser's part of a sign-on and the application's, over one portal. */
function codeFlow(
  app: TestApp,
  teacher: TestClient,
  client: { readonly id: string; readonly secret: string },
) {
  const cookies = new Map<string, string>()
  const keep = (pairs: readonly string[]) => {
    for (const pair of pairs) cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
  }
  keep((teacher.headers["cookie"] ?? "").split("; "))
  const host = "localhost"
  return async (): Promise<{ readonly id_token: string; readonly refresh_token: string }> => {
    const verifier = randomBytes(32).toString("base64url")
    const asked = {
      client_id: client.id,
      redirect_uri: callback,
      response_type: "code",
      scope: "openid profile",
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    }
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const back = await app.app.inject({ url: "/oidc/auth", query: asked, headers: { host, cookie } })
    keep([back.headers["set-cookie"] ?? []].flat().map((set) => set.split(";")[0] ?? ""))
    const code = new URL(String(back.headers.location)).searchParams.get("code") ?? ""
    const answer = await app.app.inject({
      method: "POST",
      url: "/oidc/token",
      headers: {
        host,
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`,
      },
      payload: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      }).toString(),
    })
    return answer.json()
  }
}

test("[SSO-9] a second sign-on reads twice and writes twice, its line in the audit log included", async () => {
  const app = await quietApp()
  const { entry, secret } = await addApplication(app, await app.as("head-a1"))
  const flow = codeFlow(app, await app.as("teacher-a1"), { id: entry.clientId, secret })
  const count = sql`select count(*)::int as n from audit_log where action = 'applications.signOn'`
  const noted = async () => (await app.database.systemDb.execute<{ n: number }>(count)).rows[0]?.n
  expect(await flow()).toMatchObject({ id_token: expect.any(String), refresh_token: expect.any(String) })
  expect(await noted()).toBe(1)
  const statements = await statementsOf(async () =>
    expect(await flow()).toMatchObject({ id_token: expect.any(String), refresh_token: expect.any(String) }),
  )
  expect(statements.map((text) => text.trim().split(" ")[0])).toEqual(["select", "with", "select", "with"])
  expect(await noted()).toBe(2)
})

test("[SSO-9] a ticket of CAS is validated by at most eight statements", async () => {
  const app = await quietApp()
  await addApplication(app, await app.as("head-a1"), casApplication)
  const { headers } = await app.as("teacher-a1")
  const host = "localhost"
  const validated = async () => {
    const query = { service: casService }
    const back = await app.app.inject({ url: `${casBase}/login`, query, headers: { ...headers, host } })
    const ticket = new URL(String(back.headers.location)).searchParams.get("ticket") ?? ""
    const validate = () =>
      app.app.inject({ url: `${casBase}/p3/serviceValidate`, query: { ...query, ticket }, headers: { host } })
    return statementsOf(async () => expect((await validate()).body).toContain("authenticationSuccess"))
  }
  await validated()
  const statements = await validated()
  expect(statements.length, statements.join("\n")).toBeLessThanOrEqual(8)
})

test("[SSO-9] a page of people takes as many statements with 200 of them as with 2", async () => {
  const app = await quietApp()
  const head = await app.as("head-a1")
  const { client } = await scimClient(app, head, { name: "通讯录", scopes: ["directory:read"] })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into person (org_id, account, name, usertype, pinyin, initials)
      select p.org_id, 'scim-' || n, '王' || n, 40, 'wang' || n, 'w' || n
      from person p cross join generate_series(1, 200) n where p.account = 'head-a1'`),
  )
  const page = async (count: number) =>
    statementsOf(async () => {
      const { body } = await client.get("/Users", { count: String(count) })
      expect(body.Resources).toHaveLength(count)
    })
  await page(1)
  const few = await page(2)
  const many = await page(200)
  expect(many.length, many.join("\n")).toBe(few.length)
  expect(many.length, many.join("\n")).toBeLessThanOrEqual(12)
})
