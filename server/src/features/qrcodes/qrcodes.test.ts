import { createHash } from "node:crypto"
import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { reauthCalls, reauthMessages } from "@uc/contract/reauth/calls"
import { sensitiveModules } from "@uc/contract/reauth/sensitive-modules"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Database } from "../../db/open.ts"
import { withFrozenTime } from "../../testing/scratch-databases.ts"
import { unrestricted } from "../../db/scope.ts"
import { consumeGrant, type GrantOwner } from "../../security/grants.ts"
import { confirmTicket, scanTicket, type Phone } from "../../security/qr/qr-phone.ts"
import { issueReauthTicket, pollReauth } from "../../security/qr/qr-tickets.ts"
import { ticketAddress } from "../../security/qr/qrcode-image.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

const mid = "domain-delete"
const windowsChrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
const at = { ip: "192.168.7.8", userAgent: windowsChrome }

const run = <T extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)

async function sessionIdOf(app: TestApp, { headers }: TestClient): Promise<string> {
  const token = /uc_sid=([\w-]+)/.exec(headers["cookie"] ?? "")?.[1] ?? ""
  const hash = createHash("sha256").update(token).digest()
  const [found] = await run<{ id: string }>(
    app.database,
    sql`select id from session where token_hash = ${hash}`,
  )
  return found?.id ?? ""
}

/** A screen of one person, and what its session may be granted. */
async function screenOf(app: TestApp, account = "head-a1") {
  const client = await app.as(account)
  const { id } = await client.send(accountCalls.current, {})
  const owner: GrantOwner = { sessionId: await sessionIdOf(app, client), personId: id, mid }
  return {
    client,
    owner,
    ask: () => issueReauthTicket(app.database, owner, at),
    poll: () => client.send(reauthCalls.pollQrcode, { mid }),
  }
}

async function phoneOf(app: TestApp, account = "head-a1"): Promise<Phone> {
  const client = await app.as(account)
  const { id, orgid } = await client.send(accountCalls.current, {})
  const sessionId = await sessionIdOf(app, client)
  return { person: { id, orgId: orgid }, sessionId, rootId: sessionId, isBySource: false, ip: "192.0.2.1" }
}

const grants = (database: Database) =>
  run<{ sessionId: string; mid: string; factor: string; isGood: boolean }>(
    database,
    sql`select session_id as "sessionId", mid, factor, revoked_at is null and expires_at > now() as "isGood"
        from reauth_grant order by issued_at`,
  )
const states = async (database: Database) =>
  (await run<{ state: string }>(database, sql`select state from qr_ticket order by issued_at`)).map(
    ({ state }) => state,
  )
/** As if the confirmation had been so long ago. */
const ageConfirmation = (database: Database, seconds: number) =>
  database.transaction(unrestricted, async (db) => {
    await db.execute(
      sql`update qr_ticket set confirmed_at = confirmed_at - make_interval(secs => ${seconds})`,
    )
    await db.execute(sql`update reauth_grant set issued_at = issued_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})`)
  })

test("[AUTH-4][AUTH-9] the person's phone sees who requests what, where and when, and confirms", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  expect(await screen.poll()).toBe(false)
  const t = await screen.ask()
  expect(Buffer.from(t, "base64url").length).toBeGreaterThanOrEqual(16)
  expect(await screen.poll()).toBe(false)

  const asked = await phone.send(qrcodeCalls.scan, { t })
  const me = await phone.send(accountCalls.current, {})
  expect(asked).toEqual({
    kind: "reauth",
    what: sensitiveModules[mid].name,
    nickname: me.nickname,
    orgname: me.orgname,
    browser: "Chrome · Windows",
    ip: "192.168.*.*",
    asked: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    seconds: expect.any(Number),
    numbers: [],
  })
  expect(asked.seconds).toBeGreaterThan(100)
  expect(await screen.poll()).toBe(false)
  await phone.send(qrcodeCalls.confirm, { t })
  expect(await grants(app.database)).toEqual([
    { sessionId: screen.owner.sessionId, mid, factor: "qrcode", isGood: true },
  ])
  expect(await screen.poll()).toBe(true)
  expect(await screen.poll()).toBe(true)
  expect(await states(app.database)).toEqual(["claimed"])
  const [log] = await run(
    app.database,
    sql`select action, mid, result, detail from audit_log where action = 'qrcodes.confirm'`,
  )
  expect(log).toEqual({ action: "qrcodes.confirm", mid, result: "done", detail: { kind: "reauth" } })
})

