import { expect, test, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { accountCalls } from "@uc/contract/account/calls"
import { createHash } from "node:crypto"
import { browserFlags, findBrowser } from "../scripts/browser.mjs"
import { query } from "./database.ts"
import { identityDialog, proveByPassword } from "./identity.ts"
import { open } from "./sign-in.ts"

const executablePath = (await findBrowser()) ?? ""

// A school's portal without TLS: of plain http a browser trusts only its own machine, so it goes by a name here.
test.use({
  baseURL: (process.env["PRODUCT_ADDRESS"] ?? "").replace("127.0.0.1", "portal.test"),
  launchOptions: {
    executablePath,
    args: [...browserFlags, "--host-resolver-rules=MAP portal.test 127.0.0.1"],
  },
})

const accounts = ["e2e.copied", "e2e.refused"] as const

test.afterAll(async () => {
  for (const account of accounts) await query("delete from person where account = $1", [account])
})

/** Takes somebody in, which shows a password that nobody sees a second time. */
async function passwordShown(page: Page, account: (typeof accounts)[number]) {
  await open(page, "/newLogin")
  expect(await page.evaluate(() => [isSecureContext, "clipboard" in navigator])).toEqual([false, false])
  // By the page itself: only the browser knows the name.
  const form = {
    account: "school",
    password: createHash("md5").update(demoPassword).digest("hex").toUpperCase(),
  }
  const { service, path } = accountCalls.signIn
  const id = await page.evaluate(
    async ([to, fields]) => {
      const answer = await fetch(to, { method: "POST", body: new URLSearchParams(fields) })
      const { data } = (await answer.json()) as { readonly data: { readonly id: string } }
      return data.id
    },
    [`/${service}${path}`, form] as const,
  )
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
  await expect(page.getByText("复制没有成功，文字已选中，请按 Ctrl+C 复制")).toBeVisible()
  await expect(shown.getByRole("button", { name: "复制", exact: true })).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(password)
})
