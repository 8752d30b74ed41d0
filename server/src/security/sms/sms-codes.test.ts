import { MobilePhone } from "@uc/contract/login/calls"
import { reauthLimits } from "@uc/contract/reauth/calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, inject, test } from "vitest"
import type { Database } from "../../db/open.ts"
import { twoProcesses, withFrozenTime } from "../../testing/scratch-databases.ts"
import { unrestricted } from "../../db/scope.ts"
import { keyedBy } from "../keyed.ts"
import { checkCode, codeCaptcha, codeSeconds, sendCode, smsQuotas, type Sending } from "./sms-codes.ts"
import { messagesOnScreen } from "./sms-outbox.ts"

const keyed = keyedBy(inject("pepper"))

function sender(database: Database, sms: "gateway" | "screen" = "gateway") {
  const warnings: string[] = []
  const parts = {
    database,
    keyed,
    sms,
    site: { brand: { name: "用户中心" } },
    warn: (message: string) => void warnings.push(message),
    onSmsQueued: () => {},
  }
  const send = (sending: Partial<Sending> & Pick<Sending, "person">) =>
    sendCode(parts, {
      binding: `test:${sending.phone ?? ""}:${sending.person?.id ?? ""}`,
      phone: "13800000001",
      address: "192.0.2.1",
      captchaHash: null,
      isProven: true,
      what: "登录",
      ...sending,
    })
  return { parts, send, warnings }
}

const run = <T extends Record<string, unknown>>(database: Database, statement: SQL) =>
  database.transaction(unrestricted, async (db) => (await db.execute<T>(statement)).rows)

async function manyPeople(database: Database, count: number) {
  return run<{ id: string; orgId: string; phone: string }>(
    database,
    sql`insert into person (org_id, account, name, usertype, phone)
        select (select min(id) from organisation), 'many-' || n, '人', 40, (13900000000 + n)::text
        from generate_series(1, ${count}) n returning id, org_id as "orgId", phone`,
  )
}

const passTime = (database: Database, seconds: number) =>
  run(database, sql`update quota set bucket = bucket - make_interval(secs => ${seconds})`)
const useUp = (database: Database, key: string, count: number) =>
  run(
    database,
    sql`insert into quota (key, bucket, n) select ${key}, now() - n * interval '1 second', 1
        from generate_series(1, ${count}) n`,
  )
const queued = async (database: Database) =>
  (
    await run<{ n: number }>(database, sql`select count(*)::int as n from sms_outbox where state = 'waiting'`)
  )[0]?.n
const granted = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length

/** More at once than the two processes have connections. */
function flood<T, R>(
  items: readonly T[],
  [a, b]: readonly [R, R],
  one: (item: T, process: R) => Promise<{ ok: boolean }>,
) {
  return Promise.all(items.map((item, at) => one(item, at % 2 === 0 ? a : b)))
}

test("[AUTH-5] S1 a phone gets one message in 300 s, 4 an hour and 8 a day, also in a flood", async () => {
  const processes = await twoProcesses()
  const [database] = processes
  const [person] = await manyPeople(database, 1)
  if (!person) throw new Error("nobody")
  const senders = [sender(processes[0]), sender(processes[1])] as const
  const round = async () =>
    granted(
      await flood(
        Array.from({ length: 40 }, (_, at) => at),
        senders,
        (at, { send }) =>
          send({ person, phone: person.phone, binding: `session-${at}`, address: `192.0.2.${at}` }),
      ),
    )
  const perRound = []
  for (let n = 0; n < 12; n++) {
    perRound.push(await round())
    await passTime(database, n === 5 ? 3600 : 301)
  }
  // Four within the first hour; four more after it, up to the day's limit; then none.
  expect(perRound).toEqual([1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0])
  expect(await queued(database)).toBe(8)
})

