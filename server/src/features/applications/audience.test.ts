import { applicationCalls } from "@uc/contract/applications/calls"
import { casBase, casMessages } from "@uc/contract/applications/cas"
import { sql } from "drizzle-orm"
import * as client from "openid-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import { casApplication } from "../../testing/cas/test-cas-client.ts"
import {
  addApplication,
  Browser,
  listening,
  relyingParty,
  type ApplicationInput,
} from "../../testing/oidc/test-relying-party.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { give, idOf, save, take } from "../../testing/test-roles.ts"

let app: TestApp
let base: string
let head: TestClient
let teacher: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp({}, (work) => void clean.push(work as () => Promise<void>))
  base = await listening(app)
  head = await app.as("head-a1")
  teacher = await app.as("teacher-a1")
})
afterAll(async () => {
  for (const work of clean) await work()
})

const browserOf = ({ headers }: TestClient) => new Browser(base, headers["cookie"])
async function added(more: ApplicationInput, by = head) {
  const { entry, secret } = await addApplication(app, by, more)
  return relyingParty(base, entry, client.ClientSecretBasic(secret))
}
const tilesOf = async (who: TestClient) =>
  (await who.send(applicationCalls.mine, {})).applications.map(({ name }) => name)
const infoWith = async (token: string) =>
  (await fetch(`${base}/oidc/me`, { headers: { authorization: `Bearer ${token}` } })).status

test("[SSO-3][SSO-8] who loses the role loses codes, tokens and tickets, not the session", async () => {
  const role = await save(app, head, {
    name: "教务",
    permissions: ["news.manage"],
    scopeKind: "organisation",
  } as never)
  const party = await added({ name: "排课", roles: [role] })
  const service = "https://pk.canary.example/cas"
  const byCas = { ...casApplication, name: "排课旧版", redirectAddresses: [service], roles: [role] }
  await addApplication(app, head, byCas)

  const errorOf = async () => (await party.signOn(browserOf(teacher))).back.searchParams.get("error")
  const atCas = () =>
    browserOf(teacher).get(`${casBase}/login?${new URLSearchParams({ service }).toString()}`)
  const names = ["排课", "排课旧版"]
  const isOutside = async () => {
    expect(await errorOf()).toBe("access_denied")
    const refused = await atCas()
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining(casMessages.notForYou),
    ])
    expect(await tilesOf(teacher)).not.toEqual(expect.arrayContaining(names))
  }
  // Somebody has it: that says nothing of others.
  await app.database.systemDb.execute(
    sql`insert into person_role (person_id, role_id, org_id) select id, ${role}::bigint, org_id from person where account = 'head-a1'`,
  )
  await isOutside()

  const id = await idOf(teacher)
  await give(app, head, role, id)
  expect(await tilesOf(teacher)).toEqual(expect.arrayContaining(names))
  const given = await (await party.signOn(browserOf(teacher))).tokens()
  expect(await infoWith(given.access_token)).toBe(200)
  const unused = await party.signOn(browserOf(teacher))
  const location = (await atCas()).headers.get("location") ?? ""
  expect(location).toContain("?ticket=ST-")

  await take(app, head, role, id)
  expect(await infoWith(given.access_token)).toBe(401)
  const refreshed = client.refreshTokenGrant(party.config, given.refresh_token ?? "")
  await expect(refreshed).rejects.toMatchObject({ error: "invalid_grant" })
  await expect(unused.tokens()).rejects.toMatchObject({ error: "invalid_grant" })
  const ticket = new URL(location).searchParams.get("ticket") ?? ""
  const query = new URLSearchParams({ service, ticket }).toString()
  const answer = await fetch(`${base}${casBase}/p3/serviceValidate?${query}`)
  expect(await answer.text()).toContain('code="INVALID_TICKET"')
  await isOutside()
  expect(await idOf(teacher)).toBe(id)
})

test("[SSO-3] what a bureau lets count below is for its area alone; else it is the bureau's own", async () => {
  const bureau = await app.as("bureau-a")
  const outside = await app.as("head-b1")
  const shared = await added({ name: "区平台", isForBelow: true }, bureau)
  const own = await added({ name: "局内办公" }, bureau)
  const isIn = async (party: typeof own, who: TestClient) =>
    (await party.signOn(browserOf(who))).back.searchParams.has("code")
  expect([await isIn(shared, teacher), await isIn(shared, bureau), await isIn(shared, outside)]).toEqual([
    true,
    true,
    false,
  ])
  expect([await isIn(own, teacher), await isIn(own, bureau), await isIn(own, outside)]).toEqual([
    false,
    true,
    false,
  ])
  expect(await tilesOf(teacher)).toContain("区平台")
  expect(await tilesOf(teacher)).not.toContain("局内办公")
  expect(await tilesOf(outside)).not.toContain("区平台")
})
