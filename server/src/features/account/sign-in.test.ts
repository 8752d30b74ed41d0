import { createHash, createHmac } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"
import type { Call } from "@uc/contract/core/call"
import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { httpMessages } from "@uc/contract/core/http"
import { lockedMessage, loginCalls, loginMessages } from "@uc/contract/login/calls"
import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { sql, type SQL } from "drizzle-orm"
import pg from "pg"
import { expect, inject, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { passwordsWith, TooManyWaiting, type Passwords } from "../../security/sign-in/passwords.ts"
import { testPasswords } from "../../testing/test-passwords.ts"
import { md5, testApp, type TestApp } from "../../testing/test-app.ts"
import { passTime, testBrowser, type TestBrowser } from "../../testing/test-browser.ts"

const right = md5(demoPassword)
const wrong = md5("wrong")

/** Any password but the demo world's is wrong, without argon2; the calls are counted. */
function countingPasswords(): Passwords & { count: () => number } {
  let count = 0
  return {
    ...testPasswords(inject("pepper")),
    matches: async (given, record) => {
      count++
      await new Promise(setImmediate)
      return given === right && record !== null
    },
    count: () => count,
  }
}

async function execute(app: TestApp, statement: SQL) {
  return (await app.database.transaction(unrestricted, (db) => db.execute(statement))).rows
}

/** With a solved slider, so that only the locks decide. */
async function tryOnce(browser: TestBrowser, account: string, password: string) {
  return browser.request(accountCalls.signIn, { account, password, ...(await browser.slider()) })
}

test("[LOGIN-5] A6, C11: five failures lock for 15, 30, 60 minutes, for unknown accounts too", async () => {
  const passwords = countingPasswords()
  const app = await testApp({ passwords })
  const said = async (account: string) => {
    const received: [number, string][] = []
    for (const minutes of [15, 30, 60, 60]) {
      for (let n = 0; n < 7; n++) {
        const answer = await tryOnce(testBrowser(app), account, n === 6 ? right : wrong)
        received.push([answer.statusCode, answer.body])
      }
      await passTime(app.database, 4 * 60)
      const later = await tryOnce(testBrowser(app), account, right)
      received.push([later.statusCode, later.body])
      await passTime(app.database, (minutes - 4) * 60)
    }
    return received
  }
  const known = await said("head-a1")
  expect(passwords.count()).toBe(20)
  const unknown = await said("nobody-at-all")
  expect(passwords.count()).toBe(40)
  expect(unknown).toEqual(known)
  const told = known.map(([status, body]) => [status, JSON.parse(body).msg])
  expect(told.slice(0, 8)).toEqual([
    ...Array.from({ length: 4 }, () => [400, sessionMessages.wrongCredentials]),
    ...Array.from({ length: 3 }, () => [429, lockedMessage(15 * 60)]),
    [429, lockedMessage(11 * 60)],
  ])
  expect([told[12], told[20], told[28]]).toEqual([
    [429, lockedMessage(30 * 60)],
    [429, lockedMessage(60 * 60)],
    [429, lockedMessage(60 * 60)],
  ])
  expect((await tryOnce(testBrowser(app), "head-a1", right)).statusCode).toBe(200)
})

test("[LOGIN-5] a known browser has five tries of its own while others lock the account", async () => {
  const app = await testApp({ passwords: countingPasswords() })
  const owner = testBrowser(app)
  expect((await tryOnce(owner, "head-a1", right)).statusCode).toBe(200)
  for (let n = 0; n < 6; n++) await tryOnce(testBrowser(app), "head-a1", wrong)
  expect((await tryOnce(testBrowser(app), "head-a1", right)).statusCode).toBe(429)
  expect((await tryOnce(owner, "head-a1", right)).statusCode).toBe(200)
  for (let n = 0; n < 5; n++) await tryOnce(owner, "head-a1", wrong)
  expect((await tryOnce(owner, "head-a1", right)).json().msg).toBe(lockedMessage(15 * 60))
  // It is this person's browser, not everybody's.
  for (let n = 0; n < 5; n++) await tryOnce(testBrowser(app), "head-a2", wrong)
  expect((await tryOnce(owner, "head-a2", right)).statusCode).toBe(429)
})

test("[LOGIN-5] C11: of 200 guesses over two processes and 200 browsers, five reach argon2", async () => {
  const passwords = countingPasswords()
  const app = await testApp({ passwords })
  const second = await app.another()
  const prepared = async (isHere: boolean) => {
    const browser = testBrowser(app)
    const input = { account: "head-a1", password: wrong, ...(await browser.slider()) }
    const there = second.as({ ...app.anonymous, headers: { cookie: browser.cookie() } })
    return () => (isHere ? browser : there).request(accountCalls.signIn, input)
  }
  const statuses: number[] = []
  // Two pools of 20 connections: more at once would only wait for one.
  for (let round = 0; round < 8; round++) {
    const guesses = []
    for (let n = 0; n < 25; n++) guesses.push(await prepared(n % 2 === 0))
    const answers = await Promise.all(guesses.map((guess) => guess()))
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  expect(passwords.count()).toBe(5)
  expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(4)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(196)
})

test("[LOGIN-5] an attempt that argon2's full queue refuses is not counted", async () => {
  const busy = { ...countingPasswords(), matches: () => Promise.reject(new TooManyWaiting()) }
  const app = await testApp({ passwords: busy })
  for (let n = 0; n < 12; n++) {
    const answer = await tryOnce(testBrowser(app), "head-a1", right)
    expect([answer.statusCode, answer.json().msg]).toEqual([429, replyMessages.busy])
  }
  expect(await execute(app, sql`select n, locked_until from auth_failure where scope = 'account'`)).toEqual([
    { n: 0, locked_until: null },
  ])
})

test("[LOGIN-5] account and phone share one counter; a shared phone asks which account", async () => {
  const app = await testApp({ passwords: countingPasswords() })
  await execute(app, sql`update person set phone = '13900000001' where account = 'head-a1'`)
  for (let n = 0; n < 5; n++) await tryOnce(testBrowser(app), n % 2 === 0 ? "13900000001" : "head-a1", wrong)
  expect((await tryOnce(testBrowser(app), "13900000001", right)).statusCode).toBe(429)
  await passTime(app.database, 15 * 60)
  expect((await tryOnce(testBrowser(app), "13900000001", right)).json().data.orgname).toBe("甲一小学")
  await execute(app, sql`update person set phone = '13900000001' where account = 'head-a2'`)
  const shared = await tryOnce(testBrowser(app), "13900000001", right)
  expect([shared.statusCode, shared.json().msg]).toEqual([400, loginMessages.whichAccount])
  await execute(app, sql`update person set account = '13900000001' where account = 'teacher-b1'`)
  expect((await tryOnce(testBrowser(app), "13900000001", right)).json().data.orgname).toBe("乙一小学")
})

const plain = { account: "head-a1", password: right }

async function isAsked(browser: TestBrowser, account = "head-a1"): Promise<boolean> {
  const answer = await browser.request(accountCalls.signIn, { ...plain, account })
  expect([200, 400]).toContain(answer.statusCode)
  if (answer.statusCode === 400)
    expect(answer.json()).toEqual({ ret: 0, msg: captchaMessages.needed, errtype: errtypes.captcha })
  return answer.statusCode === 400
}

test("[LOGIN-5] after one failure a human check is required until a sign-in succeeds", async () => {
  const app = await testApp({ passwords: countingPasswords() })
  const [first, second] = [testBrowser(app), testBrowser(app)]
  expect(await isAsked(second)).toBe(false)
  await first.request(accountCalls.signIn, { ...plain, password: wrong })
  expect([await isAsked(second), await isAsked(testBrowser(app)), await isAsked(first, "head-a2")]).toEqual([
    true,
    true,
    true,
  ])
  expect(await isAsked(second, "head-a2")).toBe(false)
  await passTime(app.database, 23 * 60 * 60)
  expect(await isAsked(second)).toBe(true)
  expect((await tryOnce(first, "head-a1", right)).statusCode).toBe(200)
  expect([await isAsked(second), await isAsked(first, "head-a2")]).toEqual([false, false])
})

test("A8: at an address ten failures require a human check, two hundred close it", async () => {
  const passwords = countingPasswords()
  const app = await testApp({ passwords })
  const school = "203.0.113.7"
  const fail = (n: number) => tryOnce(testBrowser(app, school), `nobody-${n}`, wrong)
  for (let n = 0; n < 9; n++) await fail(n)
  expect(await isAsked(testBrowser(app, school), "head-b1")).toBe(false)
  await fail(9)
  expect(await isAsked(testBrowser(app, school), "head-b1")).toBe(true)
  expect(await isAsked(testBrowser(app), "head-b1")).toBe(false)

  const known = testBrowser(app, school)
  expect((await tryOnce(known, "teacher-b1", right)).statusCode).toBe(200)
  for (let n = 10; n < 199; n++) expect((await fail(n)).statusCode).toBe(400)
  expect((await fail(199)).statusCode).toBe(429)
  const closed = await tryOnce(testBrowser(app, school), "head-a2", right)
  expect([closed.statusCode, closed.json().msg]).toEqual([429, loginMessages.addressBusy])
  expect(Number(closed.headers["retry-after"])).toBeGreaterThan(590)
  // Whoever works there every day is let in all the same.
  expect((await tryOnce(known, "teacher-b1", right)).statusCode).toBe(200)
  await passTime(app.database, 10 * 60)
  expect((await tryOnce(testBrowser(app, school), "head-a2", right)).statusCode).toBe(200)
})

const variants = Object.keys(loginVariants) as LoginVariant[]

/** The call of a login variant, with what its human check needs. */
async function byFace(browser: TestBrowser, variant: LoginVariant, given: object, isHuman = true) {
  const isAdmin = variant === "adminLogin"
  const signIn: Call = isAdmin ? loginCalls.adminSignIn : accountCalls.signIn
  const shown = isHuman ? await humanFor(browser, variant) : {}
  return browser.request(signIn, { ...(isAdmin ? {} : { variant }), ...given, ...shown })
}

async function humanFor(browser: TestBrowser, variant: LoginVariant) {
  if (loginVariants[variant].humanCheck === "slider") return browser.slider()
  const { data } = (await browser.request(loginCalls.verificationCode, {})).json()
  return { codeid: data.codeid, vcode: "a7kx" }
}

/** Without drawing anything; every picture holds the same code. */
const pictures = {
  make: () => Promise.resolve({ x: 100, y: 50, bigImage: "", smallImage: "" }),
  code: () => Promise.resolve({ code: "A7KX", image: "data:image/png;base64,AA==" }),
  close: () => Promise.resolve(),
}

test.each(variants)("[LOGIN-3] %s: the variant's rules hold on the server", async (variant) => {
  const app = await testApp({ pictures })
  const rules = loginVariants[variant]
  const browser = testBrowser(app)
  const bare = await byFace(browser, variant, plain, false)
  if (rules.humanCheckWhen === "always") {
    const sentence = rules.humanCheck === "slider" ? captchaMessages.needed : loginMessages.pictureCodeMissing
    expect(bare.json()).toEqual({ ret: 0, msg: sentence, errtype: errtypes.captcha })
  } else {
    expect(bare.json().errtype).not.toBe(errtypes.captcha)
  }
  const answer = await byFace(testBrowser(app), variant, plain)
  if (rules.secondFactor === "always") {
    expect(answer.json()).toMatchObject({ ret: 0, errtype: errtypes.secondFactor })
    expect(answer.json().ticket).toMatch(/^[\w-]{32}$/)
  } else {
    expect(answer.json()).toMatchObject({ ret: 1, data: { orgname: "甲一小学" } })
  }
})

test.each(variants)(
  "[LOGIN-3] %s: a person with two factors must give the second here too",
  async (variant) => {
    const app = await testApp({ pictures })
    await execute(app, sql`update person set must_use_second_factor = true where account = 'head-a1'`)
    const browser = testBrowser(app)
    const answer = await byFace(browser, variant, plain)
    const [{ phone } = { phone: "" }] = await execute(
      app,
      sql`select phone from person where account = 'head-a1'`,
    )
    expect(answer.json()).toEqual({
      ret: 0,
      msg: loginMessages.secondFactorNeeded,
      errtype: errtypes.secondFactor,
      ticket: expect.any(String),
      phone: maskedPhone(String(phone)),
    })
    expect(browser.token()).toBeUndefined()
    expect(await execute(app, sql`select * from known_device`)).toEqual([])
  },
)

test("[LOGIN-3] demoLogin is refused where demo mode is off, whatever the password", async () => {
  const app = await testApp({ site: { ...defaultSiteConfig, isDemo: false } })
  for (const password of [right, wrong]) {
    const answer = await byFace(testBrowser(app), "demoLogin", { ...plain, password })
    expect([answer.statusCode, answer.json().msg]).toEqual([400, loginMessages.demoOnly])
  }
})

test("[LOGIN-3] a picture code is good once, for its own browser, and a wrong one is dead", async () => {
  const app = await testApp({ pictures })
  const browser = testBrowser(app)
  const signIn = (shown: object, by = browser) =>
    by.request(accountCalls.signIn, { ...plain, variant: "defaultLogin", ...shown })
  const refusal = { ret: 0, msg: loginMessages.pictureCodeWrong, errtype: errtypes.captcha }
  const one = await humanFor(browser, "defaultLogin")
  expect((await signIn({ ...one, vcode: "zzzz" })).json()).toEqual(refusal)
  expect((await signIn(one)).json()).toEqual(refusal)
  const two = await humanFor(browser, "defaultLogin")
  expect((await signIn(two, testBrowser(app))).json()).toEqual(refusal)
  expect((await signIn(two)).statusCode).toBe(200)
  expect((await signIn(two)).json()).toEqual(refusal)
  // This login variant does not use a slider.
  expect((await signIn(await browser.slider())).json().msg).toBe(loginMessages.pictureCodeMissing)
})

test("[LOGIN-3][CAPT-6] a replayed, swapped, expired, foreign or empty slider lets nobody in", async () => {
  const app = await testApp()
  const browser = testBrowser(app)
  const signIn = (shown: object, by = browser) =>
    by.request(accountCalls.signIn, { ...plain, variant: "newLogin", ...shown })
  const refusal = { ret: 0, msg: captchaMessages.failed, errtype: errtypes.captcha }

  const used = await browser.slider()
  expect((await signIn(used)).statusCode).toBe(200)
  expect((await signIn(used)).json()).toEqual(refusal)
  expect((await signIn(await testBrowser(app).slider())).json()).toEqual(refusal)
  expect((await signIn(await browser.slider("sms"))).json()).toEqual(refusal)
  const old = await browser.slider()
  await execute(app, sql`update captcha_challenge set passed_at = now() - interval '61 seconds'`)
  expect((await signIn(old)).json()).toEqual(refusal)
  expect((await signIn({ chenckMoveId: "x", chenckMoveCode: 1 })).json()).toEqual(refusal)
  expect((await signIn({ chenckMoveId: "", chenckMoveCode: 1 })).json().msg).toBe(captchaMessages.needed)
  const fresh = await browser.slider()
  const doubled = new URLSearchParams({ ...plain, variant: "newLogin", chenckMoveCode: "100" })
  for (const id of [fresh.chenckMoveId, "x"]) doubled.append("chenckMoveId", id)
  const answer = await app.app.inject({
    method: "POST",
    url: `/usercenter${accountCalls.signIn.path}`,
    headers: {
      origin: "http://localhost",
      host: "localhost",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: doubled.toString(),
  })
  expect([answer.statusCode, answer.json().msg]).toEqual([400, `${replyMessages.badInput}：chenckMoveId重复`])
})

test("[LOGIN-3][CAPT-6] one slider at sixteen sign-ins at once lets one in", async () => {
  const app = await testApp()
  const browser = testBrowser(app)
  const slider = await browser.slider()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      browser.request(accountCalls.signIn, { ...plain, variant: "newLogin", ...slider }),
    ),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.filter((each) => each.json().errtype === errtypes.captcha)).toHaveLength(15)
})

/** What the work does in the database, statement by statement. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, "query")
  try {
    await work()
    return spy.mock.calls.map(([query]) =>
      typeof query === "string" ? query : (query as { text: string }).text,
    )
  } finally {
    spy.mockRestore()
  }
}

test("[LOGIN-5] A10: an unknown account costs the same statements and argon2 as a known one", async () => {
  const passwords = countingPasswords()
  const app = await testApp({ passwords })
  const cost = (account: string) => statementsOf(() => tryOnce(testBrowser(app), account, wrong))
  const known = await cost("head-a1")
  const unknown = await cost("nobody-at-all")
  const byPhone = await cost("13712345678")
  expect(known.length).toBeGreaterThan(5)
  expect(unknown).toEqual(known)
  expect(byPhone).toEqual(known)
  // DISTRICT-3: a phone may have three accounts, and costs as much whether anybody has it or not.
  expect(passwords.count()).toBe(1 + 1 + 3)
})

test("[LOGIN-2] A9: a password record with old parameters or pepper is renewed at sign-in", async () => {
  const passwords = passwordsWith(inject("pepper"))
  const app = await testApp({ passwords })
  const peppered = createHmac("sha256", inject("pepper")).update(right).digest("base64")
  const weak = await hash(peppered, { algorithm: 2, memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await execute(
    app,
    sql`
    update credential set phc = ${weak} where person_id = (select id from person where account = 'head-a1')`,
  )
  await execute(
    app,
    sql`
    update credential set phc = ${await passwords.hash(right)}, pepper_kid = '1'
    where person_id = (select id from person where account = 'head-a2')`,
  )
  for (const account of ["head-a1", "head-a2"]) {
    await app.as(account)
    await app.as(account)
  }
  const { kid } = passwords
  const rows = await execute(
    app,
    sql`
    select phc ^@ '$argon2id$v=19$m=19456,t=2,p=1$' as strong, pepper_kid as kid
    from credential c join person p on p.id = c.person_id where p.account in ('head-a1', 'head-a2')`,
  )
  expect(rows).toEqual([
    { strong: true, kid },
    { strong: true, kid },
  ])
})

test("[LOGIN-2] t05: who steals the table has nothing to sign in with", async () => {
  const app = await testApp()
  const [row] = await execute(
    app,
    sql`
    select c.phc from credential c join person p on p.id = c.person_id where p.account = 'head-a1'`,
  )
  const phc = String(row?.["phc"])
  expect(await verify(phc, right)).toBe(false)
  const sha = createHash("sha256").update(phc).digest("hex").slice(0, 32).toUpperCase()
  for (const stolen of [phc, phc.slice(-32), sha, right.toLowerCase(), "", md5("")]) {
    const answer = await testBrowser(app).request(accountCalls.signIn, {
      account: "teacher-b1",
      password: stolen,
    })
    expect(answer.statusCode, stolen).toBe(400)
  }
})

test("[LOGIN-5] without the database sign-in is refused and nothing counts as a success", async () => {
  let isGone = false
  const app = await testApp()
  const passwords: Passwords = {
    ...countingPasswords(),
    // Between the password and its result: the worst moment.
    matches: async () => {
      isGone = true
      return true
    },
  }
  const gone = Object.assign(new Error("gone"), { code: "08006" })
  const second = await app.another({
    passwords,
    database: {
      ...app.database,
      transaction: (scope, work) => (isGone ? Promise.reject(gone) : app.database.transaction(scope, work)),
      get systemDb() {
        if (isGone) throw gone
        return app.database.systemDb
      },
      close: async () => {},
    },
  })
  const browser = testBrowser(app)
  const client = second.as({ ...app.anonymous, headers: { cookie: browser.cookie() } })
  for (const moment of ["between", "before"]) {
    const answer = await client.request(accountCalls.signIn, plain)
    expect([moment, answer.statusCode, answer.cookies.length]).toEqual([moment, 503, 0])
    expect(answer.json()).toEqual({ ret: 0, msg: httpMessages.slow })
  }
  expect(await execute(app, sql`select * from session`)).toEqual([])
  expect(await execute(app, sql`select n from auth_failure where scope = 'account'`)).toEqual([{ n: 1 }])
  expect((await tryOnce(browser, "head-a1", right)).statusCode).toBe(200)
})
