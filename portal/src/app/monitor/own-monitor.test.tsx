import { act, render, screen } from "@testing-library/react"
import { admintypes, usertypes, type CurrentUser } from "@uc/contract/account/calls"
import { MemoryRouter, useLocation } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { drill, warning } from "../../testing/fake-alarms.ts"
import { closeMonitor, monitorOrder } from "../../features/monitor/monitor-client.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { useOwnMonitor } from "./own-monitor.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetUser()
  sessionStorage.clear()
  vi.useRealTimers()
})

function Shell() {
  useOwnMonitor()
  const { pathname, search } = useLocation()
  return <p>{pathname + search}</p>
}

function shellFor(who: Partial<CurrentUser>) {
  keepUser({ ...someUser, ...who })
  render(
    <MemoryRouter>
      <Shell />
    </MemoryRouter>,
  )
  expect(monitorOrder()).toBeNull()
  vi.runAllTimers()
  return monitorOrder()
}

const staff = { admintype: admintypes.none }
test.each([
  ["a school's administrator", { admintype: admintypes.organisation }, true],
  ["a bureau's administrator", { usertype: usertypes.bureau, admintype: admintypes.area }, true],
  ["a bureau's clerk", { ...staff, usertype: usertypes.bureau }, true],
  ["a company's administrator", { usertype: usertypes.enterprise, admintype: admintypes.organisation }, true],
  ["a teacher", staff, false],
  ["a company's worker", { ...staff, usertype: usertypes.enterprise }, false],
])("[WARN-1] for %s it starts by itself, or not, once the page is idle", (_who, user, starts) => {
  expect(shellFor(user) !== null).toBe(starts)
})

test("[WARN-4] a closed monitor stays closed on a new page", () => {
  closeMonitor(someUser.id)
  expect(shellFor({ admintype: admintypes.organisation })).toBeNull()
})

test("[WARN-5] a press leads to where one works on it", () => {
  const order = shellFor({ admintype: admintypes.organisation })
  const facts = { startTime: "", schoolAddress: "" }
  act(() => order?.callback?.({ ...warning("a b"), ...facts, modelType: "" }, "warning"))
  screen.getByText("/main/alarms?alarm=a%20b")
  act(() => order?.callback?.({ ...drill("d"), ...facts }, "yuan"))
  screen.getByText("/main/drills")
})
