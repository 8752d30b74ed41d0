import { expect, test, type Browser, type Page } from "@playwright/test"
import { loadingMessages } from "@uc/contract/core/loading-messages"
import { formMessages } from "../../portal/src/ui/forms/form-messages.ts"
import { updateMessages } from "@uc/contract/core/update-messages"
import { windowMessages } from "@uc/contract/core/window-messages"
import { open, pathOf, signIn, type Account } from "../sign-in.ts"
import { startUpdatedProduct, type UpdatedProduct } from "../updated-product.ts"

test.describe.configure({ mode: "default", timeout: 180_000 })

let product: UpdatedProduct | undefined
const pages: Page[] = []

test.beforeAll(async () => {
  product = await startUpdatedProduct()
})
test.afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
})
test.afterAll(() => product?.stop())

interface Tab {
  readonly page: Page
  readonly update: () => Promise<void>
  /** How many documents were opened since the update. */
  readonly loads: () => number
}

async function openTab(browser: Browser, account: Account, path: string): Promise<Tab> {
  if (!product) throw new Error("The product runs only while the tests do")
  const { address, update } = product
  const context = await browser.newContext({
    baseURL: address,
    locale: "zh-CN",
    viewport: { width: 1366, height: 768 },
  })
  const page = await context.newPage()
  pages.push(page)
  await signIn(page, account)
  // What looks for updates comes when the page is idle, and the update takes its file away.
  const following = page.waitForResponse(/\/assets\/follow-update-[^/]*\.js$/)
  await open(page, path)
  await (await following).finished()
  let loads = 0
  page.on("load", () => (loads += 1))
  return {
    page,
    async update() {
      await update()
      loads = 0
    },
    loads: () => loads,
  }
}

const bar = (page: Page) => page.getByRole("status").filter({ hasText: updateMessages.updated })
const orgTree = (page: Page) => page.getByRole("main").getByRole("heading", { name: "组织机构" })

test("[BROWSER-11] after an update the next page opens by one reload, and back works", async ({
  browser,
}) => {
  const { page, update, loads } = await openTab(browser, "school", "/main/notices")
  const notices = page.getByRole("main").getByRole("heading", { level: 1 })
  await expect(notices).toBeVisible()
  const title = (await notices.textContent()) ?? ""
  await update()
  await page.evaluate(() => (window.location.hash = "/main/orgTree"))
  await expect(orgTree(page)).toBeVisible()
  expect([pathOf(page), loads()]).toEqual(["/main/orgTree", 1])
  await page.goBack()
  await expect(notices).toHaveText(title)
  await page.goForward()
  await expect(orgTree(page)).toBeVisible()
  expect(loads()).toBe(1)
})

test("[BROWSER-11] a half-written form is kept by the reload that a missing picker needs", async ({
  browser,
}) => {
  const { page, update, loads } = await openTab(browser, "school", "/task?view=given")
  // Not fetched ahead yet when the server is updated.
  let isOld = true
  await page.route(/\/assets\/person-picker-[^/]*\.js$/, (route) =>
    isOld ? route.fulfill({ status: 404, body: "" }) : route.continue(),
  )
  await page.reload()
  await page.getByRole("button", { name: "布置任务" }).click()
  const form = page.getByRole("dialog", { name: "布置任务" })
  await form.getByLabel("任务名称").fill("检查消防器材")
  await form.getByLabel("步骤（选填）").fill("逐层检查")
  await update()
  isOld = false
  await form.getByRole("button", { name: "选择人员" }).click()
  await expect(page.getByText(windowMessages.needsReloadKept)).toBeVisible()
  await page.getByRole("button", { name: loadingMessages.reloadPage }).click()
  await expect(page.getByText(updateMessages.kept)).toBeVisible()
  expect([pathOf(page), loads()]).toEqual(["/task?view=given", 1])
  await page.getByRole("button", { name: "布置任务" }).click()
  await expect(form.getByLabel("任务名称")).toHaveValue("检查消防器材")
  await expect(form.getByLabel("步骤（选填）")).toHaveValue("逐层检查")
  // Once: what was put back is not put back a second time.
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: formMessages.discard }).click()
  await page.getByRole("button", { name: "布置任务" }).click()
  await expect(form.getByLabel("任务名称")).toHaveValue("")
  expect(await page.evaluate(() => sessionStorage.getItem("uc:kept-text"))).toBeNull()
})

test("[BROWSER-11] an article that is being written is there again after 立即刷新, without a question", async ({
  browser,
}) => {
  const { page, update, loads } = await openTab(browser, "bureau", "/main/newsEditor")
  const confirms: string[] = []
  page.on("dialog", (dialog) => {
    confirms.push(dialog.type())
    void dialog.accept()
  })
  const title = page.getByRole("textbox", { name: "标题", exact: true })
  const body = page.getByRole("textbox", { name: "正文" })
  await title.fill("春季运动会")
  await body.click()
  await page.keyboard.type("本周五在操场举行。")
  await update()
  await expect(bar(page)).toBeVisible()
  await bar(page).getByRole("button", { name: updateMessages.refresh }).click()
  await expect(page.getByText(updateMessages.restored)).toBeVisible()
  await expect(title).toHaveValue("春季运动会")
  await expect(body).toContainText("本周五在操场举行。")
  await expect(page.getByText("有未保存的修改")).toBeVisible()
  await expect(bar(page)).toBeHidden()
  expect([pathOf(page), loads(), confirms]).toEqual(["/main/newsEditor", 1, []])
})

test("[BROWSER-11] what a reload can't keep is asked about before it, and stays when one stays", async ({
  browser,
}) => {
  const { page, update, loads } = await openTab(browser, "school", "/main/profile")
  const box = page.getByLabel("个性签名")
  await box.fill("未保存的文字")
  await update()
  await bar(page).getByRole("button", { name: updateMessages.refresh }).click()
  const confirm = page.getByRole("dialog", { name: updateMessages.lostTitle })
  await expect(confirm.getByText(updateMessages.lost)).toBeVisible()
  await confirm.getByRole("button", { name: "取消" }).click()
  await expect(box).toHaveValue("未保存的文字")
  await bar(page).getByRole("button", { name: updateMessages.later }).click()
  await expect(bar(page)).toBeHidden()
  await expect(box).toHaveValue("未保存的文字")
  expect(loads()).toBe(0)
})

test("[BROWSER-11] a new version that is broken too is reloaded once, then said", async ({ browser }) => {
  const { page, update, loads } = await openTab(browser, "school", "/main/notices")
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible()
  await update()
  await page.route(/\/assets\/org-tree\.page-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: "" }))
  await page.evaluate(() => (window.location.hash = "/main/orgTree"))
  await expect(
    page.getByRole("alert").getByRole("heading", { name: loadingMessages.pageFailed }),
  ).toBeVisible({ timeout: 60_000 })
  // The one that fetched the new version counts for its missing part as well.
  expect(loads()).toBe(1)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(null))))
  expect(loads()).toBe(1)
})
