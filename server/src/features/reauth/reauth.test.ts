import { createHash } from "node:crypto"
import type { InputOf } from "@uc/contract/core/call"
import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoMessageCalls } from "@uc/contract/demo/message-calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { idempotencyHeader } from "@uc/contract/core/http"
import { menuCalls } from "@uc/contract/menus/calls"
import {
  reauthCalls,
  reauthLockedMessage,
  reauthMessages,
  smsWaitMessage,
  verifyTypes,
} from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { accountCalls } from "@uc/contract/account/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { passwordsWith, TooManyWaiting } from "../../security/sign-in/passwords.ts"
import { passedSlider } from "../../testing/test-slider.ts"
import { cookiesOf, md5, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

type Purpose = "login" | "reauth" | "sms"

async function execute(app: TestApp, statement: SQL) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

const solved = ({ database }: TestApp, { headers }: TestClient, purpose: Purpose) =>
  passedSlider(database, headers, purpose)

type Verify = InputOf<typeof reauthCalls.verify>
const byPassword = (mid: string, vcode = md5(demoPassword)) => ({ mid, type: verifyTypes.password, vcode })

async function verify(app: TestApp, client: TestClient, given: Pick<Verify, "mid" | "type" | "vcode">) {
  return client.request(reauthCalls.verify, { ...given, ...(await solved(app, client, "reauth")) })
}

/** The same browser after an answer that changed its cookies. */
function afterwards(client: TestClient, answer: Parameters<typeof cookiesOf>[0]): TestClient["headers"] {
  const device = /uc_did=[\w-]+/.exec(client.headers["cookie"] ?? "")?.[0] ?? ""
  return { cookie: `${device}; ${cookiesOf(answer)}` }
}

const grants = (app: TestApp) =>
  execute(app, sql`select mid, factor, max_uses, uses from reauth_grant where revoked_at is null`)

test("[AUTH-6][AUTH-8] the right password gives a grant for this module and a new token", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  const answer = await verify(app, head, byPassword("password"))
  expect(answer.json()).toMatchObject({ ret: 1 })
  expect(await grants(app)).toEqual([{ mid: "password", factor: "password", max_uses: 1, uses: 0 }])

  const renewed = afterwards(head, answer)
  expect(renewed["cookie"]).not.toBe(head.headers["cookie"])
  nowMs += 1001
  expect((await head.request(accountCalls.current, {})).statusCode).toBe(200)
  const gate = await head.request(accountCalls.changePassword, { password: md5("Another-Word-77") })
  expect(gate.json().errtype).toBe(errtypes.grantNeeded)
  await execute(app, sql`update session set prev_until = now() - interval '1 second'`)
  nowMs += 1001
  expect((await head.request(accountCalls.current, {})).json().errtype).toBe(errtypes.signedOut)
  expect((await head.request(accountCalls.current, {}, renewed)).statusCode).toBe(200)
})

test("[AUTH-6] a wrong password and an ungated module get one sentence and no grant", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  for (const given of [byPassword("domain", md5("wrong")), byPassword("no-such-module")]) {
    const answer = await verify(app, head, given)
    expect([answer.statusCode, answer.json()]).toEqual([400, { ret: 0, msg: reauthMessages.failed }])
  }
  expect(await grants(app)).toEqual([])
})

test("[AUTH-2] a missing module id, password or code has its own sentence", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const slider = { chenckMoveId: "x", chenckMoveCode: 1 }
  const told = async (input: Record<string, unknown>) =>
    String((await head.request(reauthCalls.verify, { ...slider, ...input })).json().msg)
  expect(await told({ type: 2, vcode: md5("x") })).toContain(reauthMessages.midMissing)
  expect(await told({ mid: "domain", type: 2, vcode: "" })).toContain(reauthMessages.passwordMissing)
  expect(await told({ mid: "domain", type: 1, vcode: "" })).toContain(reauthMessages.codeMissing)
})

