import { expect, test } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"
import { open, signIn } from "../sign-in.ts"

/** A browser's zoom makes the page as much smaller in its own pixels. */
for (const percent of [100, 125, 150]) {
  test.describe(`at ${percent} %`, () => {
    test.use({ viewport: { width: Math.round(136_600 / percent), height: Math.round(76_800 / percent) } })

    test(`[BROWSER-10] at ${percent} % zoom nothing is beyond the window's side at login and at home`, async ({
      page,
    }) => {
      const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await page.goto(portalBase)
      await expect(page.getByRole("button", { name: "登录", exact: true })).toBeInViewport({ ratio: 1 })
      expect(await beyond()).toBeLessThanOrEqual(0)
      await signIn(page, "school")
      await open(page, "/main/home")
      await page.reload()
      await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
      expect(await beyond()).toBeLessThanOrEqual(0)
    })
  })
}

test("[BROWSER-10] a page that says its own name has one title to be seen", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/alarms")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["预警处置"])
})
