import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, expect, test, vi } from "vitest"
import { PopupMenu } from "./popup-menu.tsx"

afterEach(cleanup)

function shown(onPick = vi.fn<(label: string) => void>()) {
  render(
    <>
      <PopupMenu
        label="外观"
        entries={[
          { key: "a", label: "浅色", icon: "sun", isChosen: false, onPick: () => onPick("浅色") },
          { key: "b", label: "深色", icon: "moon", isChosen: true, onPick: () => onPick("深色") },
          { key: "c", label: "跟随系统", icon: "screen", isChosen: false, onPick: () => onPick("跟随系统") },
        ]}
      >
        打开
      </PopupMenu>
      <button type="button">别处</button>
    </>,
  )
  return { onPick, trigger: screen.getByRole("button", { name: "外观" }), user: userEvent.setup() }
}

function focused(): string | null | undefined {
  return document.activeElement?.textContent
}

test("opens on what holds, and arrows go round", async () => {
  const { trigger, user } = shown()
  await user.click(trigger)
  expect(focused()).toBe("深色")
  await user.keyboard("{ArrowDown}")
  expect(focused()).toBe("跟随系统")
  await user.keyboard("{ArrowDown}")
  expect(focused()).toBe("浅色")
  await user.keyboard("{ArrowUp}")
  expect(focused()).toBe("跟随系统")
  await user.keyboard("{Home}")
  expect(focused()).toBe("浅色")
  await user.keyboard("{End}")
  expect(focused()).toBe("跟随系统")
})

test("picking closes it, once, and gives the focus back", async () => {
  const { onPick, trigger, user } = shown()
  trigger.focus()
  await user.keyboard("{ArrowDown}{Home}{Enter}")
  expect(onPick.mock.calls).toEqual([["浅色"]])
  expect(screen.queryByRole("menu")).toBeNull()
  expect(document.activeElement).toBe(trigger)
})

test("Escape closes it without picking", async () => {
  const { onPick, trigger, user } = shown()
  await user.click(trigger)
  await user.keyboard("{Escape}")
  expect(screen.queryByRole("menu")).toBeNull()
  expect(document.activeElement).toBe(trigger)
  expect(onPick).not.toHaveBeenCalled()
})

test("a press elsewhere closes it", async () => {
  const { trigger, user } = shown()
  await user.click(trigger)
  await user.click(screen.getByRole("button", { name: "别处" }))
  expect(screen.queryByRole("menu")).toBeNull()
})

test("near the foot of the screen it opens upwards, where there is room", async () => {
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(300)
  const place = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect")
  const top = window.innerHeight - 100
  place.mockReturnValue(new DOMRect(0, top, 40, 40))
  const { trigger, user } = shown()
  await user.click(trigger)
  const topOf = () => screen.getByRole("menu").parentElement?.style.top
  expect(topOf()).toBe(`${top - 8 - 300}px`)
  await user.keyboard("{Escape}")
  place.mockReturnValue(new DOMRect(0, 100, 40, 40))
  await user.click(trigger)
  expect(topOf()).toBe("148px")
  vi.restoreAllMocks()
})

test("[LAYOUT-3] ArrowUp opens it at its end", async () => {
  const { trigger, user } = shown()
  trigger.focus()
  await user.keyboard("{ArrowUp}")
  expect(focused()).toBe("跟随系统")
})

test("[LAYOUT-3] a character leads to the next entry that begins with it", async () => {
  const { trigger, user } = shown()
  await user.click(trigger)
  await user.keyboard("跟")
  expect(focused()).toBe("跟随系统")
  await user.keyboard("浅")
  expect(focused()).toBe("浅色")
  await user.keyboard("无")
  expect(focused()).toBe("浅色")
})

test("[LAYOUT-3] Escape is used up by the menu, so that a dialog around it stays", async () => {
  const { trigger, user } = shown()
  await user.click(trigger)
  let isPrevented = false
  const receive = (event: KeyboardEvent) => (isPrevented = event.defaultPrevented)
  // React hears at the root of what is drawn; after it nobody else does.
  const stop = vi.spyOn(KeyboardEvent.prototype, "preventDefault")
  document.addEventListener("keydown", receive)
  await user.keyboard("{Escape}")
  document.removeEventListener("keydown", receive)
  expect(stop.mock.calls.length > 0 || isPrevented).toBe(true)
  stop.mockRestore()
})
