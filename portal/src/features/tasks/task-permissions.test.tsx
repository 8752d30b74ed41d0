import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { noReceivers, ReceiversField } from "./receivers-field.tsx"
import { Component } from "./task.page.tsx"

afterEach(() => vi.unstubAllGlobals())

function offersOrganisations(user: CurrentUser): boolean {
  serveFakes()
  const { unmount } = renderPage(
    <ReceiversField
      user={user}
      value={noReceivers}
      problem={undefined}
      onValue={() => {}}
      onProblem={() => {}}
    />,
  )
  const isOffered = screen.queryByRole("button", { name: "选择单位" }) !== null
  unmount()
  return isOffered
}

test("[DISTRICT-8] organisations are receivers for whoever may give tasks to others", () => {
  const permissions = ["tasks.give"]
  expect(offersOrganisations({ ...someUser, permissions, beyond: permissions })).toBe(true)
  expect(offersOrganisations({ ...someUser, permissions, beyond: [] })).toBe(false)
  expect(offersOrganisations({ ...someUser, admintype: admintypes.area, permissions: [], beyond: [] })).toBe(
    false,
  )
})

test("[DISTRICT-8] all tasks are shown to whoever manages them, else only one's own", async () => {
  const counts = { mine: 0, mineOverdue: 0, mineToday: 0, given: 0, givenOverdue: 0, givenBack: 0 }
  serveFakes(
    answering(taskCalls.counts, () => ({ ...counts, isAdministrator: true, mayGive: true })),
    answering(taskCalls.list, () => ({ total: 0, items: [], next: null })),
  )
  keepUser({ ...someUser, permissions: ["tasks.manage"] })
  const { unmount } = renderPage(<Component />)
  expect(await screen.findByRole("tab", { name: "全部任务" })).toBeTruthy()
  unmount()
  keepUser({ ...someUser, admintype: admintypes.organisation, permissions: [] })
  renderPage(<Component />)
  expect(await screen.findByRole("tab", { name: "与我有关" })).toBeTruthy()
})
