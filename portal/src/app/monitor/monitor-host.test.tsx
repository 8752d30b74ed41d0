import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter } from "react-router"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { afterEach, expect, test, vi } from "vitest"
import { closeMonitor, startMonitor } from "../../features/monitor/monitor-client.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { shownToasts } from "../../platform/browser/toast.ts"
import { MonitorHost } from "./monitor-host.tsx"

const { chunk, dock } = vi.hoisted(() => ({ chunk: { isThere: false }, dock: { isBroken: false } }))
vi.mock("../../features/monitor/monitor-dock.tsx", () => {
  if (!chunk.isThere) throw new Error("no such chunk")
  return {
    MonitorDock({ userId }: { readonly userId: string }) {
      if (dock.isBroken) throw new Error("can't be drawn")
      return <p>monitor of {userId}</p>
    },
  }
})

function pages(at = "/main/home") {
  return createMemoryRouter([{ path: "*", element: null }], { initialEntries: [at] })
}

afterEach(() => {
  forgetUser()
  vi.useRealTimers()
})

test("[WARN-7] a monitor that can't be loaded says so and retries; none without a user", async () => {
  vi.useFakeTimers()
  vi.spyOn(console, "error").mockReturnValue(undefined)
  keepUser(someUser)
  render(<MonitorHost router={pages()} />)
  act(() => startMonitor({}, null))
  await act(() => vi.advanceTimersByTimeAsync(100))
  await vi.waitFor(() => expect(shownToasts().map(({ text }) => text)).toEqual([monitorMessages.loadFailed]))
  chunk.isThere = true
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await vi.waitFor(() => screen.getByText("monitor of 1"))
  act(() => void closeMonitor(someUser.id))
  expect(screen.queryByText("monitor of 1")).toBeNull()
})

test("[BARE-20] a monitor that can't be drawn says so until it can, and leaves the rest alone", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  chunk.isThere = true
  dock.isBroken = true
  keepUser(someUser)
  render(
    <>
      <p>一页</p>
      <MonitorHost router={pages()} />
    </>,
  )
  act(() => startMonitor({}, null))
  expect((await screen.findByRole("alert")).textContent).toContain(monitorMessages.broken)
  expect(screen.getByText("一页")).toBeTruthy()
  dock.isBroken = false
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(await screen.findByText("monitor of 1")).toBeTruthy()
  act(() => void closeMonitor(someUser.id))
})

test("[BARE-20] a monitor that broke tries again by itself, as often as it needs", async () => {
  vi.useFakeTimers()
  vi.spyOn(console, "error").mockReturnValue(undefined)
  chunk.isThere = true
  dock.isBroken = true
  keepUser(someUser)
  render(<MonitorHost router={pages()} />)
  act(() => startMonitor({}, null))
  await vi.waitFor(() => screen.getByRole("alert"))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByRole("alert").textContent).toContain(monitorMessages.broken)
  dock.isBroken = false
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText("monitor of 1")).toBeTruthy()
  act(() => void closeMonitor(someUser.id))
})

test("[DAY-7] the monitor is not drawn over the big screen, and is back on the next page", async () => {
  chunk.isThere = true
  dock.isBroken = false
  keepUser(someUser)
  const router = pages("/main/screen")
  render(<MonitorHost router={router} />)
  act(() => startMonitor({}, null))
  await act(() => router.navigate("/main/home"))
  expect(await screen.findByText("monitor of 1")).toBeTruthy()
  await act(() => router.navigate("/main/screen"))
  expect(screen.queryByText("monitor of 1")).toBeNull()
  act(() => void closeMonitor(someUser.id))
})