test("[AUTH-4] only a ticket's hash is kept", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const t = await screen.ask()
  const [row] = await run<{ row: string }>(
    app.database,
    sql`select to_jsonb(q)::text as row from qr_ticket q`,
  )
  expect(row?.row).not.toContain(t)
  expect(row?.row).not.toContain(Buffer.from(t, "base64url").toString("hex"))
})

test("[AUTH-9] Q2 each of 200 foreign phones is refused, ends the code and is audited", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const own = await app.as("head-a1")
  const stranger = await app.as("teacher-a1")
  for (let n = 0; n < 200; n++) {
    const t = await screen.ask()
    // Half of them come when the right phone has it already, with a confirmation out of the blue.
    const isLate = n % 2 === 1
    if (isLate) await own.send(qrcodeCalls.scan, { t })
    const answer = await stranger.request(isLate ? qrcodeCalls.confirm : qrcodeCalls.scan, { t })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, qrcodeMessages.otherUser])
    if (n % 50 > 1) continue
    expect(await screen.poll()).toBe(false)
    await expect(own.send(qrcodeCalls.confirm, { t })).rejects.toThrow(qrcodeMessages.over)
    await expect(own.send(qrcodeCalls.scan, { t })).rejects.toThrow(qrcodeMessages.over)
    await expect(stranger.send(qrcodeCalls.confirm, { t })).rejects.toThrow(qrcodeMessages.over)
  }
  expect(new Set(await states(app.database))).toEqual(new Set(["dead"]))
  expect(await grants(app.database)).toEqual([])
  const [logged] = await run<{ n: number }>(
    app.database,
    sql`select count(*)::int as n from audit_log where result = 'refused' and mid = ${mid}
        and detail ->> 'reason' = 'otherUser' and detail ->> 'of' = ${screen.owner.personId}`,
  )
  expect(logged?.n).toBe(200)
})

test("[AUTH-4] a new code kills the one before it, also one that was scanned or confirmed", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  const first = await screen.ask()
  const second = await screen.ask()
  await expect(phone.send(qrcodeCalls.scan, { t: first })).rejects.toThrow(qrcodeMessages.over)
  await phone.send(qrcodeCalls.scan, { t: second })
  const third = await screen.ask()
  await expect(phone.send(qrcodeCalls.confirm, { t: second })).rejects.toThrow(qrcodeMessages.over)
  await phone.send(qrcodeCalls.scan, { t: third })
  await phone.send(qrcodeCalls.confirm, { t: third })
  await screen.ask()
  expect((await grants(app.database)).map(({ isGood }) => isGood)).toEqual([false])
  expect(await screen.poll()).toBe(false)
  // A code for another module is not touched by it.
  const other = await issueReauthTicket(app.database, { ...screen.owner, mid: "password" }, at)
  await screen.ask()
  await phone.send(qrcodeCalls.scan, { t: other })
})

test("[AUTH-4] sixteen codes requested at once leave one valid", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  await Promise.all(Array.from({ length: 16 }, () => screen.client.send(reauthCalls.qrcode, { mid })))
  expect((await states(app.database)).filter((state) => state === "issued")).toHaveLength(1)
})

test.each([
  [179.5, true],
  [180.5, false],
])(
  "[AUTH-4] Q1 %d s after it was shown, a code can be scanned and confirmed: %s",
  async (seconds, isGood) => {
    const app = await testApp()
    const { owner } = await screenOf(app)
    const phone = await phoneOf(app)
    await withFrozenTime(app.database, async (frozen) => {
      const pass = (by: number) =>
        run(frozen, sql`update qr_ticket set expires_at = expires_at - make_interval(secs => ${by})`)
      const fresh = await issueReauthTicket(frozen, owner, at)
      await pass(seconds)
      const scanned = await scanTicket(frozen, fresh, phone)
      expect(isGood ? scanned : { seconds: scanned }).toMatchObject({ seconds: isGood ? 1 : "over" })

      const early = await issueReauthTicket(frozen, owner, at)
      await scanTicket(frozen, early, phone)
      await pass(seconds)
      expect(await confirmTicket(frozen, early, undefined, phone)).toBe(isGood ? "done" : "over")
      expect(await grants(frozen)).toHaveLength(isGood ? 1 : 0)
    })
  },
)

