import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { AttachmentField } from "./attachment-field.tsx"

test("[WORK-1] files are chosen, dropped or pasted; failed ones can be retried", async () => {
  const [onAdd, onRemove, onRetry] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <AttachmentField
      label="附件"
      hint="图片或PDF"
      accept="image/png"
      items={[
        { key: "1", name: "一.png", done: 1, problem: null, isKept: true, preview: "/small" },
        { key: "2", name: "二.png", done: 0.5, problem: null, isKept: false, preview: null },
        { key: "3", name: "三.png", done: 0, problem: "网络中断", isKept: false, preview: null },
      ]}
      onAdd={onAdd}
      onRemove={onRemove}
      onRetry={onRetry}
    />,
  )
  const hand = userEvent.setup()
  const file = new File(["x"], "现场.png", { type: "image/png" })
  fireEvent.change(screen.getByLabelText("附件", { selector: "input" }), { target: { files: [file] } })
  fireEvent.drop(screen.getByText("图片或PDF"), { dataTransfer: { files: [file] } })
  fireEvent.paste(screen.getByRole("group", { name: "附件" }), { clipboardData: { files: [file] } })
  // Pasted text is no file.
  fireEvent.paste(screen.getByRole("group", { name: "附件" }), { clipboardData: { files: [] } })
  expect(onAdd.mock.calls).toEqual([[[file]], [[file]], [[file]]])

  expect(screen.getByRole<HTMLProgressElement>("progressbar", { name: "二.png上传进度" }).value).toBe(0.5)
  expect(screen.getByRole("alert").textContent).toBe("网络中断")
  await hand.click(screen.getByRole("button", { name: "重新上传三.png" }))
  await hand.click(screen.getByRole("button", { name: "移除一.png" }))
  expect([onRetry.mock.calls, onRemove.mock.calls]).toEqual([[["3"]], [["1"]]])
})
