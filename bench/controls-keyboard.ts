import type { Hand } from "./controls-hand.ts"

export interface Behaviour {
  readonly of: "select" | "menu" | "date" | "checkbox" | "dialog" | "toast" | "page"
  readonly name: string
  readonly holds: (hand: Hand) => Promise<boolean>
}

const all = async (...facts: readonly (() => Promise<boolean>)[]) => {
  for (const fact of facts) if (!(await fact())) return false
  return true
}

/** By whichever key the variant has for it. */
async function openCalendar(hand: Hand, part: string): Promise<boolean> {
  await hand.focus(part)
  for (const keys of [
    ["Alt+ArrowDown"],
    ["ArrowDown"],
    ["Space"],
    ["Tab", "Enter"],
    ["Tab", "Tab", "Enter"],
  ]) {
    await hand.press(...keys)
    if (await hand.isOpen("calendar")) return true
  }
  return false
}

async function typeDay(hand: Hand, part: string, day: string): Promise<void> {
  await hand.focus(part)
  await hand.type(day)
  await hand.press("Enter")
}

async function saveFromKeyboard(hand: Hand): Promise<void> {
  await hand.openDialog()
  await hand.focusFirstField()
  await hand.type("Li Lei")
  await hand.press("Enter")
}

const select: readonly Behaviour[] = [
  {
    of: "select",
    name: "ArrowDown opens",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("ArrowDown")
      return hand.isOpen("list")
    },
  },
  {
    of: "select",
    name: "Enter opens",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("Enter")
      return hand.isOpen("list")
    },
  },
  {
    of: "select",
    name: "typing a letter leads to its choice",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("k")
      if (await hand.stateIs(({ filters }) => filters.school === "kq")) return true
      await hand.press("ArrowDown")
      if (!(await hand.activeIs("Kangqiao"))) await hand.press("ArrowUp")
      await hand.press("Enter")
      return hand.stateIs(({ filters }) => filters.school === "kq")
    },
  },
  {
    of: "select",
    name: "a search in Chinese and Enter picks",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("Enter")
      await hand.page.keyboard.insertText("湖第三")
      await hand.press()
      if (!(await hand.activeIs("西湖第三小学"))) await hand.press("ArrowDown")
      await hand.press("Enter")
      return hand.stateIs(({ filters }) => filters.school === "p1-2")
    },
  },
  {
    of: "select",
    name: "arrows and Enter pick, the focus is back",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("Enter", "ArrowDown", "ArrowDown", "Enter")
      return all(
        () => hand.stateIs(({ filters }) => filters.school !== ""),
        () => hand.isClosed("list"),
        () => hand.hasFocus("school"),
      )
    },
  },
  {
    of: "select",
    name: "Escape closes, changes nothing, the focus is back",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("Enter", "ArrowDown", "Escape")
      return all(
        () => hand.isClosed("list"),
        () => hand.hasFocus("school"),
        () => hand.stateIs(({ filters }) => filters.school === ""),
      )
    },
  },
  {
    of: "select",
    name: "Tab out of the open list leads to the next field",
    async holds(hand) {
      await hand.focus("school")
      await hand.press("Enter", "Tab")
      return all(
        () => hand.isClosed("list"),
        async () => (await hand.hasFocus("from")) || hand.hasFocus("days"),
      )
    },
  },
]

const menu: readonly Behaviour[] = [
  {
    of: "menu",
    name: "Enter opens at the first entry",
    async holds(hand) {
      await hand.focus("menu")
      await hand.press("Enter")
      return all(
        () => hand.isOpen("menu"),
        () => hand.activeIs("查看"),
      )
    },
  },
  {
    of: "menu",
    name: "ArrowDown opens at the first entry",
    async holds(hand) {
      await hand.focus("menu")
      await hand.press("ArrowDown")
      return all(
        () => hand.isOpen("menu"),
        () => hand.activeIs("查看"),
      )
    },
  },
  {
    of: "menu",
    name: "ArrowUp opens at the last entry",
    async holds(hand) {
      await hand.focus("menu")
      await hand.press("ArrowUp")
      return all(
        () => hand.isOpen("menu"),
        () => hand.activeIs("删除"),
      )
    },
  },
  {
    of: "menu",
    name: "arrows move and go round",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("ArrowDown")
      if (!(await hand.activeIs("编辑"))) return false
      await hand.press("ArrowUp", "ArrowUp")
      return hand.activeIs("删除")
    },
  },
  {
    of: "menu",
    name: "Home and End jump",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("End")
      if (!(await hand.activeIs("删除"))) return false
      await hand.press("Home")
      return hand.activeIs("查看")
    },
  },
  {
    of: "menu",
    name: "a letter leads to its entry",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("p")
      return hand.activeIs("PDF")
    },
  },
  {
    of: "menu",
    name: "Enter does it, the focus is back",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("ArrowDown", "Enter")
      return all(
        () => hand.stateIs(({ picked }) => picked.join() === "edit"),
        () => hand.hasFocus("menu"),
      )
    },
  },
  {
    of: "menu",
    name: "Escape closes, the focus is back",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("Escape")
      return all(
        () => hand.isClosed("menu"),
        () => hand.hasFocus("menu"),
      )
    },
  },
  {
    of: "menu",
    name: "Tab closes it",
    async holds(hand) {
      await openMenu(hand)
      await hand.press("Tab")
      return hand.isClosed("menu")
    },
  },
]

