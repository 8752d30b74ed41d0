import { fireEvent, render, screen } from "@testing-library/react"
import { readFileSync } from "node:fs"
import { parse } from "postcss"
import { beforeAll, expect, test, vi } from "vitest"
import { Modal } from "./modal.tsx"

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

test("[DLG-6] Escape in a dialog inside another closes that one alone", () => {
  const onOuter = vi.fn()
  const onInner = vi.fn()
  render(
    <Modal label="外层" place="middle" onClose={onOuter}>
      <Modal label="内层" place="middle" onClose={onInner}>
        内容
      </Modal>
    </Modal>,
  )
  fireEvent(screen.getByLabelText("内层"), new Event("cancel", { cancelable: true }))
  expect(onInner).toHaveBeenCalledOnce()
  expect(onOuter).not.toHaveBeenCalled()
})

test("[BROWSER-20] where the browser returns no focus, it is given back to what opened the dialog", () => {
  const { rerender } = render(
    <>
      <button>打开</button>
    </>,
  )
  const opener = screen.getByRole("button", { name: "打开" })
  opener.focus()
  const opened = (
    <Modal label="窗口" place="middle" onClose={vi.fn()}>
      <button>里面</button>
    </Modal>
  )
  rerender(
    <>
      <button>打开</button>
      {opened}
    </>,
  )
  screen.getByText("里面").focus()
  expect(document.activeElement).not.toBe(opener)
  rerender(
    <>
      <button>打开</button>
    </>,
  )
  expect(document.activeElement).toBe(opener)
})

test.each(["ui/overlays/modal", "ui/overlays/confirm-dialog", "features/reauth/reauth-dialog"])(
  "[DAY-4] whatever of %s stands at the foot of the screen leaves the cards their room",
  (name) => {
    const sheet = readFileSync(`portal/src/${name}.module.css`, "utf8")
    const atFoot: string[] = []
    parse(sheet).walkRules(({ nodes }) => {
      const own = nodes.filter((node) => node.type === "decl")
      // What lies within a dialog's box goes where the box goes.
      if (own.some(({ prop, value }) => prop === "position" && value === "absolute")) return
      for (const { prop, value } of own)
        if (/^(?:bottom|inset|max-height)$/.test(prop)) atFoot.push(`${prop}: ${value};`)
    })
    const free = /--alarm-room|--keyboard|--visible|none|auto 0 0|inset: 0 /
    expect(atFoot.length).toBeGreaterThan(0)
    expect(atFoot.filter((rule) => !free.test(rule))).toEqual([])
  },
)
