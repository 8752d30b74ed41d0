import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import {
  identityAdminCalls,
  sourceMessages,
  type ListedSource,
} from "@uc/contract/identity-sources/admin-calls"
import { identityCalls } from "@uc/contract/identity-sources/calls"
import { sql } from "drizzle-orm"
import { afterEach, expect, onTestFinished, test } from "vitest"
import { besideOutside } from "../../testing/identity/beside-outside.ts"
import {
  addSource,
  linked,
  problemIn,
  throughOther,
  ticketIn,
  Visitor,
} from "../../testing/identity/test-identity.ts"
import { serveOutside } from "../../testing/identity/serve-outside.ts"

const site = besideOutside()
const { run } = site
afterEach(() => run(sql`delete from oidc_state`))

const endSession = () => ({ discovery: { end_session_endpoint: `${site.other.origin}/logout?realm=1` } })
const loginPage = `http://localhost${portalBase}`

const added = (more = {}) =>
  addSource(site.app, site.head, { address: site.other.origin, signsOutThere: true, ...more })

/** Somebody who has come in by the source. */
async function comesIn(source: ListedSource): Promise<Visitor> {
  const visitor = new Visitor(site.app)
  const ticket = ticketIn(await throughOther(visitor, source, site.other))
  const { data } = await visitor.send(identityCalls.enter, { ticket })
  expect(data?.user).not.toBeNull()
  return visitor
}

/** Where the browser is sent after its own sign-out, which has ended by then. */
async function signsOut(visitor: Visitor): Promise<string | undefined> {
  const { data } = await visitor.send(accountCalls.signOut, {})
  expect([visitor.isSignedIn, await visitor.signedInAs()]).toEqual([false, null])
  return data?.onward
}

test("[SSO-4] signing out leads to the other side's sign-out with the token, and back to the login page", async () => {
  site.other.spoilt = endSession()
  const source = await added()
  expect(source.signedOutAddress).toBe(loginPage)
  await linked(site.app, "teacher-a1", source, site.other)
  await run(sql`delete from oidc_state`)
  const visitor = await comesIn(source)
  const kept = await run(sql`select encode(sealed, 'escape') as text from oidc_state`)
  expect(JSON.stringify(kept)).not.toMatch(/eyJ|zhangsan/)

  const onward = (await signsOut(visitor)) ?? ""
  expect(onward).toMatch(new RegExp(`^/idp/[0-9a-f]{24}/signOut\\?ticket=[\\w-]{43}$`))
  // Another browser that is shown the address signs nobody out; neither does the right one after that.
  expect((await new Visitor(site.app).open(onward)).href).toBe(loginPage)
  expect((await visitor.open(onward)).href).toBe(loginPage)

  const again = await comesIn(source)
  const to = await again.open((await signsOut(again)) ?? "")
  expect(`${to.origin}${to.pathname}`).toBe(`${site.other.origin}/logout`)
  const { id_token_hint: token = "", ...shown } = Object.fromEntries(to.searchParams)
  expect(shown).toEqual({ realm: "1", client_id: "portal", post_logout_redirect_uri: loginPage })
  expect(JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())).toMatchObject({
    iss: site.other.origin,
    sub: "u-1",
  })
  // Nothing of it is left.
  expect(await run(sql`select model from oidc_state where model like '%AtOther'`)).toEqual([])
  await again.signIn("teacher-a1")
  expect(await signsOut(again)).toBeUndefined()
})

test("[SSO-4] who has just linked a source is signed in there, and signs out there too", async () => {
  site.other.spoilt = endSession()
  const source = await added()
  const visitor = new Visitor(site.app)
  const ticket = ticketIn(await throughOther(visitor, source, site.other))
  await visitor.signIn("teacher-a1")
  await visitor.send(identityCalls.link, { ticket })
  const to = await visitor.open((await signsOut(visitor)) ?? "")
  expect(to.origin).toBe(site.other.origin)
})

