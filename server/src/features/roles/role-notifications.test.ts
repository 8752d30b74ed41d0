import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { giveNew, idOf, orgCalled, rowsIn } from "../../testing/test-roles.ts"
import { escalateOverdueAlarms } from "../alarms/escalate-overdue-alarms.ts"
import { remindOfDueDrills } from "../notices/jobs.ts"
import { findMissedPatrols } from "../patrols/schedule-patrol-visits.ts"

async function rings(client: TestClient, topic: string): Promise<string[]> {
  const { items } = await client.send(noticeCalls.bell, {})
  return items.filter((each) => each.topic === topic).map(({ title }) => title)
}

async function plantLateAlarms(app: TestApp, schools: readonly string[]): Promise<void> {
  await rowsIn(app, sql`delete from alarm_record`)
  for (const school of schools)
    await rowsIn(
      app,
      sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state)
      select gen_random_uuid(), id, area_path, 'gas', 1, at, at, 'open'
      from organisation, (select now() - interval '3 minutes' as at) t where name = ${school}`,
    )
}

async function schoolWithRole(permission: PermissionId) {
  const app = await testApp()
  const [head, teacher] = [await app.as("head-a1"), await app.as("teacher-a1")]
  await rowsIn(app, sql`delete from bell_ring`)
  const give = () =>
    giveNew(app, head, teacher, { name: "专员", permissions: [permission], scopeKind: "organisation" })
  return { app, head, teacher, give }
}

test("[DISTRICT-8] who handles alarms of some schools by a role is told of those that come up alone", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  await rowsIn(app, sql`delete from bell_ring`)
  await giveNew(app, bureau, clerk, {
    name: "甲一值班",
    permissions: ["alarms.manage"],
    scopeKind: "chosen",
    organisations: [await orgCalled(app, "甲一小学")],
  })
  await plantLateAlarms(app, ["甲一小学", "甲二小学"])
  expect(await escalateOverdueAlarms(app.database)).toBe(2)
  expect(await rings(clerk, "alarm")).toEqual([expect.stringContaining("甲一小学")])
  expect(await rings(bureau, "alarm")).toEqual([expect.stringContaining("2")])
})

test("[DISTRICT-8] a role for the bureau alone is told of nothing that comes up from schools", async () => {
  const app = await testApp()
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  await rowsIn(app, sql`delete from bell_ring`)
  await giveNew(app, bureau, clerk, {
    name: "局机关值班",
    permissions: ["alarms.manage"],
    scopeKind: "organisation",
  })
  await plantLateAlarms(app, ["甲一小学"])
  await escalateOverdueAlarms(app.database)
  expect(await rings(clerk, "alarm")).toEqual([])
  expect(await rings(bureau, "alarm")).toHaveLength(1)
})

test("[DISTRICT-8] who manages patrols by a role is told of missed visits and of problems", async () => {
  const { app, head, teacher, give } = await schoolWithRole("patrols.manage")
  await rowsIn(app, sql`update patrol_plan set disabled_at = now()`)
  await rowsIn(app, sql`delete from patrol_record where result = 'due'`)
  const point = await head.send(patrolAdminCalls.savePoint, { name: "东门" })
  const plan = await head.send(patrolAdminCalls.savePlan, {
    name: "晚间巡查",
    times: ["23:58"],
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    graceMinutes: 30,
    route: [{ pointId: point.id, personId: await idOf(head) }],
  })
  const missOne = async (hoursAgo: number) => {
    await rowsIn(
      app,
      sql`insert into patrol_record (org_id, plan_id, point_id, due_at, result)
        select org_id, id, ${point.id}::bigint, now() - make_interval(hours => ${hoursAgo}), 'due' from patrol_plan where id = ${plan.id}::bigint`,
    )
    await findMissedPatrols(app.database)
  }
  await missOne(3)
  expect(await rings(teacher, "patrol")).toEqual([])
  await give()
  await missOne(2)
  expect(await rings(teacher, "patrol")).toHaveLength(1)
  await rowsIn(
    app,
    sql`insert into patrol_record (org_id, plan_id, point_id, person_id, due_at, result)
      select org_id, id, ${point.id}::bigint, ${await idOf(head)}::bigint, now(), 'due' from patrol_plan where id = ${plan.id}::bigint`,
  )
  await head.send(patrolAdminCalls.checkIn, { code: point.code ?? "", result: "problem", note: "门锁损坏" })
  expect(await rings(teacher, "patrol")).toHaveLength(2)
})

test("[DISTRICT-8] who fills in or reviews assessments by a role is told when one waits for them", async () => {
  const { app, teacher, give } = await schoolWithRole("assessments.fill")
  const [bureau, clerk] = [await app.as("bureau-a"), await app.as("clerk-a")]
  await give()
  await giveNew(app, bureau, clerk, {
    name: "评审",
    permissions: ["assessments.review"],
    scopeKind: "area",
  })
  const scheme = await bureau.send(assessmentAdminCalls.saveScheme, {
    title: "消防考核",
    items: [{ name: "通道畅通", weight: 100, fullScore: 10 }],
  })
  await bureau.send(assessmentAdminCalls.give, {
    schemeId: scheme.id,
    period: "第一期",
    begins: "2026-01-01",
    ends: "2099-12-31",
    orgids: await orgCalled(app, "甲一小学"),
  })
  expect(await rings(teacher, "assessment")).toHaveLength(1)
  const [given] = await rowsIn<{ id: string }>(
    app,
    sql`select id::text from assessment where scheme_id = ${scheme.id}::bigint`,
  )
  const { id, items, version } = await teacher.send(assessmentAdminCalls.detail, { id: given?.id ?? "" })
  const [item] = items
  await teacher.send(assessmentAdminCalls.saveItem, {
    id,
    itemId: item?.itemId ?? "",
    version: item?.version ?? 0,
    ownScore: 9,
    words: "",
  })
  await teacher.send(assessmentAdminCalls.submit, { id, version })
  expect(await rings(clerk, "assessment")).toHaveLength(1)
  expect(await rings(teacher, "assessment")).toHaveLength(1)
})

test("[DISTRICT-8] who runs a school's drills by a role is reminded of those that are due", async () => {
  const { app, teacher, give } = await schoolWithRole("drills.run")
  await rowsIn(app, sql`delete from drill`)
  await rowsIn(app, sql`update emergency_plan set times_a_year = 4, created_at = '2020-01-01'`)
  await give()
  await remindOfDueDrills(app.database, () => new Date(`${new Date().getFullYear()}-12-30T00:00:00Z`))
  expect((await rings(teacher, "drill")).length).toBeGreaterThan(0)
})
