import { randomBytes } from "node:crypto"
import { sql, type SQL } from "drizzle-orm"
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { openDatabase, type Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { addressKey } from "../address-key.ts"
import { issueSlider, sliderHash, consumeSlider, takeSlider, type SliderPurpose } from "./sliders.ts"
import { humanDrag, keyboardDrag, seeded } from "../../testing/test-drags.ts"
import { solution } from "../../testing/test-slider.ts"

/** Hundreds of sliders are solved here: each proof of work is 512 times cheaper, and a harder level is still harder. */
const bitsLess = 9
vi.mock(import("../../slider/levels.ts"), async (original) => {
  const levels = await original()
  return {
    ...levels,
    difficultyOf(level) {
      const difficulty = levels.difficultyOf(level)
      return { ...difficulty, workBits: difficulty.workBits - bitsLess }
    },
  }
})

let one: Database
/** Another process. */
let two: Database
let asked: number[]

beforeEach(async () => {
  const scratch = await scratchDatabase()
  one = openDatabase(scratch.url, () => {})
  two = openDatabase(scratch.url, () => {})
  asked = []
  return async () => {
    await one.close()
    await two.close()
    await scratch.drop()
  }
})

const someone = () => randomBytes(32)
/** Where answers come from. */
const address = "198.51.100.7"
const execute = async (statement: SQL) =>
  (await one.transaction(unrestricted, (db) => db.execute(statement))).rows
const age = (table: string, seconds: number, ...columns: string[]) =>
  execute(
    sql`update ${sql.identifier(table)} set ${sql.raw(
      columns.map((column) => `${column} = ${column} - interval '${seconds} seconds'`).join(", "),
    )}`,
  )

function picture(x: number) {
  return (level: number) => {
    asked.push(level)
    return Promise.resolve({ x, y: 50, bigImage: "", smallImage: "" })
  }
}

async function issued(
  holder: Buffer,
  { purpose = "login", x = 200 }: { purpose?: SliderPurpose; x?: number } = {},
) {
  const slider = await issueSlider(one, {
    purpose,
    holder,
    address: `10.${randomBytes(3).join(".")}`,
    picture: picture(x),
  })
  if (!slider.ok) throw new Error(`wait ${slider.retryAfterS} s`)
  return slider.id
}

/** A person's answer. */
async function answerTo(id: string, holder: Buffer) {
  const given = await solution(one, id)
  const { chenckMoveCode: code, chenckMoveTrack: track, chenckMoveWork: work } = given
  return { id, code, track, work, by: "mouse" as const, holder, address }
}

async function passed(holder: Buffer, purpose: SliderPurpose = "login") {
  const id = await issued(holder, { purpose })
  expect(await takeSlider(one, await answerTo(id, holder))).toBe(true)
  return id
}

describe("[CAPT-6] a slider", () => {
  const challenges = 40
  const underWay = 16
  const inTwoProcesses = <T>(act: (database: Database) => Promise<T>) =>
    Promise.all(Array.from({ length: underWay }, (_, at) => act(at % 2 === 0 ? one : two)))

  test("C8: is passed once, also with many answers at once in two processes", async () => {
    for (let n = 0; n < challenges; n++) {
      const holder = someone()
      const answer = await answerTo(await issued(holder, { x: 70 + n * 6 }), holder)
      const results = await inTwoProcesses((database) => takeSlider(database, answer))
      expect(results.filter(Boolean)).toHaveLength(1)
    }
  })

  test.each(["passed", "not judged yet"])(
    "C8: that is %s is spent once, from two processes",
    async (state) => {
      for (let n = 0; n < challenges; n++) {
        const holder = someone()
        const given =
          state === "passed"
            ? { chenckMoveId: await passed(holder) }
            : await solution(one, await issued(holder))
        const results = await inTwoProcesses((database) =>
          consumeSlider(database, given, { purpose: "login", holder, address }),
        )
        expect(results.filter((result) => result === "spent")).toHaveLength(1)
      }
    },
  )

  test("serves its own purpose and its own browser, judged before or not", async () => {
    const holder = someone()
    for (const make of [() => passed(holder), () => issued(holder)]) {
      const id = await make()
      const given = await solution(one, id)
      expect(await consumeSlider(one, given, { purpose: "sms", holder, address })).toBe("failed")
      expect(await consumeSlider(one, given, { purpose: "login", holder: someone(), address })).toBe("failed")
      expect(await takeSlider(one, { ...(await answerTo(id, holder)), holder: someone() })).toBe(false)
      // The refused attempts of others have not voided it for its owner.
      expect(await consumeSlider(one, given, { purpose: "login", holder, address })).toBe("spent")
      expect(await consumeSlider(one, given, { purpose: "login", holder, address })).toBe("failed")
    }
  })

  test("that is not given is missing, an unknown one has failed", async () => {
    const whose = { purpose: "login", holder: someone(), address } as const
    expect(await consumeSlider(one, {}, whose)).toBe("missing")
    expect(await consumeSlider(one, { chenckMoveId: "", chenckMoveCode: 100 }, whose)).toBe("missing")
    expect(await consumeSlider(one, { chenckMoveId: "nobody knows it", chenckMoveCode: 100 }, whose)).toBe(
      "failed",
    )
    const id = await issued(whose.holder)
    expect(await consumeSlider(one, { chenckMoveId: id }, whose)).toBe("failed")
    expect(await consumeSlider(one, await solution(one, id), whose)).toBe("failed")
  })

  test("C8: ends after 120 s, by the database's clock", async () => {
    for (const [seconds, isGood] of [
      [119.5, true],
      [120.5, false],
    ] as const) {
      const holder = someone()
      const answer = await answerTo(await issued(holder), holder)
      // At the last moment, so that a busy machine does not use up the half second.
      await execute(sql`
        update captcha_challenge set issued_at = clock_timestamp() - make_interval(secs => ${seconds}),
          expires_at = clock_timestamp() - make_interval(secs => ${seconds}) + (expires_at - issued_at)
        where id_hash = ${sliderHash(answer.id)}`)
      expect([seconds, await takeSlider(one, answer)]).toEqual([seconds, isGood])
    }
  })

  test("C8: that was passed is valid for 60 s", async () => {
    for (const [seconds, result] of [
      [59.5, "spent"],
      [60.5, "failed"],
    ] as const) {
      const holder = someone()
      const given = { chenckMoveId: await passed(holder) }
      await execute(sql`
        update captcha_challenge set passed_at = clock_timestamp() - make_interval(secs => ${seconds})
        where id_hash = ${sliderHash(given.chenckMoveId)}`)
      expect([seconds, await consumeSlider(one, given, { purpose: "login", holder, address })]).toEqual([
        seconds,
        result,
      ])
    }
  })

  test("that was answered wrongly is void", async () => {
    const holder = someone()
    const answer = await answerTo(await issued(holder), holder)
    expect(await takeSlider(one, { ...answer, code: answer.code + 20 })).toBe(false)
    expect(await takeSlider(one, answer)).toBe(false)
    expect(await consumeSlider(one, { chenckMoveId: answer.id }, { purpose: "login", holder, address })).toBe(
      "failed",
    )
  })

  test("C7: is right within 5 px with a track and within 3 px without", async () => {
    const right = async (off: number, isTracked: boolean) => {
      const holder = someone()
      const answer = await answerTo(await issued(holder), holder)
      const code = answer.code + off
      const track = isTracked ? JSON.stringify(humanDrag(Math.random, code)) : undefined
      return takeSlider(one, { ...answer, code, track })
    }
    for (const off of [-5, 5]) expect(await right(off, true)).toBe(true)
    for (const off of [-6, 6]) expect(await right(off, true)).toBe(false)
    for (const off of [-3, 3]) expect(await right(off, false)).toBe(true)
    for (const off of [-4, 4]) expect(await right(off, false)).toBe(false)
  })

  test("passes without a track 3 times an hour, and never faster than a person could", async () => {
    const holder = someone()
    const trackless = async () =>
      takeSlider(one, { ...(await answerTo(await issued(holder), holder)), track: undefined })
    expect(await takeSlider(one, { id: await issued(holder), code: 200, holder, address })).toBe(false)
    expect([await trackless(), await trackless(), await trackless()]).toEqual([true, true, true])
    expect(await trackless()).toBe(false)
    await age("quota", 3601, "bucket")
    expect(await trackless()).toBe(true)
  })

  test("passes without a track 60 times an hour for all browsers together", async () => {
    await age("quota", 3601, "bucket")
    let count = 0
    for (let n = 0; n < 62; n++) {
      const holder = someone()
      if (await takeSlider(one, { ...(await answerTo(await issued(holder), holder)), track: undefined }))
        count++
    }
    expect(count).toBe(60)
    await age("quota", 3601, "bucket")
  })

  test("is passed with the arrow keys", async () => {
    const holder = someone()
    const answer = await answerTo(await issued(holder, { x: 173 }), holder)
    await age("captcha_challenge", 30, "issued_at")
    const track = JSON.stringify(keyboardDrag(seeded(1), 173))
    expect(await takeSlider(one, { ...answer, track, by: "keyboard" })).toBe(true)
  })

  test("C4: is not passed by a recorded track in any process or browser for 24 hours", async () => {
    const first = someone()
    const answer = await answerTo(await issued(first), first)
    expect(await takeSlider(one, answer)).toBe(true)
    const again = async (database: Database) => {
      const holder = someone()
      const { code, track } = answer
      return takeSlider(database, { ...(await answerTo(await issued(holder), holder)), code, track })
    }
    const replays = await Promise.all(Array.from({ length: 36 }, (_, at) => again(at % 2 === 0 ? one : two)))
    expect(replays.filter(Boolean)).toEqual([])
    await age("captcha_track", 24 * 3600 + 1, "seen_at")
    expect(await again(two)).toBe(true)
    expect(await again(one)).toBe(false)
  })

  test("stores neither its id nor the track", async () => {
    const holder = someone()
    const id = await passed(holder)
    const rows = JSON.stringify(await execute(sql`select c::text from captcha_challenge c`))
    expect(rows).toContain(sliderHash(id).toString("hex"))
    expect(rows).not.toContain(id)
  })
})

describe("[CAPT-6] C10: pictures", () => {
  const outcome = async (holder: Buffer, from: string) => {
    const asking = { purpose: "login", holder, address: from, picture: picture(100) } as const
    const slider = await issueSlider(one, asking)
    return slider.ok ? "ok" : slider.retryAfterS
  }
  const fail = async (holder: Buffer, database = one) => {
    const { id } = await answerTo(await issued(holder), holder)
    return takeSlider(database, { id, code: 0, holder, address })
  }

  test("20 a minute for one browser, also at once in two processes", async () => {
    const holder = someone()
    const ask = (database: Database) =>
      issueSlider(database, { purpose: "login", holder, address: "10.0.0.1", picture: picture(100) })
    const all = await Promise.all(Array.from({ length: 36 }, (_, at) => ask(at % 2 === 0 ? one : two)))
    expect(all.filter(({ ok }) => ok)).toHaveLength(20)
    expect(asked).toHaveLength(20)
    await age("quota", 61, "bucket")
    expect(await outcome(holder, "10.0.0.1")).toBe("ok")
  })

  test("120 a minute for one address or /64 network, also without cookies", async () => {
    const results: unknown[] = []
    for (let n = 0; n < 125; n++) results.push(await outcome(someone(), `2001:db8::${n.toString(16)}`))
    expect(results.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => "ok"))
    expect(results.slice(120)).toEqual(Array.from({ length: 5 }, () => expect.any(Number)))
    expect(await outcome(someone(), "2001:db8:0:1::1")).toBe("ok")
  })

  test("after 5 failures in a minute the browser waits 5 minutes, others don't", async () => {
    const holder = someone()
    const spare = await answerTo(await issued(holder), holder)
    for (let n = 0; n < 5; n++) expect(await fail(holder)).toBe(false)
    expect(await outcome(holder, "10.0.0.2")).toSatisfy((wait: number) => wait > 250 && wait <= 300)
    expect(await takeSlider(two, spare)).toBe(false)
    expect(await outcome(someone(), "10.0.0.2")).toBe("ok")
    await age("quota", 250, "bucket")
    expect(await outcome(holder, "10.0.0.2")).toBeLessThanOrEqual(50)
    await age("quota", 50, "bucket")
    expect(await outcome(holder, "10.0.0.2")).toBe("ok")
    expect(asked.at(-1)).toBe(8)
  })

  test("5 failures over more than a minute cause no wait", async () => {
    const holder = someone()
    for (let n = 0; n < 8; n++) {
      await fail(holder)
      await age("quota", 16, "bucket")
    }
    expect(await outcome(holder, "10.0.0.3")).toBe("ok")
  })

  test("guesses of one browser at the same time are limited to 5", async () => {
    const holder = someone()
    const ids = []
    for (let n = 0; n < 20; n++) ids.push(await issued(holder))
    await age("captcha_challenge", 5, "issued_at")
    const database = (at: number) => (at % 2 === 0 ? one : two)
    await Promise.all(ids.map((id, at) => takeSlider(database(at), { id, code: 0, holder, address })))
    const [{ n }] = (await execute(
      sql`select count(*)::int as n from captcha_challenge where state = 'failed'`,
    )) as [{ n: number }]
    expect(n).toBe(5)
  })

  test("[DAY-1] the usual level without failures, one more with each of the browser's failures", async () => {
    const holder = someone()
    await issued(holder)
    expect(asked).toEqual([5])
    for (const level of [6, 7, 8, 8]) {
      await fail(holder)
      await age("quota", 61, "bucket")
      await issued(holder)
      expect(asked.at(-1)).toBe(level)
    }
    await issued(someone())
    expect(asked.at(-1)).toBe(5)
    await age("quota", 900, "bucket")
    await issued(holder)
    expect(asked.at(-1)).toBe(5)
  })

  test("[DAY-1] failed sliders and wrong passwords of an address make its pictures harder", async () => {
    for (let n = 0; n < 19; n++) await fail(someone())
    await outcome(someone(), address)
    expect(asked.at(-1)).toBe(5)
    await fail(someone())
    await outcome(someone(), address)
    expect(asked.at(-1)).toBe(6)
    await outcome(someone(), "198.51.100.8")
    expect(asked.at(-1)).toBe(5)
    await execute(sql`
      insert into auth_failure (scope, key, n) values ('mistyped-address', ${addressKey(address)}, 30)`)
    await outcome(someone(), address)
    expect(asked.at(-1)).toBe(7)
  })

  test("a picture that can't be drawn is not issued", async () => {
    const drawing = issueSlider(one, {
      purpose: "login",
      holder: someone(),
      address: "10.0.0.4",
      picture: () => Promise.reject(new Error("no picture")),
    })
    await expect(drawing).rejects.toThrow("no picture")
    expect(await execute(sql`select 1 from captcha_challenge`)).toEqual([])
  })
})

test("[CAPT-6] without the database no slider passes and none is spent", async () => {
  const nowhere = openDatabase("postgresql://uc@127.0.0.1:1/none", () => {})
  onTestFinished(() => nowhere.close())
  const holder = someone()
  const id = await passed(holder)
  await expect(takeSlider(nowhere, { id, code: 200, holder, address })).rejects.toThrow("Failed query")
  await expect(
    consumeSlider(nowhere, { chenckMoveId: id }, { purpose: "login", holder, address }),
  ).rejects.toThrow("Failed query")
  expect(await consumeSlider(one, { chenckMoveId: id }, { purpose: "login", holder, address })).toBe("spent")
})
