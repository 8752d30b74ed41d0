import { assessmentCalls, assessmentStates } from "@uc/contract/assessments/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { testApp } from "../../testing/test-app.ts"

async function outside(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query("select set_config('uc.reach', 'all', false)")
  return client
}

test("[WORK-2] lists what is assessed, newest first, by state and page, as far as one reaches", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  const { rows } = await db.query<{ id: string; org: string; state: keyof typeof assessmentStates }>(
    `select a.id, o.name as org, a.state from assessment a join organisation o on o.id = a.org_id
     order by a.due_on desc, a.id desc`,
  )
  const reach = {
    "head-a1": ["甲一小学"],
    "bureau-a": ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  }
  for (const [account, names] of Object.entries(reach)) {
    const viewer = await app.as(account)
    const truth = rows.filter(({ org }) => names.includes(org))
    const { total, items } = await viewer.send(assessmentCalls.list, { limit: 200 })
    expect(items.map(({ id }) => id)).toEqual(truth.map(({ id }) => id))
    expect(total).toBe(truth.length)
    const second = await viewer.send(assessmentCalls.list, { start: 1, limit: 1 })
    expect(second).toEqual({ total, items: [items[1]] })
    for (const state of ["open", "accepted"] as const) {
      const some = await viewer.send(assessmentCalls.list, { state: assessmentStates[state], limit: 200 })
      expect(some.items.map(({ id }) => id)).toEqual(
        truth.filter((row) => row.state === state).map(({ id }) => id),
      )
    }
  }
  const head = await app.as("head-a1")
  const { items } = await head.send(assessmentCalls.list, {})
  expect(items[0]).toMatchObject({ orgname: "甲一小学", title: expect.stringContaining("平安校园建设考核") })
  // A score is shown once it is given.
  for (const { state, score } of items) expect(score === null).toBe(state !== assessmentStates.accepted)
})

test("[WORK-2][ROLE-2] who may not see assessments gets no titles and scores either", async () => {
  const app = await testApp()
  for (const account of ["teacher-a1", "clerk-a"]) {
    const answer = await (await app.as(account)).request(assessmentCalls.list, { limit: 200 })
    expect([account, answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([
      account,
      403,
      noPermissionMessage("assessments.read"),
    ])
  }
})

test("[HOME-4] completeness counts the base data that was given, most gaps first", async () => {
  const app = await testApp()
  const db = await outside(app.url)
  await db.query(
    `update organisation set phone = '', lng = null, lat = null, profile = '{"founded": 1990, "updatedOn": "2031-02-31"}'
     where name = '甲二小学'`,
  )
  await db.query(`update organisation set profile = profile ||
     '{"updatedOn": "2031-05-06", "siteM2": 1, "cameras": 1, "fireHydrants": 1}' where name = '甲一小学'`)
  const bureau = await app.as("bureau-a")
  const { total, items } = await bureau.send(assessmentCalls.profiles, {})
  expect(total).toBe(5)
  // Name, address and year out of twelve.
  expect(items[0]).toMatchObject({ orgname: "甲二小学", completeness: 25, updatetime: null })
  expect(items.find(({ orgname }) => orgname === "甲一小学")).toMatchObject({
    completeness: 100,
    updatetime: "2031-05-06 00:00:00",
  })
  expect(await bureau.send(assessmentCalls.profiles, { start: 9 })).toEqual({ total: 5, items: [] })
  const head = await app.as("head-a1")
  expect((await head.send(assessmentCalls.profiles, {})).items.map(({ orgname }) => orgname)).toEqual([
    "甲一小学",
  ])
  await expect(head.send(assessmentCalls.profiles, { orgid: items[0]?.orgid })).rejects.toMatchObject({
    status: 403,
  })
})
