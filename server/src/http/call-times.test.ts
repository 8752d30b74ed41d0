import { expect, test } from "vitest"
import { noteCallTime, slowestCalls } from "./call-times.ts"

const day = Date.parse("2030-03-04T00:00:00+08:00")
const noon = day + 12 * 60 * 60_000

test("[OPS-4] the slowest calls of the day come first, by what 95 of 100 took", () => {
  for (let n = 0; n < 100; n++) noteCallTime("people.list", n < 94 ? 3 : 200, noon)
  for (let n = 0; n < 100; n++) noteCallTime("alarms.list", n < 96 ? 40 : 900, noon)
  noteCallTime("areas.tree", 0.1, noon)
  const [first, second, third, ...more] = slowestCalls(10, noon)
  expect(first).toEqual({ call: "people.list", count: 100, p95Ms: expect.any(Number), maxMs: 200 })
  expect(first?.p95Ms).toBe(200)
  expect(second).toMatchObject({ call: "alarms.list", count: 100, maxMs: 900 })
  expect(second?.p95Ms).toBeGreaterThanOrEqual(40)
  expect(second?.p95Ms).toBeLessThanOrEqual(50)
  expect(third).toEqual({ call: "areas.tree", count: 1, p95Ms: 0.1, maxMs: 0.1 })
  expect(more).toEqual([])
  expect(slowestCalls(1, noon)).toEqual([first])
})

test("[OPS-4] at midnight in Shanghai they are forgotten, and an endless call has its own time", () => {
  noteCallTime("tasks.list", 5, day + 86_399_999)
  expect(slowestCalls(10, day + 86_399_999).map(({ call }) => call)).toContain("tasks.list")
  expect(slowestCalls(10, day + 86_400_000)).toEqual([])
  noteCallTime("tasks.list", 10_000_000, day + 86_400_000)
  expect(slowestCalls(10, day + 86_400_000)).toEqual([
    { call: "tasks.list", count: 1, p95Ms: 10_000_000, maxMs: 10_000_000 },
  ])
})
