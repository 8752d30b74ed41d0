import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { beforeAll, expect, test, vi } from "vitest"
import { ConfirmDialog } from "./confirm-dialog.tsx"

beforeAll(() => {
  // jsdom knows the element but not how it opens.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})

function shown(onConfirm: () => Promise<string | null>) {
  const onClose = vi.fn()
  render(<ConfirmDialog title="移除" words="确定？" confirm="移除" onConfirm={onConfirm} onClose={onClose} />)
  return onClose
}

test("stays and says why when it went wrong, closes when it is done", async () => {
  const onConfirm = vi
    .fn<() => Promise<string | null>>()
    .mockResolvedValueOnce("网络较慢")
    .mockResolvedValue(null)
  const onClose = shown(onConfirm)
  await userEvent.click(screen.getByRole("button", { name: "移除" }))
  expect(screen.getByRole("alert").textContent).toBe("网络较慢")
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole("button", { name: "移除" }))
  expect(onClose).toHaveBeenCalledOnce()
})

test("two presses are one", async () => {
  const onConfirm = vi.fn(() => new Promise<string | null>(() => undefined))
  shown(onConfirm)
  await userEvent.dblClick(screen.getByRole("button", { name: "移除" }))
  expect(onConfirm).toHaveBeenCalledOnce()
})
