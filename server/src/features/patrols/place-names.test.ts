import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { sql, type SQL } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp } from "../../testing/test-app.ts"

const rooms = 600

/** 甲一小学 with 600 rooms on one layer, each with a point that was visited once. */
async function school() {
  const app = await testApp()
  const asked = async <Row>(query: SQL) =>
    (await app.database.transaction(unrestricted, (db) => db.execute(query))).rows as Row[]
  await asked(sql`
    with org as (select id from organisation where name = '甲一小学'),
      campus as (insert into building (org_id, type, name) select id, 'campus', '东校区' from org returning id, org_id),
      house as (insert into building (org_id, parent_id, ids, level, type, name)
        select org_id, id, array[id], 1, 'building', '明德楼' from campus returning id, org_id, ids),
      layer as (insert into building (org_id, parent_id, ids, level, type, name)
        select org_id, id, ids || id, 2, 'layer', '2层' from house returning id, org_id, ids),
      room as (insert into building (org_id, parent_id, ids, level, type, name)
        select org_id, id, ids || id, 3, 'room', no || '教室' from layer, generate_series(1, ${rooms}::int) no
        returning id, org_id, name),
      point as (insert into patrol_point (org_id, place_id, name, code)
        select org_id, id, '点位' || name, 'POINT' || id from room returning id, org_id)
    insert into patrol_record (org_id, point_id, due_at, result)
    select org_id, id, now() - interval '1 hour', 'missed' from point`)
  await asked(sql`analyze`)
  return { head: await app.as("head-a1"), asked }
}

test("[BARE-17] a visit says where its point is, from the building down, without the campus", async () => {
  const { head } = await school()
  const { items } = await head.send(patrolAdminCalls.visits, { search: "点位", limit: 20 })
  expect(items).toHaveLength(20)
  for (const { pointName, placeName } of items)
    expect(placeName).toBe(`明德楼 2层 ${pointName.replace("点位", "")}`)
})

test("[BARE-17] exporting 600 visits reads the buildings a few times and not once per visit", async () => {
  const { head, asked } = await school()
  const counted = async () => {
    const [row] = await asked<{ scans: number; read: number }>(sql`
      select (t.seq_scan + t.idx_scan)::int as scans,
        (t.seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::int as read
      from pg_stat_user_tables t where t.relname = 'building'`)
    return { scans: row?.scans ?? 0, read: row?.read ?? 0 }
  }
  const before = await counted()
  const { rows } = await head.send(patrolAdminCalls.exportVisits, { search: "点位" })
  expect(rows).toBe(rooms)
  // PostgreSQL publishes its statistics a moment later.
  await expect.poll(async () => (await counted()).scans).toBeGreaterThan(before.scans)
  expect((await counted()).read - before.read).toBeLessThan(20 * rooms)
})
