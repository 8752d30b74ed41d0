import { identityAdminCalls, sourceMessages } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls, identityMessages } from "@uc/contract/identity-sources/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import {
  addSource,
  plainSource,
  throughOther,
  ticketIn,
  Visitor,
} from "../../testing/identity/test-identity.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

let app: TestApp
let other: OutsideOidc

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  other = await outsideOidc()
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})

const mailDomains = ["school.example.cn"]
const cells = [
  ["platform", true],
  ["platform", false],
  ["bureau-a", true],
  ["bureau-a", false],
] as const

async function run(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

test.each(cells)("[FAULT-8] %s lists no mail domains, for below: %s", async (account, isForBelow) => {
  const client = await app.as(account)
  await grantFor(app, client, "identity-source")
  const given = { ...plainSource, address: other.origin, mailDomains, isForBelow }
  const answer = await client.request(identityAdminCalls.save, given)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { msg: sourceMessages.noAddingAbove, field: "mailDomains" },
  ])
})

test.each(cells)(
  "[FAULT-8] a source of %s that has mail domains from before adds nobody, for below: %s",
  async (account, isForBelow) => {
    const client = await app.as(account)
    const source = await addSource(app, client, { address: other.origin, isForBelow })
    await run(sql`update identity_source set mail_domains = '{school.example.cn}' where id = ${source.id}`)
    const { sources } = await client.send(identityAdminCalls.list, {})
    expect(sources.find(({ id }) => id === source.id)?.mailDomains).toEqual(mailDomains)

    other.who = {
      sub: `${account} ${isForBelow}`,
      name: "新来的",
      preferred_username: "newcomer",
      email: "new@school.example.cn",
      email_verified: true,
    }
    const visitor = new Visitor(app)
    const ticket = ticketIn(await throughOther(visitor, source, other))
    expect((await visitor.send(identityCalls.enter, { ticket })).data?.unlinked?.mayAdd).toBeNull()
    expect(await visitor.send(identityCalls.add, { ticket })).toMatchObject({
      msg: identityMessages.mayNotAdd,
    })
    expect(visitor.isSignedIn).toBe(false)
    expect(await run(sql`select 1 from person where account = 'newcomer'`)).toEqual([])

    // The form sends none, and what is stored is gone.
    const saved = await addSource(app, client, {
      id: source.id,
      version: source.version,
      address: other.origin,
      isForBelow,
      secret: undefined,
    })
    expect(saved.mailDomains).toEqual([])
  },
)
