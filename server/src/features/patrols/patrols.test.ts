import { patrolCalls } from "@uc/contract/patrols/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { statisticsLimits, statisticsMessages } from "@uc/contract/core/statistics-period"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

test("[WORK-3] patrols count as planned, done and missed by due day, within reach", async () => {
  const app = await testApp()
  const db = new pg.Client({ connectionString: app.url })
  await db.connect()
  onTestFinished(() => db.end())
  await db.query("select set_config('uc.reach', 'all', false)")
  for (const [name, due, result] of [
    ["甲一小学", "2031-05-05 23:59:59+08", "missed"],
    ["甲一小学", "2031-05-06 00:00:00+08", "normal"],
    ["甲一小学", "2031-05-06 12:00:00+08", "problem"],
    ["甲一小学", "2031-05-06 23:59:59+08", "due"],
    ["甲二小学", "2031-05-07 08:00:00+08", "missed"],
    ["乙一小学", "2031-05-07 09:00:00+08", "normal"],
  ])
    await db.query(
      `insert into patrol_record (org_id, point_id, due_at, result) select org_id, id, $2, $3 from patrol_point
       where org_id = (select id from organisation where name = $1) limit 1`,
      [name, due, result],
    )
  const period = { starttime: "2031-05-06 00:00:00", endtime: "2031-05-07 23:59:59" }
  const of = async (account: string, more: object = {}) =>
    (await app.as(account)).send(patrolCalls.statistics, { ...period, ...more })

  expect(await of("head-a1")).toEqual({
    planned: 2,
    done: 2,
    missed: 0,
    days: [
      { day: "2031-05-06", planned: 2, done: 2, missed: 0 },
      { day: "2031-05-07", planned: 0, done: 0, missed: 0 },
    ],
  })
  expect(await of("bureau-a")).toMatchObject({ planned: 3, done: 2, missed: 1 })
  expect(await of("platform")).toMatchObject({ planned: 4, done: 3, missed: 1 })
  // A part of a day counts only what was due in it; whoever reaches everything is asked in another way.
  const uneven = { starttime: "2031-05-05 23:59:59", endtime: "2031-05-06 12:00:00" }
  for (const account of ["head-a1", "platform"])
    expect(await of(account, uneven)).toMatchObject({
      planned: 3,
      days: [
        { day: "2031-05-05", planned: 1, missed: 1 },
        { day: "2031-05-06", planned: 2, done: 2 },
      ],
    })
  expect(await of("platform", { ...uneven, endtime: "2031-05-07 08:30:00" })).toMatchObject({
    planned: 4,
    done: 2,
    missed: 2,
  })
  const { rows } = await db.query<{ id: string; area: string }>(
    "select id, area_id as area from organisation where name = '乙一小学'",
  )
  await expect(of("bureau-a", { orgid: rows[0]?.id })).rejects.toMatchObject({ status: 403 })
  await expect(of("bureau-a", { areaId: rows[0]?.area })).rejects.toMatchObject({ status: 403 })
})

test("[WORK-3][HOME-1] each statistics number equals the list behind it, early visits too", async () => {
  const app = await testApp()
  const db = new pg.Client({ connectionString: app.url })
  await db.connect()
  onTestFinished(() => db.end())
  await db.query("select set_config('uc.reach', 'all', false)")
  await db.query("delete from patrol_record")
  // Around now, and all of one day: only what is due later and was not made is left out.
  const { rows: today } = await db.query<{ day: string }>(
    "select to_char(now() + interval '1 day', 'YYYY-MM-DD') as day",
  )
  const day = today[0]?.day ?? ""
  for (const [name, result, times] of [
    ["甲一小学", "normal", 2],
    ["甲一小学", "problem", 1],
    ["甲一小学", "missed", 4],
    ["甲一小学", "due", 5],
    ["甲二小学", "due", 3],
  ] as const)
    for (let at = 0; at < times; at++)
      await db.query(
        `insert into patrol_record (org_id, point_id, person_id, due_at, checked_at, result)
         select p.org_id, p.id, (select min(w.id) from person w where w.org_id = p.org_id), $2::timestamptz, now(), $3
         from patrol_point p where p.org_id = (select id from organisation where name = $1) limit 1`,
        [name, `${day} 10:0${at}:00+08`, result],
      )
  for (const result of ["due", "normal"])
    await db.query(
      `insert into patrol_record (org_id, point_id, due_at, result) select org_id, id, now() - interval '3 days', $1
       from patrol_point where org_id = (select id from organisation where name = '甲一小学') limit 1`,
      [result],
    )
  const from = new Date(Date.now() - 6 * 24 * 3600_000).toISOString().slice(0, 10)
  const bounds = { starttime: `${from} 00:00:00`, endtime: `${day} 23:59:59` }
  for (const account of ["head-a1", "bureau-a", "platform"]) {
    const asking = await app.as(account)
    const { days: _days, ...counted } = await asking.send(patrolCalls.statistics, bounds)
    const listed = async (state?: "done" | "missed") => {
      const { items } = await asking.send(patrolAdminCalls.visits, {
        from,
        to: day,
        limit: 100,
        ...(state && { state }),
      })
      return items.length
    }
    expect(counted).toEqual({ planned: 9, done: 4, missed: 4 })
    expect({ planned: await listed(), done: await listed("done"), missed: await listed("missed") }).toEqual(
      counted,
    )
    const { ranks } = await asking.send(patrolAdminCalls.ranks, { by: "organisation", from, to: day })
    expect(ranks.map(({ name, planned, done, missed }) => ({ name, planned, done, missed }))).toEqual([
      { name: "甲一小学", ...counted },
    ])
  }
  const people = await (await app.as("head-a1")).send(patrolAdminCalls.ranks, { by: "person", from, to: day })
  expect(people.ranks).toMatchObject([{ planned: 7, done: 3, missed: 4 }])
})

test("[WORK-3] without a period the last 30 days; one of many years is refused with a sentence", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { days, planned } = await head.send(patrolCalls.statistics, {})
  expect(days).toHaveLength(statisticsLimits.days)
  expect(planned).toBeGreaterThan(0)
  await expect(head.send(patrolCalls.statistics, { starttime: "2000-01-01 00:00:00" })).rejects.toThrow(
    statisticsMessages.periodTooLong,
  )
})
