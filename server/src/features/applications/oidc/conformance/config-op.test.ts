import { providerBase } from "@uc/contract/applications/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ConformanceRun, isSignedBy, issuer, readToken } from "../../../../testing/oidc/conformance.ts"
import { testApp, type TestApp } from "../../../../testing/test-app.ts"

let app: TestApp
let op: ConformanceRun
let document: Readonly<Record<string, unknown>>

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  op = await ConformanceRun.begin(app, await app.as("teacher-a1"))
  document = await op.discovery()
})
afterAll(async () => {
  for (const work of clean) await work()
})

const listed = (name: string) => document[name] as readonly string[]

/** An endpoint that the document names is one of ours, and there. */
async function isServed(name: string, expected: number): Promise<void> {
  const address = String(document[name])
  expect(address.startsWith(`${issuer}/`)).toBe(true)
  expect((await op.get(new URL(address).pathname)).statusCode).toBe(expected)
}

/** The module `oidcc-discovery-endpoint-verification` of `oidcc-config-certification-test-plan`, condition by condition. */
const cases: readonly (readonly [string, () => Promise<void> | void])[] = [
  [
    "CheckDiscEndpointDiscoveryUrl",
    async () => {
      const answer = await op.get(`${providerBase}/.well-known/openid-configuration`)
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
        200,
        expect.stringContaining("application/json"),
      ])
    },
  ],
  ["oidcc-discovery-issuer-not-matching-config", () => expect(document["issuer"]).toBe(issuer)],
  ["CheckDiscEndpointAuthorizationEndpoint", () => isServed("authorization_endpoint", 400)],
  ["CheckDiscEndpointUserinfoEndpoint", () => isServed("userinfo_endpoint", 401)],
  ["CheckJwksUri", () => isServed("jwks_uri", 200)],
  [
    "CheckDiscEndpointTokenEndpoint",
    async () => {
      expect(document["token_endpoint"]).toBe(`${issuer}/token`)
      expect((await op.post("/token", {})).json()).toMatchObject({ error: "invalid_request" })
    },
  ],
  [
    "CheckDiscEndpointEndSessionEndpoint",
    () => expect(document["end_session_endpoint"]).toBe(`${issuer}/session/end`),
  ],
  [
    "OIDCCCheckDiscEndpointResponseTypesSupported",
    () => expect(listed("response_types_supported")).toEqual(["code"]),
  ],
  [
    "CheckDiscEndpointResponseModesSupported",
    () => expect(listed("response_modes_supported")).toContain("query"),
  ],
  [
    "OIDCCCheckDiscEndpointGrantTypesSupported",
    () => {
      expect(listed("grant_types_supported").toSorted()).toEqual(["authorization_code", "refresh_token"])
    },
  ],
  [
    "OIDCCCheckDiscEndpointSubjectTypesSupported",
    () => expect(listed("subject_types_supported")).toEqual(["public"]),
  ],
  [
    "OIDCCCheckDiscEndpointIdTokenSigningAlgValuesSupported",
    () => expect(listed("id_token_signing_alg_values_supported")).toContain("RS256"),
  ],
  [
    "OIDCCCheckDiscEndpointScopesSupported",
    async () => {
      expect(listed("scopes_supported")).toContain("openid")
      const { tokens } = await op.signOn({ scope: "openid profile" })
      for (const scope of tokens.scope.split(" ")) expect(listed("scopes_supported")).toContain(scope)
    },
  ],
  [
    "OIDCCCheckDiscEndpointClaimsSupported",
    async () => {
      const { tokens } = await op.signOn()
      const info = (await op.userinfo(tokens.access_token)).json<object>()
      for (const name of Object.keys(info)) expect(listed("claims_supported")).toContain(name)
    },
  ],
  [
    "CheckDiscEndpointTokenEndpointAuthMethodsSupported",
    () => {
      expect(listed("token_endpoint_auth_methods_supported")).toEqual([
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ])
    },
  ],
  [
    "CheckDiscEndpointTokenEndpointAuthSigningAlgValuesSupported",
    () => {
      const algorithms = listed("token_endpoint_auth_signing_alg_values_supported")
      expect(algorithms.toSorted()).toEqual(["ES256", "PS256", "RS256"])
    },
  ],
  [
    "CheckDiscEndpointClaimsParameterSupported",
    () => expect(document["claims_parameter_supported"]).toBe(true),
  ],
  [
    "OIDCCCheckDiscEndpointRequestParameterSupported",
    async () => {
      expect(document["request_parameter_supported"] ?? false).toBe(false)
      const { to } = await op.authorize({ request: "x.y.z" })
      expect(to?.searchParams.get("error")).toBe("request_not_supported")
    },
  ],
  [
    "OIDCCCheckDiscEndpointRequestUriParameterSupported",
    async () => {
      // Left out it would mean that it is supported.
      expect(document["request_uri_parameter_supported"]).toBe(false)
      const { to } = await op.authorize({ request_uri: "https://oa.canary.example/r" })
      expect(to?.searchParams.get("error")).toBe("request_uri_not_supported")
    },
  ],
  [
    "CheckDiscEndpointCodeChallengeMethodsSupported",
    () => expect(listed("code_challenge_methods_supported")).toEqual(["S256"]),
  ],
  [
    "CheckDiscEndpointAuthorizationResponseIssParameterSupported",
    async () => {
      expect(document["authorization_response_iss_parameter_supported"]).toBe(true)
      expect((await op.authorize()).to?.searchParams.get("iss")).toBe(issuer)
    },
  ],
  [
    "CheckDiscEndpointAcrValuesSupported",
    () => expect(listed("acr_values_supported")).toEqual(["session", "reauth"]),
  ],
  [
    "CheckDiscEndpointBackchannelLogoutSupported",
    () => {
      expect(document["backchannel_logout_supported"]).toBe(true)
      expect(document["backchannel_logout_session_supported"]).toBe(true)
    },
  ],
  [
    "CheckDiscEndpointAllEndpointsAreHttps",
    async () => {
      const answer = await op.get(`${providerBase}/.well-known/openid-configuration`, {
        host: "portal.example",
      })
      const named = Object.entries(answer.json<Record<string, unknown>>()).filter(([name]) =>
        /_endpoint$|_uri$/.test(name),
      )
      expect(named.length).toBeGreaterThan(4)
      // Behind a proxy with TLS they are https, as the request was; here it was plain.
      for (const [, address] of named) expect(address).toMatch(/^http:\/\/portal\.example\/oidc\//)
    },
  ],
  ["CheckDiscEndpointNoRegistration", () => expect(document).not.toHaveProperty("registration_endpoint")],
  [
    "ValidateServerJWKs",
    async () => {
      const keys = await op.keys()
      expect(keys.length).toBeGreaterThan(0)
      for (const key of keys) {
        expect(key).toMatchObject({ kty: "RSA", use: "sig", alg: "RS256" })
        expect(Buffer.from(String(key["n"]), "base64url").length).toBeGreaterThanOrEqual(256)
      }
    },
  ],
  [
    "CheckForKeyIdInServerJWKs",
    async () => {
      const ids = (await op.keys()).map(({ kid }) => kid)
      expect(ids.every((id) => typeof id === "string" && id !== "")).toBe(true)
      expect(new Set(ids).size).toBe(ids.length)
    },
  ],
  [
    "EnsureServerJwksDoesNotContainPrivateOrSymmetricKeys",
    async () => {
      for (const key of await op.keys())
        for (const part of ["d", "p", "q", "dp", "dq", "qi", "k"]) expect(key).not.toHaveProperty(part)
    },
  ],
  [
    "oidcc-idtoken-rs256",
    async () => {
      const { tokens } = await op.signOn()
      const { header } = readToken(tokens.id_token)
      expect(header["alg"]).toBe("RS256")
      expect((await op.keys()).map(({ kid }) => kid)).toContain(header["kid"])
      expect(isSignedBy(await op.keys(), tokens.id_token)).toBe(true)
    },
  ],
]

test.each(cases)("[SSO-1] the provider passes %s of Config OP", async (_name, run) => {
  await run()
})
