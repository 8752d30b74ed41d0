import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import { Tabs } from "./tabs.tsx"

function Two() {
  const [current, setCurrent] = useState<"a" | "b">("a")
  return (
    <Tabs label="日志" tabs={{ a: "登录日志", b: "操作日志" }} current={current} onChange={setCurrent}>
      <p>panel {current}</p>
    </Tabs>
  )
}

test("arrows choose and carry the focus, and only the chosen one is reached by Tab", async () => {
  render(<Two />)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole("tab", { name: "登录日志" }))
  await userEvent.keyboard("{ArrowLeft}")
  const second = screen.getByRole("tab", { name: "操作日志", selected: true })
  expect(document.activeElement).toBe(second)
  expect(screen.getByRole("tabpanel", { name: "操作日志" }).textContent).toBe("panel b")
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  await userEvent.click(screen.getByRole("tab", { name: "登录日志" }))
  expect(screen.getByRole("tabpanel").textContent).toBe("panel a")
})

test("the chosen one is in view, though not all of them fit on a phone", async () => {
  const rectOf = (left: number, right: number) => ({ left, right }) as DOMRect
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    if (this.role === "tablist") return rectOf(0, 100)
    const moved = this.parentElement?.scrollLeft ?? 0
    return this.textContent === "操作日志" ? rectOf(80 - moved, 160 - moved) : rectOf(0 - moved, 80 - moved)
  })
  render(<Two />)
  const list = screen.getByRole("tablist")
  expect(list.scrollLeft).toBe(0)
  await userEvent.click(screen.getByRole("tab", { name: "操作日志" }))
  expect(list.scrollLeft).toBe(60)
  await userEvent.click(screen.getByRole("tab", { name: "登录日志" }))
  expect(list.scrollLeft).toBe(0)
})
