import { accountCalls } from "@uc/contract/account/calls"
import { applicationCalls } from "@uc/contract/applications/calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addSource } from "../../testing/identity/test-identity.ts"
import { addApplication, listening } from "../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { rowsIn } from "../../testing/test-roles.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { receiver, told } from "../../testing/webhooks/test-receiver.ts"

let app: TestApp
let bureau: TestClient
let platform: TestClient

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.0/8"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  await listening(app)
  ;[bureau, platform] = [await app.as("bureau-a"), await app.as("platform")]
  await rowsIn(
    app,
    sql`update organisation set (area_id, area_path) = (select area_id, area_path from organisation where name = '甲区教育局')
      where kind = 'platform'`,
  )
})
afterAll(async () => {
  for (const work of clean) await work()
})

test("[BARE-6] a source that a bureau shares is not for the platform's people in its area", async () => {
  const { name } = await addSource(app, bureau, { address: "https://sso.example.cn", isForBelow: true })
  const offeredTo = async (who: TestClient) =>
    (await who.send(identityCalls.own, {})).sources.map((source) => source.name)
  expect(await offeredTo(await app.as("head-a1"))).toContain(name)
  expect(await offeredTo(platform)).not.toContain(name)
})

test("[BARE-6] an application that a bureau shares has no tile for the platform's people in its area", async () => {
  await addApplication(app, bureau, { name: "全区系统", isForBelow: true })
  const tilesOf = async (who: TestClient) =>
    (await who.send(applicationCalls.mine, {})).applications.map(({ name }) => name)
  expect(await tilesOf(await app.as("head-a1"))).toContain("全区系统")
  expect(await tilesOf(platform)).not.toContain("全区系统")
})

test("[BARE-6] an application that a bureau shares is told nothing of the platform's people in its area", async () => {
  const { address, typesOf } = await receiver(clean)
  await told(app, bureau, address, { name: "全区名册", isForBelow: true, objects: ["person"] })
  const renamed = async (account: string) => {
    const [row] = await rowsIn<{ id: string }>(
      app,
      sql`select id::text from person where org_id =
        (select org_id from person where account = ${account}) and admintype = 0 limit 1`,
    )
    const personid = row?.id ?? ""
    const by = await app.as(account)
    const { version, nickname, role } = await by.send(peopleAdminCalls.details, { personid })
    await grantFor(app, by, "person")
    await by.send(peopleAdminCalls.change, { personid, version, nickname: `${nickname}新`, role })
    return personid
  }
  const [ofPlatform, ofSchool] = [await renamed("platform"), await renamed("head-a1")]
  // The notices are sent in the order of the changes.
  await expect.poll(() => typesOf(ofSchool), { timeout: 8000, interval: 30 }).toEqual(["person.changed"])
  expect(typesOf(ofPlatform)).toEqual([])
  expect((await platform.send(accountCalls.current, {})).id).not.toBe(ofPlatform)
})
