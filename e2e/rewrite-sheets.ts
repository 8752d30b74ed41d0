import type { Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"

/** Every style sheet comes to the page as `rewrite` makes it, also the one in the document. */
export async function rewriteSheets(page: Page, rewrite: (sheet: string) => string): Promise<void> {
  const inDocument = (html: string) =>
    html.replace(/(<style>)([\s\S]*?)(<\/style>)/, (_all, open: string, sheet: string, close: string) =>
      [open, rewrite(sheet), close].join(""),
    )
  const isDocument = (url: URL) => url.pathname === portalBase
  const isSheet = (url: URL) => url.pathname.endsWith(".css")
  // What a worker hands to the page, `page.route` does not see: after a reload the document would be as it was.
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"))
  await page.route(
    (url) => isDocument(url) || isSheet(url),
    async (route) => {
      try {
        const response = await route.fetch()
        const change = isDocument(new URL(route.request().url())) ? inDocument : rewrite
        await route.fulfill({ response, body: change(await response.text()) })
      } catch {
        // One that was fetched ahead, when its test was over.
      }
    },
  )
}