test("[AUTH-5] a refused message gives the wait and does not void the live code", async () => {
  const [database] = await twoProcesses()
  const { send, parts } = sender(database, "screen")
  const [person] = await manyPeople(database, 1)
  if (!person) throw new Error("nobody")
  const to = { person, phone: person.phone, binding: "b" }
  expect(await send(to)).toEqual({ ok: true, seconds: reauthLimits.smsResendS })
  const code = await shownCode(database)
  const again = await send(to)
  expect(again).toMatchObject({ ok: false })
  if (!again.ok) expect(again.retryAfterS).toBeGreaterThan(290)
  expect(await checkCode(parts, { binding: "b", vcode: code })).toMatchObject({ personId: person.id })
})

test("S2 a person gets 8 a day, also over several phones", async () => {
  const processes = await twoProcesses()
  const [person] = await manyPeople(processes[0], 1)
  if (!person) throw new Error("nobody")
  const phones = Array.from({ length: 30 }, (_, n) => String(13_700_000_000 + n))
  const answers = await flood(phones, [sender(processes[0]), sender(processes[1])], (phone, { send }) =>
    send({ person, phone, address: `198.51.100.${phone.slice(-2)}` }),
  )
  expect(granted(answers)).toBe(8)
})

test("S2 an address or IPv6 network gets 30 an hour, unknown phones included", async () => {
  const processes = await twoProcesses()
  const senders = [sender(processes[0]), sender(processes[1])] as const
  const from = async (first: number, address: (n: number) => string) =>
    granted(
      await flood(
        Array.from({ length: 50 }, (_, n) => n),
        senders,
        (n, { send }) => send({ person: null, phone: String(first + n), address: address(n) }),
      ),
    )
  expect(await from(13_600_000_000, () => "203.0.113.9")).toBe(30)
  expect(await from(13_600_000_100, () => "::ffff:203.0.113.9")).toBe(0)
  expect(await from(13_600_000_200, (n) => `2001:db8:1:2::${(n + 1).toString(16)}`)).toBe(30)
  expect(await queued(processes[0])).toBe(0)
})

test("S2 an organisation gets 500 a day", async () => {
  const processes = await twoProcesses()
  const people = await manyPeople(processes[0], 30)
  await useUp(processes[0], `sms:organisation:${people[0]?.orgId}`, smsQuotas.organisation[0].atMost - 7)
  const answers = await flood(people, [sender(processes[0]), sender(processes[1])], (person, { send }) =>
    send({ person, phone: person.phone, address: `198.51.100.${person.phone.slice(-2)}` }),
  )
  expect(granted(answers)).toBe(7)
})

test("S2 the whole system sends 3,000 a day and logs one warning at 80 %", async () => {
  const processes = await twoProcesses()
  const [database] = processes
  const people = await manyPeople(database, 60)
  const senders = [sender(processes[0]), sender(processes[1])] as const
  const floodWith = (some: typeof people) =>
    flood(some, senders, (person, { send }) =>
      send({ person, phone: person.phone, address: `198.51.100.${person.phone.slice(-2)}` }),
    )
  await useUp(database, "sms:all", 2395)
  expect(granted(await floodWith(people.slice(0, 4)))).toBe(4)
  const warned = () => senders.flatMap(({ warnings }) => warnings)
  expect(warned()).toEqual([])
  expect(granted(await floodWith(people.slice(4, 14)))).toBe(10)
  expect(warned()).toEqual([expect.stringContaining("80 %")])
  expect(await run(database, sql`select action, detail from audit_log where action like 'sms%'`)).toEqual([
    { action: "sms.budget", detail: { used: 2400, atMost: 3000 } },
  ])
  await run(
    database,
    sql`insert into quota (key, bucket, n) select 'sms:all', now() - interval '1 hour' - n * interval '1 second', 1
        from generate_series(1, 580) n`,
  )
  expect(granted(await floodWith(people.slice(14)))).toBe(3000 - 2395 - 14 - 580)
  expect(warned()).toHaveLength(1)
})

