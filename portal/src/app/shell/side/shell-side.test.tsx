import { loadingMessages } from "@uc/contract/core/loading-messages"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { ShellSide } from "./shell-side.tsx"

test("[OPS-9][BARE-2] a menu whose file does not come says so, and is tried again", async () => {
  const retry = vi.fn<() => void>()
  render(<ShellSide loaded={{ at: "failed", failure: { needsReload: false, retry } }} />)
  expect(screen.getByRole("alert").textContent).toContain("菜单加载失败")
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(retry).toHaveBeenCalledOnce()
})

test("[OPS-9][BARE-2] where only a new document helps, the menu's place offers that", () => {
  render(<ShellSide loaded={{ at: "failed", failure: { needsReload: true, retry: vi.fn<() => void>() } }} />)
  expect(screen.getByRole("button", { name: loadingMessages.reloadPage })).toBeTruthy()
})