test("[SSO-4] a source that is not set so is not signed out of, nor one switched off meanwhile", async () => {
  site.other.spoilt = endSession()
  const source = await added({ signsOutThere: false })
  await linked(site.app, "teacher-a1", source, site.other)
  expect(await signsOut(await comesIn(source))).toBeUndefined()
  expect(await run(sql`select model from oidc_state where model = 'SignedInAtOther'`)).toEqual([])

  await run(sql`update identity_source set signs_out_there = true`)
  const [first, second, third] = [await comesIn(source), await comesIn(source), await comesIn(source)]
  const onward = (await signsOut(first)) ?? ""
  await run(sql`update identity_source set signs_out_there = false`)
  expect(await signsOut(third)).toBeUndefined()
  await run(sql`update identity_source set signs_out_there = true`)
  await run(sql`update identity_source set disabled_at = now()`)
  expect((await first.open(onward)).href).toBe(loginPage)
  expect(await signsOut(second)).toBeUndefined()
})

test("[SSO-4] an other side without an address, unreachable or with a bad one stops no sign-out", async () => {
  const without = await added({ name: "没有退出地址" })
  await linked(site.app, "teacher-a1", without, site.other)
  const first = await comesIn(without)
  expect(problemIn(await first.open((await signsOut(first)) ?? ""))).toBe("stillThere")
  expect((await site.head.send(identityAdminCalls.test, { id: without.id })).words).toContain(
    "end_session_endpoint",
  )

  site.other.spoilt = { discovery: { end_session_endpoint: "javascript:alert(1)" } }
  const bad = await added({ name: "不是网址" })
  await linked(site.app, "teacher-a1", bad, site.other)
  const second = await comesIn(bad)
  expect(problemIn(await second.open((await signsOut(second)) ?? ""))).toBe("stillThere")

  site.other.spoilt = endSession()
  const gone = await added({ name: "连接不上" })
  await linked(site.app, "teacher-a1", gone, site.other)
  const third = await comesIn(gone)
  const onward = (await signsOut(third)) ?? ""
  // Another version: its discovery document is read again.
  await run(sql`update identity_source set version = version + 1, address = 'http://127.0.0.1:9'`)
  expect(problemIn(await third.open(onward))).toBe("stillThere")
})

test("[SSO-4] a token that is too long for an address is left out; the client's id is shown", async () => {
  site.other.spoilt = endSession()
  const source = await added()
  await linked(site.app, "teacher-a1", source, site.other)
  site.other.spoilt = { ...endSession(), claims: { groups: "组".repeat(2000) } }
  const visitor = await comesIn(source)
  const to = await visitor.open((await signsOut(visitor)) ?? "")
  expect([to.searchParams.get("id_token_hint"), to.searchParams.get("client_id")]).toEqual([null, "portal"])
})

test("[SSO-4] CAS: signing out leads to its /logout with the login page as service", async () => {
  const cas = await serveOutside(() => (_asked, response) => {
    response.end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas"><cas:authenticationSuccess>
      <cas:user>zhaoliu</cas:user></cas:authenticationSuccess></cas:serviceResponse>`)
  })
  onTestFinished(cas.close)
  const page = {
    signIn: (address: URL) => new URL(`${address.searchParams.get("service") ?? ""}&ticket=ST-1`),
  }
  const source = await added({ kind: "cas", address: `${cas.origin}/cas/`, clientId: "", secret: undefined })
  await linked(site.app, "teacher-a1", source, page)
  const visitor = new Visitor(site.app)
  const ticket = ticketIn(await throughOther(visitor, source, page))
  await visitor.send(identityCalls.enter, { ticket })
  const to = await visitor.open((await signsOut(visitor)) ?? "")
  expect(to.href).toBe(`${cas.origin}/cas/logout?${new URLSearchParams({ service: loginPage }).toString()}`)
})

test("[SSO-4] 企业微信, 钉钉 and 飞书 have no sign-out for browsers: the setting is refused", async () => {
  for (const kind of ["wecom", "dingtalk", "feishu"] as const)
    await expect(added({ kind, agentId: "1" })).rejects.toThrow(sourceMessages.noSignOut)
})
