import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
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
