import { expect } from "@playwright/test"
import { DocumentLeft, type Driver, type Point } from "./driver.ts"

/** What is looked for on the page, as a person would say it. */
export interface Wanted {
  readonly role?: Role
  /** The whole accessible name, or where it is a pattern a part of it. */
  readonly name?: string
  readonly namePattern?: string
  /** Where neither a role nor a name tells. */
  readonly css?: string
  /** Only inside the dialog on top. */
  readonly inDialog?: boolean
}

type Role = "button" | "link" | "heading" | "dialog" | "box" | "treeitem" | "article" | "menuitem" | "alert"

interface Seen {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly text: string
  /** Nothing lies over its middle. */
  readonly isFree: boolean
  readonly count: number
}

/** Runs in the page: the first that is drawn, moved into the window where it is outside. */
function look(wanted: Wanted): Seen | null {
  const selectors: Record<string, string> = {
    button: "button, [role=button]",
    link: "a[href]",
    heading: "h1, h2, h3, h4, [role=heading]",
    dialog: "dialog[open], [role=dialog]",
    box: "input, textarea, [role=searchbox], [role=combobox]",
    treeitem: "[role=treeitem]",
    article: "article, [role=article]",
    menuitem: "[role=menuitem]",
    alert: "[role=alert], [role=status]",
  }
  const plain = (text: string | null | undefined) => (text || "").replace(/\s+/g, " ").trim()
  const nameOf = (element: Element) => {
    const own = element.getAttribute("aria-label")
    if (own) return plain(own)
    const ids = element.getAttribute("aria-labelledby")
    if (ids)
      return plain(
        ids
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      )
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return plain(
        [...(element.labels || [])].map((label) => label.textContent).join(" ") || element.placeholder,
      )
    return plain(element.textContent)
  }
  const dialogs = document.querySelectorAll("dialog[open]")
  const inside = wanted.inDialog ? dialogs[dialogs.length - 1] : document
  if (!inside) return null
  const selector = wanted.css || (wanted.role && selectors[wanted.role]) || "*"
  const found = [...inside.querySelectorAll(selector)].filter((element) => {
    if (wanted.name !== undefined && nameOf(element) !== wanted.name) return false
    if (wanted.namePattern !== undefined && !new RegExp(wanted.namePattern).test(nameOf(element)))
      return false
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden"
  })
  const first = found[0]
  if (!first) return null
  const isOutside = () => {
    const { top, bottom, left, right } = first.getBoundingClientRect()
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
  }
  if (isOutside()) first.scrollIntoView({ block: "center", inline: "nearest" })
  const { left, top, width, height } = first.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const over = document.elementFromPoint(x, y)
  return {
    x,
    y,
    width,
    height,
    text: plain(first.textContent),
    isFree: over !== null && (first.contains(over) || over.contains(first)),
    count: found.length,
  }
}

/** Old engines on a busy machine are slow, and nothing that works takes this long. */
export const patience = { timeout: 30_000, intervals: [50, 100, 100, 250] }

const say = (wanted: Wanted) => Object.values(wanted).join(" ")

/** What a person sees of the page, and does with it. */
export function screenOf(driver: Driver) {
  const seen = (wanted: Wanted) => driver.evaluate(look, wanted)

  /** Nothing is seen of a document that is just being left. */
  const seenIfThere = (wanted: Wanted) =>
    seen(wanted).catch((error: unknown) => {
      if (error instanceof DocumentLeft) return null
      throw error
    })

  async function see(wanted: Wanted): Promise<Seen> {
    let last: Seen | null = null
    await expect
      .poll(async () => (last = await seenIfThere(wanted)), { ...patience, message: `seen: ${say(wanted)}` })
      .not.toBeNull()
    return last as unknown as Seen
  }

  /** Once it stands still with nothing over it. */
  async function placeOf(wanted: Wanted): Promise<Seen> {
    let before: Seen | null = null
    const isSteady = async () => {
      const now = await seen(wanted)
      const isSame = now !== null && before !== null && now.x === before.x && now.y === before.y
      before = now
      return isSame && now.isFree
    }
    await expect.poll(isSteady, { ...patience, message: `free to be pressed: ${say(wanted)}` }).toBe(true)
    return before as unknown as Seen
  }

  async function click(wanted: Wanted): Promise<void> {
    const { x, y } = await placeOf(wanted)
    await driver.mouse([{ x, y }])
  }

  return {
    seen,
    seenIfThere,
    see,
    placeOf,
    click,
    async gone(wanted: Wanted): Promise<void> {
      await expect.poll(() => seen(wanted), { ...patience, message: `gone: ${say(wanted)}` }).toBeNull()
    },
    /** Clicked, emptied and typed into. */
    async write(wanted: Wanted, text: string): Promise<void> {
      await click(wanted)
      await driver.press("Control+a")
      await driver.type(text)
    },
  }
}

export type Screen = ReturnType<typeof screenOf>

/** From one point to another, slow at both ends and never in a straight line. */
export function pathBetween(from: Point, steps: readonly (readonly [x: number, y: number])[]): Point[] {
  return [from, ...steps.map(([x, y]) => ({ x: from.x + x, y: from.y + y }))]
}
