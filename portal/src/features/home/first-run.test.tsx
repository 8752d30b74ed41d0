import { screen, waitFor } from "@testing-library/react"
import { admintypes } from "@uc/contract/account/calls"
import { firstRunCalls } from "@uc/contract/home/first-run-calls"
import { beforeEach, expect, test } from "vitest"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { FirstRunList } from "./first-run.tsx"

beforeEach(() => localStorage.clear())

const admin = { ...someUser, admintype: admintypes.platform }
const none = {
  areas: true,
  organisations: false,
  people: false,
  tables: true,
  applications: false,
  alarms: false,
}
const all = { ...none, organisations: true, people: true, applications: true, alarms: true }

test("[DAY-15] an empty site's administrator sees what is done, and each step leads to its page", async () => {
  serveFakes(answering(firstRunCalls.progress, () => none))
  renderPage(<FirstRunList user={admin} />)
  expect(await screen.findByText(/已完成 2 \/ 6 步/)).toBeTruthy()
  expect(screen.getByRole("link", { name: "单位" }).getAttribute("href")).toBe("/main/orgTree")
  expect(screen.getAllByText("待设置")).toHaveLength(4)
})

test("[DAY-15] the first steps have their place before the answer, but where all was done before", async () => {
  serveFakes(answering(firstRunCalls.progress, () => none))
  const { unmount } = renderPage(<FirstRunList user={admin} />)
  expect(screen.getAllByText("读取中")).toHaveLength(6)
  await screen.findByText(/已完成 2 \/ 6 步/)
  unmount()
  serveFakes(answering(firstRunCalls.progress, () => all))
  const second = renderPage(<FirstRunList user={admin} />)
  await waitFor(() => expect(screen.queryByText("开始使用")).toBeNull())
  second.unmount()
  renderPage(<FirstRunList user={admin} />)
  expect(screen.queryByText("开始使用")).toBeNull()
})

test("[DAY-15] the list of first steps can be hidden, and stays hidden", async () => {
  serveFakes(answering(firstRunCalls.progress, () => none))
  const { user, unmount } = renderPage(<FirstRunList user={admin} />)
  await user.click(await screen.findByRole("button", { name: "不再显示" }))
  expect(screen.queryByText("开始使用")).toBeNull()
  unmount()
  const asked = serveFakes(answering(firstRunCalls.progress, () => none))
  renderPage(<FirstRunList user={admin} />)
  expect([screen.queryByText("开始使用"), asked]).toEqual([null, []])
})

test("[DAY-15] nothing is shown where all is done, and nothing is asked for other people", async () => {
  const asked = serveFakes(answering(firstRunCalls.progress, () => all))
  renderPage(<FirstRunList user={someUser} />)
  expect(asked).toEqual([])
  const { queries } = renderPage(<FirstRunList user={admin} />)
  await expect.poll(() => queries.getQueryCache().getAll()[0]?.state.status).toBe("success")
  expect(screen.queryByText("开始使用")).toBeNull()
})
