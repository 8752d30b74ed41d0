import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { TellContext } from "./error-boundary.tsx"
import { Button } from "../forms/button.tsx"
import { closesWhenBroken, windowBroken } from "./closes-when-broken.tsx"
import { ConfirmDialog } from "../overlays/confirm-dialog.tsx"
import { Modal } from "../overlays/modal.tsx"

const broken = { body: false, content: false }

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
beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  Object.assign(broken, { body: false, content: false })
})

function Content() {
  const [isOver, setOver] = useState(false)
  if (broken.content || isOver) throw new Error("content")
  return <Button onClick={() => setOver(true)}>出错</Button>
}

const Dialog = closesWhenBroken(function Dialog({ onClose }: { readonly onClose: () => void }) {
  if (broken.body) throw new Error("body")
  return (
    // A dialog that asks before it closes would otherwise stay, and be nowhere.
    <Modal label="窗口" place="middle" onClose={() => undefined}>
      <Content />
      <Button onClick={onClose}>关闭</Button>
    </Modal>
  )
})

function Words(): string {
  if (broken.content) throw new Error("words")
  return "确定吗"
}

function Opener({ tell }: { readonly tell: (sentence: string) => void }) {
  const [open, setOpen] = useState<"dialog" | "question" | null>(null)
  return (
    <TellContext value={tell}>
      <Button onClick={() => setOpen("dialog")}>打开</Button>
      <Button onClick={() => setOpen("question")}>询问</Button>
      {open === "dialog" && <Dialog onClose={() => setOpen(null)} />}
      {open === "question" && (
        <ConfirmDialog
          title="询问"
          words={<Words />}
          confirm="确定"
          onConfirm={async () => null}
          onClose={() => setOpen(null)}
        />
      )}
    </TellContext>
  )
}

test("[BARE-20] a dialog that breaks while it is open closes, says so, and opens again", async () => {
  const tell = vi.fn()
  render(<Opener tell={tell} />)
  await userEvent.click(screen.getByRole("button", { name: "打开" }))
  await userEvent.click(screen.getByRole("button", { name: "出错" }))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(tell.mock.calls).toEqual([[windowBroken]])
  await userEvent.click(screen.getByRole("button", { name: "打开" }))
  expect(screen.getByRole("dialog", { name: "窗口" })).toBeTruthy()
})

test.each(["body", "content"] as const)(
  "[BARE-20] a dialog whose %s can't be drawn closes too",
  async (part) => {
    const tell = vi.fn()
    render(<Opener tell={tell} />)
    broken[part] = true
    await userEvent.click(screen.getByRole("button", { name: "打开" }))
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(tell.mock.calls).toEqual([[windowBroken]])
    broken[part] = false
    await userEvent.click(screen.getByRole("button", { name: "打开" }))
    expect(screen.getByRole("dialog", { name: "窗口" })).toBeTruthy()
  },
)

test("[BARE-20] a confirmation that can't be drawn closes, and the page stays", async () => {
  const tell = vi.fn()
  render(<Opener tell={tell} />)
  broken.content = true
  await userEvent.click(screen.getByRole("button", { name: "询问" }))
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(tell.mock.calls).toEqual([[windowBroken]])
  expect(screen.getByRole("button", { name: "询问" })).toBeTruthy()
})
