import { createHash } from "node:crypto"
import { loginCalls, loginLimits } from "@uc/contract/login/calls"
import { qrcodeCalls, qrcodeMessages, signInByQrcode } from "@uc/contract/qrcodes/calls"
import { reauthLimits } from "@uc/contract/reauth/calls"
import { replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { issueLoginTicket, issueReauthTicket } from "../../security/qr/qr-tickets.ts"
import { cookiesOf, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const run = <T extends Record<string, unknown>>({ database }: TestApp, statement: SQL) =>
  database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)

/** A browser at the login page: it has its own cookie and no session. */
async function browserOf(app: TestApp) {
  const met = await app.anonymous.request(loginCalls.claimQrcode, { claim: "none yet" })
  const headers = { cookie: cookiesOf(met) }
  const token = /uc_did=([\w-]+)/.exec(headers.cookie)?.[1] ?? ""
  const holder = createHash("sha256").update(token).digest()
  let shown = "none yet"
  const claim = async (more: Record<string, string> = {}) => {
    const known = { claim: shown }
    const answer = await app.anonymous.request(loginCalls.claimQrcode, known, { ...headers, ...more })
    return { answer, ...loginCalls.claimQrcode.output.parse(answer.json().data) }
  }
  return {
    headers,
    holder,
    async ask() {
      const asked = await issueLoginTicket(app.database, holder, { ip: "10.20.30.40", userAgent: "curl" })
      shown = asked.claim
      return asked
    },
    image: () => app.anonymous.request(loginCalls.qrcode, {}, headers),
    claim,
    state: async () => (await claim()).state,
  }
}

const wrongOf = (offered: readonly string[], number: string) =>
  offered.find((each) => each !== number) ?? "no other"

test("[LOGIN-3] a phone lets a browser in after choosing the number on its screen", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  expect(await browser.state()).toBe("over")
  const { ticket: t, number, seconds } = await browser.ask()
  expect([number, seconds]).toEqual([expect.stringMatching(/^[1-9]\d$/), reauthLimits.qrcodeExpiryS])
  expect(await browser.state()).toBe("waiting")

  const asked = await phone.send(qrcodeCalls.scan, { t })
  expect(asked).toMatchObject({
    kind: "login",
    what: signInByQrcode,
    nickname: null,
    orgname: null,
    ip: "10.20.*.*",
    browser: "未知浏览器",
  })
  expect(new Set(asked.numbers).size).toBe(loginLimits.numbersOffered)
  expect(asked.numbers).toContain(number)
  expect(await browser.state()).toBe("scanned")
  await expect(
    phone.send(qrcodeCalls.confirm, { t, number: wrongOf(asked.numbers, number) }),
  ).rejects.toThrow(qrcodeMessages.wrongNumber)
  expect(await browser.state()).toBe("scanned")
  await phone.send(qrcodeCalls.confirm, { t, number })

  const { answer, state, user } = await browser.claim()
  expect(state).toBe("confirmed")
  expect(user?.id).toBe((await phone.send(accountCalls.current, {})).id)
  const signedIn = { cookie: `${browser.headers.cookie}; ${cookiesOf(answer)}` }
  const current = await app.anonymous.request(accountCalls.current, {}, signedIn)
  expect(current.json().data.id).toBe(user?.id)

  const { answer: again, ...second } = await browser.claim()
  expect([second.state, second.user, again.cookies]).toEqual(["over", null, []])
  const [log] = await run(
    app,
    sql`select account, "face" as variant, result from login_log order by id desc limit 1`,
  )
  expect(log).toEqual({ account: "teacher-a1", variant: "newLogin", result: "signed-in" })
  const known = await run(
    app,
    sql`select person_id as id from known_device where device_hash = ${browser.holder}`,
  )
  // Signed in by a phone: the browser does not become a known one of the owner.
  expect(known).toEqual([])
})

