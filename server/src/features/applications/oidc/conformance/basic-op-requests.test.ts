import { createHash } from "node:crypto"
import { providerBase } from "@uc/contract/applications/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ConformanceRun, readToken, type Tokens } from "../../../../testing/oidc/conformance.ts"
import { callback } from "../../../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp } from "../../../../testing/test-app.ts"

let app: TestApp
let op: ConformanceRun

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  op = await ConformanceRun.begin(app, await app.as("teacher-a1"))
})
afterAll(async () => {
  for (const work of clean) await work()
})

const errorOf = (to: URL | null) => to?.searchParams.get("error")

/** Where `?foo=bar` is entered. */
async function refusesAddress(query: string): Promise<void> {
  const own = await op.withClient({ name: "别的参数", redirectAddresses: [`${callback}?foo=bar`] })
  expect((await own.authorize({ redirect_uri: `${callback}${query}` })).to).toBeNull()
}

/** The modules of `oidcc-basic-certification-test-plan` about addresses, request objects and other ways of asking. */
const cases: readonly (readonly [string, () => Promise<void>])[] = [
  [
    "oidcc-ensure-registered-redirect-uri",
    async () => {
      const { to, answer } = await op.authorize({ redirect_uri: `${callback}/foo` })
      expect([to, answer.statusCode]).toEqual([null, 400])
    },
  ],
  [
    "oidcc-ensure-post-request-succeeds",
    async () => {
      const verifier = "v".repeat(43)
      const posted = await op.post("/auth", {
        client_id: op.client.entry.clientId,
        redirect_uri: callback,
        response_type: "code",
        scope: "openid",
        code_challenge: createHash("sha256").update(verifier).digest("base64url"),
        code_challenge_method: "S256",
      })
      expect(posted.statusCode).toBe(303)
      const back = await op.get(String(posted.headers.location))
      expect(new URL(String(back.headers.location)).searchParams.has("code")).toBe(true)
    },
  ],
  [
    "oidcc-server-client-secret-post",
    async () => {
      const { entry, secret } = op.client
      const answer = await op.redeem(
        await op.authorize(),
        { client_id: entry.clientId, client_secret: secret },
        {},
      )
      expect(answer.statusCode).toBe(200)
    },
  ],
  [
    "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
    async () => {
      const object = [{ alg: "none" }, { state: "other" }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".")
      expect(errorOf((await op.authorize({ request: `${object}.` })).to)).toBe("request_not_supported")
    },
  ],
  [
    "oidcc-request-uri-unsigned",
    async () => {
      const { to } = await op.authorize({ request_uri: "https://oa.canary.example/request" })
      expect(errorOf(to)).toBe("request_uri_not_supported")
    },
  ],
  [
    "oidcc-claims-essential",
    async () => {
      const claims = JSON.stringify({ userinfo: { name: { essential: true } } })
      const { tokens } = await op.signOn({ scope: "openid", claims })
      expect((await op.userinfo(tokens.access_token)).json()).toMatchObject({
        name: expect.any(String) as string,
      })
    },
  ],
  [
    "oidcc-refresh-token",
    async () => {
      const { tokens } = await op.signOn()
      const renewed = (await op.renew(tokens.refresh_token)).json<Tokens>()
      const [before, after] = [tokens, renewed].map(({ id_token: each }) => readToken(each).claims)
      expect(renewed.access_token).not.toBe(tokens.access_token)
      expect(after).toMatchObject({ iss: before?.["iss"], sub: before?.["sub"], aud: before?.["aud"] })
    },
  ],
  [
    "oidcc-ensure-redirect-uri-in-authorization-request",
    async () => {
      const { to, answer } = await op.authorize({ redirect_uri: undefined })
      expect([to, answer.statusCode]).toEqual([null, 400])
    },
  ],
  [
    "oidcc-redirect-uri-query-OK",
    async () => {
      const registered = `${callback}?foo=bar`
      const own = await op.withClient({ name: "带参数", redirectAddresses: [registered] })
      const { began } = await own.signOn({ redirect_uri: registered })
      expect(began.to?.searchParams.get("foo")).toBe("bar")
    },
  ],
  ["oidcc-redirect-uri-query-mismatch", () => refusesAddress("?foo=baz")],
  ["oidcc-redirect-uri-query-added", () => refusesAddress("?foo=bar&more=1")],
  [
    "oidcc-redirect-uri-regfrag",
    async () => {
      const added = op.withClient({ name: "带井号", redirectAddresses: [`${callback}#foobar`] })
      await expect(added).rejects.toMatchObject({ status: 400 })
    },
  ],
  [
    "oidcc-response-type-unsupported",
    async () => {
      for (const type of ["token", "id_token", "code id_token", "code token"]) {
        const { to } = await op.authorize({ response_type: type })
        expect(`${to?.search ?? ""}${to?.hash ?? ""}`).toContain("error=unsupported_response_type")
      }
    },
  ],
  [
    "oidcc-userinfo-without-token",
    async () => {
      const answer = await op.get(`${providerBase}/me`)
      expect([answer.statusCode, answer.headers["www-authenticate"]]).toEqual([
        401,
        expect.stringContaining("Bearer"),
      ])
      const wrong = await op.userinfo("x".repeat(43))
      expect([wrong.statusCode, wrong.headers["www-authenticate"]]).toEqual([
        401,
        expect.stringContaining('error="invalid_token"'),
      ])
    },
  ],
]

test.each(cases)("[SSO-1] the provider passes %s of Basic OP", async (_name, run) => {
  await run()
})
