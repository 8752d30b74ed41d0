import { sql, type SQL } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import type { Database } from "../server/src/db/open.ts"
import { twoProcesses } from "../server/src/testing/scratch-databases.ts"
import { unrestricted } from "../server/src/db/scope.ts"
import { checkCode, sendCode, smsQuotas } from "../server/src/security/sms/sms-codes.ts"
import { messagesOnScreen, runOutbox } from "../server/src/security/sms/sms-outbox.ts"
import { keyedBy } from "../server/src/security/keyed.ts"

const keyed = keyedBy(inject("pepper"))

const run = <T extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)

function partsOf(database: Database, sms: "gateway" | "screen") {
  return {
    database,
    keyed,
    sms,
    site: { brand: { name: "用户中心" } },
    warn: () => {},
    onSmsQueued: () => {},
  }
}

function peopleIn(database: Database, count: number) {
  return run<{ id: string; orgId: string; phone: string }>(
    database,
    sql`insert into person (org_id, account, name, usertype, phone)
        select (select array_agg(id) from organisation)[1 + n % (select count(*)::int from organisation)],
          'many-' || n, '人', 40, (13900000000 + n)::text
        from generate_series(1, ${count}) n returning id, org_id as "orgId", phone`,
  )
}

/** How many more than allowed stood in any one window. `takenS` ascends. */
function overshoot(
  takenS: readonly number[],
  { seconds, atMost }: { seconds: number; atMost: number },
): number {
  // What is measured here is when the answer came, which is a little after the database counted it.
  const windowS = seconds - 2
  return Math.max(
    0,
    ...takenS.map((first, at) => takenS.slice(at).filter((each) => each - first < windowS).length - atMost),
  )
}

test("[AUTH-5] S1 S2 S3 10,000 sendings over 500 addresses and two processes, one of which keeps dying: overshoot 0", async () => {
  const processes = await twoProcesses()
  const [dying, staying] = processes
  const people = await peopleIn(staying, 400)
  const received: string[] = []
  const gateway = ({ phone }: { phone: string }) => {
    received.push(phone)
    return Promise.resolve()
  }
  const outbox = runOutbox({ database: staying, keyed, gateway, warn: () => {} })
  const sent: { atS: number; phone: string; person: string; organisation: string; address: string }[] = []
  let skippedS = 0
  let asked = 0
  let lost = 0
  const sendOne = async (n: number) => {
    // Few people draw most of it: they are who somebody bombs.
    const person = people[n % 3 === 0 ? n : n % 20]
    if (!person) return
    asked++
    const address = asked % 7 === 0 ? "203.0.113.1" : `10.1.${(asked % 500) >> 8}.${(asked % 500) & 255}`
    const answer = await sendCode(partsOf(n % 2 ? dying : staying, "gateway"), {
      binding: `session-${n}`,
      person,
      phone: person.phone,
      address,
      captchaHash: null,
      isProven: true,
      what: "登录",
    }).catch(() => null)
    if (answer === null) lost++
    if (!answer?.ok) return
    const atS = skippedS + performance.now() / 1000
    sent.push({ atS, phone: person.phone, person: person.id, organisation: person.orgId, address })
  }
  for (let round = 0; round < 25; round++) {
    const waiting = Array.from({ length: 400 }, (_, n) => n)
    const worker = async () => {
      for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
        await sendOne(n)
        // In the midst of it: as kill -9 would, for whatever half of the connections are doing.
        if (n === 200 && round % 5 === 4)
          await run(
            staying,
            sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
                and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle' and pid % 2 = 0`,
          )
      }
    }
    // As many as the processes have connections for.
    await Promise.all(Array.from({ length: 36 }, worker))
    await run(staying, sql`update quota set bucket = bucket - interval '301 seconds'`)
    skippedS += 301
  }
  await expect
    .poll(() => run(staying, sql`select 1 from sms_outbox where state = 'waiting'`), { timeout: 60_000 })
    .toEqual([])
  await outbox.stop()
  expect(asked).toBe(10_000)
  const found: Record<string, number> = {}
  for (const kind of ["phone", "person", "organisation", "address"] as const)
    for (const limit of smsQuotas[kind])
      for (const one of new Set(sent.map((each) => each[kind]))) {
        const times = sent.filter((each) => each[kind] === one).map(({ atS }) => atS)
        found[kind] = Math.max(
          found[kind] ?? 0,
          overshoot(
            times.toSorted((a, b) => a - b),
            limit,
          ),
        )
      }
  expect(found).toEqual({ phone: 0, person: 0, organisation: 0, address: 0 })
  // A sending whose process died after the commit was sent though nobody heard of it; never one more than was counted.
  const [counted] = await run<{ n: number }>(
    staying,
    sql`select sum(n)::int as n from quota where key = 'sms:all'`,
  )
  expect(received.length).toBe(counted?.n)
  expect(received.length).toBeGreaterThanOrEqual(sent.length)
  expect(received.length).toBeGreaterThan(200)
  console.log(
    `${asked} asked, ${lost} lost with their connection, ${sent.length} granted, ${received.length} at the gateway`,
  )
})

test("S4 a million codes by 32 workers on two processes, as many as three minutes hold: five are tried, none fits", async () => {
  const processes = await twoProcesses()
  const [database] = processes
  const [person] = await peopleIn(database, 1)
  if (!person) throw new Error("nobody")
  await sendCode(partsOf(database, "screen"), {
    binding: "b",
    person,
    phone: person.phone,
    address: "192.0.2.1",
    captchaHash: null,
    isProven: true,
    what: "登录",
  })
  const [shown] = await database.transaction(unrestricted, (db) => messagesOnScreen(db, keyed))
  const right = /验证码是(\d{6})，/.exec(shown?.text ?? "")?.[1] ?? "no code"
  const untilMs = performance.now() + 3 * 60_000
  let next = 0
  let successes = 0
  const worker = async (at: number) => {
    const parts = { database: processes[at % 2] ?? database, keyed }
    while (next < 1_000_000 && performance.now() < untilMs) {
      const vcode = String(next++).padStart(6, "0")
      if (vcode !== right && (await checkCode(parts, { binding: "b", vcode }))) successes++
    }
  }
  await Promise.all(Array.from({ length: 32 }, (_, at) => worker(at)))
  expect(successes).toBe(0)
  expect(await run(database, sql`select tries from sms_code`)).toEqual([{ tries: 5 }])
  expect(await checkCode({ database, keyed }, { binding: "b", vcode: right })).toBeNull()
  console.log(`${next} codes tried`)
})
