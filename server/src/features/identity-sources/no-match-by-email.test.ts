import { identityCalls } from "@uc/contract/identity-sources/calls"
import { sql } from "drizzle-orm"
import { expect, onTestFinished, test } from "vitest"
import { outsideOidc } from "../../testing/identity/outside-oidc.ts"
import { addSource, throughOther, ticketIn, Visitor } from "../../testing/identity/test-identity.ts"
import { testApp } from "../../testing/test-app.ts"
import { rowsIn } from "../../testing/test-roles.ts"

test("[SSO-13] an equal mail address, verified by the other side, makes nobody the same person", async () => {
  const app = await testApp({ innerNetworksForAll: ["127.0.0.1"] })
  const other = await outsideOidc()
  onTestFinished(() => other.close())
  const head = await app.as("head-a1")
  const source = await addSource(app, head, { address: other.origin, mailDomains: ["school.example.cn"] })
  const email = "head@school.example.cn"
  await rowsIn(app, sql`update person set email = ${email} where account = 'head-a1'`)
  other.who = { sub: "m-1", name: "冒名", preferred_username: "somebody", email, email_verified: true }
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  const { data } = await visitor.send(identityCalls.enter, { ticket })
  expect(data?.user).toBeFalsy()
  expect(visitor.isSignedIn).toBe(false)
  // An account of their own is added, which has no mail address: what the other side says of it is not kept.
  expect(data?.unlinked?.mayAdd?.account).toBe("somebody")
  expect((await visitor.send(identityCalls.add, { ticket })).data).toMatchObject({ nickname: "冒名" })
  expect(await rowsIn(app, sql`select account from person where lower(email) = ${email}`)).toEqual([
    { account: "head-a1" },
  ])
})
