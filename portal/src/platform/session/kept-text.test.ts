// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { forgetKept, keepOverReload, keepTyped, keptFields } from "./kept-text.ts"
import { forgetUser, keepUser } from "./session.ts"

const user = { id: "7" } as Parameters<typeof keepUser>[0]
const hourMs = 3_600_000

beforeEach(() => {
  sessionStorage.clear()
  window.location.hash = "#/task?view=given"
  keepUser(user)
})

function reloaded(fields: Readonly<Record<string, unknown>>, nowMs = Date.now()): void {
  const end = keepOverReload("form", () => fields)
  keepTyped(nowMs)
  end()
}

test("[BROWSER-11] what was typed is there for its form at its place, until it is used", () => {
  reloaded({ title: "甲", people: [{ id: "1", name: "乙" }] })
  expect(keptFields("form")).toEqual({ title: "甲", people: [{ id: "1", name: "乙" }] })
  expect(keptFields("other")).toBeNull()
  window.location.hash = "#/main/home"
  expect(keptFields("form")).toBeNull()
  window.location.hash = "#/task"
  forgetKept("form")
  expect(keptFields("form")).toBeNull()
  expect(sessionStorage.getItem("uc:kept-text")).toBeNull()
})

test("[BROWSER-11] passwords, codes and files are never written down", () => {
  reloaded({ title: "甲", password: "b", smsCode: "c", code: "d", secret: "e", file: new File([], "f") })
  expect(keptFields("form")).toEqual({ title: "甲" })
})

test("[BROWSER-11] it belongs to the user, and is kept for an hour at most", () => {
  reloaded({ title: "甲" })
  keepUser({ ...user, id: "8" })
  expect(keptFields("form")).toBeNull()
  keepUser(user)
  expect(keptFields("form", Date.now() + hourMs + 1)).toBeNull()
  expect(keptFields("form")).toEqual({ title: "甲" })
  forgetUser()
  keepUser(user)
  expect(keptFields("form")).toBeNull()
})