/** At its first entry, whatever it takes: opening is another behaviour. */
async function openMenu(hand: Hand): Promise<void> {
  await hand.focus("menu")
  await hand.press("Enter")
  if (!(await hand.isOpen("menu"))) throw new Error(`${hand.variant}: the menu does not open`)
  for (const key of ["ArrowDown", "Home"]) if (!(await hand.activeIs("查看"))) await hand.press(key)
}

const date: readonly Behaviour[] = [
  {
    of: "date",
    name: "a range is typed by hand",
    async holds(hand) {
      await typeDay(hand, "from", "2026-03-05")
      await typeDay(hand, "to", "2026-04-12")
      await hand.focus("name")
      return hand.stateIs(({ filters }) => filters.from === "2026-03-05" && filters.to === "2026-04-12")
    },
  },
  {
    of: "date",
    name: "a day is typed without hyphens",
    async holds(hand) {
      await hand.openDialog()
      await hand.focus("dialog-day")
      await hand.type("20260305")
      await hand.press("Tab")
      return (await hand.dayIn("dialog-day")) === "2026-03-05"
    },
  },
  {
    of: "date",
    name: "30 February does not become another day",
    async holds(hand) {
      await typeDay(hand, "from", "2026-02-30")
      await typeDay(hand, "to", "2026-04-12")
      await hand.focus("name")
      await hand.page.waitForTimeout(200)
      const { from } = (await hand.state()).filters
      return from === ""
    },
  },
  {
    of: "date",
    name: "a key opens the calendar",
    async holds(hand) {
      await hand.openDialog()
      return openCalendar(hand, "dialog-day")
    },
  },
  {
    of: "date",
    name: "arrows move by day and week, Enter picks",
    async holds(hand) {
      if (!(await calendarAt(hand, "2026-03-05"))) return false
      await hand.press("ArrowRight", "ArrowDown", "Enter")
      await hand.page.waitForTimeout(200)
      return (await hand.dayIn("dialog-day")) === "2026-03-13"
    },
  },
  {
    of: "date",
    name: "PageUp goes back a month",
    async holds(hand) {
      if (!(await calendarAt(hand, "2026-03-05"))) return false
      await hand.press("PageUp", "ArrowRight", "Enter")
      await hand.page.waitForTimeout(200)
      return (await hand.dayIn("dialog-day")) === "2026-02-06"
    },
  },
  {
    of: "date",
    name: "Escape closes the calendar, the focus is back",
    async holds(hand) {
      if (!(await calendarAt(hand, "2026-03-05"))) return false
      await hand.press("Escape")
      return all(
        () => hand.isClosed("calendar"),
        () => hand.hasFocus("dialog-day"),
        () => hand.dialogIsOpen(),
      )
    },
  },
  {
    of: "date",
    name: "a day is taken out again by keys",
    async holds(hand) {
      await hand.openDialog()
      await typeDayInDialog(hand, "2026-03-05")
      await hand.focus("dialog-day")
      await hand.press("Control+a", "Backspace")
      // A field of three boxes is emptied box by box, digit by digit.
      if ((await hand.dayIn("dialog-day")) !== "") {
        await hand.press("ArrowRight", "ArrowRight")
        await hand.press(...Array<string>(12).fill("Backspace"))
      }
      await hand.press("Tab")
      return (await hand.dayIn("dialog-day")) === ""
    },
  },
]

async function typeDayInDialog(hand: Hand, day: string): Promise<void> {
  await hand.focus("dialog-day")
  await hand.type(day)
  // Not Enter: in a form it would save.
  await hand.press("Tab")
}

async function calendarAt(hand: Hand, day: string): Promise<boolean> {
  await hand.openDialog()
  await typeDayInDialog(hand, day)
  return openCalendar(hand, "dialog-day")
}

const checkbox: readonly Behaviour[] = [
  {
    of: "checkbox",
    name: "Space ticks and unticks",
    async holds(hand) {
      await hand.focus("active")
      await hand.press("Space")
      if (!(await hand.stateIs(({ filters }) => filters.isActiveOnly))) return false
      await hand.press("Space")
      return hand.stateIs(({ filters }) => !filters.isActiveOnly)
    },
  },
]

