import { loadingMessages } from "@uc/contract/core/loading-messages"
import { act, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { noteNetwork } from "../../../platform/http/network.ts"
import { LaterPartsBar } from "./later-parts-bar.tsx"

test("[OPS-9][BARE-2] a menu whose file does not come says so, and is tried again", async () => {
  const retry = vi.fn<() => void>()
  render(<LaterPartsBar failure={{ needsReload: false, retry }} />)
  expect(screen.getByRole("alert").textContent).toContain("菜单和顶部工具加载失败")
  await userEvent.click(screen.getByRole("button", { name: "重试" }))
  expect(retry).toHaveBeenCalledOnce()
})

test("[OPS-9][BARE-2] where only a new document helps, the menu's bar offers that", () => {
  const retry = vi.fn<() => void>()
  render(<LaterPartsBar failure={{ needsReload: true, retry }} />)
  expect(screen.getByRole("button", { name: loadingMessages.reloadPage })).toBeTruthy()
  act(() => noteNetwork(false))
  act(() => noteNetwork(true))
  expect(retry).not.toHaveBeenCalled()
})

test("[OPS-9][BARE-2] the menu's file is tried again by itself when the network is back", () => {
  const retry = vi.fn<() => void>()
  render(<LaterPartsBar failure={{ needsReload: false, retry }} />)
  act(() => noteNetwork(false))
  expect(retry).not.toHaveBeenCalled()
  act(() => noteNetwork(true))
  expect(retry).toHaveBeenCalledOnce()
})