test("[BARE-13][LOGIN-3] one wrong number is a slip: the right one after it signs in", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  const { ticket: t, number } = await browser.ask()
  const { numbers } = await phone.send(qrcodeCalls.scan, { t })
  const slip = phone.send(qrcodeCalls.confirm, { t, number: wrongOf(numbers, number) })
  await expect(slip).rejects.toThrow(qrcodeMessages.wrongNumber)
  await phone.send(qrcodeCalls.confirm, { t, number })
  expect((await browser.claim()).state).toBe("confirmed")
})

test("[BARE-13][LOGIN-3] Q2 the second wrong number ends the code; an empty one counts as wrong", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  const { ticket: t, number } = await browser.ask()
  const { numbers } = await phone.send(qrcodeCalls.scan, { t })
  const wrong = wrongOf(numbers, number)
  await expect(phone.send(qrcodeCalls.confirm, { t })).rejects.toThrow(qrcodeMessages.wrongNumber)
  await expect(phone.send(qrcodeCalls.confirm, { t, number: wrong })).rejects.toThrow(qrcodeMessages.unsafe)
  await expect(phone.send(qrcodeCalls.confirm, { t, number })).rejects.toThrow(qrcodeMessages.over)
  expect(await browser.state()).toBe("over")
  const [log] = await run(app, sql`select result, detail from audit_log where action = 'qrcodes.confirm'`)
  expect(log).toEqual({ result: "refused", detail: { kind: "login", reason: "unsafe" } })
})

test("[LOGIN-3] wrong numbers at once are counted one by one", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  const { ticket: t, number } = await browser.ask()
  const { numbers } = await phone.send(qrcodeCalls.scan, { t })
  const wrong = wrongOf(numbers, number)
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => phone.request(qrcodeCalls.confirm, { t, number: wrong })),
  )
  const said = (message: string) => answers.filter((answer) => answer.json().msg === message).length
  expect([said(qrcodeMessages.wrongNumber), said(qrcodeMessages.unsafe), said(qrcodeMessages.over)]).toEqual([
    1, 1, 14,
  ])
})

test("[LOGIN-3] only the requesting browser gets the session, once, at any concurrency", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const [browser, other] = [await browserOf(app), await browserOf(app)]
  const { ticket: t, number } = await browser.ask()
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t, number })
  expect((await other.claim()).state).toBe("over")
  const claims = await Promise.all(Array.from({ length: 16 }, () => browser.claim()))
  expect(claims.filter(({ user }) => user !== null)).toHaveLength(1)
  expect(claims.filter(({ answer }) => answer.cookies.some(({ name }) => name === "uc_sid"))).toHaveLength(1)
})

test("[LOGIN-3] a person disabled meanwhile, or a result not fetched in 30 s, gets no session", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  const confirmed = async () => {
    const { ticket: t, number } = await browser.ask()
    await phone.send(qrcodeCalls.scan, { t })
    await phone.send(qrcodeCalls.confirm, { t, number })
  }
  await confirmed()
  await run(app, sql`update qr_ticket set confirmed_at = confirmed_at - interval '31 seconds'`)
  expect(await browser.state()).toBe("over")
  await confirmed()
  await run(app, sql`update person set disabled_at = now() where account = 'teacher-a1'`)
  const { answer, state } = await browser.claim()
  expect([state, answer.cookies]).toEqual(["over", []])
  expect(await browser.state()).toBe("over")
})

test("[LOGIN-3] the session that the browser came with ends", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const before = await app.as("head-a1")
  const token = /uc_did=([\w-]+)/.exec(before.headers["cookie"] ?? "")?.[1] ?? ""
  const holder = createHash("sha256").update(token).digest()
  const {
    ticket: t,
    number,
    claim,
  } = await issueLoginTicket(app.database, holder, { ip: "192.0.2.1", userAgent: "" })
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t, number })
  expect(await before.send(loginCalls.claimQrcode, { claim })).toMatchObject({ state: "confirmed" })
  await expect(before.send(accountCalls.current, {})).rejects.toThrow(replyMessages.signedOut)
})

