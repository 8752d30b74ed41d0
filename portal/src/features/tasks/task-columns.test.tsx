import { taskStates, type Task } from "@uc/contract/tasks/calls"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { taskColumns } from "./task-columns.tsx"

const given = {
  id: "1",
  work: null,
  title: "报送材料",
  deadline: "2026-11-15 09:55:00",
  isOverdue: true,
  progress: 100,
  counts: { total: 1, done: 0, returned: 0 },
  state: taskStates.open,
} as unknown as Task

const column = (title: string) =>
  taskColumns({ addressOf: () => "/", priorityOf: () => "普通" }).find((each) => each.title === title)

test("[DAY-14] A24: beside 0/1 已完成 the bar is empty, though all steps are ticked", () => {
  render(<>{column("进度")?.cell(given)}</>)
  expect(screen.getByText("0/1 已完成")).toBeTruthy()
  expect(screen.getByRole("progressbar", { name: "进度" }).getAttribute("value")).toBe("0")
})

test("[DAY-14] a cancelled task has no bar, as if it went on", () => {
  render(<>{column("进度")?.cell({ ...given, state: taskStates.cancelled })}</>)
  expect(screen.queryByRole("progressbar")).toBeNull()
})

test("[DAY-13] A20: on paper a deadline is a date, and says that it has passed", () => {
  expect(column("截止时间")?.printed?.(given)).toBe("2026-11-15 09:55（已逾期）")
})
