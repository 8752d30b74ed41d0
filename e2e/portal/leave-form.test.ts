import { expect, test, type Page } from "@playwright/test"
import { formMessages } from "../../portal/src/ui/forms/form-messages.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const formOf = (page: Page) => page.getByRole("dialog", { name: "布置任务" })
const nameOf = (page: Page) => formOf(page).getByLabel("任务名称")
const confirmOf = (page: Page) => page.getByRole("dialog", { name: formMessages.unsavedTitle })

async function openForm(page: Page): Promise<void> {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await page.locator('a[href*="#/task"]').first().click()
  await page.getByRole("button", { name: "布置任务" }).click()
  await expect(nameOf(page)).toBeFocused()
}

test("[LAYOUT-3] Escape closes an untouched form, and asks over one that was typed into", async ({
  page,
}) => {
  await openForm(page)
  await page.keyboard.press("Escape")
  await expect(formOf(page)).toBeHidden()
  await page.getByRole("button", { name: "布置任务" }).click()
  await nameOf(page).fill("检查消防通道")
  await page.keyboard.press("Escape")
  await expect(confirmOf(page).getByRole("button", { name: formMessages.goOn })).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(confirmOf(page)).toBeHidden()
  await expect(nameOf(page)).toHaveValue("检查消防通道")
})

test("[LAYOUT-3] Escape held down throws nothing away: the question can be answered above the form", async ({
  page,
}) => {
  await openForm(page)
  await nameOf(page).fill("检查消防通道")
  // A browser lets a page refuse the first one only.
  for (let at = 0; at < 5; at += 1) await page.keyboard.press("Escape")
  await expect(nameOf(page)).toHaveValue("检查消防通道")
  await expect(confirmOf(page)).toBeVisible()
  await confirmOf(page).getByRole("button", { name: formMessages.discard }).click()
  await expect(formOf(page)).toBeHidden()
})

test("[LAYOUT-3][DAY-9] back asks before it takes a form away, and then takes away the form alone", async ({
  page,
}) => {
  await openForm(page)
  await nameOf(page).fill("检查消防通道")
  const place = pathOf(page)
  await page.goBack()
  await confirmOf(page).getByRole("button", { name: formMessages.goOn }).click()
  await expect(nameOf(page)).toHaveValue("检查消防通道")
  expect(pathOf(page)).toBe(place)
  await page.goBack()
  await confirmOf(page).getByRole("button", { name: formMessages.discard }).click()
  await expect(formOf(page)).toHaveCount(0)
  expect(pathOf(page)).toBe(place)
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})
