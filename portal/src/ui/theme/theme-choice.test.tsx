import { act, cleanup, render } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { chooseTheme, themeKey, useThemeName } from "./theme-choice.ts"

let wish: { matches: boolean; listeners: Set<() => void> }

beforeEach(() => {
  wish = { matches: false, listeners: new Set() }
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return wish.matches
    },
    addEventListener: (_type: string, listener: () => void) => wish.listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => wish.listeners.delete(listener),
  }))
  chooseTheme("system")
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Shown() {
  return <p>{useThemeName()}</p>
}

test("follows the system while nothing is chosen, also when it changes", () => {
  const { container } = render(<Shown />)
  expect(container.textContent).toBe("light")
  act(() => {
    wish.matches = true
    for (const listener of wish.listeners) listener()
  })
  expect(container.textContent).toBe("dark")
})

test("a chosen theme goes before the system's and is remembered", () => {
  const { container } = render(<Shown />)
  act(() => chooseTheme("dark"))
  expect(container.textContent).toBe("dark")
  expect(document.documentElement.dataset["theme"]).toBe("dark")
  expect(localStorage.getItem(themeKey)).toBe("dark")
  act(() => chooseTheme("system"))
  expect(document.documentElement.dataset["theme"]).toBeUndefined()
  expect(container.textContent).toBe("light")
})

test("a browser that refuses storage still changes its colours", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("refused")
  })
  chooseTheme("dark")
  expect(document.documentElement.dataset["theme"]).toBe("dark")
  vi.restoreAllMocks()
})
