import { hazardCalls } from "@uc/contract/hazards/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { district } from "../../testing/test-transfers.ts"

test("[DAY-6] what somebody who moves was to rectify waits to be assigned again", async () => {
  const { a1, a2, rows, idOf, begin, accept } = await district()
  const old = await idOf("teacher-a1")
  await rows(sql`delete from hazard`)
  for (const state of ["assigned", "rectified"])
    await rows(sql`
      insert into hazard (org_id, title, place, level, source, reporter_id, reporter_name, reporter_org_name, state, assignee_id,
        due_on, rectified_by_id)
      select org_id, '护栏松动', '东楼', 'general', 'report', id, name, '甲一小学', ${state}, id, '2026-01-01',
        case when ${state} = 'rectified' then id end from person where id = ${old}`)
  await begin(a1, "teacher-a1", { orgname: "甲二小学" })
  expect((await accept(a2)).statusCode).toBe(200)
  const { items } = await a1.send(hazardCalls.list, {})
  expect(
    items.map(({ state, assignee, deadline, isOverdue }) => [state, assignee !== null, deadline, isOverdue]),
  ).toEqual([
    ["rectified", true, "2026-01-01", false],
    ["reported", false, null, false],
  ])
  const [, released] = items
  const { history, can } = await a1.send(hazardCalls.detail, { id: released?.id ?? "" })
  expect([history.map(({ deed }) => deed), can]).toEqual([["released"], ["assign", "reject"]])
})
