import { beforeEach, expect, test } from "vitest"
import { keepLastGood } from "../../features/home/last-good.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { browserStorage } from "../../platform/session/storage.ts"
import { someUser } from "../../testing/some-user.ts"
import { queries } from "./queries.ts"

beforeEach(() => {
  keepUser(someUser)
  queries.setQueryData(["told"], "secret")
})

test("[ROLE-1] cached answers are dropped at a sign-out or another sign-in", () => {
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

test("[HOME-1] what the home's cards showed last goes with the person", () => {
  const kept = () => browserStorage.keys().filter((key) => key.startsWith("home-card"))
  keepLastGood(someUser.id, "tasks", { atMs: 1, value: 1 })
  keepUser({ ...someUser, nickname: "王芳芳" })
  expect(kept()).toHaveLength(1)
  forgetUser()
  expect(kept()).toEqual([])
})