test("S3 a process that dies during a flood frees no quota", async () => {
  const processes = await twoProcesses()
  const [dying, staying] = processes
  const people = await manyPeople(staying, 80)
  const send = (person: (typeof people)[number], process: { send: ReturnType<typeof sender>["send"] }) =>
    process.send({ person, phone: person.phone, address: "203.0.113.7" })
  const first = sender(dying)
  const underWay = people.slice(0, 40).map((person) => send(person, first).catch(() => ({ ok: false })))
  await Promise.race(underWay)
  // Like kill -9: PostgreSQL loses the connections in the middle of their work.
  await run(
    staying,
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await Promise.all(underWay)
  await Promise.all(people.slice(40).map((person) => send(person, sender(staying))))
  expect(await queued(staying)).toBe(30)
  const [counted] = await run<{ n: number }>(
    staying,
    sql`select sum(n)::int as n from quota where key = 'sms:address:203.0.113.7'`,
  )
  expect(counted?.n).toBe(30)
})

test("S1 only one spelling of a phone is accepted", () => {
  for (const other of [
    "+8613800000001",
    "8613800000001",
    "008613800000001",
    "138 0000 0001",
    " 13800000001",
    "13800000001 ",
    "138-0000-0001",
    "１３８００００００１",
    "１３８０００００００１",
    "13800000001\u200b",
    "1380000000１",
    "",
  ])
    expect([other, MobilePhone.safeParse(other).success]).toEqual([other, false])
  expect(MobilePhone.safeParse("13800000001").success).toBe(true)
})

async function shownCode(database: Database): Promise<string> {
  const [newest] = await database.transaction(unrestricted, (db) => messagesOnScreen(db, keyed))
  return /验证码是(\d{6})，/.exec(newest?.text ?? "")?.[1] ?? "no code"
}

async function withCode(binding = "b") {
  const processes = await twoProcesses()
  const { parts, send } = sender(processes[0], "screen")
  const [person] = await manyPeople(processes[0], 1)
  if (!person) throw new Error("nobody")
  await send({ person, phone: person.phone, binding, captchaHash: Buffer.from("slider") })
  return { processes, database: processes[0], parts, person, send, code: await shownCode(processes[0]) }
}

const tries = async (database: Database) =>
  (await run<{ tries: number }>(database, sql`select tries from sms_code order by sent_at desc`)).map(
    (row) => row.tries,
  )

test("S4 after five guesses on two processes the right code is refused", async () => {
  const { processes, parts, database, code } = await withCode()
  const wrong = Array.from({ length: 320 }, (_, n) => String(n).padStart(6, "0")).filter(
    (each) => each !== code,
  )
  const left = [...wrong]
  const worker = async (at: number) => {
    const own = { ...parts, database: processes[at % 2] ?? database }
    const found = []
    for (let vcode = left.pop(); vcode; vcode = left.pop())
      found.push(await checkCode(own, { binding: "b", vcode }))
    return found
  }
  const found = await Promise.all(Array.from({ length: 32 }, (_, at) => worker(at)))
  expect(found.flat()).toHaveLength(wrong.length)
  expect(found.flat().filter(Boolean)).toEqual([])
  expect(await tries(database)).toEqual([5])
  expect(await checkCode(parts, { binding: "b", vcode: code })).toBeNull()
  expect(await codeSeconds(database, "b")).toBe(0)
  expect(await tries(database)).toEqual([5])
})

test("S4 of 32 right answers at once one is accepted, and none afterwards", async () => {
  const { processes, parts, database, person, code } = await withCode()
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, at) =>
      checkCode({ ...parts, database: processes[at % 2] ?? database }, { binding: "b", vcode: code }),
    ),
  )
  expect(answers.filter(Boolean)).toEqual([{ personId: person.id, captchaHash: Buffer.from("slider") }])
  expect(await checkCode(parts, { binding: "b", vcode: code })).toBeNull()
})

