import { expect, test, type Page, type Route } from "@playwright/test"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { pickers } from "@uc/contract/pickers/pickers"
import { windowMessages } from "@uc/contract/core/window-messages"
import { axeOn } from "../accessible.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

/*
 * BARE-2: runs in two projects (playwright.config.ts). A browser that keeps failed modules never gets them in the same
 * document; one that does not may be helped in place. Either way the person ends up with what they wanted.
 */
const faults: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "a cut connection": (route) => route.abort("connectionreset"),
  "500": (route) => route.fulfill({ status: 500, body: "" }),
  "404": (route) => route.fulfill({ status: 404, body: "" }),
}
const cut = (route: Route) => route.abort("connectionreset")

function keepsFailedModules(): boolean {
  return test.info().project.name === "older-chromium"
}

interface Fault {
  /** How often the file was asked for. */
  readonly tries: () => number
  readonly mend: () => void
}

/** The file fails so many times, or until it is mended. */
async function breakFile(
  page: Page,
  file: RegExp,
  fail: (route: Route) => Promise<void>,
  times = Number.POSITIVE_INFINITY,
): Promise<Fault> {
  let tries = 0
  let isMended = false
  await page.route(file, (route) => {
    tries += 1
    return tries > times || isMended ? route.continue() : fail(route)
  })
  return {
    tries: () => tries,
    mend: () => {
      isMended = true
    },
  }
}

const home = (page: Page) => page.getByRole("navigation", { name: "主导航" })
const orgTree = (page: Page) => page.getByRole("main").getByRole("heading", { name: "组织机构" })
const failedPage = (page: Page) =>
  page.getByRole("alert").getByRole("heading", { name: loadingMessages.pageFailed })
const pageScript = /\/assets\/org-tree\.page-[^/]*\.js$/
const pageSheet = /\/assets\/directory-page-[^/]*\.css$/
const sharedScript = /\/assets\/directory-page-[^/]*\.js$/

async function openHome(page: Page): Promise<void> {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(home(page)).toBeVisible()
}

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((hash) => (window.location.hash = hash), path)
}

/** Whether the rules of a sheet are in force. */
function isStyledBy(page: Page, sheet: RegExp): Promise<boolean> {
  return page.evaluate(
    (source) =>
      [...document.styleSheets].some(
        ({ href, cssRules }) => new RegExp(source).test(href ?? "") && cssRules.length > 0,
      ),
    sheet.source,
  )
}

for (const [name, fail] of Object.entries(faults)) {
  test(`[BARE-2][ROUTE-8] a page whose script fails twice by ${name} opens`, async ({ page }) => {
    await openHome(page)
    await breakFile(page, pageScript, fail, 2)
    await goTo(page, "/main/orgTree")
    await expect(orgTree(page)).toBeVisible()
    await expect(failedPage(page)).toBeHidden()
    expect(pathOf(page)).toBe("/main/orgTree")
    expect(await page.evaluate(() => sessionStorage.getItem("uc:chunk-retry"))).toBeNull()
  })

  test(`[BARE-2][ROUTE-8] a page that shares a script which failed by ${name} opens`, async ({ page }) => {
    await openHome(page)
    await breakFile(page, sharedScript, fail, 1)
    await goTo(page, "/main/orgTree")
    await expect(orgTree(page)).toBeVisible()
    // The other page that needs it finds it too.
    await goTo(page, "/main/peopleTree")
    await expect(page.getByRole("main").getByRole("heading", { name: "人员", exact: true })).toBeVisible()
  })

  test(`[BARE-2] a page whose style sheet fails once by ${name} opens styled`, async ({ page }) => {
    await openHome(page)
    const fault = await breakFile(page, pageSheet, fail, 1)
    await goTo(page, "/main/orgTree")
    await expect(orgTree(page)).toBeVisible()
    expect(await isStyledBy(page, pageSheet)).toBe(true)
    expect(fault.tries()).toBeGreaterThan(1)
  })

  test(`[BARE-2] the portal opens although its very first script fails once by ${name}`, async ({ page }) => {
    const fault = await breakFile(page, /\/assets\/index-[^/]*\.js$/, fail, 1)
    await open(page, "/newLogin")
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
    expect(fault.tries()).toBeGreaterThan(1)
    expect(await page.evaluate(() => sessionStorage.getItem("uc:first-files-retry"))).toBeNull()
  })
}

test("[BARE-2] a page whose style sheet can't be fetched is told, not opened unstyled", async ({ page }) => {
  await openHome(page)
  const fault = await breakFile(page, pageSheet, cut)
  await goTo(page, "/main/orgTree")
  await expect(failedPage(page)).toBeVisible()
  await expect(orgTree(page)).toBeHidden()
  fault.mend()
  await page.getByRole("button", { name: "重新加载" }).click()
  await expect(orgTree(page)).toBeVisible()
  expect(await isStyledBy(page, pageSheet)).toBe(true)
})

test("[BARE-2][ROUTE-8] while the site can't be reached at all the portal stays and says so", async ({
  page,
}) => {
  await openHome(page)
  const fault = await breakFile(page, pageScript, cut)
  const site = await breakFile(page, /\/static\/usercenter\/$/, cut)
  await goTo(page, "/main/orgTree")
  await expect(failedPage(page)).toBeVisible()
  await expect(home(page)).toBeVisible()
  fault.mend()
  site.mend()
  await page.getByRole("button", { name: "重新加载" }).click()
  await expect(orgTree(page)).toBeVisible()
})