test("[AUTH-6] errtype 1 for an unsolved, foreign, misused or used slider", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const teacher = await app.as("teacher-a1")
  const once = await solved(app, head, "reauth")
  const given = byPassword("domain")
  expect((await head.request(reauthCalls.verify, { ...given, ...once })).statusCode).toBe(200)
  for (const slider of [
    { chenckMoveId: "unknown", chenckMoveCode: 100 },
    await solved(app, teacher, "reauth"),
    await solved(app, head, "login"),
    once,
  ]) {
    const answer = await head.request(reauthCalls.verify, { ...given, ...slider })
    expect(answer.json()).toEqual({ ret: 0, msg: captchaMessages.failed, errtype: errtypes.captcha })
  }
  const empty = await head.request(reauthCalls.verify, { ...given, chenckMoveId: "", chenckMoveCode: "" })
  expect(empty.json()).toEqual({ ret: 0, msg: captchaMessages.needed, errtype: errtypes.captcha })
  expect(await grants(app)).toHaveLength(1)
})

test("[AUTH-6] sixteen verifications at once with one slider give one grant", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const processes = [head, (await app.another()).as(head)]
  const slider = await solved(app, head, "reauth")
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, at) =>
      (processes[at % 2] ?? head).request(reauthCalls.verify, { ...byPassword("domain"), ...slider }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(await grants(app)).toHaveLength(1)
})

test("[AUTH-6] five wrong factors lock re-authentication, even for the right one", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  for (let n = 0; n < 5; n++) await verify(app, head, byPassword("domain", md5("wrong")))
  const locked = await verify(app, head, byPassword("domain"))
  expect([locked.statusCode, locked.json().msg]).toEqual([429, reauthLockedMessage(15 * 60)])
  expect(Number(locked.headers["retry-after"])).toBeGreaterThan(14 * 60)
  // What the person does beside it goes on.
  await head.send(menuCalls.ofUser, {})
  expect(await grants(app)).toEqual([])
})

test("[AUTH-6] ten wrong factors of a person end the session; another one waits", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const [first, second, third] = [await app.as("head-a1"), await app.as("head-a1"), await app.as("head-a1")]
  for (const client of [first, second])
    for (let n = 0; n < 5; n++) await verify(app, client, byPassword("domain", md5("wrong")))
  nowMs += 1001
  expect((await second.request(accountCalls.current, {})).json().errtype).toBe(errtypes.signedOut)
  const waiting = await verify(app, third, byPassword("domain"))
  expect([waiting.statusCode, waiting.json().msg]).toEqual([429, reauthLockedMessage(60 * 60)])
  expect((await third.request(accountCalls.current, {})).statusCode).toBe(200)
})

async function codeFor(app: TestApp, client: TestClient, mid: string) {
  const slider = await solved(app, client, "sms")
  const sent = await client.send(reauthCalls.sendSms, { mid, ...slider })
  const [message] = await app.anonymous.send(demoMessageCalls.list, {})
  return { slider, sent, vcode: /\d{6}/.exec(message?.text ?? "")?.[0] ?? "", text: message?.text ?? "" }
}

test("[AUTH-3][AUTH-5] a code goes to the phone on record; its slider counts for the check", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { slider, sent, vcode, text } = await codeFor(app, head, "domain-delete")
  expect(sent).toEqual({ phone: expect.stringMatching(/^1\d\d\*{4}\d{4}$/), seconds: 300 })
  expect(text).toContain("删除授权域名")
  const answer = await head.request(reauthCalls.verify, {
    mid: "domain-delete",
    type: verifyTypes.sms,
    vcode,
    ...slider,
  })
  expect(answer.statusCode).toBe(200)
  expect(await grants(app)).toEqual([{ mid: "domain-delete", factor: "sms", max_uses: 1, uses: 0 }])
})

