// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { z } from "zod"
import { forgetLastGood, keepLastGood, lastGood } from "./last-good.ts"

const shape = z.object({ total: z.number() })

beforeEach(() => localStorage.clear())

test("[HOME-1] what a card showed is kept per user, with its time", () => {
  keepLastGood("1", "tasks", { atMs: 5, value: { total: 3 } })
  expect(lastGood("1", "tasks", shape)).toEqual({ atMs: 5, value: { total: 3 } })
  expect(lastGood("2", "tasks", shape)).toBeNull()
  expect(lastGood("1", "news", shape)).toBeNull()
})

test.each(["", "{", "null", "[]", '{"atMs":"x","value":{"total":1}}', '{"atMs":1,"value":{"total":"1"}}'])(
  "[HOME-1] %s is nothing good",
  (text) => {
    localStorage.setItem("uc:home-card:1:tasks", text)
    expect(lastGood("1", "tasks", shape)).toBeNull()
  },
)

test("[HOME-1][ROLE-1] answers are kept per person and removed when the session ends", () => {
  localStorage.setItem("uc:other", "stays")
  keepLastGood("1", "tasks", { atMs: 5, value: { total: 3 } })
  keepLastGood("12", "tasks", { atMs: 6, value: { total: 4 } })
  forgetLastGood("12")
  expect(lastGood("1", "tasks", shape)).toBeNull()
  expect(lastGood("12", "tasks", shape)?.value).toEqual({ total: 4 })
  forgetLastGood(null)
  expect(Object.keys(localStorage)).toEqual(["uc:other"])
})
