import { layoutMessages } from "@uc/contract/layout"
import { expect, test, type Locator, type Page } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { query } from "./database.ts"
import { open, signIn, type Account } from "./sign-in.ts"

/** An enterprise's people: nobody else's test arranges their home. */
const [administrator, staff] = ["company", "worker"] as const

test.afterAll(async () => {
  await query("delete from custom_list where key = 'home'")
  await query("delete from home_pins")
})

const cards = (page: Page) => page.getByRole("list", { name: "首页卡片" }).locator("> li")
const keys = (page: Page) =>
  cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("data-card")))

async function openHome(page: Page, account: Account): Promise<void> {
  await signIn(page, account)
  await open(page, "/main/home")
  await expect(cards(page).first()).toBeVisible()
}

async function drag(page: Page, handle: Locator, to: { x: number; y: number }): Promise<void> {
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
}

test("[HOME-3][ROUTE-4] the home is arranged by keyboard and by pointer, is so on the next device, two at once are told, and it goes back", async ({
  page,
  browser,
}) => {
  await openHome(page, administrator)
  await expect(cards(page).first()).toHaveAttribute("data-card", "today")
  await page.getByRole("link", { name: "调整布局" }).click()
  const box = (key: string) => page.locator(`[data-card="${key}"]`)
  const handle = (title: string) => page.getByRole("button", { name: new RegExp(`^移动${title}，`) })
  const save = page.getByRole("button", { name: "保存", exact: true })
  await expect(save).toBeDisabled()
  await expectAccessible(page)

  // By the keyboard: past the card beside it, smaller, and one is hidden. The focus stays at the card.
  await handle("待办任务").focus()
  await page.keyboard.press("ArrowRight")
  await expect(handle("待办任务")).toBeFocused()
  await expect(page.getByText("待办任务，第3行第5列，宽4格，高4格")).toBeAttached()
  await page.keyboard.press("Shift+ArrowUp")
  await expect(page.getByText("待办任务，第3行第5列，宽4格，高3格")).toBeAttached()
  await handle("我的订阅").focus()
  await page.keyboard.press("Delete")
  await expect(handle("我的订阅")).toBeHidden()
  await expect(page.getByRole("button", { name: "显示我的订阅" })).toBeVisible()

  // By the pointer: the latest alarms to the left edge, and the trend pulled narrower.
  // The page scrolls to it first: what is measured before would be elsewhere afterwards.
  await box("alarm-records").hover()
  const first = await box("notices").boundingBox()
  await drag(page, box("alarm-records"), { x: (first?.x ?? 0) + 60, y: (first?.y ?? 0) + 40 })
  await expect(handle("最新预警")).toHaveAccessibleName(/，第3行第1列，/)
  const corner = box("risk-trend").locator(".react-resizable-handle")
  const at = await corner.boundingBox()
  await drag(page, corner, { x: (at?.x ?? 0) - 250, y: (at?.y ?? 0) + 5 })
  await expect(handle("预警趋势")).toHaveAccessibleName(/，宽5格，/)

  // It is not lost without a question.
  await page.getByRole("link", { name: "返回首页" }).click()
  await page.getByRole("dialog", { name: "有未保存的修改" }).getByRole("button", { name: "取消" }).click()
  await save.click()
  await expect(page.getByText(layoutMessages.saved)).toBeVisible()
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => keys(page)).not.toContain("subscriptions")
  const arranged = await keys(page)
  expect(arranged.indexOf("alarm-records")).toBeLessThan(arranged.indexOf("tasks"))

  // Another device, a phone: the same order in one column. It saves first.
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await other.newPage()
  await openHome(phone, administrator)
  await expect.poll(() => keys(phone)).toEqual(arranged)
  const widths = () => cards(phone).evaluateAll((all) => new Set(all.map((card) => card.clientWidth)).size)
  await expect.poll(widths).toBe(1)
  await page.getByRole("link", { name: "调整布局" }).click()
  await open(phone, "/main/setHomeLayout")
  await phone.getByRole("button", { name: "上移新闻资讯" }).click()
  await phone.getByRole("button", { name: "隐藏友情链接" }).click()
  await phone.getByRole("button", { name: "保存", exact: true }).click()
  await expect(phone.getByText(layoutMessages.saved)).toBeVisible()
  await handle("通知公告").focus()
  await page.keyboard.press("ArrowDown")
  await save.click()
  const conflict = page.getByRole("dialog", { name: layoutMessages.changedMeanwhile })
  await conflict.getByRole("button", { name: "改用另一台设备的" }).click()
  await expect(page.getByRole("button", { name: "显示友情链接" })).toBeVisible()
  await expect(save).toBeDisabled()

  // What the bureau pins can't be hidden, and comes back where it was.
  const office = await browser.newContext()
  const bureau = await office.newPage()
  await signIn(bureau, "bureau")
  await open(bureau, "/main/setHomeLayout")
  await bureau.getByRole("checkbox", { name: "友情链接" }).check()
  await bureau.getByRole("button", { name: "保存置顶" }).click()
  await expect(bureau.getByText(layoutMessages.pinsSaved)).toBeVisible()
  await page.reload()
  await expect(box("friend-links").getByText("教育局置顶")).toBeVisible()
  await expect(page.getByRole("button", { name: "隐藏友情链接" })).toHaveCount(0)

  await page.getByRole("button", { name: "恢复默认" }).click()
  await save.click()
  await expect(page.getByText(layoutMessages.saved)).toBeVisible()
  await page.getByRole("link", { name: "返回首页" }).click()
  await expect(cards(page).first()).toHaveAttribute("data-card", "today")
  await expect(page.getByRole("region", { name: "友情链接" }).getByText("教育局置顶")).toBeVisible()
  expect(await query("select 1 from custom_list where key = 'home'")).toHaveLength(0)
  await Promise.all([other.close(), office.close()])
})

