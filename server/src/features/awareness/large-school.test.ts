import { accountCalls } from "@uc/contract/account/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { awarenessCalls } from "@uc/contract/awareness/calls"
import { awarenessLimits } from "@uc/contract/awareness/told"
import { sql } from "drizzle-orm"
import pg from "pg"
import { expect, onTestFinished, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { alarmOf, signed, theDemoSource } from "../../testing/test-alarm-source.ts"
import { testApp } from "../../testing/test-app.ts"

/** How many statements the work runs in the database. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, "query")
  onTestFinished(() => query.mockRestore())
  await work()
  const { length } = query.mock.calls
  query.mockRestore()
  return length
}

test("[DAY-2] in a school of 3,000 nothing costs a statement per person, and the list is a page", async () => {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  const { orgid } = await head.send(accountCalls.current, {})
  const report = async () => {
    const alarm = alarmOf(orgid, { address: "1号楼101" })
    await app.app.inject(signed(theDemoSource, alarmSourceCalls.report, { items: [alarm] }))
    return alarm.uuid
  }
  /** Each part once, of a new alarm: what was cached before does not count. */
  const costs = async () => {
    const uuid = await report()
    const list = { uuid, limit: 20 }
    return {
      report: await statementsOf(report),
      card: await statementsOf(() => teacher.send(awarenessCalls.mine, {})),
      list: await statementsOf(() => head.send(awarenessCalls.ofAlarm, list)),
      confirm: await statementsOf(() => teacher.send(awarenessCalls.confirm, { uuid })),
      remind: await statementsOf(() => head.send(awarenessCalls.remindAlarm, { uuid, bySms: true })),
    }
  }
  const few = await costs()
  const people = 3000
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into person (org_id, account, name, usertype, phone)
      select ${orgid}, 'many-' || n, '职工' || n, 20, '139' || lpad(n::text, 8, '0') from generate_series(1, ${people}) n`),
  )
  const many = await costs()
  for (const [part, cost] of Object.entries(few))
    // Events name 400 people each, so a reminder has some more of them.
    expect([part, many[part as keyof typeof few] - cost]).toEqual([
      part,
      expect.toSatisfy((more: number) => more <= 2 * Math.ceil(people / 400)),
    ])
  const uuid = await report()
  const page = await head.send(awarenessCalls.ofAlarm, { uuid, start: 2980, limit: 20 })
  expect(page.people).toBeGreaterThan(people)
  expect(page.missing).toHaveLength(20)
  const { reminded, messages } = await head.send(awarenessCalls.remindAlarm, { uuid, bySms: true })
  expect([reminded, messages]).toEqual([page.people, awarenessLimits.messages])
})
