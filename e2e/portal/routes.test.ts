import { expect, test, type Page } from "@playwright/test"
import { accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expectAccessible } from "../accessible.ts"
import { gate } from "../gate.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

const userInfo = addressOf(accountCalls.current)
const loginPaths = ["/newLogin", "/defaultLogin", "/eduLogin", "/gzLogin", "/demoLogin", "/adminLogin"]

async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => pathOf(page)).toBe(path)
}

/** Errors on the console, so that a test can say that there were none. */
function errorsOf(page: Page): string[] {
  const errors: string[] = []
  page.on("pageerror", ({ message }) => errors.push(message))
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      errors.push(message.text())
  })
  return errors
}

test("[ROUTE-1] the site's root leads under the base path, and / to /newLogin", async ({ page }) => {
  await page.goto("/")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(portalBase)
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  await open(page, "/")
  await expectPath(page, "/newLogin")
})

for (const path of loginPaths) {
  test(`[ROUTE-2][ROUTE-6] ${path} is a login page for anybody`, async ({ page }) => {
    await open(page, path)
    const way =
      path === "/demoLogin"
        ? page.getByRole("button", { name: /^学校教师/ })
        : page.getByRole("button", { name: "登录", exact: true })
    await expect(way).toBeVisible()
    await expectPath(page, path)
  })
}

const pages: readonly (readonly [path: string, title: string])[] = [
  ["/task", "任务"],
  ["/domain", "授权域名"],
  ["/main/home", "首页"],
  ["/main/applications", "应用"],
  ["/main/manage", "管理"],
  ["/main/service", "服务"],
  ["/main/oldpage", "页面"],
  ["/main/vuepage", "页面"],
  ["/main/setHomeLayout", "首页布局"],
  ["/main/orgTree", "组织机构"],
  ["/main/peopleTree", "人员"],
  ["/main/demo", "功能演示"],
  ["/main/account", "账号与安全"],
  ["/main/logs", "安全日志"],
]

test("[ROUTE-3][ROUTE-4] every page opens inside the shell for somebody who is signed in", async ({
  page,
}) => {
  const errors = errorsOf(page)
  await signIn(page, "school")
  for (const [path, title] of pages) {
    await open(page, path)
    await expect(page).toHaveTitle(`${title} - 用户中心`)
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible()
    await expect.poll(() => pathOf(page)).toBe(path)
  }
  expect(errors).toEqual([])
})

test("[ROUTE-3] /main leads to the home page", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main")
  await expectPath(page, "/main/home")
})

for (const path of ["/demo1", "/getQrcode", "/mainBox", "/main/demo"]) {
  test(`[ROUTE-3][ROUTE-6] ${path} opens without a user, and without the shell`, async ({ page }) => {
    await open(page, path)
    await expect(page.getByRole("heading").first()).toBeVisible()
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeHidden()
    await expect.poll(() => pathOf(page)).toBe(path)
  })
}

test("[ROUTE-6] an open page does not wait for the network", async ({ page }) => {
  await page.route(userInfo, () => undefined)
  await open(page, "/newLogin")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await page.getByLabel("账号", { exact: true }).fill("school")
  await expect(page.getByLabel("账号", { exact: true })).toHaveValue("school")
})

test("[ROUTE-5] without a session a page leads to the login page of this site", async ({ page }) => {
  await open(page, "/main/home")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
})

test("[ROUTE-5] without a session each later navigation is stopped as well", async ({ page }) => {
  await open(page, "/newLogin")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await page.evaluate(() => (window.location.hash = "#/task"))
  await expectPath(page, "/newLogin")
})

test("[ROUTE-5][REQ-2] a fresh tab with a session fetches the user once, stores it and goes on", async ({
  page,
}) => {
  const asked: string[] = []
  page.on("request", (request) => {
    if (userInfo.test(request.url())) asked.push(request.url())
  })
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "功能菜单" }).getByRole("link").first()).toBeVisible()
  expect(asked).toHaveLength(1)
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "应用" }).click()
  await expectPath(page, "/main/applications")
  expect(asked).toHaveLength(1)
})

test("[ROUTE-5] with a user in session storage a page opens although the server can't be asked", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await page.route(userInfo, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[ROUTE-5] when the user can't be fetched the login page opens, and back stays out", async ({
  page,
}) => {
  await open(page, "/newLogin")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await page.route(userInfo, (route) => route.fulfill({ status: 500, body: "" }))
  await page.evaluate(() => (window.location.hash = "#/main/home"))
  await expectPath(page, "/newLogin")
  await page.goBack()
  await expectPath(page, "/newLogin")
})

test("[ROUTE-7] a progress bar shows while a navigation runs, and ends when it is done", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  const bar = page.getByRole("progressbar", { name: "页面加载中" })
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect(bar).toBeHidden()
  const held = gate()
  await page.route(/\/assets\/org-tree\.page-[^/]*\.js$/, async (route) => {
    await held.opened
    await route.continue()
  })
  await page.evaluate(() => (window.location.hash = "#/main/orgTree"))
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  held.open()
  await expect(page).toHaveTitle(/^组织机构/)
  await expect(bar).toBeHidden()
})

