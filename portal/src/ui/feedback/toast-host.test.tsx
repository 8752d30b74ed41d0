import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { LoadingOverlay } from "./loading-overlay.tsx"
import { ProgressBar } from "./progress-bar.tsx"
import { ToastHost } from "./toast-host.tsx"

afterEach(cleanup)

test("a message is announced, says by word what kind it is, and can be closed", async () => {
  const onClose = vi.fn<(id: number) => void>()
  render(<ToastHost toasts={[{ id: 7, kind: "error", text: "服务器内部错误" }]} onClose={onClose} />)
  expect(screen.getByRole("log").textContent).toBe("出错：服务器内部错误")
  await userEvent.click(screen.getByRole("button", { name: "关闭消息" }))
  expect(onClose.mock.calls).toEqual([[7]])
})

test("a message lies above every dialog, also one that opens after it", () => {
  // jsdom has no top layer.
  let isOpen = false
  const raised = vi.fn<() => void>(() => (isOpen = true))
  const matches = vi.spyOn(HTMLElement.prototype, "matches").mockImplementation(() => isOpen)
  HTMLElement.prototype.showPopover = raised
  HTMLElement.prototype.hidePopover = () => (isOpen = false)
  onTestFinished(() => {
    matches.mockRestore()
    for (const name of ["showPopover", "hidePopover"]) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  const { container, rerender } = render(<ToastHost toasts={[]} onClose={vi.fn<(id: number) => void>()} />)
  rerender(
    <ToastHost
      toasts={[{ id: 1, kind: "success", text: "已提醒" }]}
      onClose={vi.fn<(id: number) => void>()}
    />,
  )
  const before = raised.mock.calls.length
  const dialog = container.appendChild(document.createElement("dialog"))
  dialog.open = true
  dialog.dispatchEvent(new Event("toggle"))
  expect(raised).toHaveBeenCalledTimes(before + 1)
  dialog.open = false
  dialog.dispatchEvent(new Event("toggle"))
  expect(raised).toHaveBeenCalledTimes(before + 1)
})

test("the live region is there before the first message", () => {
  render(<ToastHost toasts={[]} onClose={vi.fn<(id: number) => void>()} />)
  expect(screen.getByRole("log").childElementCount).toBe(0)
})

test("[ROUTE-7] the bar is there while a navigation runs, and only then", () => {
  const { rerender } = render(<ProgressBar isRunning />)
  expect(screen.getByRole("progressbar")).toBeTruthy()
  rerender(<ProgressBar isRunning={false} />)
  expect(screen.queryByRole("progressbar")).toBeNull()
})

test("[SHELL-7] the overlay is there while its store says so", () => {
  const { rerender } = render(<LoadingOverlay isShown />)
  expect(screen.getByRole("status").textContent).toBe("正在处理，请稍候…")
  rerender(<LoadingOverlay isShown={false} />)
  expect(screen.queryByRole("status")).toBeNull()
})