const firstFiles = [
  ["the very first script", /\/assets\/index-[^/]*\.js$/],
  ["a script that it imports", /\/assets\/start-[^/]*\.js$/],
] as const

for (const [name, file] of firstFiles) {
  test(`[BARE-2] ${name} failing on is told after one reload, and its button helps`, async ({ page }) => {
    const fault = await breakFile(page, file, cut)
    let documents = 0
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await open(page, "/newLogin")
    const told = page.getByRole("alert")
    await expect(told).toContainText(loadingMessages.pageFailed)
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeHidden()
    expect(documents).toBe(2)
    fault.mend()
    await told.getByRole("button", { name: "重新加载" }).click()
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
    // What failed later in the same tab is retried again.
    expect(await page.evaluate(() => sessionStorage.getItem("uc:first-files-retry"))).toBeNull()
  })
}

test("[BARE-2] the words that the first files failed are readable in the dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await breakFile(page, /\/assets\/index-[^/]*\.js$/, cut)
  await open(page, "/newLogin")
  await expect(page.getByRole("alert").getByRole("button", { name: "重新加载" })).toBeVisible()
  const { violations } = await axeOn(page).withRules("color-contrast").analyze()
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
})

test("[BARE-2] a first script that hangs is told after one reload, and may still come", async ({ page }) => {
  const held: Route[] = []
  await page.route(/\/assets\/index-[^/]*\.js$/, (route) => void held.push(route))
  await page.clock.install()
  await page.goto("/static/usercenter/#/newLogin", { waitUntil: "commit" })
  await expect.poll(() => held.length).toBe(1)
  // Below the script that watches, so by now it does.
  await expect(page.getByText("正在打开…")).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect.poll(() => held.length).toBe(2)
  await expect(page.getByText("正在打开…")).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(page.getByRole("alert")).toContainText(loadingMessages.pageFailed)
  await held.at(-1)?.continue()
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await expect(page.getByRole("alert")).toBeHidden()
})

async function openAreas(page: Page): Promise<void> {
  await page.evaluate((key) => {
    Object.assign(window, { pickerResult: window.UserCenter?.openDialog({ key }) })
  }, pickers.area.key)
}

test("[BARE-2] a picker that failed opens by its 重试, or by the reload that it then offers", async ({
  page,
}) => {
  // Nothing is fetched ahead of the click.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await openHome(page)
  const fault = await breakFile(page, /\/assets\/area-picker-[^/]*\.js$/, cut)
  await openAreas(page)
  const dialog = page.getByRole("dialog", { name: "选择区域" })
  await expect(dialog.getByRole("heading", { name: windowMessages.failed })).toBeVisible()
  fault.mend()
  await dialog.getByRole("button", { name: "重试" }).click()
  if (keepsFailedModules()) {
    await expect(dialog).toContainText(windowMessages.needsReloadKept)
    const reloaded = page.waitForEvent("load")
    await dialog.getByRole("button", { name: loadingMessages.reloadPage }).click()
    await reloaded
    await expect(home(page)).toBeVisible()
    await openAreas(page)
  }
  await expect(dialog.getByRole("treeitem").first()).toBeVisible()
})

test("[BARE-2] whoever opened a picker that can't be fetched is answered when it is closed", async ({
  page,
}) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  await openHome(page)
  await breakFile(page, /\/assets\/area-picker-[^/]*\.js$/, cut)
  await openAreas(page)
  const dialog = page.getByRole("dialog", { name: "选择区域" })
  await dialog.getByRole("button", { name: "关闭", exact: true }).last().click()
  const answer = await page.evaluate(
    () => (window as unknown as { pickerResult: Promise<unknown> }).pickerResult,
  )
  expect(answer).toBeNull()
})

test("[BARE-2] a failed part of the login page loads by 重试 or by the reload it offers", async ({
  page,
}) => {
  const fault = await breakFile(page, /\/assets\/sms-panel-[^/]*\.js$/, cut)
  await open(page, "/newLogin")
  const tab = page.getByRole("tab", { name: "短信登录" })
  await tab.click()
  const told = page.getByRole("tabpanel").getByRole("alert")
  await expect(told).toContainText("这一部分加载失败")
  fault.mend()
  await told.getByRole("button", { name: "重试" }).click()
  if (keepsFailedModules()) {
    await expect(told).toContainText(loadingMessages.partNeedsReload)
    await told.getByRole("button", { name: loadingMessages.reloadPage }).click()
    await expect(told).toBeHidden()
    await tab.click()
  }
  await expect(page.getByRole("tabpanel").getByLabel("手机号")).toBeVisible()
})

test("[BARE-2] signing in says what to do when its parts failed, and goes well after it", async ({
  page,
}) => {
  const fault = await breakFile(page, /\/assets\/submit-[^/]*\.js$/, cut)
  await open(page, "/newLogin")
  const signInButton = page.getByRole("button", { name: "登录", exact: true })
  await page.getByLabel("账号", { exact: true }).fill("school")
  await signInButton.click()
  await expect(page.getByText("网络不稳定，登录组件加载失败，请重试")).toBeVisible()
  fault.mend()
  await signInButton.click()
  if (keepsFailedModules()) {
    await expect(page.getByText(loadingMessages.partNeedsReload)).toBeVisible()
    await page.reload()
    await page.getByLabel("账号", { exact: true }).fill("school")
    await signInButton.click()
  }
  await expect(page.getByText("请输入密码")).toBeVisible()
})
