import type { Behaviour } from "./behaviour.ts"
import { date } from "./date-keys.ts"
import { dialog, toast } from "./dialog-keys.ts"
import { menu } from "./menu-keys.ts"
import { select } from "./select-keys.ts"

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
