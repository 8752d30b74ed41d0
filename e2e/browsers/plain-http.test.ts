import { expect, test, type Page } from "@playwright/test"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { plainHttp, signInWithoutTls } from "../plain-http.ts"
import { open } from "../sign-in.ts"

test.use(plainHttp)

const accounts = ["e2e.copied", "e2e.refused"] as const

test.afterAll(async () => {
  for (const account of accounts) await query("delete from person where account = $1", [account])
})

/** Takes somebody in, which shows a password that nobody sees a second time. */
async function passwordShown(page: Page, account: (typeof accounts)[number]) {
  const id = await signInWithoutTls(page, "school")
  // A warning would lie over what this is about.
  await page.addInitScript((user) => sessionStorage.setItem("uc:monitor-closed", user), id)
  await open(page, "/main/orgTree")
  await page.reload()
  await page.getByRole("treeitem", { name: "党政办公室" }).click()
  await expect(page.getByRole("heading", { name: /党政办公室/ })).toBeVisible()
  await page.getByRole("link", { name: "查看人员" }).click()
  await page.getByRole("button", { name: "新增人员" }).click()
  const dialog = page.getByRole("dialog", { name: "新增人员" })
  await dialog.getByLabel("姓名").fill("林知苇")
  await dialog.getByLabel("账号").fill(account)
  await dialog.getByRole("button", { name: "保存" }).click()
  await expect(identityDialog(page)).toBeVisible()
  await proveByPassword(page)
  const shown = page.getByRole("dialog", { name: "一次性密码" })
  await expect(shown.getByText(account)).toBeVisible()
  return { shown, password: (await shown.locator("code").last().textContent()) ?? "" }
}

test("[BARE-21] on plain http a password that is shown once is copied out of its dialog", async ({
  page,
}) => {
  const { shown, password } = await passwordShown(page, "e2e.copied")
  await shown.getByRole("button", { name: "复制" }).click()
  await expect(shown.getByRole("button", { name: "已复制" })).toBeFocused()
  await shown.getByRole("button", { name: "我已记下" }).click()
  const box = page.getByRole("searchbox", { name: "搜索人员" })
  await box.press("Control+v")
  await expect(box).toHaveValue(new RegExp(`账号：e2e\\.copied.*一次性密码：${password}`))
})

test("[BARE-21] a browser that refuses to copy is not said to have copied; the text is selected", async ({
  page,
}) => {
  const { shown, password } = await passwordShown(page, "e2e.refused")
  await page.evaluate(() => (document.execCommand = () => false))
  await shown.getByRole("button", { name: "复制" }).click()
  await expect(page.getByText("复制失败，文字已选中，请按 Ctrl+C 复制")).toBeVisible()
  await expect(shown.getByRole("button", { name: "复制", exact: true })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(password)
})
