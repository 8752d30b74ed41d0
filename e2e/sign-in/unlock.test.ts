import { expect, test, type Page } from "@playwright/test"
import { alarmCalls } from "@uc/contract/alarms/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { askingForStatus, identityDialog, lockSession, proveByPassword } from "../identity.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

// A drag is dozens of moves, which take long on a busy machine.
test.describe.configure({ timeout: 120_000 })

const dialog = (page: Page) => identityDialog(page, "屏幕已锁定")
const changePassword = addressOf(accountCalls.changePassword)

test("[REQ-6] a locked session keeps typed text and repeats the interrupted call after unlock", async ({
  page,
}) => {
  await signIn(page, "teacher")
  await open(page, "/main/account")
  const typed = "Ganz-Neu-2026"
  await page.getByLabel("新密码", { exact: true }).fill(typed)
  await page.getByLabel(/再次|确认新密码/).fill(typed)
  // Locked while the call is on its way: before it, any other call of the page (the bell's, for example) would open the
  // dialog over the button.
  let isLocked = false
  await page.route(changePassword, async (route) => {
    if (!isLocked) await lockSession(page)
    isLocked = true
    await route.continue()
  })

  const answers: (readonly [unknown, string | undefined])[] = []
  page.on("response", async (answer) => {
    if (!changePassword.test(answer.url())) return
    const { errtype } = (await answer.json()) as { errtype?: number }
    answers.push([errtype, answer.request().headers()["idempotency-key"]])
  })
  await page.getByRole("button", { name: "修改密码" }).click()
  await expect(dialog(page)).toBeVisible()
  const user = JSON.parse((await page.evaluate(() => sessionStorage.getItem("uc:user"))) ?? "{}") as {
    nickname: string
    orgname: string
  }
  await expect(dialog(page)).toContainText(user.nickname)
  await expect(dialog(page)).toContainText(user.orgname)
  await proveByPassword(page)

  // The session is unlocked; the re-authentication that this call needs is asked for as always.
  await expect(dialog(page)).toHaveCount(0)
  await expect(identityDialog(page)).toContainText("修改密码")
  await expect.poll(() => answers.map(([errtype]) => errtype)).toEqual([3, 2])
  expect(new Set(answers.map(([, key]) => key)).size).toBe(1)
  await identityDialog(page).getByRole("button", { name: "取消" }).click()
  await expect(page.getByLabel("新密码", { exact: true })).toHaveValue(typed)
  await expect.poll(() => pathOf(page)).toBe("/main/account")
})

test("[REQ-6] while locked only the alarm calls are answered, and nobody is signed out", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await lockSession(page)
  const { service, path } = alarmCalls.records
  const today = new Date().toISOString().slice(0, 10)
  const answer = await page.request.get(`/${service}${path}`, {
    params: { start: 0, limit: 10, starttime: `${today} 00:00:00`, endtime: `${today} 23:59:59` },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  const own = await page.request.get(`/${accountCalls.own.service}${accountCalls.own.path}`)
  expect(((await own.json()) as { errtype: number }).errtype).toBe(3)
})

test("[REQ-6] in a fresh tab of a locked session the page opens after the proof", async ({
  page,
  context,
}) => {
  await signIn(page, "school")
  await lockSession(page)
  const tab = await context.newPage()
  await open(tab, "/main/orgTree")
  await expect(dialog(tab)).toBeVisible()
  await expect.poll(() => pathOf(tab)).toBe("/main/orgTree")
  await proveByPassword(tab)
  await expect(tab.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect.poll(() => pathOf(tab)).toBe("/main/orgTree")
})

test("[REQ-6] Escape and back do nothing to a lock; whoever would not prove it signs out", async ({
  page,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await open(page, "/main/applications")
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
  await lockSession(page)
  await page.evaluate(() => sessionStorage.removeItem("uc:user"))
  await page.evaluate(() => (window.location.hash = "#/main/account"))
  await expect(dialog(page)).toBeVisible()
  for (let at = 0; at < 3; at += 1) await page.keyboard.press("Escape")
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByLabel("登录密码")).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(dialog(page)).toBeVisible()

  await dialog(page).getByRole("button", { name: "退出登录" }).click()
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole("log", { name: "消息" })).toHaveText("")
  const { service, path } = accountCalls.current
  const own = await page.request.get(`/${service}${path}`, askingForStatus)
  expect(own.status()).toBe(401)
})

test("[REQ-6] a locked session asks for no proof on the login page", async ({ page, context }) => {
  await signIn(page, "school")
  await lockSession(page)
  const tab = await context.newPage()
  const asked = tab.waitForResponse(addressOf(accountCalls.current))
  await open(tab, "/newLogin")
  expect((await asked).status()).toBe(403)
  await expect(tab.getByLabel("账号", { exact: true })).toBeEditable()
  await expect(dialog(tab)).toHaveCount(0)
})
