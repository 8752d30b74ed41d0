import { fireEvent, render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { isTyping } from "./is-typing.ts"
import { ShellHelp } from "./shell-help.tsx"

vi.mock("../../routing/close-on-back.ts", () => ({ useCloseOnBack: () => undefined }))

test("[DAY-15] the help names the shortcuts that there are, and closes", () => {
  const onClose = vi.fn()
  render(<ShellHelp onClose={onClose} />)
  for (const words of ["搜索菜单、页面和人员", "打开本帮助", "关闭当前窗口或下拉菜单", "展开、收起"])
    expect(screen.getByText(words)).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "关闭" }))
  expect(onClose).toHaveBeenCalledOnce()
})

test("[DAY-15] without a keyboard the help says what to tap, and names no keys", () => {
  const listening = { addEventListener: () => undefined, removeEventListener: () => undefined }
  vi.stubGlobal("matchMedia", (words: string) => ({ ...listening, matches: words.includes("hover: none") }))
  render(<ShellHelp onClose={() => undefined} />)
  for (const name of ["找功能", "返回", "看预警", "找人"]) screen.getByRole("heading", { name })
  expect(document.querySelector("kbd")).toBeNull()
  vi.unstubAllGlobals()
})

test("[DAY-15] a question mark in a field or over an open window is text, elsewhere it asks for help", () => {
  const answers: boolean[] = []
  const listen = (event: KeyboardEvent) => answers.push(isTyping(event))
  document.addEventListener("keydown", listen)
  const { unmount } = render(
    <>
      <input aria-label="框" />
      <p>正文</p>
    </>,
  )
  fireEvent.keyDown(screen.getByLabelText("框"), { key: "?" })
  fireEvent.keyDown(screen.getByText("正文"), { key: "?" })
  unmount()
  render(<dialog open aria-label="窗口" />)
  fireEvent.keyDown(document.body, { key: "?" })
  document.removeEventListener("keydown", listen)
  expect(answers).toEqual([true, false, true])
})
