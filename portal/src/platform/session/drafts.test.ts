// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest"
import { someUser } from "../../testing/some-user.ts"
import { draftOf, forgetDraft, keepDraft } from "./drafts.ts"
import { forgetUser, keepUser } from "./session.ts"

beforeEach(() => {
  localStorage.clear()
  keepUser(someUser)
})

test("[DAY-9] a draft is kept per person and form, without secrets and files", () => {
  keepDraft("/task/create []", { title: "检查", password: "x", file: new Blob([]) })
  expect(draftOf("/task/create []")?.fields).toEqual({ title: "检查" })
  expect(draftOf("/notice/save []")).toBeNull()
  forgetDraft("/task/create []")
  expect(draftOf("/task/create []")).toBeNull()
})

test("[DAY-9] a draft waits for its person after a sign-out, and is gone once another signs in", () => {
  keepDraft("form", { title: "检查" })
  forgetUser()
  expect(draftOf("form")).toBeNull()
  keepUser(someUser)
  expect(draftOf("form")?.fields).toEqual({ title: "检查" })
  keepUser({ ...someUser, id: "999" })
  expect(draftOf("form")).toBeNull()
  keepUser(someUser)
  expect(draftOf("form")).toBeNull()
})

test("[DAY-9] a draft of more than a week is not offered", () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  try {
    keepDraft("form", { title: "检查" })
    vi.setSystemTime(Date.now() + 8 * 24 * 3_600_000)
    expect(draftOf("form")).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
