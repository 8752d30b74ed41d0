import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { Pager } from "./pager.tsx"

test.each([
  [0, 0, true, true, "第 1 / 1 页"],
  [20, 0, true, true, "第 1 / 1 页"],
  [21, 0, true, false, "第 1 / 2 页"],
  [1041, 52, false, true, "第 53 / 53 页"],
])("%i rows, page %i", async (total, page, isFirst, isLast, words) => {
  const onPage = vi.fn()
  render(<Pager total={total} pageSize={20} page={page} onPage={onPage} />)
  expect(screen.getByText(words)).toBeTruthy()
  const [back, on] = [
    screen.getByRole("button", { name: "上一页" }),
    screen.getByRole("button", { name: "下一页" }),
  ]
  expect([back, on].map((button) => button.hasAttribute("disabled"))).toEqual([isFirst, isLast])
  await userEvent.click(back)
  await userEvent.click(on)
  expect(onPage.mock.calls).toEqual([...(isFirst ? [] : [[page - 1]]), ...(isLast ? [] : [[page + 1]])])
})
