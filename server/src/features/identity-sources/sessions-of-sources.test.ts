import { demoPassword } from "@uc/contract/demo/accounts"
import { profileCalls, profileMessages } from "@uc/contract/account/profile-calls"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import type { Call, InputOf } from "@uc/contract/core/call"
import { errtypes } from "@uc/contract/core/reply"
import { identityCalls, identityMessages } from "@uc/contract/identity-sources/calls"
import type { ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { loginCalls } from "@uc/contract/login/calls"
import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueGrant } from "../../security/grants.ts"
import { issueLoginTicket, issueReauthTicket } from "../../security/qr/qr-tickets.ts"
import { outsideOidc, type OutsideOidc } from "../../testing/identity/outside-oidc.ts"
import { addSource, linked, throughOther, ticketIn, Visitor } from "../../testing/identity/test-identity.ts"
import { newestCode, solvedSlider } from "../../testing/test-browser.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"

let app: TestApp
let other: OutsideOidc
/** Of the bureau, for everything below it. */
let source: ListedSource

const clean: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await testApp(
    { innerNetworksForAll: ["127.0.0.1"] },
    (work) => void clean.push(work as () => Promise<void>),
  )
  other = await outsideOidc()
  source = await addSource(app, await app.as("bureau-a"), {
    address: other.origin,
    name: "区统一身份",
    isForBelow: true,
  })
})
afterAll(async () => {
  await other.close()
  for (const work of clean) await work()
})

let count = 0
/** Each test has an identity of its own, which teacher-a1 has linked. */
beforeEach(async () => {
  other.who = { sub: `u-${++count}`, name: "张三", preferred_username: "zhangsan" }
  await run(sql`delete from identity_link`)
  await run(sql`delete from auth_failure`)
  await run(sql`delete from quota`)
  await linked(app, "teacher-a1", source, other)
})

