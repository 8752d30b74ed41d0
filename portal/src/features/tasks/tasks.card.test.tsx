import { screen } from "@testing-library/react"
import { taskStates, type Task } from "@uc/contract/tasks/calls"
import { expect, test } from "vitest"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { card } from "./tasks.card.tsx"

const row: Task = {
  id: "7",
  title: "检查消防通道",
  state: taskStates.open,
  progress: 0,
  givername: "苏丽",
  giverorg: "实验小学",
  createtime: "2026-11-10 09:00:00",
  deadline: "2999-11-12 17:00:00",
  isOverdue: false,
  priority: 2,
  repeat: null,
  isRequest: false,
  isUnanswered: false,
  counts: { total: 1, done: 0, returned: 0 },
  work: "70",
  forOrganisation: false,
}

const rows = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent)

test("[DAY-10] a to-do says that it is urgent or can wait, so that its place is understood", () => {
  const items = [{ ...row, id: "6", priority: 1 as const }, row, { ...row, id: "9", priority: 3 as const }]
  renderPage(<card.Content data={{ total: 3, items, next: null }} user={someUser} />)
  expect(rows()).toEqual([
    expect.stringMatching(/^紧急.*检查消防通道/),
    expect.not.stringMatching(/紧急|普通|低/),
    expect.stringMatching(/^低.*检查消防通道/),
  ])
})

test("[DAY-14] help that was asked for is told apart from a task, until it is accepted", () => {
  const asked = { ...row, isRequest: true, isUnanswered: true }
  renderPage(
    <card.Content
      data={{ total: 2, items: [asked, { ...asked, id: "8", isUnanswered: false }, row], next: null }}
      user={someUser}
    />,
  )
  const [open, accepted, given] = rows()
  expect(open).toMatch(/待答复.*检查消防通道.*苏丽 请求协助/)
  expect(open?.split("请求协助")).toHaveLength(2)
  expect(open).not.toContain("%")
  expect(accepted).toMatch(/请求协助/)
  expect(accepted).not.toContain("待答复")
  expect(given).not.toContain("请求协助")
})
