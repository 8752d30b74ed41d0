// @vitest-environment node
import { beforeEach, expect, test, vi } from "vitest"
import { fetchCurrentUser } from "./current-user.ts"
import { Failure } from "./failure.ts"
import { send } from "./send.ts"
import { forgetUser, storedUser } from "./session.ts"
import { someUser } from "./some-user.ts"

vi.mock("./send.ts", () => ({ send: vi.fn<typeof send>() }))
const answer = vi.mocked(send)

beforeEach(() => {
  forgetUser()
  answer.mockReset()
})

test("[REQ-2] start-up and guard share one fetch of the user, which is then stored", async () => {
  answer.mockResolvedValue(someUser)
  const both = await Promise.all([fetchCurrentUser(), fetchCurrentUser()])
  expect(both).toEqual([someUser, someUser])
  expect(answer).toHaveBeenCalledOnce()
  expect(storedUser()).toEqual(someUser)
})

test("[REQ-2] a failure is not shared with those who ask later", async () => {
  answer.mockRejectedValueOnce(new Failure("slow", "")).mockResolvedValueOnce(someUser)
  await expect(fetchCurrentUser()).rejects.toThrow(Failure)
  expect(storedUser()).toBeNull()
  await expect(fetchCurrentUser()).resolves.toEqual(someUser)
})
