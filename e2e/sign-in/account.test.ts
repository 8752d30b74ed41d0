import { createHash } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { httpMessages } from "@uc/contract/core/http"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { expectAccessible } from "../accessible.ts"
import { askingForStatus, identityDialog } from "../identity.ts"
import { ownProduct } from "../own-product.ts"
import { addressOf, open, pathOf } from "../sign-in.ts"
import { dragSlider } from "../slider-answer.ts"

const { address, dataDir, browserOf } = ownProduct()

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"

const sessions = (page: Page) => page.getByRole("region", { name: "登录中的设备" })
const browsers = (page: Page) => page.getByRole("region", { name: "常用设备" })

async function openAccount(page: Page): Promise<void> {
  await open(page, "/main/account")
  await expect(sessions(page).getByRole("listitem").first()).toBeVisible()
}

/** Remembers over a reload that the sentence was there: the page may hear that it is out before it is made to ask. */
async function toBeThrownOut(page: Page): Promise<Page> {
  await page.addInitScript((words) => {
    new MutationObserver(() => {
      if (document.body?.textContent.includes(words)) sessionStorage.setItem("test-told", words)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  }, httpMessages.invalidUser)
  return page
}

/** The server may repeat for a second what it knew before; then the next thing that the page asks for ends it there. */
async function expectThrownOut(page: Page): Promise<void> {
  const { service, path } = accountCalls.current
  await expect
    .poll(async () => (await page.request.get(`/${service}${path}`, askingForStatus)).status())
    .toBe(401)
  await page.reload()
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem("test-told")))
    .toBe(httpMessages.invalidUser)
}

test("[REQ-6] a session that was ended from another device is out with its next call", async ({
  browser,
}) => {
  const page = await browserOf(browser, "school")
  const phone = await toBeThrownOut(await browserOf(browser, "school", { userAgent: iphone }))
  await open(phone, "/main/home")
  await expect(phone.getByRole("heading", { name: "我的应用" })).toBeVisible()

  await open(page, "/main/home")
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "账号与安全" }).click()
  const rows = sessions(page).getByRole("listitem")
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText("本机")
  await expect(rows.first().getByRole("button")).toHaveCount(0)
  await expect(rows.last()).toContainText(/Safari · iOS.*登录于 今天 \d\d:\d\d/s)

  await rows
    .last()
    .getByRole("button", { name: /退出该设备/ })
    .click()
  await expect(page.getByText(sessionMessages.sessionGone)).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByText("没有其他设备在登录。")).toBeVisible()
  await expectThrownOut(phone)
})

test("all others are signed out at once, after a question that names their number", async ({ browser }) => {
  const page = await browserOf(browser, "bureau")
  const others = [
    await browserOf(browser, "bureau"),
    await browserOf(browser, "bureau", { userAgent: iphone }),
  ]
  for (const other of others) {
    await toBeThrownOut(other)
    await open(other, "/main/home")
    await expect(other.getByRole("heading", { name: "我的应用" })).toBeVisible()
  }
  await openAccount(page)
  const button = page.getByRole("button", { name: "退出其他所有设备" })
  await button.click()
  const question = page.getByRole("dialog", { name: "退出其他所有设备？" })
  await expect(question).toContainText("其他 2 台设备")
  await page.keyboard.press("Escape")
  await expect(question).toBeHidden()
  await expect(button).toBeFocused()
  await expect(sessions(page).getByRole("listitem")).toHaveCount(3)

  await button.click()
  await question.getByRole("button", { name: "退出 2 台设备" }).click()
  await expect(page.getByText("已退出其他 2 台设备")).toBeVisible()
  await expect(sessions(page).getByRole("listitem")).toHaveCount(1)
  await expect(button).toBeHidden()
  for (const other of others) await expectThrownOut(other)
})

test("[LOGIN-5] a browser that is no longer known is told so, and its session ends", async ({ browser }) => {
  const page = await browserOf(browser, "company")
  const other = await toBeThrownOut(await browserOf(browser, "company", { userAgent: iphone }))
  await open(other, "/main/home")
  await expect(other.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await openAccount(page)
  const rows = browsers(page).getByRole("listitem")
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: "本机" }).getByRole("button")).toHaveCount(0)
  await page.getByRole("button", { name: "移除：Safari · iOS" }).click()
  const question = page.getByRole("dialog", { name: "移除该设备？" })
  await expect(question).toContainText("Safari · iOS")

  // A failure is told where the question stands, and nothing has happened.
  const forget = addressOf(accountCalls.forgetDevice)
  await page.route(forget, (route) => route.fulfill({ status: 500, body: "{}" }))
  await question.getByRole("button", { name: "移除" }).click()
  await expect(question.getByRole("alert")).toHaveText(httpMessages.serverFault)
  await page.unroute(forget)
  await question.getByRole("button", { name: "移除" }).click()
  await expect(page.getByText("已移除该设备")).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(sessions(page).getByRole("listitem")).toHaveCount(1)
  await expectThrownOut(other)
})

