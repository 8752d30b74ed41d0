import { identityAdminCalls } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { expect, test } from "vitest"
import { addSource, problemIn, ticketIn, Visitor } from "../../server/src/testing/identity/test-identity.ts"
import { testApp } from "../../server/src/testing/test-app.ts"
import { startGlewlwyd } from "./glewlwyd.ts"

const wang = { username: "wangwu", name: "王五", password: "Wangwu-2026" }
const client = { id: "portal", secret: "a-secret-of-more-than-32-letters-and-1-digit" }

test("[SSO-4] Debian's glewlwyd as the source: linked after proof, the second time signed in at once", async () => {
  const glewlwyd = await startGlewlwyd()
  const app = await testApp({ innerNetworksForAll: ["127.0.0.1"] })
  const head = await app.as("head-a1")
  const source = await addSource(app, head, {
    name: "市统一身份",
    address: glewlwyd.issuer,
    clientId: client.id,
    secret: client.secret,
  })
  const { origin } = new URL(source.callbackAddress)
  await glewlwyd.addClient({ ...client, callback: source.callbackAddress, afterSignOut: `${origin}/` })
  await glewlwyd.addUser(wang)
  expect(await head.send(identityAdminCalls.test, { id: source.id }), glewlwyd.log()).toMatchObject({
    isFine: true,
  })

  const visitor = new Visitor(app)
  const there = glewlwyd.browser()
  const back = await glewlwyd.signIn(there, await visitor.open(source.signInAddress), wang)
  const at = await visitor.open(back)
  expect(problemIn(at), glewlwyd.log()).toBeNull()
  const ticket = ticketIn(at)
  const asked = await visitor.send(identityCalls.enter, { ticket })
  expect(asked.data, glewlwyd.log()).toEqual({
    user: null,
    unlinked: { source: "市统一身份", label: "王五（wangwu）", account: "wangwu", phone: "", mayAdd: null },
  })
  expect(visitor.isSignedIn).toBe(false)
  await visitor.signIn("teacher-a1")
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({ data: { source: "市统一身份" } })

  // The code was good once, there and here.
  expect(problemIn(await visitor.open(back))).toBe("expired")

  const later = new Visitor(app)
  const entered = await later.open(
    await glewlwyd.signIn(glewlwyd.browser(), await later.open(source.signInAddress), wang),
  )
  const { data } = await later.send(identityCalls.enter, { ticket: ticketIn(entered) })
  expect(data).toMatchObject({ user: { nickname: await visitor.signedInAs() }, unlinked: null })
  expect(later.isSignedIn).toBe(true)
  const { items } = await head.send(logCalls.signIns, { account: "teacher-a1" })
  expect(items[0]).toMatchObject({ result: "signed-in", variant: "source:市统一身份" })

  // Somebody else there is somebody else here.
  await glewlwyd.addUser({ ...wang, username: "zhaoliu", name: "赵六" })
  const other = new Visitor(app)
  const otherAt = await other.open(
    await glewlwyd.signIn(glewlwyd.browser(), await other.open(source.signInAddress), {
      ...wang,
      username: "zhaoliu",
    }),
  )
  expect(await other.send(identityCalls.enter, { ticket: ticketIn(otherAt) })).toMatchObject({
    data: { user: null, unlinked: { account: "zhaoliu" } },
  })
  expect(await other.send(identityCalls.link, { ticket: ticketIn(otherAt) })).toMatchObject({
    reply: { ret: 0 },
  })
})

test("[SSO-4] a wrong secret is refused by glewlwyd, and nobody is signed in", async () => {
  const glewlwyd = await startGlewlwyd()
  const app = await testApp({ innerNetworksForAll: ["127.0.0.1"] })
  const head = await app.as("head-a1")
  const source = await addSource(app, head, {
    name: "市统一身份",
    address: glewlwyd.issuer,
    clientId: client.id,
    secret: "another",
  })
  await glewlwyd.addClient({
    ...client,
    callback: source.callbackAddress,
    afterSignOut: source.signInAddress,
  })
  await glewlwyd.addUser(wang)
  const visitor = new Visitor(app)
  const at = await visitor.open(
    await glewlwyd.signIn(glewlwyd.browser(), await visitor.open(source.signInAddress), wang),
  )
  expect([problemIn(at), ticketIn(at), visitor.isSignedIn], glewlwyd.log()).toEqual(["refused", "", false])
})
