import { expect, test, type Page, type Route } from "@playwright/test"
import { loadingMessages } from "@uc/contract/core/loading-messages"
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

  test("[SHELL-2] the banner shows where the bundle can't run, and stays dismissed", async ({ page }) => {
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

  test("[SHELL-2] the banner stays where the portal opens all the same", async ({ page }) => {
    await page.clock.install()
    await page.goto(portalBase)
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
    await page.clock.runFor(10_000)
    await expect(page.getByRole("region", { name: "浏览器提示" })).toBeVisible()
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
      await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
      await expect(page.locator("#browser-banner")).toBeHidden()
    })
  })
}

test("[SHELL-1] the document is Simplified Chinese", async ({ page }) => {
  await page.goto(portalBase)
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN")
})

/** The document's own script comes with this instead of what was built. */
async function replaceBundle(page: Page, body: string): Promise<void> {
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) =>
    route.fulfill({ body, contentType: "text/javascript; charset=utf-8" }),
  )
}

async function expectTooOld(page: Page): Promise<void> {
  const banner = page.getByRole("region", { name: "浏览器提示" })
  await expect(banner).toBeVisible()
  await expect(banner.getByRole("link", { name: "Chrome 浏览器" })).toBeVisible()
  await expect(banner.getByRole("link", { name: "360 极速浏览器" })).toBeVisible()
  await expect(page.locator("#root")).toContainText("无法打开本系统，请更换浏览器后访问")
  await expect(page.getByText("正在打开…")).toBeHidden()
}

test("[BROWSER-9] a browser that can't read the bundle's syntax sees the banner", async ({ page }) => {
  await replaceBundle(page, "const a = 1 ?? !;")
  await page.goto(portalBase)
  await expectTooOld(page)
})

test("[BROWSER-9] a browser in which the bundle breaks before anything is drawn sees the banner", async ({
  page,
}) => {
  await replaceBundle(page, "[].notInThisBrowser()")
  await page.goto(portalBase)
  await expectTooOld(page)
})

test("[BROWSER-9] a page that React gave up is not left blank", async ({ page }) => {
  await replaceBundle(
    page,
    'document.getElementById("root").textContent = ""; Promise.resolve().then(() => [].notInThisBrowser())',
  )
  await page.goto(portalBase)
  await expectTooOld(page)
})

test("[BROWSER-9] a browser that has everything and draws nothing in time sees the banner", async ({
  page,
}) => {
  await replaceBundle(page, "void 0")
  await page.clock.install()
  await page.goto(portalBase)
  await expect(page.getByText("正在打开…")).toBeVisible()
  await page.clock.fastForward(30_000)
  await expectTooOld(page)
})

test("[BROWSER-9] the banner goes when the page is drawn after all", async ({ page }) => {
  await replaceBundle(page, "[].notInThisBrowser()")
  await page.goto(portalBase)
  await expectTooOld(page)
  await page.evaluate(() => {
    document.getElementById("root")?.replaceChildren(document.createElement("main"))
  })
  await expect(page.locator("#browser-banner")).toBeHidden()
})

test("[BROWSER-9] a bundle that could not be fetched is not taken for an old browser", async ({ page }) => {
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.abort())
  await page.goto(portalBase)
  await expect(page.getByRole("alert")).toContainText(loadingMessages.pageFailed)
  await expect(page.locator("#browser-banner")).toBeHidden()
})

test("[BROWSER-9] an error of something else in the page does not call the browser old", async ({ page }) => {
  const held: Route[] = []
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => void held.push(route))
  await page.clock.install()
  await page.goto(portalBase, { waitUntil: "commit" })
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByText("正在打开…")).toBeVisible()
  // As an extension's script does it, whose file is not the portal's.
  await page.evaluate(() =>
    window.dispatchEvent(new ErrorEvent("error", { message: "no", filename: "chrome-extension://a/b.js" })),
  )
  await page.clock.fastForward(5000)
  await expect(page.getByText("正在打开…")).toBeVisible()
  await expect(page.locator("#browser-banner")).toBeHidden()
  await held[0]?.continue()
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
})