test("[REQ-5] a list that can't be loaded says so and can be asked for again", async ({ browser }) => {
  const page = await browserOf(browser, "clerk")
  const own = addressOf(accountCalls.own)
  await page.route(own, (route) => route.fulfill({ status: 500, body: "{}" }))
  await open(page, "/main/account")
  await expect(page.getByRole("alert")).toContainText(httpMessages.serverFault)
  // The password can be changed nevertheless.
  await expect(page.getByLabel("新密码", { exact: true })).toBeVisible()
  await page.unroute(own)
  await page.getByRole("button", { name: "重试" }).click()
  await expect(sessions(page).getByRole("listitem")).toHaveCount(1)
})

async function fillPasswords(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel("新密码", { exact: true }).fill(password)
  await page.getByLabel("再次输入新密码").fill(repeated)
}

const change = (page: Page) => page.getByRole("button", { name: "修改密码" }).click()

test("[LOGIN-8] a new password is judged beside its field, and password managers know the fields", async ({
  browser,
}) => {
  const page = await browserOf(browser, "teacher")
  await openAccount(page)
  const [password, repeated] = [page.getByLabel("新密码", { exact: true }), page.getByLabel("再次输入新密码")]
  for (const box of [password, repeated]) await expect(box).toHaveAttribute("autocomplete", "new-password")
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue("teacher")

  await change(page)
  await expect(password).toHaveAccessibleDescription(sessionMessages.passwordMissing)
  await expect(password).toBeFocused()
  await fillPasswords(page, "kurz 77")
  await change(page)
  await expect(password).toHaveAccessibleDescription(sessionMessages.passwordShort)
  await fillPasswords(page, "lang genug 77", "lang genug 78")
  await expect(page.getByText("密码强度：强")).toBeVisible()
  await change(page)
  await expect(repeated).toHaveAccessibleDescription(sessionMessages.passwordsDiffer)
  await expect(repeated).toBeFocused()

  await password.focus()
  await password.dispatchEvent("keydown", { key: "A", modifierCapsLock: true })
  await expect(password).toHaveAccessibleDescription("大写锁定已打开")
})

test("[LOGIN-2][AUTH-8] a changed password is sent only as MD5 and ends the other sessions", async ({
  browser,
}) => {
  const page = await browserOf(browser, "worker")
  const other = await toBeThrownOut(await browserOf(browser, "worker", { userAgent: iphone }))
  await open(other, "/main/home")
  await expect(other.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await openAccount(page)
  const sent: string[] = []
  page.on("request", (request) =>
    sent.push(decodeURIComponent(`${request.url()} ${request.postData() ?? ""}`)),
  )

  // DAY-1: the server's own rules stand beside the field, before anybody proves who they are.
  const common = "qwertyuiop"
  await fillPasswords(page, common)
  await change(page)
  await expect(page.getByLabel("新密码", { exact: true })).toHaveAccessibleDescription(
    sessionMessages.passwordCommon,
  )
  const dialog = identityDialog(page)
  await expect(dialog).toBeHidden()

  // A proof that is declined changes nothing and loses nothing that was typed.
  const fresh = "Ein neues Wort 2026"
  await fillPasswords(page, fresh)
  await change(page)
  await expect(dialog).toContainText("修改密码")
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
  await expect(page.getByLabel("新密码", { exact: true })).toHaveValue(fresh)

  await change(page)
  await page.getByLabel("登录密码").fill(demoPassword)
  await page.keyboard.press("Enter")
  await dragSlider(page, { dataDir: dataDir() })
  await expect(page.getByText(sessionMessages.passwordChanged)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel("新密码", { exact: true })).toHaveValue("")
  await expect(sessions(page).getByRole("listitem")).toHaveCount(1)
  await expectThrownOut(other)

  const md5 = (text: string) => createHash("md5").update(text).digest("hex").toUpperCase()
  const said = sent.join("\n")
  expect(said).toContain(md5(fresh))
  for (const secret of [fresh, common, demoPassword]) expect(said).not.toContain(secret)

  const { service, path } = accountCalls.signIn
  const tryToSignIn = async (password: string) => {
    const form = { account: "worker", password: md5(password) }
    const answer = await other.request.post(`/${service}${path}`, {
      headers: { origin: address() },
      form,
    })
    return answer.status()
  }
  expect(await tryToSignIn(fresh)).toBe(200)
  expect(await tryToSignIn(demoPassword)).not.toBe(200)
})

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    test(`axe finds nothing on the account page, ${colorScheme}, ${viewport.width} px`, async ({
      browser,
    }) => {
      const page = await browserOf(browser, "admin", { colorScheme, viewport })
      const other = await browserOf(browser, "admin", { userAgent: iphone })
      await openAccount(page)
      await fillPasswords(page, "kurz")
      await change(page)
      await expect(page.getByText(sessionMessages.passwordShort)).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.getByRole("button", { name: "退出其他所有设备" }).click()
      await expect(page.getByRole("dialog")).toBeVisible()
      await expectAccessible(page)
      await other.close()
    })
  }
}
