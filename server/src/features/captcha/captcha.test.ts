import { randomBytes } from "node:crypto"
import type { Call } from "@uc/contract/core/call"
import { captchaCalls, captchaLimits, captchaMessages, captchaPurposes } from "@uc/contract/captcha/calls"
import { httpMessages } from "@uc/contract/core/http"
import { errtypes, replyMessages } from "@uc/contract/core/reply"
import { loadImage } from "@napi-rs/canvas"
import { eq, sql } from "drizzle-orm"
import { describe, expect, onTestFinished, test } from "vitest"
import { openDatabase } from "../../db/open.ts"
import { captchaChallenge } from "../../db/schema/human-checks.ts"
import { unrestricted } from "../../db/scope.ts"
import { sliderHash } from "../../security/human-check/sliders.ts"
import { collectedLogs } from "../../testing/test-logs.ts"
import { solution } from "../../testing/test-slider.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

/** A browser with a cookie of its own, as one that has asked before. */
function browserOf({ anonymous }: { readonly anonymous: TestClient }): TestClient {
  const headers = { cookie: `uc_did=${randomBytes(32).toString("base64url")}` }
  return {
    headers,
    request: (call, input, more) => anonymous.request(call, input, { ...headers, ...more }),
    send: (call, input, more) => anonymous.send(call, input, { ...headers, ...more }),
  }
}

const age = ({ database }: TestApp, seconds: number) =>
  database.transaction(unrestricted, (db) =>
    db.execute(sql`
      update captcha_challenge set issued_at = issued_at - make_interval(secs => ${seconds}),
        expires_at = expires_at - make_interval(secs => ${seconds})`),
  )

/** Where only the counting matters: a hole without a picture. */
const quick = {
  make: () => Promise.resolve({ x: 200, y: 50, bigImage: "YmlnAA==", smallImage: "c21hbGwA" }),
  code: () => Promise.resolve({ code: "A7KX", image: "data:image/png;base64,AA==" }),
  close: () => Promise.resolve(),
}

const refusedAsWrong = { ret: 0, msg: captchaMessages.failed, errtype: errtypes.captcha }

test("[CAPT-1] the answer has a picture of 410x200 and a block of 56x56, nothing else", async () => {
  const app = await testApp()
  const browser = browserOf(app)
  for (const purpose of captchaPurposes) {
    const answer = await browser.request(captchaCalls.image, { purpose })
    const { ret, data } = answer.json()
    expect([ret, Object.keys(data).toSorted()]).toEqual([
      1,
      ["bigImage", "chenckMoveid", "smallImage", "yHeight"],
    ])
    const [big, small] = [Buffer.from(data.bigImage, "base64"), Buffer.from(data.smallImage, "base64")]
    const [background, block] = [await loadImage(big), await loadImage(small)]
    expect([background.width, background.height]).toEqual([captchaLimits.width, captchaLimits.height])
    expect([block.width, block.height]).toEqual([captchaLimits.dragMargin, captchaLimits.dragMargin])
    expect(data.yHeight).toBeGreaterThanOrEqual(0)
    expect(data.yHeight).toBeLessThanOrEqual(captchaLimits.height - captchaLimits.dragMargin)
    expect(answer.headers["cache-control"]).toBe("no-store")
    const stored = await app.database.transaction(unrestricted, (db) =>
      db
        .select()
        .from(captchaChallenge)
        .where(eq(captchaChallenge.idHash, sliderHash(data.chenckMoveid))),
    )
    expect(stored).toMatchObject([{ purpose, y: data.yHeight, level: 5, state: "issued" }])
  }
})

test("[CAPT-6] every picture is new", async () => {
  const app = await testApp()
  const seen = new Set<string>()
  for (let n = 0; n < 10; n++) {
    const { bigImage, smallImage } = await app.anonymous.send(captchaCalls.image, { purpose: "login" })
    seen.add(bigImage).add(smallImage)
  }
  expect(seen.size).toBe(20)
})

