import { sourceMessages } from "@uc/contract/identity-sources/admin-calls"
import { byOtherPath } from "@uc/contract/identity-sources/problems"
import { sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import { addSource, placeOf, problemIn, throughOther, Visitor } from "../../testing/identity/test-identity.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

let app: TestApp
let head: TestClient
let other: OutsideOidc

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  head = await app.as("head-a1")
  other = await outsideOidc()
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})
afterEach(async () => {
  other.spoilt = {}
  await app.database.transaction(unrestricted, (db) => db.execute(sql`delete from identity_source`))
})

/** As an earlier release has stored it: today's form refuses these addresses. */
async function storedAs(address: string) {
  const source = await addSource(app, head, { address: other.origin })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update identity_source set address = ${address}`),
  )
  return source
}

test("[SSO-4] the address of a discovery document is refused in place of the issuer", async () => {
  const address = `${other.origin}/.well-known/openid-configuration`
  await expect(addSource(app, head, { address })).rejects.toThrow(sourceMessages.addressOfDocument)
})

test.each([[""], ["/.well-known/openid-configuration"], ["/.well-known/openid-configuration#x"]])(
  "[SSO-4] a server that names a foreign issuer signs nobody in (address and %j)",
  async (path) => {
    const source = await storedAs(`${other.origin}${path}`)
    const issuer = "https://sso.example.cn"
    other.spoilt = {
      discovery: { issuer, authorization_response_iss_parameter_supported: false },
      claims: { iss: issuer },
    }
    expect(problemIn(await new Visitor(app).open(source.signInAddress))).toBe("invalid")
  },
)

test("[SSO-4] an address of a document that was stored once goes on for its own issuer", async () => {
  const source = await storedAs(`${other.origin}/.well-known/openid-configuration`)
  const at = await throughOther(new Visitor(app), source, other)
  expect(placeOf(at).path).toBe(byOtherPath)
})
