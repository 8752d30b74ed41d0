import { demoPassword } from "@uc/contract/demo/accounts"
import { expect, test } from "@playwright/test"
import { httpMessages } from "@uc/contract/core/http"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { lockedMessage } from "@uc/contract/login/calls"
import { signInByForm } from "../login-form.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"
import { dragSlider, sliderOf } from "../slider-answer.ts"

const account = "账号"
const password = "密码"

test("[LOGIN-8] the first field has the focus, Tab leads on, Enter submits", async ({ page }) => {
  await open(page, "/newLogin")
  await expect(page.getByLabel(account, { exact: true })).toBeFocused()
  await page.keyboard.type("school")
  await page.keyboard.press("Tab")
  await expect(page.getByLabel(password, { exact: true })).toBeFocused()
  await page.keyboard.type(demoPassword)
  await page.keyboard.press("Enter")
  await dragSlider(page)
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[LOGIN-2] the password leaves the browser only as upper-case MD5", async ({ page }) => {
  await open(page, "/gzLogin")
  await page.getByLabel(account, { exact: true }).fill("school")
  await page.getByLabel(password, { exact: true }).fill(demoPassword)
  const sent = page.waitForRequest(addressOf(accountCalls.signIn))
  await page.getByRole("button", { name: "登录", exact: true }).click()
  const body = new URLSearchParams((await sent).postData() ?? "")
  expect(body.get("password")).toMatch(/^[0-9A-F]{32}$/)
  expect([...body.values()]).not.toContain(demoPassword)
})

test("[LOGIN-8] password managers know the fields", async ({ page }) => {
  await open(page, "/newLogin")
  await expect(page.getByLabel(account, { exact: true })).toHaveAttribute("autocomplete", "username")
  await expect(page.getByLabel(password, { exact: true })).toHaveAttribute("autocomplete", "current-password")
})

test("[LOGIN-8] errors stand beside their field and move nothing", async ({ page }) => {
  await open(page, "/gzLogin")
  const button = page.getByRole("button", { name: "登录", exact: true })
  // What stands beside the form comes later than the form.
  await page.waitForLoadState("networkidle")
  const before = await button.boundingBox()
  await button.click()
  await expect(page.getByLabel(account, { exact: true })).toHaveAccessibleDescription(
    sessionMessages.accountMissing,
  )
  await expect(page.getByLabel(password, { exact: true })).toHaveAccessibleDescription(
    sessionMessages.passwordMissing,
  )
  await expect(page.getByLabel(account, { exact: true })).toBeFocused()
  await expect.poll(() => button.boundingBox()).toEqual(before)

  // Nobody has this account: a failure of one that others sign in with would ask them for a slider.
  await page.getByLabel(account, { exact: true }).fill("nobody-mistypes")
  await expect(page.getByLabel(account, { exact: true })).toHaveAccessibleDescription("")
  await page.getByLabel(password, { exact: true }).fill("wrong")
  await page.keyboard.press("Enter")
  await expect(page.getByLabel(password, { exact: true })).toHaveAccessibleDescription(
    sessionMessages.wrongCredentials,
  )
})

test("[REQ-5] a server that can't be reached is told above the button, once", async ({ page }) => {
  await open(page, "/gzLogin")
  await page.getByLabel(account, { exact: true }).fill("school")
  await page.getByLabel(password, { exact: true }).fill(demoPassword)
  await page.route(addressOf(accountCalls.signIn), (route) => route.abort())
  await page.keyboard.press("Enter")
  await expect(page.getByText(httpMessages.slow)).toHaveCount(1)
  await expect(page.getByRole("alert")).toHaveText(httpMessages.slow)
})

test("[DAY-1] a lock is told before any slider", async ({ page }) => {
  await open(page, "/newLogin")
  await page.route(addressOf(accountCalls.signIn), (route) =>
    route.fulfill({ status: 429, json: { ret: 0, msg: lockedMessage(900) } }),
  )
  await page.getByLabel(account, { exact: true }).fill("school")
  await page.getByLabel(password, { exact: true }).fill(demoPassword)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("alert")).toHaveText(lockedMessage(900))
  await expect(sliderOf(page)).toHaveCount(0)
})

