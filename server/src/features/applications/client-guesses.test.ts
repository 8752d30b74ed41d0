import { casBase } from "@uc/contract/applications/cas"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { casApplication, casService } from "../../testing/cas/test-cas-client.ts"
import { addApplication, listening } from "../../testing/oidc/test-relying-party.ts"
import { testApp } from "../../testing/test-app.ts"

test("[SSO-1][SSO-8] wrong secrets of an application are limited by address; its own server is not locked out", async () => {
  const app = await testApp({ trustedProxies: 1 })
  const base = await listening(app)
  const head = await app.as("head-a1")
  const { entry, secret } = await addApplication(app, head, { name: "猜密钥" })
  const another = await addApplication(app, head, { name: "另一个" })
  const token = async (
    ip: string,
    given: string,
    clientId = entry.clientId,
  ): Promise<{ status: number; error: unknown; wait: string | null }> => {
    const answer = await fetch(`${base}/oidc/token`, {
      method: "POST",
      headers: {
        "x-forwarded-for": ip,
        authorization: `Basic ${Buffer.from(`${clientId}:${given}`).toString("base64")}`,
      },
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "x".repeat(43) }),
    })
    const { error } = (await answer.json()) as { error?: unknown }
    return { status: answer.status, error, wait: answer.headers.get("retry-after") }
  }
  for (let round = 0; round < 30; round++)
    expect(await token("198.51.100.7", `wrong-${round}`)).toMatchObject({
      status: 401,
      error: "invalid_client",
    })
  // The right one as well, or guessing would go on.
  const stopped = await token("198.51.100.7", secret)
  expect(stopped).toMatchObject({ status: 429, error: "temporarily_unavailable" })
  expect(Number(stopped.wait)).toBeGreaterThan(500)
  // Authenticated: it is only the refresh token that is none.
  expect(await token("203.0.113.9", secret)).toMatchObject({ status: 400, error: "invalid_grant" })
  // Another application at the address that was stopped is not concerned.
  expect(await token("198.51.100.7", another.secret, another.entry.clientId)).toMatchObject({
    error: "invalid_grant",
  })
})

test("[SSO-2][SSO-8] tickets that are none are limited by application and address", async () => {
  const app = await testApp({ trustedProxies: 1 })
  await addApplication(app, await app.as("head-a1"), casApplication)
  const validate = async (ip: string, at = casService) =>
    app.app.inject({
      url: `${casBase}/serviceValidate`,
      query: { service: at, ticket: `ST-${"A".repeat(29)}` },
      headers: { host: "localhost", "x-forwarded-for": ip },
    })
  expect((await validate("198.51.100.7")).statusCode).toBe(200)
  // A second ago, so that it is not the moment of one that was counted.
  const again = (times: number) =>
    app.database.systemDb.execute(sql`insert into quota (key, bucket, n)
      select key, min(bucket) - interval '1 second', ${times}::int from quota where key ^@ 'cas-ticket:' group by key`)
  await again(298)
  expect((await validate("198.51.100.7")).statusCode).toBe(200)
  const stopped = await validate("198.51.100.7")
  expect([stopped.statusCode, stopped.headers["retry-after"]]).toEqual([429, expect.any(String)])
  expect(stopped.body).toContain("INVALID_TICKET")
  expect((await validate("203.0.113.9")).statusCode).toBe(200)
  expect((await validate("198.51.100.7", "https://unknown.example/")).statusCode).toBe(200)
})