test("[ROUTE-8] a chunk that fails once is fetched again and the page opens", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  let tries = 0
  await page.route(/\/assets\/org-tree\.page-[^/]*\.js$/, (route) => {
    tries += 1
    return tries === 1 ? route.abort() : route.continue()
  })
  await page.evaluate(() => (window.location.hash = "#/main/orgTree"))
  await expect(page).toHaveTitle(/^组织机构/)
  await expect(page.getByRole("main").getByRole("heading", { name: "组织机构" })).toBeVisible()
  // Two, and a hint that it will be needed may count as one more.
  expect(tries).toBeGreaterThanOrEqual(2)
  expect(tries).toBeLessThanOrEqual(4)
  const remembered = await page.evaluate(() => sessionStorage.getItem("uc:chunk-retry"))
  expect(remembered).toBeNull()
})

test("[ROUTE-7][ROUTE-8] a second failure shows the error page with reload, without a loop", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  let tries = 0
  await page.route(/\/assets\/org-tree\.page-[^/]*\.js$/, (route) => {
    tries += 1
    return route.abort()
  })
  await page.evaluate(() => (window.location.hash = "#/main/orgTree"))
  await expect(page.getByRole("alert").getByRole("heading", { name: "页面加载失败" })).toBeVisible()
  await expect(page.getByRole("progressbar", { name: "页面加载中" })).toBeHidden()
  // In this document and in the one after it: a hint that it will be needed, the import, once past the cache, the import again.
  expect(tries).toBeGreaterThanOrEqual(2)
  expect(tries).toBeLessThanOrEqual(8)
  expect(await page.evaluate(() => sessionStorage.getItem("uc:chunk-retry"))).toBe("/main/orgTree")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await page.unroute(/\/assets\/org-tree\.page-[^/]*\.js$/)
  await page.getByRole("button", { name: "重新加载" }).click()
  await expect(page.getByRole("main").getByRole("heading", { name: "组织机构" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/orgTree")
})

test("[ROUTE-8] the login page too says what happened instead of staying blank", async ({ page }) => {
  await page.route(/\/assets\/login\.page-[^/]*\.js$/, (route) => route.abort())
  await open(page, "/newLogin")
  await expect(page.getByRole("alert").getByRole("heading", { name: "页面加载失败" })).toBeVisible()
})

test("[ROUTE-8] a shell that can't be fetched is told as well, without a loop", async ({ page }) => {
  // It comes with the home page and its cards in one file.
  await page.route(/\/assets\/home-(?!shapes)[^/]*\.js$/, (route) => route.abort())
  await signIn(page, "school")
  let documents = 0
  let tries = 0
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1
    if (/\/assets\/home-(?!shapes)[^/]*\.js$/.test(request.url())) tries += 1
  })
  await open(page, "/main/home")
  await expect(page.getByRole("alert").getByRole("heading", { name: "页面加载失败" })).toBeVisible()
  await expect(page.getByRole("progressbar", { name: "页面加载中" })).toBeHidden()
  // The first one and one reload.
  expect(documents).toBe(2)
  // What was under way ends; a loop would ask on and on while the browser has nothing else to do.
  let triesBefore = -1
  const furtherTries = () => {
    const further = tries - triesBefore
    triesBefore = tries
    return further
  }
  await expect.poll(furtherTries, { intervals: [500] }).toBe(0)
  for (let _ = 0; _ < 3; _++)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))))
  expect(tries).toBe(triesBefore)
  expect(documents).toBe(2)
})

test("[ROUTE-9] navigating to where one is does nothing and raises no error", async ({ page }) => {
  const errors = errorsOf(page)
  await signIn(page, "school")
  await open(page, "/main/applications")
  const here = page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "应用" })
  await expect(here).toHaveAttribute("aria-current", "page")
  const before = await page.evaluate(() => window.history.length)
  await here.click()
  await here.click()
  expect(await page.evaluate(() => window.history.length)).toBe(before)
  await page.keyboard.press("Control+k")
  await page.getByRole("option", { name: "应用", exact: true }).click()
  await expect(page.getByRole("combobox", { name: "搜索菜单、页面和人员" })).toBeHidden()
  await expect.poll(() => pathOf(page)).toBe("/main/applications")
  // On the first page an open search has an entry of its own (decision 094), which is taken back.
  await expect.poll(() => page.evaluate(() => (window.history.state as { readonly idx: number }).idx)).toBe(0)
  expect(errors).toEqual([])
})

test("[ROUTE-10] an unknown path is told inside the shell, with a way home", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/no-such-page")
  await expect(page.getByRole("main").getByRole("heading", { name: "页面不存在" })).toBeVisible()
  await expect(page).toHaveTitle(/^页面不存在/)
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await page.getByRole("main").getByRole("link", { name: "返回首页" }).click()
  await expectPath(page, "/main/home")
})

test("[ROUTE-10] an unknown path is told outside the shell to somebody who is not signed in", async ({
  page,
}) => {
  await open(page, "/no-such-page")
  await expect(page.getByRole("heading", { name: "页面不存在" })).toBeVisible()
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeHidden()
  await page.getByRole("link", { name: "返回登录页" }).click()
  await expectPath(page, "/newLogin")
})

test("[ROUTE-11] title and active entry follow the page, also with back and forward", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  const navigation = page.getByRole("navigation", { name: "主导航" })
  const active = navigation.locator("[aria-current=page]")
  await expect(active).toHaveText("首页")
  await navigation.getByRole("link", { name: "服务" }).click()
  await expect(page).toHaveTitle("服务 - 用户中心")
  await expect(active).toHaveText("服务")
  await page.goBack()
  await expect(page).toHaveTitle("首页 - 用户中心")
  await expect(active).toHaveText("首页")
})
