// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { keepCode, keptCode } from "./sent-code.ts"

const code = { resendAtMs: 300_000, phone: "138****5678", slider: null }

beforeEach(() => window.sessionStorage.clear())

test("[AUTH-5] what was sent is there after closing and reloading, until its moment", () => {
  keepCode("password", code)
  expect(keptCode("password", 299_999)).toEqual(code)
  expect(keptCode("password", 300_000)).toBeNull()
})

test("[AUTH-5] another module's and another person's codes are their own", () => {
  keepUser(someUser)
  keepCode("password", code)
  expect(keptCode("domain", 0)).toBeNull()
  keepUser({ ...someUser, id: "2" })
  expect(keptCode("password", 0)).toBeNull()
})

test("what is not ours in the storage is nothing", () => {
  window.sessionStorage.setItem("uc:reauth-code::password", '{"resendAtMs":"soon"}')
  expect(keptCode("password", 0)).toBeNull()
})
