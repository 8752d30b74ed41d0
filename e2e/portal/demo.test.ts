import { expect, test, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { open, signIn } from "../sign-in.ts"
import { chooseOption } from "../choose-option.ts"

const catalogue = (page: Page) => page.getByRole("navigation", { name: "能力目录" })
const result = (page: Page) => page.getByRole("status", { name: "返回结果" })
const code = (page: Page) => page.getByRole("group", { name: "调用代码" })

async function run(page: Page, name: string): Promise<void> {
  await catalogue(page).getByRole("button", { name }).click()
  await page.getByRole("button", { name: "运行" }).click()
}

test("[HOME-7][DLG-4] every helper has form, code and result, and its dialog closes by Esc", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/demo")
  // The page is open to all; who one is comes a moment later, and the shell with it.
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()

  // Options that make no sense are told, and nothing runs.
  await page.getByLabel("最多").fill("0")
  await expect(page.getByText(/^max：/)).toBeVisible()
  await expect(page.getByRole("button", { name: "运行" })).toBeDisabled()
  await page.getByLabel("最多").fill("3")
  await expect(code(page)).toHaveText('const chosen = await UserCenter.openPicker("person", { max: 3 })')
  await page.getByRole("tab", { name: "编号与回调" }).click()
  await expect(code(page)).toContainText("UserCenter.openDialog({ key: 998, max: 3 }, function (chosen) {")

  // Every dialog opens by its button and closes by Esc, which gives the focus back to the button.
  for (const [name, title] of [
    ["人员选择器", "选择人员"],
    ["部门选择器", "选择部门"],
    ["区域选择器", "选择区域"],
    ["建筑选择器", "选择建筑"],
    ["楼层范围选择器", "选择范围"],
    ["网格选择器", "选择网格"],
    ["菜单选择器", "选择菜单"],
    ["模块选择器", "选择模块"],
    ["页面抽屉", "页面"],
  ] as const) {
    await run(page, name)
    await expect(page.getByRole("dialog", { name: title })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await expect(result(page)).toContainText("null")
    await expect(page.getByRole("button", { name: "运行" })).toBeFocused()
  }

  await run(page, "当前用户")
  await expect(result(page)).toContainText('"jid"')
  const { jid } = JSON.parse(await result(page).innerText()) as { readonly jid: string }
  await catalogue(page).getByRole("button", { name: "人员信息" }).click()
  await page.getByLabel("人员编号").fill(jid)
  await page.getByRole("button", { name: "运行" }).click()
  const card = page.getByRole("dialog", { name: "人员信息" })
  await expect(card.getByText("school", { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await expectAccessible(page)
})

test("[DLG-6] on a phone the list is a select and dialogs are sheets; failed loads are retried", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    baseURL: baseURL ?? "",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await signIn(page, "school")
  let isBroken = true
  await page.route(/\/assets\/area-picker-.*\.js/, (route) => (isBroken ? route.abort() : route.continue()))
  await open(page, "/main/demo")
  await expect(page.getByRole("navigation", { name: "底部导航" })).toBeVisible()
  await chooseOption(page.getByLabel("能力", { exact: true }), "区域选择器")
  await page.getByRole("button", { name: "运行" }).click()
  const sheet = page.getByRole("dialog", { name: "选择区域" })
  const again = sheet.getByRole("button", { name: "重试" })
  await expect(again).toBeVisible()
  isBroken = false
  await again.click()
  await expect(sheet.getByRole("treeitem").first()).toBeVisible()
  const place = async () => {
    const box = await sheet.boundingBox()
    return [box?.x, box?.width, Math.round((box?.y ?? 0) + (box?.height ?? 0))]
  }
  await expect.poll(place).toEqual([0, 390, 844])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await context.close()
})
