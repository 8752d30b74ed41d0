import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Database } from "../../db/open.ts"
import { twoProcesses } from "../../testing/scratch-databases.ts"
import { unrestricted } from "../../db/scope.ts"
import { watchTickets } from "./qr-watch.ts"

const mid = "password"

/** One session after the other, with a ticket in each of these states. */
async function screensIn(database: Database, states: readonly string[]): Promise<string[]> {
  return database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      with made as (
        insert into session (token_hash, person_id, org_id, absolute_until)
        select sha256(n::text::bytea), p.id, p.org_id, now() + interval '1 hour'
        from generate_series(1, ${states.length}) n, (select id, org_id from person order by id limit 1) p
        returning id
      ), numbered as (select id, row_number() over () as n from made)
      insert into qr_ticket (ticket_hash, kind, session_id, mid, state, expires_at)
      select sha256(id::text::bytea), 'reauth', id, ${mid}, (${sql.param(states)}::text[])[n], now() + interval '3 minutes'
      from numbered order by n returning session_id as id`)
    return rows.map(({ id }) => id)
  })
}

test("[AUTH-4] Q3 two hundred polls at once cost two queries, and each gets its own answer", async () => {
  const [database] = await twoProcesses()
  const states = ["issued", "scanned", "confirmed", "claimed", "refused", "dead"]
  const all = Array.from({ length: 200 }, (_, at) => states[at % states.length] ?? "issued")
  const screens = await screensIn(database, all)
  let questions = 0
  const counting: Database = {
    ...database,
    transaction: (scope, work) => {
      questions++
      return database.transaction(scope, work)
    },
  }
  const decisionFor = watchTickets(counting)
  const answers = await Promise.all(screens.map((sessionId) => decisionFor({ sessionId, mid })))
  const decisions = new Map([
    ["confirmed", "confirmed"],
    ["claimed", "confirmed"],
    ["refused", "refused"],
  ])
  expect(answers).toEqual(all.map((state) => decisions.get(state) ?? null))
  expect(questions).toBe(2)
  const [, , confirmed = ""] = screens
  expect(await decisionFor({ sessionId: confirmed, mid: "phone" })).toBeNull()
  expect(await decisionFor({ sessionId: crypto.randomUUID(), mid })).toBeNull()
})

test("[AUTH-4] a poll sees what was committed before it, also with another query under way", async () => {
  const [database, phone] = await twoProcesses()
  const [sessionId = ""] = await screensIn(database, ["scanned"])
  const decisionFor = watchTickets(database)
  for (let n = 0; n < 20; n++) {
    const underWay = Array.from({ length: 5 }, () => decisionFor({ sessionId, mid }))
    await phone.transaction(unrestricted, (db) => db.execute(sql`update qr_ticket set state = 'confirmed'`))
    expect(await decisionFor({ sessionId, mid })).toBe("confirmed")
    await Promise.all(underWay)
    await phone.transaction(unrestricted, (db) => db.execute(sql`update qr_ticket set state = 'scanned'`))
    expect(await decisionFor({ sessionId, mid })).toBeNull()
  }
})

test("[AUTH-4] a failed query fails all polls that share it, and the next one is made", async () => {
  const [database] = await twoProcesses()
  const [sessionId = ""] = await screensIn(database, ["confirmed"])
  let isAway = true
  const decisionFor = watchTickets({
    ...database,
    transaction: (scope, work) =>
      isAway ? Promise.reject(new Error("away")) : database.transaction(scope, work),
  })
  const lost = await Promise.allSettled([1, 2, 3].map(() => decisionFor({ sessionId, mid })))
  expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"])
  isAway = false
  expect(await decisionFor({ sessionId, mid })).toBe("confirmed")
})