test("[LOGIN-8] caps-lock is told", async ({ page }) => {
  await open(page, "/newLogin")
  const box = page.getByLabel(password, { exact: true })
  await box.focus()
  // The driver has no caps-lock of its own; the browser's event is what the page sees.
  await box.dispatchEvent("keydown", { key: "A", modifierCapsLock: true })
  await expect(page.getByText("大写锁定已打开")).toBeVisible()
  await box.dispatchEvent("keydown", { key: "a", modifierCapsLock: false })
  await expect(page.getByText("大写锁定已打开")).toBeHidden()
})

test("[LOGIN-6][DOM-7] after signing in one is where the guard stopped the way, in a new document", async ({
  page,
}) => {
  await open(page, "/main/orgTree")
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  await page.getByRole("button", { name: "学校教师" }).click()
  await page.keyboard.press("Enter")
  await page.evaluate(() => void (document.documentElement.dataset["opened"] = "before signing in"))
  await dragSlider(page)
  await expect.poll(() => pathOf(page)).toBe("/main/orgTree")
  await expect(page.locator("html[data-opened]")).toHaveCount(0)
})

test("[LOGIN-7] sign out ends the session and leads back to the login page one came in by", async ({
  page,
}) => {
  await open(page, "/gzLogin")
  await page.getByRole("button", { name: "学校管理员" }).click()
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  await expect.poll(() => pathOf(page)).toBe("/gzLogin")
  await open(page, "/main/home")
  await expect(page.getByLabel(account, { exact: true })).toBeVisible()
})

test("[LOGIN-7] a sign-out that failed on the server is reported as failed", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.route(addressOf(accountCalls.signOut), (route) => route.fulfill({ status: 500, body: "{}" }))
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  await expect(page.getByText(sessionMessages.signOutFailed)).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[LOGIN-6] whoever is signed in already is told so above the form, and may go on", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/newLogin")
  const line = page.getByRole("status").filter({ hasText: "已登录为" })
  await expect(line).toContainText(/已登录为 .+（.+）/)
  await expect(page.getByLabel(account, { exact: true })).toBeFocused()
  await line.getByRole("button", { name: "继续进入" }).click()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[LOGIN-6] the form stays there for another account, and the line moves nothing", async ({ page }) => {
  await open(page, "/newLogin")
  const box = page.getByLabel(account, { exact: true })
  await expect(box).toBeVisible()
  await expect(page.getByText("已登录为")).toHaveCount(0)
  await page.waitForLoadState("networkidle")
  const before = await box.boundingBox()
  await signIn(page, "school")
  await page.reload()
  await expect(page.getByText("已登录为")).toBeVisible()
  await expect.poll(() => box.boundingBox()).toEqual(before)
  await signInByForm(page, "bureau")
  const menu = page.getByRole("navigation", { name: "功能菜单" })
  await expect(menu.getByRole("link", { name: "督导评估" })).toBeVisible()
})

for (const [who, path] of [
  ["school", "/main/orgTree"],
  ["bureau", "/main/home"],
] as const) {
  test(`[LOGIN-6][REQ-6] a session of school ended at a page: ${who} goes on at ${path}`, async ({
    page,
    context,
  }) => {
    await signIn(page, "school")
    await open(page, "/main/orgTree")
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
    await context.clearCookies()
    await page.reload()
    await expect.poll(() => pathOf(page)).toBe("/newLogin")
    await signInByForm(page, who)
    await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
    await expect.poll(() => pathOf(page)).toBe(path)
  })
}

test("[LOGIN-7] after a sign-out no place is wanted, and the other tabs leave as well", async ({
  page,
  context,
}) => {
  await signIn(page, "school")
  await open(page, "/main/orgTree")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  const other = await context.newPage()
  await open(other, "/task")
  await expect(other.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByLabel(account, { exact: true })).toBeVisible()
    await expect(tab.getByRole("navigation", { name: "主导航" })).toHaveCount(0)
    expect(await tab.evaluate(() => sessionStorage.getItem("uc:user"))).toBeNull()
  }
  await signInByForm(page, "school")
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})
