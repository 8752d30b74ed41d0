import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp } from "../../testing/test-app.ts"

vi.setConfig({ testTimeout: 120_000 })

async function asked<Row extends Record<string, unknown>>(app: TestApp, query: SQL): Promise<Row[]> {
  const { rows } = await app.database.transaction(unrestricted, (db) => db.execute(query))
  return rows as Row[]
}

/** 甲二小学 becomes part of 甲一小学, by the call. */
async function mergeSchools(app: TestApp): Promise<{ readonly into: string }> {
  const bureau = await app.as("bureau-a")
  const orgs = await asked<{ id: string; name: string }>(app, sql`select id::text, name from organisation`)
  const idOf = (name: string) => orgs.find((org) => org.name === name)?.id ?? ""
  const [orgid, intoOrgid] = [idOf("甲二小学"), idOf("甲一小学")]
  const seen = await bureau.send(organisationAdminCalls.mergePlan, { orgid, intoOrgid })
  await grantFor(app, bureau, "organisation")
  const { version, intoVersion } = seen
  await bureau.send(organisationAdminCalls.merge, { orgid, intoOrgid, version, intoVersion })
  return { into: intoOrgid }
}

test("[BARE-17] merging 2,000 people looks at a few rows for each and not at each other's", async () => {
  const app = await testApp()
  const people = 2000
  await asked(
    app,
    sql`with staff as (insert into person (org_id, account, name, usertype)
        select id, 'merged-' || no, '教师' || no, 40 from organisation, generate_series(1, ${people}::int) no
        where name = '甲二小学' returning id, org_id)
      insert into patrol_record (org_id, point_id, person_id, due_at, result)
      select org_id, (select min(id) from patrol_point t where t.org_id = staff.org_id), id, now(), 'missed' from staff`,
  )
  const counted = async () => {
    const [row] = await asked<{ moved: number; read: number }>(
      app,
      sql`select (sum(n_tup_upd) filter (where relname = 'person'))::int as moved,
          (sum(seq_tup_read) + (select sum(idx_tup_read) from pg_stat_user_indexes))::int as read
        from pg_stat_user_tables`,
    )
    return { moved: row?.moved ?? 0, read: row?.read ?? 0 }
  }
  await asked(app, sql`analyze`)
  const before = await counted()
  await mergeSchools(app)
  // PostgreSQL publishes its statistics a moment later.
  await expect.poll(async () => (await counted()).moved - before.moved).toBeGreaterThan(people)
  // Looking for each person's visits among all would read four million rows.
  expect((await counted()).read - before.read).toBeLessThan(200 * people)
})

test("[HOME-6] what people of both schools were given stays with each of them after a merge", async () => {
  const app = await testApp()
  const given = async () =>
    (
      await asked<{ n: number }>(app, sql`select count(*)::int as n from task_assignee where note = 'each'`)
    )[0]?.n
  await asked(
    app,
    sql`insert into task_assignee (org_id, task_id, person_id, note)
      select p.org_id, (select max(id) from task), p.id, 'each' from person p join organisation o on o.id = p.org_id
      where o.name in ('甲一小学', '甲二小学') on conflict do nothing`,
  )
  const before = await given()
  expect(before).toBeGreaterThan(2)
  await mergeSchools(app)
  expect(await given()).toBe(before)
})
