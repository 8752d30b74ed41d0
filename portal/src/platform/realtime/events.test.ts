import { beforeEach, expect, test, vi } from "vitest"
import { someUser } from "../../testing/some-user.ts"
import { loadChunk } from "../http/load-chunk.ts"
import { forgetUser, keepUser } from "../session/session.ts"
import { onEvent } from "./events.ts"
import { runBrowserEvents } from "./run-events.ts"

vi.mock("../http/load-chunk.ts", () => ({
  loadChunk: vi.fn<typeof loadChunk>((load) => load()),
  needsReload: () => false,
}))
vi.mock("./run-events.ts", () => ({ runBrowserEvents: vi.fn<typeof runBrowserEvents>() }))

const stop = vi.fn<() => void>()

beforeEach(() => {
  forgetUser()
  vi.clearAllMocks()
  vi.mocked(runBrowserEvents).mockReturnValue(stop)
  return () => vi.useRealTimers()
})

test("[WARN-7] one run for all listeners of a person; the last one that leaves ends it", async () => {
  keepUser(someUser)
  const received = vi.fn<() => void>()
  const ends = [onEvent("bell", received), onEvent("bell", received), onEvent("menus", () => undefined)]
  await vi.waitFor(() => expect(runBrowserEvents).toHaveBeenCalledOnce())
  const [userId, notify] = vi.mocked(runBrowserEvents).mock.calls[0] ?? expect.fail()
  expect(userId).toBe(someUser.id)
  notify("bell")
  expect(received).toHaveBeenCalledTimes(2)
  ends[0]?.()
  ends[1]?.()
  expect(stop).not.toHaveBeenCalled()
  ends[2]?.()
  expect(stop).toHaveBeenCalledOnce()
})

test("[OPS-9] whoever leaves while the file is on its way is not followed", async () => {
  keepUser(someUser)
  const end = onEvent("bell", () => undefined)
  end()
  await vi.waitFor(() => expect(loadChunk).toHaveBeenCalledOnce())
  await vi.mocked(loadChunk).mock.results[0]?.value
  expect(runBrowserEvents).not.toHaveBeenCalled()
})

test("[OPS-9] a file of events that can't be loaded is tried again", async () => {
  vi.useFakeTimers()
  vi.spyOn(console, "error").mockReturnValue(undefined)
  vi.mocked(loadChunk).mockRejectedValueOnce(new Error("no network"))
  keepUser(someUser)
  const end = onEvent("bell", () => undefined)
  await vi.advanceTimersByTimeAsync(9000)
  expect(runBrowserEvents).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runBrowserEvents).toHaveBeenCalledOnce()
  end()
})
