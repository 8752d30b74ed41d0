import { all, type Behaviour } from "./behaviour.ts"

export const select: readonly Behaviour[] = [
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
