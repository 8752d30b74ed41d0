import { accountCalls } from "@uc/contract/account/calls"
import { sql } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import { unrestricted } from "../server/src/db/scope.ts"
import { passwordsWith, type Passwords } from "../server/src/security/sign-in/passwords.ts"
import { md5, testApp, type TestApp } from "../server/src/testing/test-app.ts"
import { testBrowser, type TestBrowser } from "../server/src/testing/test-browser.ts"

const wrong = md5("wrong")

/** People `many-0`, `many-1`, … with a record each; by default all have the demo world's. */
async function addPeople(app: TestApp, count: number, record = sql`(select phc from credential limit 1)`) {
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`
      with made as (
        insert into person (org_id, account, name, usertype)
        select (select org_id from person where account = 'head-a1'), 'many-' || n, '人', 40
        from generate_series(0, ${count - 1}) n returning id, org_id, account
      )
      insert into credential (person_id, org_id, phc, pepper_kid)
      select id, org_id, ${record}, ${passwordsWith(inject("pepper")).kid} from made`),
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

test("[LOGIN-5] A10: 200 wrong passwords of known and 200 of unknown accounts take the same time within 10 %", async () => {
  const app = await testApp()
  await addPeople(app, 220)
  const took = { many: [] as number[], nobody: [] as number[] }
  for (let n = 0; n < 220; n++) {
    // The first ones warm everything up; then each kind is the first of its pair half of the time.
    const pair = n % 2 === 0 ? (["many", "nobody"] as const) : (["nobody", "many"] as const)
    for (const kind of pair) {
      const browser = testBrowser(app)
      const beganMs = performance.now()
      const answer = await browser.request(accountCalls.signIn, { account: `${kind}-${n}`, password: wrong })
      const ms = performance.now() - beganMs
      expect(answer.statusCode).toBe(400)
      if (n >= 20) took[kind].push(ms)
    }
  }
  const [known, unknown] = [median(took.many), median(took.nobody)]
  console.log(`known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, n = ${took.many.length} each`)
  expect(Math.abs(known - unknown) / known).toBeLessThan(0.1)
})

test("[LOGIN-5] A6 C11: 10,000 guesses at 200 accounts from 50 addresses, over two processes and with every slider solved: five each reach argon2; the owners' browsers still get in", async () => {
  const right = md5("the right one")
  const verified = new Map<string, number>()
  const passwords: Passwords = {
    ...passwordsWith(inject("pepper")),
    isOld: () => false,
    matches: async (given, record) => {
      if (record !== null) verified.set(record, (verified.get(record) ?? 0) + 1)
      await new Promise(setImmediate)
      return given === right && record !== null
    },
  }
  const app = await testApp({ passwords })
  const second = await app.another()
  await addPeople(app, 200, sql`'record of ' || account`)
  const owners: TestBrowser[] = []
  for (let n = 0; n < 200; n++) {
    const owner = testBrowser(app)
    expect(
      (await owner.request(accountCalls.signIn, { account: `many-${n}`, password: right })).statusCode,
    ).toBe(200)
    owners.push(owner)
  }
  verified.clear()

  const guess = async (n: number) => {
    const browser = testBrowser(app, `203.0.113.${n % 50}`)
    const input = { account: `many-${n % 200}`, password: md5(`guess ${n}`), ...(await browser.slider()) }
    if (n % 2 === 0) return browser.request(accountCalls.signIn, input)
    return second
      .as({ ...app.anonymous, headers: { cookie: browser.cookie() } })
      .request(accountCalls.signIn, input)
  }
  for (let first = 0; first < 10_000; first += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => guess(first + at)))
  expect(verified.size).toBeGreaterThan(0)
  expect(Math.max(...verified.values())).toBeLessThanOrEqual(5)

  for (const [n, owner] of owners.entries()) {
    const input = { account: `many-${n}`, password: right, ...(await owner.slider()) }
    expect((await owner.request(accountCalls.signIn, input)).statusCode).toBe(200)
  }
})
