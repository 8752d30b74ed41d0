// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest"

const arriveAt = vi.hoisted(() => vi.fn<(place: string) => void>())
const open = vi.hoisted(() => ({ pages: [] as object[] }))
vi.mock("../../platform/http/reload-document.ts", () => ({ arriveAt }))
vi.mock("../../features/hosting/hosted-pages.ts", () => ({ hostedPages: () => open }))

let reloadOnce: typeof import("./reload-once.ts").reloadOnce
const wanted = () => new AbortController().signal

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  arriveAt.mockClear()
  open.pages = []
  sessionStorage.clear()
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("")))
  ;({ reloadOnce } = await import("./reload-once.ts"))
})

/** What a browser that does not leave would go through. */
async function asked(place: string, signal: AbortSignal): Promise<void> {
  const over = reloadOnce(place, signal)
  await vi.runAllTimersAsync()
  await over
}

test("[BARE-2][ROUTE-8] a place is opened in a new document once", async () => {
  await asked("/task", wanted())
  await asked("/task", wanted())
  expect(arriveAt.mock.calls).toEqual([["/task"]])
})

test("[BARE-2] shell and page that fail together reload once, without showing an error", async () => {
  let areOver = 0
  for (let no = 0; no < 2; no++) void reloadOnce("/task", wanted()).then(() => (areOver += 1))
  await vi.advanceTimersByTimeAsync(1000)
  expect(arriveAt.mock.calls).toEqual([["/task"]])
  expect(areOver).toBe(0)
})

test("[BARE-2] after another navigation there is no reload", async () => {
  await asked("/task", AbortSignal.abort())
  expect(arriveAt).not.toHaveBeenCalled()
})

test("[BARE-2] pages of other sites that are open keep what was typed in them", async () => {
  open.pages = [{}]
  await asked("/task", wanted())
  expect(arriveAt).not.toHaveBeenCalled()
  // It is not counted as tried.
  open.pages = []
  await asked("/task", wanted())
  expect(arriveAt).toHaveBeenCalledOnce()
})

test.each([
  ["can't be reached", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["answers with a fault", () => Promise.resolve(new Response("", { status: 502 }))],
])("[BARE-2] a site that %s is not reloaded: the portal would be gone", async (_name, answer) => {
  vi.stubGlobal("fetch", answer)
  await asked("/task", wanted())
  expect(arriveAt).not.toHaveBeenCalled()
})

test("[BARE-2] a site that does not answer is not waited for without end", async () => {
  vi.stubGlobal(
    "fetch",
    (_address: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(new Error("aborted"))),
      ),
  )
  await asked("/task", wanted())
  expect(arriveAt).not.toHaveBeenCalled()
})
