import { expect, test, type Locator, type Page } from "@playwright/test"
import { open, signIn } from "../sign-in.ts"

/** Each opens above a dialog with a form, where one press of Escape too many loses what was typed. */
const popups: readonly {
  name: string
  opener: (form: Locator) => Locator
  /** Where one goes on typing. */
  focused: (form: Locator) => Locator
  popup: (page: Page) => Locator
}[] = [
  {
    name: "a select",
    opener: (form) => form.getByRole("combobox", { name: "优先级" }),
    focused: (form) => form.getByRole("combobox", { name: "优先级" }),
    popup: (page) => page.getByRole("listbox"),
  },
  {
    name: "a calendar",
    opener: (form) => form.getByRole("button", { name: "打开日历" }),
    focused: (form) => form.getByLabel("截止时间（选填）", { exact: true }),
    popup: (page) => page.getByRole("grid"),
  },
]

test.describe("a popup inside a dialog", () => {
  test.beforeEach(async ({ page }) => {
    await signIn(page, "school")
    await open(page, "/task")
    await page.getByRole("button", { name: "布置任务" }).click()
    await page.getByRole("dialog", { name: "布置任务" }).getByLabel("任务名称").fill("检查消防通道")
  })

  for (const { name, opener, focused, popup } of popups)
    test(`[LAYOUT-3] Escape closes ${name} and leaves the dialog open`, async ({ page }) => {
      const form = page.getByRole("dialog", { name: "布置任务" })
      await opener(form).click()
      await expect(popup(page)).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(popup(page)).toBeHidden()
      await expect(form.getByLabel("任务名称")).toHaveValue("检查消防通道")
      await expect(focused(form)).toBeFocused()
    })

  test("[LAYOUT-3] a press on the calendar's title leaves Escape to the calendar", async ({ page }) => {
    const form = page.getByRole("dialog", { name: "布置任务" })
    await form.getByRole("button", { name: "打开日历" }).click()
    await page.getByText(/^\d{4}年\d{1,2}月$/).click()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("grid")).toBeHidden()
    await expect(form.getByLabel("截止时间（选填）", { exact: true })).toBeFocused()
    await expect(page.getByRole("dialog")).toHaveCount(1)
  })

  test("[LAYOUT-3] a press beside a select closes it and leaves the dialog open", async ({ page }) => {
    const form = page.getByRole("dialog", { name: "布置任务" })
    await form.getByRole("combobox", { name: "优先级" }).click()
    await expect(page.getByRole("listbox")).toBeVisible()
    await form.getByRole("heading", { name: "布置任务" }).click()
    await expect(page.getByRole("listbox")).toBeHidden()
    await expect(form).toBeVisible()
  })

  test("[LAYOUT-3] Tab leaves a select and a calendar for what stands behind them", async ({ page }) => {
    const form = page.getByRole("dialog", { name: "布置任务" })
    await form.getByRole("combobox", { name: "优先级" }).click()
    await page.keyboard.press("Tab")
    await expect(page.getByRole("listbox")).toBeHidden()
    await expect(form.getByLabel("说明（选填）")).toBeFocused()
    await form.getByLabel("截止时间（选填）", { exact: true }).click()
    await expect(page.getByRole("grid")).toBeVisible()
    await page.keyboard.press("Shift+Tab")
    await expect(page.getByRole("grid")).toBeHidden()
    await expect(form).toBeVisible()
  })
})