test("[AUTH-9] Q1 after the first phone no second one scans, confirms or refuses", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const [first, second] = [await app.as("head-a1"), await app.as("head-a1")]
  const t = await screen.ask()
  const both = await Promise.all([first, second].map((phone) => phone.request(qrcodeCalls.scan, { t })))
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  const [winner, loser] = both[0]?.statusCode === 200 ? [first, second] : [second, first]
  for (const call of Object.values(qrcodeCalls))
    await expect(loser.send(call, { t })).rejects.toThrow(qrcodeMessages.otherPhone)
  await winner.send(qrcodeCalls.scan, { t })
  await winner.send(qrcodeCalls.confirm, { t })
  expect(await screen.poll()).toBe(true)
})

test("[AUTH-9] the asking browser can't confirm, and nothing is confirmed unscanned", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  const t = await screen.ask()
  for (const call of Object.values(qrcodeCalls))
    await expect(screen.client.send(call, { t })).rejects.toThrow(qrcodeMessages.sameSession)
  await expect(phone.send(qrcodeCalls.confirm, { t })).rejects.toThrow(qrcodeMessages.over)
  expect(await grants(app.database)).toEqual([])
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t })
})

test("[AUTH-4] a poll from another session is never true", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  const others = [await app.as("head-a1"), phone, await app.as("teacher-a1"), await app.as("platform")]
  const t = await screen.ask()
  const pollAll = () => Promise.all(others.map((other) => other.send(reauthCalls.pollQrcode, { mid })))
  expect(await pollAll()).toEqual([false, false, false, false])
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.confirm, { t })
  expect(await pollAll()).toEqual([false, false, false, false])
  expect(await screen.client.send(reauthCalls.pollQrcode, { mid: "password" })).toBe(false)
  expect(await screen.poll()).toBe(true)
  expect(await pollAll()).toEqual([false, false, false, false])
})

test("[AUTH-9] Q1 sixteen confirmations over two processes are one grant, all succeed", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  const elsewhere = (await app.another()).as(phone)
  const t = await screen.ask()
  await phone.send(qrcodeCalls.scan, { t })
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => (n % 2 ? phone : elsewhere).request(qrcodeCalls.confirm, { t })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 16 }, () => 200))
  expect(await grants(app.database)).toHaveLength(1)
})

test("[AUTH-4] sixteen polls at once are true, one is first; after ten seconds none is", async () => {
  const app = await testApp()
  const { owner, ask } = await screenOf(app)
  const phone = await phoneOf(app)
  const t = await ask()
  await scanTicket(app.database, t, phone)
  await confirmTicket(app.database, t, undefined, phone)
  const poll = (database: Database) => database.transaction(unrestricted, (db) => pollReauth(db, owner))
  const polls = await Promise.all(Array.from({ length: 16 }, () => poll(app.database)))
  expect(polls.every(({ isConfirmed }) => isConfirmed)).toBe(true)
  expect(polls.filter(({ isFirst }) => isFirst)).toHaveLength(1)
  await withFrozenTime(app.database, async (frozen) => {
    await run(frozen, sql`update qr_ticket set expires_at = now() + interval '0.5 seconds'`)
    expect(await poll(frozen)).toEqual({ isConfirmed: true, isFirst: false })
    await run(frozen, sql`update qr_ticket set expires_at = now() - interval '0.5 seconds'`)
    expect(await poll(frozen)).toEqual({ isConfirmed: false, isFirst: false })
  })
  // The grant has its full five minutes by now, from the phone's word on.
  const [left] = await run<{ lasts: number }>(
    app.database,
    sql`select extract(epoch from expires_at - issued_at)::int as lasts from reauth_grant`,
  )
  expect(left?.lasts).toBe(300)
})

