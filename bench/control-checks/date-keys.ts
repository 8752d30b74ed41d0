import { all, type Behaviour } from "./behaviour.ts"
import type { Hand } from "./hand.ts"

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

export const date: readonly Behaviour[] = [
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
