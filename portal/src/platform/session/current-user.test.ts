// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../http/failure.ts"
import { send } from "../http/send.ts"
import { someUser } from "../../testing/some-user.ts"

vi.mock("../http/send.ts", () => ({ send: vi.fn<typeof send>() }))
const answer = vi.mocked(send)

type Platform = typeof import("./current-user.ts") & typeof import("./session.ts")
let platform: Platform

beforeEach(async () => {
  answer.mockReset()
  // Each test is a document of its own.
  vi.resetModules()
  platform = { ...(await import("./current-user.ts")), ...(await import("./session.ts")) }
  platform.forgetUser()
})

test("[REQ-2] start-up and guard share one fetch of the user, which is then stored", async () => {
  answer.mockResolvedValue(someUser)
  const both = await Promise.all([platform.fetchCurrentUser(), platform.fetchCurrentUser()])
  expect(both).toEqual([someUser, someUser])
  expect(answer).toHaveBeenCalledOnce()
  expect(platform.storedUser()).toEqual(someUser)
})

test("[REQ-2] a failure is not shared with those who ask later", async () => {
  answer.mockRejectedValueOnce(new Failure("slow", "")).mockResolvedValueOnce(someUser)
  await expect(platform.fetchCurrentUser()).rejects.toThrow(Failure)
  expect(platform.storedUser()).toBeNull()
  await expect(platform.fetchCurrentUser()).resolves.toEqual(someUser)
})

test("[REQ-2] start-up takes the guard's fetch for its own, also when that is over", async () => {
  answer.mockResolvedValue(someUser)
  await platform.fetchCurrentUser()
  await expect(platform.fetchCurrentUserAtStart()).resolves.toEqual(someUser)
  expect(answer).toHaveBeenCalledOnce()
})