const dialog: readonly Behaviour[] = [
  {
    of: "dialog",
    name: "opens with the focus in its first field",
    async holds(hand) {
      await hand.openDialog()
      return hand.until(() => document.activeElement instanceof HTMLInputElement, null)
    },
  },
  {
    of: "dialog",
    name: "Tab stays inside, in both directions",
    async holds(hand) {
      await hand.openDialog()
      for (const key of [...Array<string>(18).fill("Tab"), ...Array<string>(24).fill("Shift+Tab")]) {
        await hand.press(key)
        if (!(await hand.focusIsInDialog())) return false
      }
      return true
    },
  },
  {
    of: "dialog",
    name: "Escape in its select closes the list alone",
    async holds(hand) {
      await hand.openDialog()
      await hand.focus("dialog-school")
      await hand.press("Enter")
      if (!(await hand.isOpen("list"))) await hand.press("ArrowDown")
      if (!(await hand.isOpen("list"))) return false
      await hand.press("Escape")
      return all(
        () => hand.isClosed("list"),
        () => hand.dialogIsOpen(),
      )
    },
  },
  {
    of: "dialog",
    name: "Escape in its menu closes the menu alone",
    async holds(hand) {
      await hand.openDialog()
      await hand.focus("dialog-menu")
      await hand.press("Enter")
      if (!(await hand.isOpen("menu"))) return false
      await hand.press("Escape")
      return all(
        () => hand.isClosed("menu"),
        () => hand.dialogIsOpen(),
      )
    },
  },
  {
    of: "dialog",
    name: "Escape closes it, the focus is back",
    async holds(hand) {
      await hand.openDialog()
      await hand.press("Escape")
      return all(
        () => hand.dialogCloses(),
        () => hand.hasFocus("add"),
      )
    },
  },
  {
    of: "dialog",
    name: "Enter in a field saves, the focus is back",
    async holds(hand) {
      await saveFromKeyboard(hand)
      return all(
        () => hand.stateIs(({ saved }) => saved[0]?.name === "Li Lei"),
        () => hand.dialogCloses(),
        () => hand.hasFocus("add"),
      )
    },
  },
]

const toast: readonly Behaviour[] = [
  {
    of: "toast",
    name: "is in a region that readers announce",
    async holds(hand) {
      await saveFromKeyboard(hand)
      return hand.until(() => {
        const live = "[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]"
        return [...document.querySelectorAll(live)].some((box) => box.textContent.includes("已保存"))
      }, null)
    },
  },
  {
    of: "toast",
    name: "its button is reached by keys and closes it, the focus stays somewhere",
    async holds(hand) {
      await saveFromKeyboard(hand)
      const isThere = () => hand.page.getByText("已保存", { exact: true }).first().isVisible()
      if (!(await hand.until(() => document.body.textContent.includes("已保存"), null))) return false
      const focusedLabel = () => hand.page.evaluate(() => document.activeElement?.ariaLabel ?? "")
      // F6 leads from region to region where a library has it; else Tab must come there.
      for (const key of ["F6", ...Array<string>(40).fill("Tab")]) {
        await hand.press(key)
        if (!/关闭|close/i.test(await focusedLabel())) continue
        await hand.press("Enter")
        await hand.page.waitForTimeout(600)
        return !(await isThere()) && hand.until(() => document.activeElement !== document.body, null)
      }
      return false
    },
  },
  {
    of: "toast",
    name: "one that comes while a dialog is open is read aloud",
    async holds(hand) {
      await hand.openDialog()
      await hand.focus("dialog-tell")
      await hand.press("Enter")
      if (!(await hand.until(() => document.body.textContent.includes("已检查"), null))) return false
      await hand.page.waitForTimeout(300)
      return hand.isReadAloud("已检查")
    },
  },
]

const page: readonly Behaviour[] = [
  {
    of: "page",
    name: "Tab goes through the filters in the order in which they stand",
    async holds(hand) {
      await hand.focus("name")
      const seen: string[] = []
      for (let at = 0; at < 14; at++) {
        const part = await hand.page.evaluate(
          () =>
            document.activeElement?.closest("[data-part]")?.getAttribute("data-part") ??
            document.activeElement?.id ??
            "",
        )
        if (part !== "" && seen.at(-1) !== part) seen.push(part)
        if (part === "add") break
        await hand.press("Tab")
      }
      const order = new Set(seen.map((part) => (part === "from" || part === "to" ? "days" : part)))
      return [...order].join() === "name,school,days,active,add"
    },
  },
]

export const behaviours: readonly Behaviour[] = [
  ...select,
  ...menu,
  ...date,
  ...checkbox,
  ...dialog,
  ...toast,
  ...page,
]
