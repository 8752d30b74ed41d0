import type { Page } from "@playwright/test"

/** Every style sheet comes to the page as `rewrite` makes it. */
export async function rewriteSheets(page: Page, rewrite: (sheet: string) => string): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    try {
      const response = await route.fetch()
      await route.fulfill({ response, body: rewrite(await response.text()) })
    } catch {
      // One that was fetched ahead, when its test was over.
    }
  })
}
