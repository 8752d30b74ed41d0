// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from "vitest"
import {
  closeMonitor,
  isMonitorClosedBy,
  monitorOrder,
  startMonitor,
  startOwnMonitor,
  stopMonitor,
} from "./monitor-client.ts"
import { forgetUser, keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"

const nothing = () => undefined

beforeEach(() => keepUser(someUser))
afterEach(forgetUser)

test("[WARN-4][DLG-4] the last one who asks has it; once that one has ended, the portal's own goes on", () => {
  startOwnMonitor(nothing)
  const own = monitorOrder()
  startOwnMonitor(nothing)
  expect(monitorOrder()).toBe(own)
  const page = new AbortController()
  startMonitor({ areaid: "3" }, nothing, page.signal)
  expect(monitorOrder()).toMatchObject({ options: { areaid: "3" } })
  // Another page's monitor can't be stopped by this one.
  stopMonitor(new AbortController().signal)
  stopMonitor()
  expect(monitorOrder()).toMatchObject({ options: { areaid: "3" } })
  page.abort()
  expect(monitorOrder()).toBe(own)
  startMonitor({}, nothing, page.signal)
  expect(monitorOrder()).toBe(own)
})

test("[WARN-4] closed by the person it is gone, and a new start shows it again", () => {
  startOwnMonitor(nothing)
  startMonitor({}, nothing)
  closeMonitor(someUser.id)
  expect(monitorOrder()).toBeNull()
  expect([isMonitorClosedBy(someUser.id), isMonitorClosedBy("2")]).toEqual([true, false])
  startMonitor({}, nothing)
  expect(isMonitorClosedBy(someUser.id)).toBe(false)
})

test("[WARN-4] a sign-out ends the monitor", () => {
  startOwnMonitor(nothing)
  forgetUser()
  expect(monitorOrder()).toBeNull()
})