test("[HOME-1][HOME-2] the four audiences see their cards with content; a number leads to its list; one card that fails is alone with it", async ({
  page,
  browser,
}) => {
  const own = ["档案完整度", "预警趋势"]
  const expected: readonly (readonly [Account, readonly string[], readonly string[]])[] = [
    ["admin", ["单位预警对比", ...own], []],
    ["bureau", ["单位预警对比", ...own], []],
    [administrator, own, ["单位预警对比"]],
    [staff, ["待办任务", "我的应用"], ["单位预警对比", ...own]],
  ]
  for (const [account, has, hasNot] of expected) {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    await openHome(visitor, account)
    for (const title of has) await expect(visitor.getByRole("region", { name: title })).toBeVisible()
    for (const title of hasNot) await expect(visitor.getByRole("region", { name: title })).toHaveCount(0)
    await expect(visitor.locator("[data-card] [aria-busy=true]")).toHaveCount(0)
    await expect(visitor.locator("[data-card] [role=alert]")).toHaveCount(0)
    if (account === "bureau") await expectAccessible(visitor)
    await context.close()
  }

  await page.route("**/alarm/v1/get_risk_statistics*", (route) => route.fulfill({ status: 500, body: "" }))
  await openHome(page, "bureau")
  const trend = page.getByRole("region", { name: "预警趋势" })
  await expect(trend.getByRole("alert")).toContainText("服务器内部错误")
  await expect(page.getByRole("region", { name: "档案完整度" }).getByRole("link").first()).toBeVisible()
  await page.unroute("**/alarm/v1/get_risk_statistics*")
  await trend.getByRole("button", { name: "重试" }).click()
  await expect(trend.getByRole("img")).toBeVisible()
  await expect(trend.locator("canvas")).toBeVisible()
  await trend.getByRole("button", { name: "表格" }).click()
  await trend.getByRole("row").nth(1).getByRole("link").click()
  await expect(page).toHaveURL(/#\/main\/alarms\?state=all&period=chosen&from=\d{4}-\d\d-\d\d&to=/)
})
