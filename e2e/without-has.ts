import type { Page } from "@playwright/test"

/** Style sheets as a browser reads them that does not know `:has`: it drops every rule that names it. */
export async function withoutHas(page: Page): Promise<void> {
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(":has(", ":no-such-selector(") })
  })
}
