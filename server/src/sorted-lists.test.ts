import { alarmCalls } from "@uc/contract/alarms/calls"
import { everyCall } from "@uc/contract/all-calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Call } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { replyMessages } from "@uc/contract/core/reply"
import { sortMessages } from "@uc/contract/core/sorting"
import { drillCalls } from "@uc/contract/drills/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { screenAdminCalls } from "@uc/contract/screens/admin-calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { expect, test } from "vitest"
import { z } from "zod"
import { readXlsx } from "./testing/sheets/test-xlsx.ts"
import { testApp, type TestClient } from "./testing/test-app.ts"

const year = new Date().getFullYear()

interface Listed {
  readonly call: Call
  readonly input?: Record<string, unknown>
  /** Where the place of the next page stands in the answer, and the name under which it is sent; null: counted by `start`. */
  readonly place: readonly [answered: string, sent: string] | null
  readonly by?: "head-a1"
}

const lists: readonly Listed[] = [
  { call: alarmCalls.list, place: ["older", "before"] },
  { call: taskCalls.list, input: { view: "all" }, place: ["next", "cursor"] },
  { call: taskCalls.list, input: { view: "mine" }, place: ["next", "cursor"] },
  { call: drillCalls.ledger, input: { year }, place: null },
  { call: drillCalls.held, input: { year }, place: null },
  { call: hazardCalls.list, input: { state: "active" }, place: null },
  { call: assessmentAdminCalls.page, input: { of: "all" }, place: ["older", "before"] },
  { call: assessmentCalls.profiles, place: null },
  { call: patrolAdminCalls.visits, place: ["older", "before"] },
  { call: peopleAdminCalls.list, place: ["next", "after"] },
  { call: logCalls.signIns, place: null },
  { call: logCalls.audit, place: null },
  { call: newsAdminCalls.list, place: ["older", "before"], by: "head-a1" },
  { call: onlineUserCalls.list, place: ["next", "after"] },
  { call: noticeCalls.list, place: ["older", "before"], by: "head-a1" },
  { call: noticeCalls.written, place: ["older", "beforeid"], by: "head-a1" },
]

type Answer = { readonly items: readonly Record<string, unknown>[] } & Record<string, unknown>

const keyOf = (row: Record<string, unknown>) =>
  JSON.stringify(row["uuid"] ?? row["work"] ?? row["id"] ?? [row["orgid"], row["planId"]])
const sortsOf = ({ input }: Call) =>
  (input.shape["sort"] as z.ZodOptional<z.ZodEnum>).unwrap().options as string[]

/** The keys of all rows, `limit` at a time. */
async function walked(client: TestClient, { call, input = {}, place }: Listed, more: object, limit: number) {
  const keys: string[] = []
  let at: Record<string, unknown> = {}
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before it ended
    const answer = (await client.send(call, { ...input, ...more, ...at, limit })) as Answer
    keys.push(...answer.items.map(keyOf))
    const next = place === null ? (answer.items.length < limit ? null : keys.length) : answer[place[0]]
    if (next === null || keys.length > 400) return keys
    at = { [place === null ? "start" : place[1]]: next }
  }
}

test("[DAY-13] every list that takes an order is walked here", () => {
  // Screens are few and have no pages: sorted-screens.test.ts.
  const known = new Set([...lists.map(({ call }) => call.path), screenAdminCalls.list.path])
  const sorted = everyCall().filter(
    ({ call }) => "sort" in call.input.shape && !("isCut" in (call.output as z.ZodObject).shape),
  )
  expect(sorted.length).toBeGreaterThan(9)
  expect(sorted.filter(({ call }) => !known.has(call.path)).map(({ call }) => call.path)).toEqual([])
})

test("[DAY-13] in each order of each list every row is on one page, and on one alone", async () => {
  const app = await testApp()
  const clients = { "bureau-a": await app.as("bureau-a"), "head-a1": await app.as("head-a1") }
  const short: string[] = []
  for (const list of lists) {
    const client = clients[list.by ?? "bureau-a"]
    const name = list.call.path
    // oxlint-disable-next-line no-await-in-loop -- one after the other on one connection
    const plain = await walked(client, list, {}, 200)
    for (const sort of sortsOf(list.call)) {
      // oxlint-disable-next-line no-await-in-loop
      const whole = await walked(client, list, { sort }, 200)
      expect(new Set(whole), `${name} ${sort}`).toEqual(new Set(plain))
      // oxlint-disable-next-line no-await-in-loop
      const pages = await walked(client, list, { sort }, Math.max(1, Math.ceil(whole.length / 4)))
      expect(pages, `${name} ${sort}`).toEqual(whole)
      if (whole.length < 2) short.push(name)
    }
  }
  // What has no two rows proves nothing.
  expect([...new Set(short)]).toEqual([])
})

test("[DAY-13] an order is that of its column, upwards and downwards, and an export keeps it", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  const levels = async (sort: "level" | "-level") =>
    (await bureau.send(alarmCalls.list, { sort, limit: 200 })).items.map(({ level }) => level)
  const up = await levels("level")
  expect(new Set(up).size).toBeGreaterThan(1)
  expect(up).toEqual(up.toSorted((a, b) => a - b))
  expect(await levels("-level")).toEqual(up.toReversed())
  const { content } = await bureau.send(peopleAdminCalls.export, { sort: "-account" })
  const [titles = [], ...rows] = readXlsx(Buffer.from(content, "base64")).sheets[0] ?? []
  const accounts = rows.map((row) => String(row[titles.indexOf("账号")]))
  const { items } = await bureau.send(peopleAdminCalls.list, { sort: "-account", limit: 200 })
  expect(accounts.length).toBeGreaterThan(3)
  expect(accounts).toEqual(items.map(({ usercode }) => usercode))
  // Nothing stands last, whatever the direction.
  const dues = (await bureau.send(taskCalls.list, { view: "all", sort: "-due", limit: 200 })).items
  const firstWithout = dues.findIndex(({ deadline }) => deadline === null)
  expect(firstWithout < 0 || dues.slice(firstWithout).every(({ deadline }) => deadline === null)).toBe(true)
})

test("[DAY-13] no other column is sorted by, two orders are refused, and so is a place of another order", async () => {
  const app = await testApp()
  const bureau = await app.as("bureau-a")
  await expect(bureau.send(alarmCalls.list, { sort: "uuid" as "level" })).rejects.toThrow(
    sortMessages.unknown,
  )
  await expect(bureau.send(taskCalls.list, { sort: "title", order: "due" })).rejects.toThrow(
    parameterMessages.eitherOrderOrSort,
  )
  const { older } = await bureau.send(alarmCalls.list, { limit: 1 })
  await expect(bureau.send(alarmCalls.list, { sort: "level", before: older ?? "1-1" })).rejects.toThrow(
    sortMessages.notThisPlace,
  )
  const { next } = await bureau.send(peopleAdminCalls.list, { limit: 1 })
  await expect(
    bureau.send(peopleAdminCalls.list, { sort: "name", limit: 1, after: next ?? "" }),
  ).rejects.toThrow(replyMessages.badInput)
})