async function run(statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

/** Signed in by the source alone. */
async function bySource(): Promise<Visitor> {
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  expect((await visitor.send(identityCalls.enter, { ticket })).data?.user).not.toBeNull()
  return visitor
}

async function byPassword(account = "teacher-a1"): Promise<Visitor> {
  const visitor = new Visitor(app)
  await visitor.signIn(account)
  return visitor
}

interface Begun {
  readonly id: string
  readonly person_id: string
  readonly link_id: string | null
  readonly root_id: string | null
}

async function sessionOf(visitor: Visitor): Promise<Begun> {
  const [found] = await run(
    sql`select id, person_id::text, link_id::text, root_id from session where token_hash = ${visitor.tokenHash}`,
  )
  if (!found) throw new Error("This visitor has no session")
  return found as unknown as Begun
}

const mid = "identity-link"
/** What the phone is told when it confirms who asks at the screen. */
async function confirmed(screen: Visitor, phone: Visitor): Promise<string | undefined> {
  const { id, person_id } = await sessionOf(screen)
  const at = { ip: "192.0.2.1", userAgent: "curl" }
  const t = await issueReauthTicket(app.database, { sessionId: id, personId: person_id, mid }, at)
  const scanned = await phone.send(qrcodeCalls.scan, { t })
  const { msg } = scanned.msg === undefined ? await phone.send(qrcodeCalls.confirm, { t }) : scanned
  const granted = await run(
    sql`select 1 from reauth_grant where session_id = ${id}::uuid and factor = 'qrcode'`,
  )
  expect(granted).toHaveLength(msg === undefined ? 1 : 0)
  return msg
}

async function grant(visitor: Visitor, what: string, factor: "password" | "sms" | "qrcode" = "password") {
  const { id, person_id } = await sessionOf(visitor)
  await app.database.transaction(unrestricted, (db) =>
    issueGrant(db, { sessionId: id, personId: person_id, mid: what }, factor),
  )
}

test("[FAULT-7] a session of a source confirms no session by QR; one by password does", async () => {
  const [screen, phone, own] = [await bySource(), await bySource(), await byPassword()]
  expect(await confirmed(screen, phone)).toBe(qrcodeMessages.bySource)
  expect(await confirmed(own, phone)).toBe(qrcodeMessages.bySource)
  expect(await confirmed(screen, own)).toBeUndefined()
})

/** A browser that a phone lets in. */
async function letInBy(phone: Visitor): Promise<Visitor> {
  const browser = new Visitor(app)
  const at = { ip: "192.0.2.1", userAgent: "curl" }
  const { ticket: t, number, claim } = await issueLoginTicket(app.database, browser.deviceHash, at)
  for (const call of [qrcodeCalls.scan, qrcodeCalls.confirm] as readonly Call[])
    expect(
      (await phone.send(call, { t, ...(call === qrcodeCalls.confirm && { number }) })).msg,
    ).toBeUndefined()
  expect((await browser.send(loginCalls.claimQrcode, { claim })).data?.state).toBe("confirmed")
  return browser
}

test("[FAULT-7] a browser that a session of a source lets in by QR is one of the source", async () => {
  const phone = await bySource()
  const browser = await letInBy(phone)
  expect((await sessionOf(browser)).link_id).toBe((await sessionOf(phone)).link_id)
  expect(await confirmed(await byPassword(), browser)).toBe(qrcodeMessages.bySource)
})

async function tiedPerson(visitor: Visitor): Promise<string> {
  const { data } = await visitor.send(profileCalls.own, {})
  const found = data?.organisations.find(({ isCurrent }) => !isCurrent)
  return found?.personid ?? expect.fail("nothing is tied")
}

async function switchTo(visitor: Visitor, more: Partial<InputOf<typeof profileCalls.switchTo>> = {}) {
  const personid = await tiedPerson(visitor)
  await grant(visitor, "switch")
  return visitor.send(profileCalls.switchTo, { personid, ...more })
}

test("[FAULT-7] a session of a source switches with the tied account's own password alone", async () => {
  const visitor = await bySource()
  expect((await visitor.send(profileCalls.own, {})).data?.switchesByPassword).toBe(true)
  expect(await switchTo(visitor)).toMatchObject({ msg: profileMessages.switchNeedsPassword })
  const password = md5(demoPassword)
  expect((await switchTo(visitor, { password })).reply.errtype).toBe(errtypes.captcha)
  const human = () => solvedSlider(app.database, visitor.deviceHash, "login")
  // Those of the refusals so far are not spent.
  await run(sql`delete from reauth_grant`)
  expect(await switchTo(visitor, { password: md5("Wrong&Long2031!"), ...(await human()) })).toMatchObject({
    msg: sessionMessages.wrongCredentials,
  })
  // The wrong one has spent the grant.
  expect(
    await run(sql`select 1 from reauth_grant where mid = 'switch' and uses < max_uses
    and revoked_at is null and session_id = ${(await sessionOf(visitor)).id}`),
  ).toEqual([])
  const { data, msg } = await switchTo(visitor, { password, ...(await human()) })
  expect([msg, data?.orgname]).toEqual([undefined, "乙一小学"])
})

test("[FAULT-7] a session keeps its origin through a switch of the account", async () => {
  const visitor = await bySource()
  const before = await sessionOf(visitor)
  const human = await solvedSlider(app.database, visitor.deviceHash, "login")
  await switchTo(visitor, { password: md5(demoPassword), ...human })
  const after = await sessionOf(visitor)
  expect(after).toMatchObject({ link_id: before.link_id, root_id: before.id })
  expect(await confirmed(await byPassword("teacher-b1"), visitor)).toBe(qrcodeMessages.bySource)
  // Of its own account it needs no proof but the usual ones, and back again it needs the password once more.
  expect(await switchTo(visitor)).toMatchObject({ msg: profileMessages.switchNeedsPassword })
})

test("[FAULT-7] sessions that one session let in don't confirm each other after both have switched", async () => {
  const phone = await byPassword()
  const browser = await letInBy(phone)
  expect((await switchTo(browser)).msg).toBeUndefined()
  expect((await switchTo(phone)).msg).toBeUndefined()
  expect(await confirmed(browser, phone)).toBe(qrcodeMessages.sameSession)
  expect(await confirmed(browser, await byPassword("teacher-b1"))).toBeUndefined()
})

test("[FAULT-7] a further identity is linked with a password or a code, not with a QR code or a switch", async () => {
  const first = other.who
  const visitor = new Visitor(app)
  other.who = { ...first, sub: `further-${count}` }
  const further = ticketIn(await throughOther(visitor, source, other))
  other.who = first
  const ticket = ticketIn(await throughOther(visitor, source, other))
  await visitor.send(identityCalls.enter, { ticket })
  const link = () => visitor.send(identityCalls.link, { ticket: further })
  expect(await link()).toMatchObject({ msg: identityMessages.needsProof })
  // By a phone that is signed in by password: nobody knows when its owner last proved anything.
  expect(await confirmed(visitor, await byPassword())).toBeUndefined()
  expect(await link()).toMatchObject({ msg: identityMessages.needsProof })
  await grant(visitor, mid, "sms")
  expect((await link()).msg).toBeUndefined()
})

test("[FAULT-7] a session that another account was switched to links nothing without a proof of its own", async () => {
  const teacher = new Visitor(app)
  const ticket = ticketIn(await throughOther(teacher, source, other))
  await teacher.signIn("teacher-b1")
  expect((await switchTo(teacher)).data?.orgname).toBe("甲一小学")
  expect(await teacher.send(identityCalls.link, { ticket })).toMatchObject({
    msg: identityMessages.needsProof,
  })
})

const failures = [
  ["account", 4],
  ["account-day", 40],
  ["mistyped-account", 3],
] as const

/** Passwords were guessed for teacher-a1, from wherever. */
async function guessed(): Promise<void> {
  for (const [scope, n] of failures)
    await run(sql`insert into auth_failure (scope, key, n)
      select ${scope}, 'person:' || id, ${n} from person where account = 'teacher-a1'
      on conflict (scope, key) do update set n = excluded.n`)
}

async function countedNow(): Promise<unknown> {
  const rows = await run(sql`select scope, n from auth_failure
    where key = (select 'person:' || id from person where account = 'teacher-a1') order by scope`)
  return rows.map(({ scope, n }) => [scope, n])
}

test("[FAULT-7] a sign-in by a source resets no counter of the password, and makes no browser a known one", async () => {
  const known = () => run(sql`select person_id, device_hash from known_device order by id`)
  const before = await known()
  await guessed()
  const visitor = await bySource()
  expect([await countedNow(), await known()]).toEqual([failures, before])
  // The fifth guess locks, however often the source signs in between.
  const wrong = { account: "teacher-a1", password: md5("Wrong&Long2031!") }
  const human = await solvedSlider(app.database, visitor.deviceHash, "login")
  expect((await visitor.send(accountCalls.signIn, { ...wrong, ...human })).msg).toMatch(/^登录失败次数过多/)
})

test("[FAULT-7] a second factor after a source gives no guess back", async () => {
  await guessed()
  await run(
    sql`update person set must_use_second_factor = true, phone = '13900005555' where account = 'teacher-a1'`,
  )
  try {
    const visitor = new Visitor(app)
    const ticket = ticketIn(await throughOther(visitor, source, other))
    const { reply } = await visitor.send(identityCalls.enter, { ticket })
    expect([reply.errtype, await countedNow()]).toEqual([errtypes.secondFactor, failures])
    await visitor.send(loginCalls.sendCheckCode, { ticket: reply.ticket ?? "" })
    const vcode = (await newestCode(visitor)) ?? ""
    const { data } = await visitor.send(loginCalls.checkCode, { ticket: reply.ticket ?? "", vcode })
    expect([data?.orgname, await countedNow()]).toEqual(["甲一小学", failures])
    expect((await sessionOf(visitor)).link_id).not.toBeNull()
  } finally {
    await run(
      sql`update person set must_use_second_factor = false, phone = null where account = 'teacher-a1'`,
    )
  }
})

test("[FAULT-7] an account that is chosen among those of an identity gives no guess back", async () => {
  await linked(app, "teacher-a2", source, other)
  // Linking has signed them in by their passwords.
  await guessed()
  const visitor = new Visitor(app)
  const ticket = ticketIn(await throughOther(visitor, source, other))
  const { reply } = await visitor.send(identityCalls.enter, { ticket })
  const own = reply.accounts?.find(({ account }) => account === "teacher-a1")?.ticket ?? ""
  expect((await visitor.send(loginCalls.chooseAccount, { ticket: own })).data?.orgname).toBe("甲一小学")
  expect(await countedNow()).toEqual(failures)
})