test.each([
  [29.5, true],
  [30.5, false],
])(
  "[AUTH-4] a confirmation that the screen asks for %d s later still counts: %s",
  async (seconds, isGood) => {
    const app = await testApp()
    const { owner, ask } = await screenOf(app)
    const phone = await phoneOf(app)
    const t = await ask()
    await scanTicket(app.database, t, phone)
    await confirmTicket(app.database, t, undefined, phone)
    await withFrozenTime(app.database, async (frozen) => {
      // From the moment of the word on, however long it took to come here.
      await run(
        frozen,
        sql`update reauth_grant set expires_at = expires_at + (now() - issued_at), issued_at = now()`,
      )
      await run(frozen, sql`update qr_ticket set confirmed_at = now()`)
      await ageConfirmation(frozen, seconds)
      expect((await grants(frozen)).map((grant) => grant.isGood)).toEqual([isGood])
      const poll = () => frozen.transaction(unrestricted, (db) => pollReauth(db, owner))
      expect(await poll()).toEqual({ isConfirmed: isGood, isFirst: isGood })
      expect(await poll()).toEqual({ isConfirmed: isGood, isFirst: false })
      expect(await states(frozen)).toEqual([isGood ? "claimed" : "dead"])
      expect(await frozen.transaction(unrestricted, (db) => consumeGrant(db, owner))).toBe(isGood)
    })
  },
)

test("[AUTH-9] [DISTRICT-17] a refusal on the phone is told to the screen", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const phone = await app.as("head-a1")
  const t = await screen.ask()
  await phone.send(qrcodeCalls.scan, { t })
  await phone.send(qrcodeCalls.refuse, { t })
  expect(await states(app.database)).toEqual(["refused"])
  await expect(phone.send(qrcodeCalls.confirm, { t })).rejects.toThrow(qrcodeMessages.over)
  // DISTRICT-17: told to the screen, until it asks for another code.
  const told = await screen.client.request(reauthCalls.pollQrcode, { mid })
  expect([told.statusCode, told.json().msg]).toEqual([400, reauthMessages.refusedOnPhone])

  const next = await screen.ask()
  expect(await screen.poll()).toBe(false)
  await phone.send(qrcodeCalls.scan, { t: next })
  await screen.client.send(accountCalls.signOut, {})
  await expect(phone.send(qrcodeCalls.confirm, { t: next })).rejects.toThrow(qrcodeMessages.over)
  expect(await grants(app.database)).toEqual([])
})

test("[AUTH-9] an unknown ticket is expired, whatever it looks like", async () => {
  const app = await testApp()
  const phone = await app.as("head-a1")
  for (const call of Object.values(qrcodeCalls))
    for (const t of ["", "x", "A".repeat(22), "'; drop table qr_ticket; --", "%00"])
      await expect(phone.send(call, { t })).rejects.toThrow(qrcodeMessages.over)
})

test("[AUTH-9] the code has an address of this site: configured or requested", () => {
  const page = "/static/usercenter/#/getQrcode?t=abc"
  expect(ticketAddress({ staticAddress: null }, "http://127.0.0.1:8080", "abc")).toBe(
    `http://127.0.0.1:8080${page}`,
  )
  const staticAddress = "https://portal.example.cn/static/usercenter/"
  expect(ticketAddress({ staticAddress }, "http://10.0.0.5:8080", "abc")).toBe(
    `https://portal.example.cn${page}`,
  )
})

test("[AUTH-4] the picture is an SVG in a data address, new each time", async () => {
  const app = await testApp()
  const screen = await screenOf(app)
  const [a, b] = [
    await screen.client.send(reauthCalls.qrcode, { mid }),
    await screen.client.send(reauthCalls.qrcode, { mid }),
  ]
  const drawn = Buffer.from(a.image.replace("data:image/svg+xml;base64,", ""), "base64").toString()
  expect(drawn).toMatch(/^<svg [^>]*viewBox/)
  expect(a.image).not.toBe(b.image)
})
