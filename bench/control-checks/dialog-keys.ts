import { all, type Behaviour } from "./behaviour.ts"
import type { Hand } from "./hand.ts"

async function saveFromKeyboard(hand: Hand): Promise<void> {
  await hand.openDialog()
  await hand.focusFirstField()
  await hand.type("Li Lei")
  await hand.press("Enter")
}

export const dialog: readonly Behaviour[] = [
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

export const toast: readonly Behaviour[] = [
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
