import type { Page } from "@playwright/test"
import type { Compared } from "./variants.ts"
import type { PageState } from "../controls/page/page-state.ts"

const patienceMs = 1_500

const shown = {
  list: "[role=option], .ant-select-item-option, select:open",
  menu: "[role=menuitem]",
  calendar: "[role=grid], .ant-picker-panel",
}
export type Layer = keyof typeof shown

/** Presses keys on one page as a person would, and says what came of it; the same for every variant. */
export class Hand {
  readonly page: Page
  readonly variant: Compared

  constructor(page: Page, variant: Compared) {
    this.page = page
    this.variant = variant
  }

  /** The page afresh. Throws when it does not come up: a variant that is not there has not failed, it is missing. */
  async open(address: string): Promise<void> {
    await this.page.goto(`${address}/${this.variant}/index.html`)
    await this.page.locator("#list").click()
    await this.page.locator("table.list tbody tr:nth-child(20)").waitFor({ timeout: 10_000 })
    await this.page.waitForFunction(() => window.benchState !== undefined)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      // Two frames: what a key does is drawn before a person presses the next one.
      await this.page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    }
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text, { delay: 5 })
    await this.press()
  }

  /** The first place of a part that the Tab key would reach. */
  async focus(part: string): Promise<void> {
    const isThere = await this.page.evaluate((name) => {
      const parts = [...document.querySelectorAll(`[data-part="${name}"], #${name}`)]
      const places = parts.flatMap((box) => [box, ...box.querySelectorAll("*")])
      const place = places.find(
        (element): element is HTMLElement =>
          element instanceof HTMLElement &&
          element.tabIndex >= 0 &&
          element.getClientRects().length > 0 &&
          !element.closest("[aria-hidden=true]"),
      )
      place?.focus()
      return place !== undefined && document.activeElement === place
    }, part)
    if (!isThere) throw new Error(`${this.variant}: nothing to focus in "${part}"`)
  }

  async hasFocus(part: string): Promise<boolean> {
    return this.until(
      (name) =>
        document.activeElement?.closest(`[data-part="${name}"]`) !== null ||
        document.activeElement?.id === name,
      part,
    )
  }

  async state(): Promise<PageState> {
    const state = await this.page.evaluate(() => window.benchState)
    if (!state) throw new Error("The page tells no state")
    return state
  }

  async stateIs(is: (state: PageState) => boolean): Promise<boolean> {
    const endMs = Date.now() + patienceMs
    while (Date.now() < endMs) {
      if (is(await this.state())) return true
      await this.page.waitForTimeout(30)
    }
    return false
  }

  async isOpen(layer: Layer): Promise<boolean> {
    return this.until(isShown, shown[layer])
  }

  async isClosed(layer: Layer): Promise<boolean> {
    return this.until(
      (selector) => {
        const boxes = [...document.querySelectorAll(selector)]
        return !boxes.some((box) => box.matches(":open") || box.getClientRects().length > 0)
      },
      shown[layer].replace(", select:open", ""),
    )
  }

  async dialogIsOpen(): Promise<boolean> {
    return (await this.page.getByText("新建人员", { exact: true }).count()) > 0
  }

  async dialogCloses(): Promise<boolean> {
    return this.page
      .getByText("新建人员", { exact: true })
      .waitFor({ state: "hidden", timeout: patienceMs })
      .then(
        () => true,
        () => false,
      )
  }

  async openDialog(): Promise<void> {
    await this.focus("add")
    await this.press("Enter")
    await this.page.getByText("新建人员", { exact: true }).waitFor()
    await this.page.waitForTimeout(350)
  }

  async focusFirstField(): Promise<void> {
    const isThere = await this.page.evaluate(() => {
      const title = [...document.querySelectorAll("*")].findLast(
        (element) => element.childElementCount === 0 && element.textContent.trim() === "新建人员",
      )
      const frame = title?.closest("dialog, [role=dialog], .ant-modal")
      const field = frame?.querySelector<HTMLElement>("input:not([aria-hidden=true])")
      field?.focus()
      return field !== null && field !== undefined && document.activeElement === field
    })
    if (!isThere) throw new Error(`${this.variant}: the dialog has no first field`)
  }

  /** The words of what is focused, or of what the focused box points at. */
  async activeText(): Promise<string> {
    return this.page.evaluate(() => {
      const focused = document.activeElement
      const pointed = document.getElementById(focused?.getAttribute("aria-activedescendant") ?? "")
      return ((pointed ?? focused)?.textContent ?? "").trim()
    })
  }

  async activeIs(words: string): Promise<boolean> {
    const endMs = Date.now() + patienceMs
    while (Date.now() < endMs) {
      if ((await this.activeText()).startsWith(words)) return true
      await this.page.waitForTimeout(30)
    }
    return false
  }

  /** What lies behind a dialog must not be reached; the browser's own bar, which is the body here, may be. */
  async focusIsInDialog(): Promise<boolean> {
    return this.page.evaluate(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) return true
      return focused.closest("#root > nav, #root > main > .bar, table.list") === null
    })
  }

  /** `2026-03-05` out of a date field, whether it is one box or three. */
  async dayIn(part: string): Promise<string> {
    return this.page.evaluate((name) => {
      const box = document.querySelector(`[data-part="${name}"]`)
      const input = box?.querySelector<HTMLInputElement>("input:not([hidden]):not([type=hidden])")
      const words = input?.value || (box?.textContent ?? "")
      const found = /(\d{4})\D+(\d{1,2})\D+(\d{1,2})/.exec(words.replaceAll(/[^\d/\-年月日]/g, ""))
      return found ? [found[1], found[2]?.padStart(2, "0"), found[3]?.padStart(2, "0")].join("-") : ""
    }, part)
  }

  async until<Given>(is: (given: Given) => boolean, given: Given): Promise<boolean> {
    return this.page.waitForFunction(is as (given: unknown) => boolean, given, { timeout: patienceMs }).then(
      () => true,
      () => false,
    )
  }

  /** Whether a reader of the screen is told these words: they are in the tree that it gets. */
  async isReadAloud(words: string): Promise<boolean> {
    const devtools = await this.page.context().newCDPSession(this.page)
    await devtools.send("Accessibility.enable")
    const { nodes } = await devtools.send("Accessibility.getFullAXTree")
    await devtools.detach()
    return nodes.some((node) => !node.ignored && String(node.name?.value ?? "").includes(words))
  }
}

function isShown(selector: string): boolean {
  return [...document.querySelectorAll(selector)].some(
    (box) => box.matches(":open") || box.getClientRects().length > 0,
  )
}
