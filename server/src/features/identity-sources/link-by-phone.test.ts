import { accountCalls } from "@uc/contract/account/calls"
import { errtypes } from "@uc/contract/core/reply"
import { identityCalls, identityMessages } from "@uc/contract/identity-sources/calls"
import { loginCalls, loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueGrant } from "../../security/grants.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import { addSource, throughOther, ticketIn, Visitor } from "../../testing/identity/test-identity.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"
import type { ListedSource } from "@uc/contract/identity-sources/admin-calls"

let app: TestApp
let other: OutsideOidc
let source: ListedSource

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  other = await outsideOidc()
  other.spoilt = { discovery: { scopes_supported: ["openid", "profile", "email", "phone"] } }
  source = await addSource(app, await app.as("head-a1"), { address: other.origin })
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})

let count = 0
/** Each test has a phone and an identity of its own, so that limits of one say nothing about another. */
let phone: string
beforeEach(async () => {
  phone = `1390000${String(3000 + ++count)}`
  other.who = { sub: `phone-${count}`, name: "张三", preferred_username: "zhangsan" }
  await run(sql`update person set phone = ${phone} where account = 'teacher-a1'`)
})

async function run(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

async function arrive(visitor: Visitor): Promise<string> {
  return ticketIn(await throughOther(visitor, source, other))
}

test("[SSO-4] a code to the phone that the directory has links the account", async () => {
  const visitor = new Visitor(app)
  const ticket = await arrive(visitor)
  expect(await visitor.signInByCode(phone)).toMatchObject({ ret: 1 })
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({ data: { source: source.name } })
  const later = new Visitor(app)
  expect((await later.send(identityCalls.enter, { ticket: await arrive(later) })).data?.user?.nickname).toBe(
    await visitor.signedInAs(),
  )
})

test("[SSO-4] a phone that several people have links nobody; their password does", async () => {
  await run(sql`update person set phone = ${phone} where account = 'teacher-a2'`)
  const visitor = new Visitor(app)
  const ticket = await arrive(visitor)
  const asked = await visitor.signInByCode(phone)
  expect(asked.errtype).toBe(errtypes.accountChoice)
  const own = asked.accounts?.find(({ account }) => account === "teacher-a1")?.ticket ?? ""
  expect((await visitor.send(loginCalls.chooseAccount, { ticket: own })).msg).toBeUndefined()
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({
    msg: identityMessages.sharedPhone,
  })
  // A code as re-authentication goes to the same phone.
  const [begun] = await run(sql`select s.id, s.person_id::text as person from session s
    join person p on p.id = s.person_id where p.account = 'teacher-a1' order by s.created_at desc limit 1`)
  const who = { sessionId: String(begun?.["id"]), personId: String(begun?.["person"]) }
  const grant = (factor: "sms" | "password") =>
    app.database.transaction(unrestricted, (db) => issueGrant(db, { ...who, mid: "identity-link" }, factor))
  await grant("sms")
  expect(await visitor.send(identityCalls.link, { ticket })).toMatchObject({
    msg: identityMessages.sharedPhone,
  })
  await grant("password")
  expect((await visitor.send(identityCalls.link, { ticket })).msg).toBeUndefined()
  await run(sql`update person set phone = null where account = 'teacher-a2'`)
})

test("[SSO-4] a code from before the other side vouched is no proof", async () => {
  const visitor = new Visitor(app)
  expect(await visitor.signInByCode(phone)).toMatchObject({ ret: 1 })
  await run(sql`update session set created_at = created_at - interval '1 minute'`)
  expect(await visitor.send(identityCalls.link, { ticket: await arrive(visitor) })).toMatchObject({
    msg: identityMessages.needsProof,
  })
})

test("[SSO-4] limits are those of signing in by code: the slider, the wait, wrong codes, two factors", async () => {
  const visitor = new Visitor(app)
  const ticket = await arrive(visitor)
  expect((await visitor.send(loginCalls.sendSignInCode, { phone })).reply.errtype).toBe(errtypes.captcha)
  expect(await visitor.send(loginCalls.smsSignIn, { phone, vcode: "000000" })).toMatchObject({
    msg: reauthMessages.failed,
  })
  await run(sql`update person set must_use_second_factor = true where account = 'teacher-a1'`)
  expect(await visitor.signInByCode(phone)).toMatchObject({ msg: loginMessages.passwordToo })
  await run(sql`update person set must_use_second_factor = false where account = 'teacher-a1'`)
  expect((await visitor.send(loginCalls.sendSignInCode, { phone })).reply.ret).not.toBe(1)
  expect((await visitor.request(identityCalls.link, { ticket })).statusCode).toBe(401)
  expect((await visitor.request(accountCalls.current, {})).statusCode).toBe(401)
})

test("[SSO-4] a checked phone of the other side fills in the box, and is no proof", async () => {
  const told = async (claims: Record<string, unknown>) => {
    other.who = { ...other.who, ...claims }
    const visitor = new Visitor(app)
    const ticket = await arrive(visitor)
    const { data } = await visitor.send(identityCalls.enter, { ticket })
    expect([data?.user, (await visitor.request(identityCalls.link, { ticket })).statusCode]).toEqual([
      null,
      401,
    ])
    return data?.unlinked?.phone
  }
  const visitor = new Visitor(app)
  expect((await visitor.open(source.signInAddress)).searchParams.get("scope")).toBe(
    "openid profile email phone",
  )
  expect(await told({ phone_number: `+86 ${phone}`, phone_number_verified: true })).toBe(phone)
  expect(await told({ phone_number: phone, phone_number_verified: false })).toBe("")
  expect(await told({ phone_number: "+1 555 0100", phone_number_verified: true })).toBe("")
})
