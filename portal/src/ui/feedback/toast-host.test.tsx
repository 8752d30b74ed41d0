import { act, cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { afterEach, expect, onTestFinished, test, vi } from "vitest"
import { LoadingOverlay } from "./loading-overlay.tsx"
import { ProgressBar } from "./progress-bar.tsx"
import { dialogOpened } from "../overlays/open-dialogs.ts"
import { ToastHost } from "./toast-host.tsx"

afterEach(cleanup)

function opened(dialog: HTMLDialogElement): () => void {
  let close = () => {}
  act(() => {
    close = dialogOpened(dialog)
  })
  return close
}

test("a message is announced, says by word what kind it is, and can be closed", async () => {
  const onClose = vi.fn<(id: number) => void>()
  render(<ToastHost toasts={[{ id: 7, kind: "error", text: "服务器内部错误" }]} onClose={onClose} />)
  expect(screen.getByRole("log").textContent).toBe("出错：服务器内部错误")
  await userEvent.click(screen.getByRole("button", { name: "关闭消息" }))
  expect(onClose.mock.calls).toEqual([[7]])
})

test("a message is raised into the top layer, again in each dialog that opens after it", () => {
  // jsdom has no top layer.
  const raised = vi.fn<() => void>()
  HTMLElement.prototype.showPopover = raised
  HTMLElement.prototype.hidePopover = () => undefined
  const matches = vi.spyOn(HTMLElement.prototype, "matches").mockReturnValue(false)
  onTestFinished(() => {
    matches.mockRestore()
    for (const name of ["showPopover", "hidePopover"]) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
  const onClose = vi.fn<(id: number) => void>()
  const { rerender } = render(<ToastHost toasts={[]} onClose={onClose} />)
  expect(raised).not.toHaveBeenCalled()
  rerender(<ToastHost toasts={[{ id: 1, kind: "success", text: "已提醒" }]} onClose={onClose} />)
  expect(raised).toHaveBeenCalledTimes(1)
  const dialog = document.body.appendChild(document.createElement("dialog"))
  const close = opened(dialog)
  expect(raised).toHaveBeenCalledTimes(2)
  act(close)
  dialog.remove()
})

test("[LAYOUT-3] while dialogs are open the live region is inside of the top-most one", () => {
  render(
    <ToastHost toasts={[{ id: 1, kind: "info", text: "已检查" }]} onClose={vi.fn<(id: number) => void>()} />,
  )
  const [below, above] = ["below", "above"].map(() =>
    document.body.appendChild(document.createElement("dialog")),
  )
  if (!below || !above) return expect.fail()
  const isIn = (dialog: Element) => dialog.contains(screen.getByText("已检查"))
  const closeBelow = opened(below)
  expect(isIn(below)).toBe(true)
  const closeAbove = opened(above)
  expect([isIn(below), isIn(above)]).toEqual([false, true])
  act(closeAbove)
  expect(isIn(below)).toBe(true)
  act(closeBelow)
  expect([isIn(below), isIn(document.body)]).toEqual([false, true])
  below.remove()
  above.remove()
})

test("[LAYOUT-3] when the focused message goes, the focus goes to the next, then back", async () => {
  function Page() {
    const [ids, setIds] = useState([1, 2])
    return (
      <>
        <button type="button">保存</button>
        <ToastHost
          toasts={ids.map((id) => ({ id, kind: "success", text: `第${id}条` }))}
          onClose={(id) => setIds(ids.filter((each) => each !== id))}
        />
      </>
    )
  }
  render(<Page />)
  screen.getByRole("button", { name: "保存" }).focus()
  await userEvent.tab()
  await userEvent.keyboard("{Enter}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("关闭消息")
  await userEvent.keyboard("{Enter}")
  expect(document.activeElement?.textContent).toBe("保存")
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
