import { expect, test } from "@playwright/test"
import { demoAccounts } from "@uc/contract/demo/accounts"
import { open, signIn } from "../sign-in.ts"

test("[DAY-16] an entry of the demo opens a page of another origin that uses the portal's pickers", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/applications")
  await page.getByRole("main").getByRole("link", { name: "收文" }).first().click()
  const frame = page.getByRole("main").getByTitle("收文").locator("xpath=self::iframe").contentFrame()
  await expect(frame.getByRole("heading", { name: "收文" })).toBeVisible()
  await expect(frame.getByText("已连接用户中心：文澜区第一小学")).toBeVisible()
  expect(new URL(page.frames()[1]?.url() ?? "").origin).not.toBe(new URL(page.url()).origin)

  const first = frame.getByRole("row").nth(1)
  await first.getByRole("button", { name: "转办" }).click()
  const dialog = page.getByRole("dialog", { name: "选择人员" })
  await dialog.getByRole("treeitem").first().click()
  const people = dialog.getByRole("treeitem", { level: 2 })
  // While a department is loading, its first row says so.
  await people.filter({ hasNotText: "正在加载" }).first().click()
  await dialog.getByRole("button", { name: "确定（1）" }).click()
  await expect(first.getByText(/^已转办：.+/)).toBeVisible()

  await frame.getByRole("button", { name: "回到首页" }).click()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
})

test("[DAY-16] the SMS tab tells which phones can be tried, and fills one in", async ({ page }) => {
  await open(page, "/newLogin")
  await page.getByRole("tab", { name: "短信登录" }).click()
  const phones = page.getByRole("region", { name: "演示号码，点击填入" })
  await phones.getByRole("button", { name: "学校教师" }).click()
  const [teacher] = demoAccounts.filter(({ account }) => account === "teacher")
  await expect(page.getByRole("textbox", { name: "手机号" })).toHaveValue(teacher?.phone ?? "")
})