test("[AUTH-5] a second code within 300 s is refused; a code fits its module and session", async () => {
  const app = await testApp()
  const other = await app.as("head-a1")
  const head = await app.as("head-a1")
  const { vcode } = await codeFor(app, head, "domain")
  const again = await head.request(reauthCalls.sendSms, {
    mid: "domain",
    ...(await solved(app, head, "sms")),
  })
  expect([again.statusCode, again.json().msg]).toEqual([
    429,
    smsWaitMessage(Number(again.headers["retry-after"])),
  ])
  const bySms = (mid: string) => ({ mid, type: verifyTypes.sms, vcode })
  expect((await verify(app, head, bySms("password"))).statusCode).toBe(400)
  expect((await verify(app, other, bySms("domain"))).statusCode).toBe(400)
  expect((await verify(app, head, bySms("domain"))).statusCode).toBe(200)
  expect((await verify(app, head, bySms("domain"))).statusCode).toBe(400)
})

test("[AUTH-5] without a phone or a gateway the call says so", async () => {
  const app = await testApp()
  const silent = await app.another({ sms: null })
  const head = await app.as("head-a1")
  const send = async (client: TestClient) =>
    (await client.request(reauthCalls.sendSms, { mid: "domain", ...(await solved(app, head, "sms")) })).json()
      .msg
  expect(await send(silent.as(head))).toBe(reauthMessages.smsOff)
  await execute(app, sql`update person set phone = null where account = 'head-a1'`)
  expect(await send(head)).toBe(reauthMessages.noPhone)
})

test("[AUTH-6][REQ-6] a factor unlocks a locked session, and the token changes with it", async () => {
  let nowMs = 0
  const app = await testApp({ nowMs: () => nowMs })
  const head = await app.as("head-a1")
  await execute(app, sql`update session set last_active_at = now() - interval '31 minutes'`)
  nowMs += 1001
  expect((await head.request(menuCalls.ofUser, {})).json().errtype).toBe(errtypes.locked)
  expect((await verify(app, head, byPassword("unlock", md5("wrong")))).statusCode).toBe(400)
  expect((await head.request(menuCalls.ofUser, {})).json().errtype).toBe(errtypes.locked)
  const answer = await verify(app, head, byPassword("unlock"))
  expect(answer.statusCode).toBe(200)
  expect((await head.request(menuCalls.ofUser, {}, afterwards(head, answer))).statusCode).toBe(200)
})

test("[AUTH-4] a new code replaces the one before; requesting confirms nothing", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const one = await head.send(reauthCalls.qrcode, { mid: "domain" })
  const two = await head.send(reauthCalls.qrcode, { mid: "domain" })
  expect(one.image).toMatch(/^data:image\/svg\+xml/)
  expect(two.image).not.toBe(one.image)
  expect(await head.send(reauthCalls.pollQrcode, { mid: "domain" })).toBe(false)
  expect(await grants(app)).toEqual([])
})

test("[LOGIN-2][REQ-2] a verification ignores an idempotency key and stores no password data", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const key = { [idempotencyHeader]: "0f8fad5b-d9cb-469f-a165-70867728950e" }
  const given = { ...byPassword("password"), ...(await solved(app, head, "reauth")) }
  const answer = await head.request(reauthCalls.verify, given, key)
  expect(answer.statusCode).toBe(200)
  expect(await execute(app, sql`select * from idempotent_request`)).toEqual([])
  const input = { password: md5("Another-Word-77") }
  const changed = await head.request(accountCalls.changePassword, input, {
    ...afterwards(head, answer),
    ...key,
  })
  expect(changed.statusCode).toBe(200)
  const [kept] = await execute(app, sql`select encode(request_hash, 'hex') as hash from idempotent_request`)
  expect(kept?.["hash"]).toMatch(/^[0-9a-f]{64}$/)
  expect(kept?.["hash"]).not.toBe(createHash("sha256").update(JSON.stringify(input)).digest("hex"))
})

test("[AUTH-6] a password that could not be looked at, because too many waited, is no wrong one", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const busy = await app.another({
    passwords: { ...passwordsWith("x".repeat(32)), matches: () => Promise.reject(new TooManyWaiting()) },
  })
  for (let n = 0; n < 6; n++)
    expect((await verify(app, busy.as(head), byPassword("domain"))).json().msg).toBe(replyMessages.busy)
  expect((await verify(app, head, byPassword("domain"))).statusCode).toBe(200)
})
