// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest"
import { copyText } from "./clipboard.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, "execCommand")
})

test("copies the new way where there is one", async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal("navigator", { clipboard: { writeText } })
  expect(await copyText("123456")).toBe(true)
  expect(writeText).toHaveBeenCalledWith("123456")
})

test("without TLS it copies the old way, and leaves neither box nor focus behind", async () => {
  vi.stubGlobal("navigator", {})
  const button = document.body.appendChild(document.createElement("button"))
  button.focus()
  let selected = ""
  const execCommand = vi.fn(() => {
    selected = document.querySelector("textarea")?.value ?? ""
    return true
  })
  Object.assign(document, { execCommand })
  expect(await copyText("123456")).toBe(true)
  expect(selected).toBe("123456")
  expect(document.querySelector("textarea")).toBeNull()
  expect(document.activeElement).toBe(button)
  execCommand.mockReturnValue(false)
  expect(await copyText("123456")).toBe(false)
  button.remove()
})