test("S4 the fifth attempt may still be right", async () => {
  const { parts, person, code } = await withCode()
  const wrong = code === "000000" ? "000001" : "000000"
  for (let n = 0; n < 4; n++) expect(await checkCode(parts, { binding: "b", vcode: wrong })).toBeNull()
  expect(await checkCode(parts, { binding: "b", vcode: code })).toMatchObject({ personId: person.id })
})

test("S4 a code is valid only for what it was sent for", async () => {
  const { parts, database, code } = await withCode("reauth:one")
  expect(await checkCode(parts, { binding: "reauth:two", vcode: code })).toBeNull()
  expect(await tries(database)).toEqual([0])
})

test("S4 a new code voids the one before it with its attempts", async () => {
  const { parts, database, person, send, code } = await withCode()
  const wrong = code === "000000" ? "000001" : "000000"
  for (let n = 0; n < 5; n++) await checkCode(parts, { binding: "b", vcode: wrong })
  await passTime(database, 301)
  expect((await send({ person, phone: person.phone, binding: "b" })).ok).toBe(true)
  const next = await shownCode(database)
  if (next !== code) expect(await checkCode(parts, { binding: "b", vcode: code })).toBeNull()
  expect(await checkCode(parts, { binding: "b", vcode: next })).toMatchObject({ personId: person.id })
})

test.each([
  [299.5, true],
  [300.5, false],
])("S4 after %d s a code is good: %s", async (seconds, isGood) => {
  const { parts, database, code } = await withCode()
  await withFrozenTime(database, async (frozen) => {
    await run(
      frozen,
      sql`update sms_code set expires_at = now() + (expires_at - sent_at) - make_interval(secs => ${seconds})`,
    )
    expect(await codeSeconds(frozen, "b")).toBe(isGood ? 1 : 0)
    expect(await codeCaptcha(frozen, "b")).toEqual(isGood ? Buffer.from("slider") : null)
    const found = await checkCode({ ...parts, database: frozen }, { binding: "b", vcode: code })
    expect(found !== null).toBe(isGood)
  })
})

test("an unknown phone costs the same statements and answer, and no code is right", async () => {
  const [database] = await twoProcesses()
  const [person] = await manyPeople(database, 1)
  if (!person) throw new Error("nobody")
  const counted = async (sending: Pick<Sending, "person" | "phone" | "binding" | "address">) => {
    let statements = 0
    const counting: Database = {
      ...database,
      transaction: (scope, work) =>
        database.transaction(scope, (db) => {
          const connection = (
            db as unknown as { session: { client: { query: (...args: unknown[]) => unknown } } }
          ).session.client
          const { query } = connection
          connection.query = (...args) => {
            statements++
            return query(...args)
          }
          return work(db)
        }),
    }
    const answer = await sender(counting).send(sending)
    return { answer, statements }
  }
  const known = await counted({ person, phone: person.phone, binding: "known", address: "192.0.2.1" })
  const unknown = await counted({
    person: null,
    phone: "13500000000",
    binding: "unknown",
    address: "192.0.2.2",
  })
  expect(known.statements).toBeGreaterThan(4)
  expect(unknown).toEqual(known)
  expect(await codeSeconds(database, "unknown")).toBe(await codeSeconds(database, "known"))
  expect(await queued(database)).toBe(1)
  const { parts } = sender(database)
  for (const vcode of ["000000", "123456", ""])
    expect(await checkCode(parts, { binding: "unknown", vcode })).toBeNull()
})

test("neither phone nor code is stored as plain text", async () => {
  const { database, person, code } = await withCode()
  const rows = await run<{ row: string }>(
    database,
    sql`select to_jsonb(t)::text as row from sms_code t union all select to_jsonb(t)::text from sms_outbox t
        union all select to_jsonb(t)::text from quota t`,
  )
  const dump = rows.map(({ row }) => row.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, "")).join("\n")
  for (const secret of [person.phone, code, Buffer.from(code).toString("hex")])
    expect(dump).not.toContain(secret)
})