test("[LOGIN-3] refused, expired and replaced codes let nobody in, and the screen shows it", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  const browser = await browserOf(app)
  const first = await browser.ask()
  await phone.send(qrcodeCalls.scan, { t: first.ticket })
  await phone.send(qrcodeCalls.refuse, { t: first.ticket })
  expect(await browser.state()).toBe("refused")

  const second = await browser.ask()
  const third = await browser.ask()
  await expect(phone.send(qrcodeCalls.scan, { t: second.ticket })).rejects.toThrow(qrcodeMessages.over)
  await phone.send(qrcodeCalls.scan, { t: third.ticket })
  await run(app, sql`update qr_ticket set expires_at = expires_at - interval '181 seconds'`)
  await expect(phone.send(qrcodeCalls.confirm, { t: third.ticket, number: third.number })).rejects.toThrow(
    qrcodeMessages.over,
  )
  expect(await browser.state()).toBe("over")
})

test("[LOGIN-3] a second phone can't take a code over", async () => {
  const app = await testApp()
  const [phone, thief] = [await app.as("teacher-a1"), await app.as("teacher-a2")]
  const browser = await browserOf(app)
  const { ticket: t, number } = await browser.ask()
  await phone.send(qrcodeCalls.scan, { t })
  await expect(thief.send(qrcodeCalls.scan, { t })).rejects.toThrow(qrcodeMessages.otherPhone)
  await expect(thief.send(qrcodeCalls.confirm, { t, number })).rejects.toThrow(qrcodeMessages.otherPhone)
  await phone.send(qrcodeCalls.confirm, { t, number })
  expect((await browser.claim()).user?.id).toBe((await phone.send(accountCalls.current, {})).id)
})

test("[LOGIN-3] a browser gets twenty codes a minute", async () => {
  const app = await testApp()
  const browser = await browserOf(app)
  const answers = await Promise.all(Array.from({ length: 25 }, () => browser.image()))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  const { image } = answers.find(({ statusCode }) => statusCode === 200)?.json().data ?? {}
  expect(image).toMatch(/^data:image\/svg\+xml;base64,/)
})

async function letIn(app: TestApp, phone: TestClient) {
  const browser = await browserOf(app)
  const { ticket: t, number } = await browser.ask()
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t, number })
  return browser
}

test("[LOGIN-3] the cookie alone claims nothing without the page's own secret", async () => {
  const app = await testApp()
  const browser = await letIn(app, await app.as("teacher-a1"))
  const copied = await app.anonymous.request(loginCalls.claimQrcode, { claim: "guessed" }, browser.headers)
  expect(copied.json().data).toEqual({ state: "over", user: null })
  expect((await browser.claim()).state).toBe("confirmed")
})

test("[LOGIN-3] a phone whose session has ended meanwhile lets nobody in", async () => {
  const app = await testApp()
  for (const end of [
    sql`update session set revoked_at = now()`,
    sql`update session set absolute_until = now() - interval '1 second'`,
  ]) {
    const browser = await letIn(app, await app.as("teacher-a1"))
    await run(app, end)
    expect((await browser.claim()).state).toBe("over")
  }
})

test("[AUTH-9] a session from a phone ends no later than the phone's session", async () => {
  const app = await testApp()
  const phone = await app.as("teacher-a1")
  await run(app, sql`update session set absolute_until = now() + interval '7 minutes'`)
  const browser = await letIn(app, phone)
  const { answer } = await browser.claim()
  const [begun] = await run(
    app,
    sql`
    select count(*)::int as n, count(distinct absolute_until)::int as ends from session where revoked_at is null`,
  )
  expect(begun).toEqual({ n: 2, ends: 1 })
  const guest = { cookie: `${browser.headers.cookie}; ${cookiesOf(answer)}` }
  const sessions = await run<{ id: string; personId: string; isGuest: boolean }>(
    app,
    sql`select id, person_id as "personId", root_id is not null as "isGuest" from session`,
  )
  for (const { id: sessionId, personId, isGuest } of sessions) {
    const t = await issueReauthTicket(
      app.database,
      { sessionId, personId, mid: "password" },
      { ip: "192.0.2.1", userAgent: "" },
    )
    const scanned = await phone.request(qrcodeCalls.scan, { t }, isGuest ? {} : guest)
    expect(scanned.json().msg).toBe(qrcodeMessages.sameSession)
  }
})