describe("[CAPT-6] the slider's calls", () => {
  test("a picture, then a drag to its hole, once", async () => {
    const app = await testApp()
    const browser = browserOf(app)
    const { chenckMoveid: id } = await browser.send(captchaCalls.image, { purpose: "login" })
    expect(Buffer.from(id, "base64url")).toHaveLength(16)
    const solved = await solution(app.database, id)
    await browser.send(captchaCalls.check, solved)
    const again = await browser.request(captchaCalls.check, solved)
    expect([again.statusCode, again.json()]).toEqual([400, refusedAsWrong])
  })

  test("C8: 16 at once in two processes pass once", async () => {
    const app = await testApp()
    const other = await app.another()
    for (let n = 0; n < 10; n++) {
      const browser = browserOf(app)
      const processes = [browser, other.as(browser)]
      const { chenckMoveid: id } = await browser.send(captchaCalls.image, { purpose: "login" })
      const solved = await solution(app.database, id)
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, at) =>
          (processes[at % 2] ?? browser).request(captchaCalls.check, solved),
        ),
      )
      expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
    }
  })

  test("[CAPT-3] a wrong offset ends the ticket, and so does another browser's cookie not", async () => {
    const app = await testApp()
    const [browser, stranger] = [browserOf(app), browserOf(app)]
    const first = await browser.send(captchaCalls.image, { purpose: "login" })
    const solved = await solution(app.database, first.chenckMoveid)
    expect((await stranger.request(captchaCalls.check, solved)).json()).toEqual(refusedAsWrong)
    expect((await app.anonymous.request(captchaCalls.check, solved)).json()).toEqual(refusedAsWrong)
    await browser.send(captchaCalls.check, solved)

    const second = await browser.send(captchaCalls.image, { purpose: "login" })
    const right = await solution(app.database, second.chenckMoveid)
    const wrong = { ...right, chenckMoveCode: right.chenckMoveCode - 30 }
    expect((await browser.request(captchaCalls.check, wrong)).json()).toEqual(refusedAsWrong)
    expect((await browser.request(captchaCalls.check, right)).json()).toEqual(refusedAsWrong)
  })

  test.each([
    ["no id", "chenckMoveCode=100", 400, replyMessages.badInput],
    ["an empty id", "chenckMoveId=&chenckMoveCode=100", 400, captchaMessages.failed],
    ["an unknown id", "chenckMoveId=unknown&chenckMoveCode=100", 400, captchaMessages.failed],
    ["two ids", "chenckMoveId=a&chenckMoveId=b&chenckMoveCode=100", 400, "chenckMoveId重复"],
    ["a list of ids", "chenckMoveId[]=a&chenckMoveCode=100", 400, replyMessages.badInput],
    ["no offset", "chenckMoveId=a", 400, replyMessages.badInput],
    ["a fraction", "chenckMoveId=a&chenckMoveCode=100.5", 400, replyMessages.badInput],
    ["a type of its own", "chenckMoveId=a&chenckMoveCode=100&chenckMoveBy=none", 400, replyMessages.badInput],
  ])("%s is refused", async (_what, payload, status, words) => {
    const { app } = await testApp()
    const answer = await app.inject({
      method: "POST",
      url: `/usercenter${captchaCalls.check.path}`,
      headers: { origin: "http://localhost", "content-type": "application/x-www-form-urlencoded" },
      payload,
    })
    expect([answer.statusCode, answer.json().msg]).toEqual([status, expect.stringContaining(words)])
  })

  test("a purpose that there is none of gets no picture", async () => {
    const app = await testApp()
    for (const purpose of ["", "none", "LOGIN", "login,sms"]) {
      const answer = await app.anonymous.request(captchaCalls.image, { purpose })
      expect([purpose, answer.statusCode]).toEqual([purpose, 400])
    }
  })

  test("[CAPT-4] the remaining time is 120 s at first, and 0 for foreign or used pictures", async () => {
    const app = await testApp()
    const [browser, stranger] = [browserOf(app), browserOf(app)]
    const { chenckMoveid: chenckMoveId } = await browser.send(captchaCalls.image, { purpose: "login" })
    const left = async (who: TestClient) => (await who.send(captchaCalls.time, { chenckMoveId })).seconds
    const fresh = await left(browser)
    expect(fresh).toBeLessThanOrEqual(captchaLimits.expiryS)
    expect(fresh).toBeGreaterThan(captchaLimits.expiryS - 20)
    expect(await left(stranger)).toBe(0)
    expect(await browser.send(captchaCalls.time, { chenckMoveId: "unknown" })).toEqual({ seconds: 0 })
    await age(app, 90)
    expect(await left(browser)).toBeLessThanOrEqual(30)
    expect(await left(browser)).toBeGreaterThan(0)
    await age(app, 30)
    expect(await left(browser)).toBe(0)
    const next = await browser.send(captchaCalls.image, { purpose: "login" })
    await browser.send(captchaCalls.check, await solution(app.database, next.chenckMoveid))
    expect(await browser.send(captchaCalls.time, { chenckMoveId: next.chenckMoveid })).toEqual({ seconds: 0 })
  })

  test("C10: a browser beyond its limit is refused with the time to wait", async () => {
    const app = await testApp({ pictures: quick })
    const browser = browserOf(app)
    for (let n = 0; n < 20; n++) await browser.send(captchaCalls.image, { purpose: "login" })
    const answer = await browser.request(captchaCalls.image, { purpose: "sms" })
    expect([answer.statusCode, answer.json().msg]).toEqual([429, replyMessages.busy])
    const wait = Number(answer.headers["retry-after"])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
  })

  test("C10: an address is what the trusted proxy says, not what the caller says", async () => {
    const app = await testApp({ trustedProxies: 1, pictures: quick })
    const ask = (forwarded: string) =>
      app.anonymous.request(captchaCalls.image, { purpose: "login" }, { "x-forwarded-for": forwarded })
    for (let n = 0; n < 120; n++) await ask(`198.51.100.${n}, 203.0.113.9`)
    expect((await ask("198.51.100.200, 203.0.113.9")).statusCode).toBe(429)
    expect((await ask("198.51.100.200, 203.0.113.10")).statusCode).toBe(200)
  })

  test("[CAPT-5] without a picture it is refused with its sentence, never waved through", async () => {
    const { logs, text: logged } = collectedLogs("warn")
    const broken = () => Promise.reject(new Error("the worker died"))
    const app = await testApp({
      pictures: { make: broken, code: broken, close: () => Promise.resolve() },
      logs,
    })
    const answer = await browserOf(app).request(captchaCalls.image, { purpose: "login" })
    expect([answer.statusCode, answer.json()]).toEqual([400, { ret: 0, msg: captchaMessages.imageFailed }])
    expect(logged()).toContain("the worker died")
  })

  test("a process whose clock is an hour off changes nothing", async () => {
    const app = await testApp()
    const skewed = [3_600_000, -3_600_000].map((offMs) => ({ nowMs: () => performance.now() + offMs }))
    for (const parts of skewed) {
      const other = await app.another(parts)
      const browser = browserOf(app)
      const elsewhere = other.as(browser)
      for (const [one, two] of [
        [browser, elsewhere],
        [elsewhere, browser],
      ] as const) {
        const { chenckMoveid: id } = await one.send(captchaCalls.image, { purpose: "login" })
        const { seconds } = await two.send(captchaCalls.time, { chenckMoveId: id })
        expect(Math.abs(seconds - 110)).toBeLessThanOrEqual(10)
        const solved = await solution(app.database, id)
        await age(app, 104)
        await two.send(captchaCalls.check, solved)
        const old = await one.send(captchaCalls.image, { purpose: "login" })
        const late = await solution(app.database, old.chenckMoveid)
        await age(app, 115)
        expect((await two.request(captchaCalls.check, late)).json()).toEqual(refusedAsWrong)
      }
    }
  })

  test("without the database every one of them is answered with 503 and nothing opens", async () => {
    const database = openDatabase("postgresql://uc@127.0.0.1:1/none", () => {})
    onTestFinished(() => database.close().catch(() => {}))
    const app = await testApp({ database })
    const asked: [Call, Record<string, unknown>][] = [
      [captchaCalls.image, { purpose: "login" }],
      [captchaCalls.time, { chenckMoveId: "x" }],
      [captchaCalls.check, { chenckMoveId: "x", chenckMoveCode: 100 }],
    ]
    for (const [call, input] of asked) {
      const answer = await app.anonymous.request(call, input)
      expect([call.path, answer.statusCode, answer.json().msg]).toEqual([call.path, 503, httpMessages.slow])
    }
  })
})
