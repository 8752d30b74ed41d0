import { expect, type Page } from "@playwright/test"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { open, signIn, type Account } from "./sign-in.ts"

export async function openHome(page: Page, account: Account): Promise<void> {
  await signIn(page, account)
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
}

/** Opened as an older page does it; what comes of it is read by `result`. */
export async function openPicker(page: Page, name: PickerName, options: object = {}): Promise<void> {
  await page.evaluate(
    ([params]) => {
      const portal = window.UserCenter
      Object.assign(window, { pickerResult: portal?.openDialog(params) })
    },
    [{ key: pickers[name].key, ...options }] as const,
  )
  await expect(page.getByRole("treeitem").first()).toBeVisible()
}

export function result(page: Page): Promise<unknown> {
  return page.evaluate(() => (window as unknown as { pickerResult: Promise<unknown> }).pickerResult)
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
