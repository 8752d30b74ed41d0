// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest"
import { copyMessages, copyText } from "./clipboard.ts"
import { dismissToast, shownToasts } from "./toast.ts"

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document, "execCommand")
  for (const { id } of shownToasts()) dismissToast(id)
  document.body.replaceChildren()
})

test("copies the new way where there is one", async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal("navigator", { clipboard: { writeText } })
  expect(await copyText("123456", null)).toBe(true)
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
  expect(await copyText("123456", null)).toBe(true)
  expect(selected).toBe("123456")
  expect(document.querySelector("textarea")).toBeNull()
  expect(document.activeElement).toBe(button)
  execCommand.mockReturnValue(false)
  expect(await copyText("123456", null)).toBe(false)
  button.remove()
})

/** As browsers have it: what is outside of the modal dialog can't have the focus. */
function openDialogWith(text: string) {
  document.body.innerHTML = `<button>outside</button><dialog open><code>${text}</code><button>copy</button></dialog>`
  const dialog = document.querySelector("dialog") as HTMLDialogElement
  const focus: (this: HTMLElement, options?: FocusOptions) => void = Reflect.get(
    HTMLElement.prototype,
    "focus",
  )
  vi.spyOn(HTMLElement.prototype, "focus").mockImplementation(function (this: HTMLElement, options) {
    if (dialog.contains(this)) focus.call(this, options)
  })
  dialog.querySelector("button")?.focus()
  return dialog
}

function selecting(isAllowed: boolean) {
  const copied: { text: string; within: string | undefined }[] = []
  Object.assign(document, {
    execCommand() {
      const box = document.activeElement
      if (box instanceof HTMLTextAreaElement)
        copied.push({ text: box.value, within: box.parentElement?.tagName })
      return isAllowed
    },
  })
  return copied
}

test("[BARE-21] without TLS it copies from inside the open dialog", async () => {
  vi.stubGlobal("navigator", {})
  const dialog = openDialogWith("s3cret")
  const copied = selecting(true)
  expect(await copyText("s3cret", dialog.querySelector("code"))).toBe(true)
  expect(copied).toEqual([{ text: "s3cret", within: "DIALOG" }])
  expect(document.activeElement?.textContent).toBe("copy")
  expect(document.querySelector("textarea")).toBeNull()
  expect(shownToasts()).toEqual([])
})

test("[BARE-21] a browser that copies nothing but says so is not believed", async () => {
  vi.stubGlobal("navigator", {})
  document.body.innerHTML = "<code>s3cret</code>"
  vi.spyOn(HTMLElement.prototype, "focus").mockReturnValue(undefined)
  const copied = selecting(true)
  expect(await copyText("s3cret", document.querySelector("code"))).toBe(false)
  expect(copied).toEqual([])
  expect(shownToasts().map(({ text }) => text)).toEqual([copyMessages.failed])
})

test("[BARE-21] what could not be copied is selected, with a message", async () => {
  vi.stubGlobal("navigator", {})
  const dialog = openDialogWith("s3cret")
  selecting(false)
  expect(await copyText("s3cret", dialog.querySelector("code"))).toBe(false)
  expect(getSelection()?.toString()).toBe("s3cret")
  expect(shownToasts().map(({ text }) => text)).toEqual([copyMessages.failed])
})
