// @vitest-environment jsdom
import { beforeAll, beforeEach, expect, test } from "vitest"
import { unsavedWork, watchTyping, wouldLose } from "./unsaved-work.ts"

beforeAll(watchTyping)
beforeEach(() => {
  document.body.innerHTML = ""
})

/** As somebody types into it: the browser tells of it by an event. */
function typeInto(html: string, text = "春季运动会"): HTMLElement {
  document.body.innerHTML = html
  const element = document.querySelector<HTMLElement>("input, textarea, [contenteditable]")
  if (!element) throw new Error("There is nothing to type into")
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.type !== "file") element.value = text
  } else element.textContent = text
  element.dispatchEvent(new Event("input", { bubbles: true }))
  return element
}

test.each([
  ["a text box", `<input>`],
  ["several lines", `<textarea></textarea>`],
  ["a chosen file, also in a form that keeps what is typed", `<p data-keeps-typed><input type="file"></p>`],
])("[BROWSER-11] a reload would lose %s", (_what, html) => {
  typeInto(html)
  expect(wouldLose()).toBe(true)
})

test.each([
  ["a search", `<input type="search">`],
  ["the box of a list to choose from", `<input role="combobox">`],
  ["a mark that was set", `<input type="checkbox">`],
  ["what its form keeps", `<form data-keeps-typed><textarea></textarea></form>`],
])("[BROWSER-11] a reload loses nothing that matters: %s", (_what, html) => {
  typeInto(html)
  expect(wouldLose()).toBe(false)
})

test("[BROWSER-11] a box that nobody typed into is not lost, whatever is in it", () => {
  document.body.innerHTML = `<input value="from the server">`
  expect(wouldLose()).toBe(false)
})

test("[BROWSER-11] a box that was emptied again is not lost", () => {
  typeInto(`<input>`, "")
  expect(wouldLose()).toBe(false)
})

test("[BROWSER-11] a box that is gone from the page is not lost", () => {
  typeInto(`<input>`).remove()
  expect(wouldLose()).toBe(false)
})

test("[BROWSER-11] a page that says it has unsaved work has it until it ends it", () => {
  const end = unsavedWork()
  const endOther = unsavedWork()
  end()
  expect(wouldLose()).toBe(true)
  endOther()
  expect(wouldLose()).toBe(false)
})
