import { expect, test, type Page } from "@playwright/test"
import { portalBase } from "@uc/contract/core/site-defaults"

const agents = {
  explorer: "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
  Chrome:
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36",
  Edge: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0",
  Firefox: "Mozilla/5.0 (Windows NT 10.0; rv:121.0) Gecko/20100101 Firefox/121.0",
  Safari: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15",
  Opera:
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 OPR/106.0",
} as const

/** A browser that can't run the bundle: the document and the classic script come, script modules do not. */
async function blockModules(page: Page): Promise<string[]> {
  const blocked: string[] = []
  const document = await (await page.request.get(portalBase)).text()
  const modules = [...document.matchAll(/<script type="module"[^>]*src="([^"]+)"/g)].map(
    ([, src]) => src ?? "",
  )
  expect(modules.length).toBeGreaterThan(0)
  for (const src of modules) {
    await page.route(`**${src}`, (route) => {
      blocked.push(src)
      return route.abort()
    })
  }
  return blocked
}

test.describe("in old Internet Explorer", () => {
  test.use({ userAgent: agents.explorer })

  test("[SHELL-2] the banner shows where the bundle can't run, and dismissing it lasts for the session", async ({
    page,
  }) => {
    const blocked = await blockModules(page)
    await page.goto(portalBase)
    const banner = page.getByRole("region", { name: "浏览器提示" })
    await expect(banner).toBeVisible()
    await expect(banner).toContainText("Chrome")
    await expect(banner).toContainText("Firefox")
    await expect(banner).toContainText("360")
    expect(blocked.length).toBeGreaterThan(0)
    const { y = -1 } = (await banner.boundingBox()) ?? {}
    expect(y).toBe(0)

    await banner.getByRole("button", { name: "关闭" }).click()
    await expect(banner).toBeHidden()
    await page.reload()
    await expect(page.locator("#boot-words")).toBeVisible()
    await expect(banner).toBeHidden()
  })

  test("[SHELL-2] a new browser session sees the banner again", async ({ browser, page, baseURL }) => {
    await blockModules(page)
    await page.goto(portalBase)
    await page.getByRole("button", { name: "关闭" }).click()

    const next = await browser.newContext({ userAgent: agents.explorer, ...(baseURL && { baseURL }) })
    const later = await next.newPage()
    await later.goto(portalBase)
    await expect(later.getByRole("region", { name: "浏览器提示" })).toBeVisible()
    await next.close()
  })
})

for (const name of ["Chrome", "Edge", "Firefox", "Safari", "Opera"] as const) {
  test.describe(`in ${name}`, () => {
    test.use({ userAgent: agents[name] })

    test(`[SHELL-2] ${name} does not see the banner`, async ({ page }) => {
      await page.goto(portalBase)
      await expect(page.getByLabel("账号", { exact: true })).toBeVisible()
      await expect(page.locator("#browser-banner")).toBeHidden()
    })
  })
}

test("[SHELL-1] the document is Simplified Chinese", async ({ page }) => {
  await page.goto(portalBase)
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN")
})
