import { accountCalls } from "@uc/contract/account/calls"
import { errtypes } from "@uc/contract/core/reply"
import { identityAdminCalls, sourceMessages } from "@uc/contract/identity-sources/admin-calls"
import { identityCalls, identityMessages } from "@uc/contract/identity-sources/calls"
import { byOtherPath } from "@uc/contract/identity-sources/problems"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { sql } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import {
  addSource,
  linked,
  placeOf,
  problemIn,
  throughOther,
  ticketIn,
  Visitor,
} from "../../testing/identity/test-identity.ts"
import { newestCode } from "../../testing/test-browser.ts"
import { grantFor } from "../../testing/test-danger.ts"
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
  teacher = (await (await app.as("teacher-a1")).send(accountCalls.current, {})).nickname
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})
const zhangsan = { sub: "u-1", name: "张三", preferred_username: "zhangsan" }
let teacher: string
afterEach(async () => {
  other.spoilt = {}
  other.who = zhangsan
  await run(sql`delete from identity_source`)
})

const sourceOf = (more = {}, by = head) => addSource(app, by, { address: other.origin, ...more })

async function run(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

test("[SSO-4] who is not linked proves the account once, then comes in by the other side", async () => {
  const source = await sourceOf()
  const visitor = new Visitor(app)
  const to = await visitor.open(`${source.signInAddress}?returnUrl=${encodeURIComponent("/x?a=1")}`)
  expect(Object.fromEntries(to.searchParams)).toMatchObject({
    client_id: "portal",
    response_type: "code",
    redirect_uri: source.callbackAddress,
    code_challenge_method: "S256",
  })
  const at = await visitor.open(other.signIn(to))
  expect([placeOf(at).path, placeOf(at).parameters.get("returnUrl")]).toEqual([byOtherPath, "/x?a=1"])
  const ticket = ticketIn(at)
  const { data } = await visitor.send(identityCalls.enter, { ticket })
  expect(data).toEqual({
    user: null,
    unlinked: {
      source: "区统一身份",
      label: "张三（zhangsan）",
      account: "zhangsan",
      phone: "",
      mayAdd: null,
    },
  })
  expect((await visitor.request(identityCalls.link, { ticket })).statusCode).toBe(401)
  await visitor.signIn("teacher-a1")
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({ data: { source: "区统一身份" } })
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({ msg: identityMessages.over })

  const later = new Visitor(app)
  const entered = ticketIn(await throughOther(later, source, other))
  expect(await later.send(identityCalls.enter, { ticket: entered })).toMatchObject({
    data: { user: { nickname: teacher }, unlinked: null },
  })
  expect([later.isSignedIn, await later.signedInAs()]).toEqual([true, teacher])
  // Once.
  expect(await later.send(identityCalls.enter, { ticket: entered })).toMatchObject({
    msg: identityMessages.over,
  })
  const log = await head.send(logCalls.signIns, { account: "teacher-a1" })
  expect(log.items[0]).toMatchObject({ result: "signed-in", variant: "source:区统一身份" })
  expect((await later.send(identityCalls.own, {})).data?.links).toMatchObject([
    { source: "区统一身份", label: "张三（zhangsan）" },
  ])
})

test("[SSO-4] an equal account links nobody; an older session signs in again", async () => {
  const source = await sourceOf()
  other.who = { sub: "u-equal", name: "甲一小学教师", preferred_username: "teacher-a1" }
  const visitor = new Visitor(app)
  await visitor.signIn("teacher-a1")
  await run(sql`update session set created_at = created_at - interval '1 minute'`)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  const { data } = await visitor.send(identityCalls.enter, { ticket })
  expect(data).toMatchObject({ user: null, unlinked: { account: "teacher-a1" } })
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({
    msg: identityMessages.needsProof,
  })
  await visitor.signIn("teacher-a1")
  expect((await visitor.send(identityCalls.link, { ticket })).msg).toBeUndefined()
})

test("[SSO-4] what another vouched for proves nothing for a further link", async () => {
  const source = await sourceOf()
  other.who = { ...zhangsan, sub: "u-first" }
  await linked(app, "teacher-a1", source, other)
  const visitor = new Visitor(app)
  other.who = { ...zhangsan, sub: "u-second" }
  const second = ticketIn(await throughOther(visitor, source, other))
  other.who = { ...zhangsan, sub: "u-first" }
  const first = ticketIn(await throughOther(visitor, source, other))
  expect((await visitor.send(identityCalls.enter, { ticket: first })).data?.user).not.toBeNull()
  expect(await visitor.send(identityCalls.link, { ticket: second })).toMatchObject({
    msg: identityMessages.needsProof,
  })
})

test("[SSO-4] a callback of another browser, used twice or at another source is refused", async () => {
  const [source, second] = [await sourceOf(), await sourceOf({ name: "第二个" })]
  const [attacker, victim] = [new Visitor(app), new Visitor(app)]
  // Login CSRF: the attacker sends the victim the address that their own sign-in came back to.
  const back = other.signIn(await attacker.open(source.signInAddress))
  expect(problemIn(await victim.open(back))).toBe("expired")
  // It is used up, for its owner as well.
  expect(problemIn(await attacker.open(back))).toBe("expired")

  const again = other.signIn(await victim.open(source.signInAddress))
  expect(ticketIn(await victim.open(again))).not.toBe("")
  expect(problemIn(await victim.open(again))).toBe("expired")

  const mixed = other.signIn(await victim.open(source.signInAddress))
  mixed.pathname = new URL(second.callbackAddress).pathname
  expect(problemIn(await victim.open(mixed))).toBe("invalid")
  for (const search of ["", "?code=x", "?state=a&state=b", "?state=unknown&code=x"])
    expect(problemIn(await victim.open(`${source.callbackAddress}${search}`))).toBe("expired")
  expect(problemIn(await victim.open("/idp/000000000000000000000000"))).toBe("gone")
})

test("[SSO-4] a proof is good in its browser alone: nobody links an attacker", async () => {
  const source = await sourceOf()
  other.who = { ...zhangsan, sub: "u-attacker" }
  const [attacker, victim] = [new Visitor(app), new Visitor(app)]
  const ticket = ticketIn(await throughOther(attacker, source, other))
  await victim.signIn("teacher-a1")
  for (const call of [identityCalls.link, identityCalls.enter])
    expect(await victim.send(call, { ticket })).toMatchObject({ msg: identityMessages.over })
  expect((await attacker.send(identityCalls.enter, { ticket })).data?.user).toBeNull()
})

test.each([
  [
    "a code of another sign-in",
    { token: () => ({ status: 400, body: { error: "invalid_grant" } }) },
    "refused",
  ],
  ["a wrong nonce", { claims: { nonce: "another" } }, "invalid"],
  ["no nonce", { claims: { nonce: undefined } }, "invalid"],
  ["another audience", { claims: { aud: "another" } }, "invalid"],
  ["another issuer", { claims: { iss: "https://idp.example" } }, "invalid"],
  ["an expired token", { claims: { exp: 1_700_000_000, iat: 1_699_999_000 } }, "invalid"],
  ["no subject", { claims: { sub: undefined } }, "invalid"],
  ["an unsigned token", { signedBy: "none" }, "invalid"],
  ["a token signed with the public key", { signedBy: "public key as secret" }, "invalid"],
  ["a token signed with another key", { signedBy: "another" }, "invalid"],
] as const)("[SSO-4] %s is refused", async (_what, spoilt, problem) => {
  const source = await sourceOf()
  const visitor = new Visitor(app)
  other.spoilt = spoilt
  const at = await throughOther(visitor, source, other)
  expect([problemIn(at), ticketIn(at), visitor.isSignedIn]).toEqual([problem, "", false])
})

test("[SSO-4] another issuer's answer, a swapped code and a refusal end at the login page", async () => {
  const source = await sourceOf()
  const visitor = new Visitor(app)
  const mixedUp = other.signIn(await visitor.open(source.signInAddress))
  mixedUp.searchParams.set("iss", "https://evil.example")
  expect(problemIn(await visitor.open(mixedUp))).toBe("invalid")
  const without = other.signIn(await visitor.open(source.signInAddress))
  without.searchParams.delete("iss")
  expect(problemIn(await visitor.open(without))).toBe("invalid")

  // The code of the attacker's sign-in in the victim's: it was asked for with another nonce.
  const theirs = other.signIn(await new Visitor(app).open(source.signInAddress))
  const swapped = other.signIn(await visitor.open(source.signInAddress))
  swapped.searchParams.set("code", theirs.searchParams.get("code") ?? "")
  expect(problemIn(await visitor.open(swapped))).toBe("invalid")

  const refused = other.signIn(await visitor.open(source.signInAddress))
  refused.searchParams.delete("code")
  refused.searchParams.set("error", "access_denied")
  expect(problemIn(await visitor.open(refused))).toBe("cancelled")
})

test("[SSO-4] a discovery document that leads to an inner network is not followed", async () => {
  const visitor = new Visitor(app)
  // Another loopback address than the one that is listed.
  other.spoilt = { discovery: { token_endpoint: other.origin.replace("127.0.0.1", "127.0.0.2") } }
  expect(problemIn(await throughOther(visitor, await sourceOf({ name: "内网一" }), other))).toBe("inner")
  other.spoilt = { discovery: { jwks_uri: "http://169.254.169.254/keys" } }
  expect(problemIn(await throughOther(visitor, await sourceOf({ name: "内网二" }), other))).toBe("inner")
  other.spoilt = {}
  const inner = await sourceOf({ name: "内网三", address: "http://10.0.0.1" })
  expect(problemIn(await visitor.open(inner.signInAddress))).toBe("inner")
  expect(await head.send(identityAdminCalls.test, { id: inner.id })).toMatchObject({
    isFine: false,
    words: expect.stringContaining("INNER_NETWORKS"),
  })
})

test("[SSO-4] a source that is switched off in the middle lets nobody go on", async () => {
  const source = await sourceOf()
  const visitor = new Visitor(app)
  await linked(app, "teacher-a1", source, other)
  const back = other.signIn(await visitor.open(source.signInAddress))
  const ticket = ticketIn(await throughOther(visitor, source, other))
  await sourceOf({ id: source.id, version: source.version, isDisabled: true, secret: undefined })
  expect(problemIn(await visitor.open(back))).toBe("gone")
  expect(problemIn(await visitor.open(source.signInAddress))).toBe("gone")
  expect(await visitor.send(identityCalls.enter, { ticket })).toMatchObject({ msg: identityMessages.off })
  expect(visitor.isSignedIn).toBe(false)
})

test("[SSO-4] a source is for its organisation's people, a bureau's for those below too", async () => {
  const own = await sourceOf({ name: "甲一小学" })
  const visitor = new Visitor(app)
  other.who = { ...zhangsan, sub: "u-foreign" }
  const ticket = ticketIn(await throughOther(visitor, own, other))
  await visitor.signIn("teacher-a2")
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({
    msg: identityMessages.notForYou,
  })

  const bureau = await app.as("bureau-a")
  const area = await sourceOf({ name: "区教育局", isForBelow: true }, bureau)
  await linked(app, "teacher-a2", area, other)
  const offered = (await app.anonymous.send(identityCalls.offered, {})).sources.map(({ name }) => name)
  expect([offered.includes("区教育局"), offered.includes("甲一小学")]).toEqual([true, false])
  expect(JSON.stringify(await app.anonymous.send(identityCalls.offered, {}))).not.toMatch(/secret|127\.0/)

  // No longer for everything below: what was linked is no way in.
  await grantFor(app, bureau, "identity-source")
  await sourceOf({ id: area.id, version: area.version, name: "区教育局", secret: undefined }, bureau)
  const late = new Visitor(app)
  const entered = ticketIn(await throughOther(late, area, other))
  expect(await late.send(identityCalls.enter, { ticket: entered })).toMatchObject({
    msg: identityMessages.noneUsable,
  })
})

test("[SSO-4] a disabled person, a lock and a one-time password are no way in", async () => {
  const source = await sourceOf()
  await linked(app, "teacher-a1", source, other)
  const enter = async () => {
    const visitor = new Visitor(app)
    const ticket = ticketIn(await throughOther(visitor, source, other))
    return visitor.send(identityCalls.enter, { ticket })
  }
  await run(sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  expect(await enter()).toMatchObject({ msg: identityMessages.noneUsable })
  await run(sql`update person set disabled_at = null where account = 'teacher-a1'`)

  await run(sql`delete from auth_failure`)
  await run(sql`insert into auth_failure (scope, key, n, locked_until)
    select 'account', 'person:' || id, 5, now() + interval '5 minutes' from person where account = 'teacher-a1'`)
  expect((await enter()).msg).toMatch(/^登录失败次数过多/)
  await run(sql`delete from auth_failure`)

  const [found] = await run(sql`select id::text from person where account = 'teacher-a1'`)
  await run(
    sql`update credential set one_time_until = now() + interval '1 day' where person_id = ${found?.["id"]}::bigint`,
  )
  expect(await enter()).toMatchObject({ msg: loginMessages.passwordFirst })
  await run(sql`update credential set one_time_until = null where person_id = ${found?.["id"]}::bigint`)
  expect((await enter()).data?.user).not.toBeNull()
})

test("[SSO-4] our second factor holds: the code of a message is asked for", async () => {
  const source = await sourceOf()
  await run(
    sql`update person set must_use_second_factor = true, phone = '13900001111' where account = 'head-a2'`,
  )
  await run(
    sql`update person set must_use_second_factor = true, phone = '13900002222' where account = 'teacher-a1'`,
  )
  const visitor = new Visitor(app)
  other.who = { ...zhangsan, sub: "u-two" }
  await run(sql`insert into identity_link (org_id, person_id, source_id, subject_hash, label)
    select org_id, id, ${source.id}::bigint, '\\x00', '' from person where account = 'teacher-a1'`)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  // As if it had been linked before the second factor was demanded.
  const { keyedBy } = await import("../../security/keyed.ts")
  const { inject } = await import("vitest")
  const subject = keyedBy(inject("pepper")).mac("identity", `oidc ${other.origin}`, "u-two")
  await run(sql`update identity_link set subject_hash = ${subject} where subject_hash = '\\x00'`)
  const asked = await visitor.send(identityCalls.enter, { ticket })
  expect(asked.reply).toMatchObject({ errtype: errtypes.secondFactor, phone: "139****2222" })
  expect(visitor.isSignedIn).toBe(false)
  await visitor.send(loginCalls.sendCheckCode, { ticket: asked.reply.ticket ?? "" })
  const vcode = await newestCode(visitor)
  const entered = await visitor.send(loginCalls.checkCode, {
    ticket: asked.reply.ticket ?? "",
    vcode: vcode ?? "",
  })
  expect(entered.data?.nickname).toBe(teacher)
  const log = await head.send(logCalls.signIns, { account: "teacher-a1" })
  expect(log.items.slice(0, 2).map(({ result, variant }) => [result, variant])).toEqual([
    ["signed-in", "source:区统一身份"],
    ["second-factor", "source:区统一身份"],
  ])
  await run(sql`update person set must_use_second_factor = false where account in ('teacher-a1', 'head-a2')`)
})

test("[SSO-4] one identity of several accounts asks which", async () => {
  const bureau = await app.as("bureau-a")
  const source = await sourceOf({ isForBelow: true, name: "两校" }, bureau)
  other.who = { ...zhangsan, sub: "u-several" }
  await linked(app, "teacher-a1", source, other)
  await linked(app, "teacher-a2", source, other)
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  const { reply } = await visitor.send(identityCalls.enter, { ticket })
  expect(reply.errtype).toBe(errtypes.accountChoice)
  expect(reply.accounts?.map(({ account }) => account).toSorted()).toEqual(["teacher-a1", "teacher-a2"])
  const wanted = reply.accounts?.find(({ account }) => account === "teacher-a2")?.ticket ?? ""
  expect(await new Visitor(app).send(loginCalls.chooseAccount, { ticket: wanted })).toMatchObject({
    msg: loginMessages.ticketOver,
  })
  expect((await visitor.send(loginCalls.chooseAccount, { ticket: wanted })).data?.orgname).toContain("甲二")
})

test("[SSO-4] a first sign-in adds an account for a listed mail domain alone", async () => {
  const source = await sourceOf({ mailDomains: ["school.example.cn"], name: "自动开通" })
  const enter = async (who: Record<string, unknown>) => {
    other.who = { name: "新来的", ...who }
    const visitor = new Visitor(app)
    const ticket = ticketIn(await throughOther(visitor, source, other))
    const { data } = await visitor.send(identityCalls.enter, { ticket })
    return { visitor, ticket, mayAdd: data?.unlinked?.mayAdd }
  }
  const mail = { email: "new@school.example.cn", email_verified: true }
  const refused = [
    { sub: "n-1", preferred_username: "newcomer", ...mail, email_verified: false },
    { sub: "n-2", preferred_username: "newcomer", ...mail, email: "new@school.example.cn.evil.example" },
    { sub: "n-3", preferred_username: "newcomer", ...mail, email: "a@b@school.example.cn" },
    // Cyrillic letters that look like those of an account.
    { sub: "n-4", preferred_username: "tеасhеr-a9", ...mail },
    { sub: "n-5", preferred_username: "Teacher-A1", ...mail },
    { sub: "n-6", preferred_username: "13800000000", ...mail },
  ]
  for (const who of refused) {
    const { visitor, ticket, mayAdd } = await enter(who)
    expect([who, mayAdd]).toEqual([who, null])
    expect((await visitor.send(identityCalls.add, { ticket })).msg).toBeTruthy()
    expect(visitor.isSignedIn).toBe(false)
  }
  const { visitor, ticket, mayAdd } = await enter({ sub: "n-7", preferred_username: "newcomer", ...mail })
  expect(mayAdd).toEqual({ account: "newcomer", orgname: "甲一小学" })
  expect((await visitor.send(identityCalls.add, { ticket })).data).toMatchObject({
    nickname: "新来的",
    orgname: "甲一小学",
    admintype: 0,
  })
  const link = (await visitor.send(identityCalls.own, {})).data?.links[0]
  await grantFor(
    app,
    { send: (call, input) => visitor.send(call, input).then(({ data: d }) => d) } as TestClient,
    "identity-link",
  )
  expect(await visitor.send(identityCalls.unlink, { id: link?.id ?? "" })).toMatchObject({
    msg: identityMessages.lastWayIn,
  })
  // Whoever is disabled gets no second account.
  await run(sql`update person set disabled_at = now() where account = 'newcomer'`)
  const again = new Visitor(app)
  const late = ticketIn(await throughOther(again, source, other))
  expect(await again.send(identityCalls.enter, { ticket: late })).toMatchObject({
    msg: identityMessages.noneUsable,
  })
  expect(await again.send(identityCalls.add, { ticket: late })).toMatchObject({
    msg: identityMessages.noneUsable,
  })
})

test("[SSO-4] unlinking asks for a proof and ends sessions; a new password unlinks", async () => {
  const source = await sourceOf()
  other.who = { ...zhangsan, sub: "u-unlink" }
  await linked(app, "teacher-a1", source, other)
  const began = new Visitor(app)
  await began.send(identityCalls.enter, { ticket: ticketIn(await throughOther(began, source, other)) })
  expect(await began.signedInAs()).not.toBeNull()
  const own = await app.as("teacher-a1")
  const { links } = await own.send(identityCalls.own, {})
  const id = links.at(-1)?.id ?? ""
  expect((await own.request(identityCalls.unlink, { id })).json()).toMatchObject({
    errtype: errtypes.grantNeeded,
  })
  const foreign = await app.as("teacher-a2")
  await grantFor(app, foreign, "identity-link")
  await expect(foreign.send(identityCalls.unlink, { id })).rejects.toThrow(identityMessages.gone)
  await grantFor(app, own, "identity-link")
  await own.send(identityCalls.unlink, { id })
  expect(await began.signedInAs()).toBeNull()

  await linked(app, "teacher-a1", source, other)
  await grantFor(app, head, "person-password")
  const [found] = await run(sql`select id::text from person where account = 'teacher-a1'`)
  const { password } = await head.send(peopleAdminCalls.resetPassword, { personid: String(found?.["id"]) })
  const visitor = new Visitor(app)
  const { md5 } = await import("../../testing/test-app.ts")
  const asked = await visitor.send(accountCalls.signIn, { account: "teacher-a1", password: md5(password) })
  await visitor.send(loginCalls.setPassword, {
    ticket: asked.reply.ticket ?? "",
    password: md5("Fresh&Long2031!"),
  })
  expect((await visitor.send(identityCalls.own, {})).data?.links).toEqual([])
})

test("[SSO-4] a secret is never shown and goes to no other server; entries are scoped", async () => {
  const source = await sourceOf({ name: "保密" })
  expect(JSON.stringify([source, await head.send(identityAdminCalls.list, {})])).not.toContain(
    "outside secret",
  )
  const stored = await run(sql`select encode(secret, 'escape') as secret from identity_source`)
  expect(JSON.stringify(stored)).not.toContain("outside secret")
  const moved = { id: source.id, version: source.version, name: "保密", secret: undefined }
  await expect(sourceOf({ ...moved, address: "https://evil.example" })).rejects.toThrow(
    sourceMessages.secretMissing,
  )
  const neighbour = await app.as("head-a2")
  for (const call of [identityAdminCalls.remove, identityAdminCalls.test] as const) {
    await grantFor(app, neighbour, "identity-source")
    await expect(neighbour.send(call, { id: source.id })).rejects.toThrow(sourceMessages.gone)
  }
  await expect(sourceOf(moved, neighbour)).rejects.toThrow(sourceMessages.gone)
  await expect(sourceOf({ isForBelow: true })).rejects.toThrow(sourceMessages.noneBelow)
  for (const address of [
    "ftp://x.example",
    "https://a@x.example",
    "https://x.example/?a=1",
    "https://X.example",
  ])
    await expect(sourceOf({ address })).rejects.toThrow(/地址/)
  expect(await head.send(identityAdminCalls.test, { id: source.id })).toMatchObject({ isFine: true })
})
