import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
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
