import { expect, test, type Page } from "@playwright/test"
import { open, pathOf, signIn } from "../sign-in.ts"

/** Takes a part of the browser away that one page needs and nothing else does. */
async function breakLayoutPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (query) => {
      if (query === "(max-width: 767px)") throw new Error("broken on purpose")
      return real(query)
    }
  })
}

test("[BARE-20] a page that breaks says so inside the shell, and the menu leads away from it", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await breakLayoutPage(page)
  await page.getByRole("link", { name: "调整布局" }).click()
  await expect(page.getByRole("alert").getByRole("heading", { name: "页面出现错误" })).toBeVisible()
  const menu = page.getByRole("navigation", { name: "功能菜单" })
  await expect(menu).toBeVisible()
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "应用" }).click()
  await expect(page.getByRole("heading", { name: "应用", level: 1 })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/applications")
  await expect(page.getByRole("heading", { name: "页面出现错误" })).toBeHidden()
})
