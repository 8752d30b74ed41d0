import { beforeEach, expect, test } from "vitest"
import { forgetUser, keepUser } from "../platform/session.ts"
import { someUser } from "../platform/some-user.ts"
import { queries } from "./queries.ts"

beforeEach(() => {
  keepUser(someUser)
  queries.setQueryData(["told"], "secret")
})

test("[ROLE-1] what one person was told is gone when they sign out, or somebody else signs in", () => {
  forgetUser()
  expect(queries.getQueryData(["told"])).toBeUndefined()
  keepUser(someUser)
  queries.setQueryData(["told"], "secret")
  keepUser({ ...someUser, id: "2" })
  expect(queries.getQueryData(["told"])).toBeUndefined()
})

test("the same person, asked about again, loses nothing", () => {
  keepUser({ ...someUser, nickname: "王芳芳" })
  expect(queries.getQueryData(["told"])).toBe("secret")
})
