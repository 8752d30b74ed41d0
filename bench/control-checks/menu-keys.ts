import { all, type Behaviour } from "./behaviour.ts"
import type { Hand } from "./hand.ts"

export const menu: readonly Behaviour[] = [
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
