import { expect, test, type Page } from "@playwright/test"
import { dictionaryCalls, dictionaryMessages } from "@uc/contract/dictionary/calls"
import { CurrentUser, UserAnswer, accountCalls } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { gate } from "../gate.ts"
import { startProduct, type Product } from "../product.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"
import { freePort } from "../../scripts/free-port.mjs"

const dictionary = addressOf(dictionaryCalls.information)
const account = (page: Page) => page.getByLabel("账号", { exact: true })
const overlay = (page: Page) => page.getByText("正在处理，请稍候…")

test("[SHELL-3] session storage has the 25 fields of the user, phone and idcard masked", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  const kept: unknown = JSON.parse((await page.evaluate(() => sessionStorage.getItem("uc:user"))) ?? "null")
  const user = CurrentUser.parse(kept)
  // The 25, and what the person may do.
  expect(Object.keys(CurrentUser.shape)).toHaveLength(25)
  expect(Object.keys(kept ?? {}).toSorted()).toEqual(Object.keys(UserAnswer.shape).toSorted())
  expect(user.phone).toMatch(/^\d{3}\*{4}\d{4}$/)
  expect(user.idcard).toContain("*")
  await expect(page.getByRole("button", { name: `${user.nickname}，个人菜单` })).toBeVisible()
})

test("[SHELL-3] the login page requests the user only once it is drawn; none is no error message", async ({
  page,
}) => {
  const asked = page.waitForResponse(addressOf(accountCalls.current))
  await open(page, "/newLogin")
  expect((await asked).status()).toBe(401)
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await expect(page.getByRole("log", { name: "消息" })).toHaveText("")
})

test("[SHELL-4] the information dictionary is asked for at start, by content and code", async ({ page }) => {
  const asked = page.waitForRequest(dictionary)
  await open(page, "/newLogin")
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get("content")).toBe("usercenterNew")
  expect(searchParams.get("code")).toBe("informationDataShowBuess")
})

test("[SHELL-4] its failure says 获取分类错误, once, and the page works on", async ({ page }) => {
  await page.route(dictionary, (route) => route.fulfill({ status: 500, body: "" }))
  await open(page, "/newLogin")
  await expect(page.getByText(dictionaryMessages.failed)).toHaveCount(1)
  await account(page).fill("school")
  await expect(account(page)).toHaveValue("school")
})

test.describe("a site with an address of its own", () => {
  test.describe.configure({ timeout: 120_000 })
  let product: Product
  let port: number

  test.beforeAll(async () => {
    port = await freePort()
    product = await startProduct({
      PORT: String(port),
      STATIC_ADDRESS: `http://localhost:${port}${portalBase}`,
      DEMO: "on",
      SITE_NAME: "平安校园",
      USERCENTER_URL: "/elsewhere/usercenter/",
    })
  })
  test.afterAll(() => product.stop())

  test("[SHELL-5] another origin leads to the static address, hash and query kept; there it stays", async ({
    page,
  }) => {
    const visited: string[] = []
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).host))
    await page.goto(`http://127.0.0.1:${port}${portalBase}?from=a%20b#/eduLogin?x=1`)
    await page.waitForURL(`http://localhost:${port}${portalBase}?from=a%20b#/eduLogin?x=1`)
    await expect(account(page)).toBeVisible()
    // Whatever start-up asks for has been answered: nothing is left that could lead away again.
    await page.waitForLoadState("networkidle")
    expect(new Set(visited)).toEqual(new Set([`127.0.0.1:${port}`, `localhost:${port}`]))
    expect(visited.lastIndexOf(`127.0.0.1:${port}`)).toBeLessThan(visited.indexOf(`localhost:${port}`))
  })

  test("[SHELL-5] a server that redirects from the static address causes no redirect loop", async ({
    page,
  }) => {
    let sentBack = 0
    await page.route(`http://localhost:${port}${portalBase}`, (route) => {
      sentBack += 1
      return route.fulfill({ status: 302, headers: { location: `http://127.0.0.1:${port}${portalBase}` } })
    })
    await page.goto(`http://127.0.0.1:${port}${portalBase}#/newLogin`)
    await page.waitForRequest(dictionary)
    await expect(account(page)).toBeVisible()
    expect(sentBack).toBe(3)
    expect(new URL(page.url()).host).toBe(`127.0.0.1:${port}`)
  })

  test("[SPEC-1][SHELL-5] every visit to a wrong origin in one tab leads to the static address", async ({
    page,
  }) => {
    for (const visit of [1, 2, 3, 4, 5]) {
      await page.goto(`http://127.0.0.1:${port}${portalBase}?visit=${visit}#/newLogin`)
      await page.waitForURL(`http://localhost:${port}${portalBase}?visit=${visit}#/newLogin`)
    }
    await account(page).fill("school")
    await expect(account(page)).toHaveValue("school")
  })

  test("[SHELL-6] name and services come out of config.json beside index.html, read once", async ({
    page,
  }) => {
    const read: string[] = []
    page.on("request", (request) => {
      if (request.url().endsWith("/config.json")) read.push(new URL(request.url()).pathname)
    })
    const asked = page.waitForRequest(dictionary)
    await page.goto(`http://localhost:${port}${portalBase}#/newLogin`)
    await expect(page).toHaveTitle("登录 - 平安校园")
    expect(new URL((await asked).url()).pathname).toBe(
      `/elsewhere/usercenter${dictionaryCalls.information.path}`,
    )
    await expect(page.getByText("平安校园").first()).toBeVisible()
    expect(read).toEqual([`${portalBase}config.json`])
  })
})

test("[SHELL-6] an unreadable configuration falls back to the defaults, with a console message", async ({
  page,
}) => {
  const told = page.waitForEvent("console", (message) => message.text().includes("config.json can't be read"))
  await page.route("**/config.json", (route) => route.fulfill({ status: 404, body: "" }))
  await open(page, "/newLogin")
  await told
  await expect(account(page)).toBeVisible()
  await expect(page).toHaveTitle("登录 - 用户中心")
})

test("[SHELL-7] work that lasts covers the page, and the cover goes with it", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  const held = gate()
  await page.route(addressOf(accountCalls.signOut), async (route) => {
    await held.opened
    await route.continue()
  })
  await page.getByRole("button", { name: /个人菜单$/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  await expect(overlay(page)).toBeVisible()
  held.open()
  await expect(overlay(page)).toBeHidden()
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
})

test("[SHELL-7] nothing covers the page in the first 300 ms", async ({ page }) => {
  await page.clock.install()
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.getByRole("button", { name: /个人菜单$/ }).click()
  const sent = page.waitForRequest(addressOf(accountCalls.signOut))
  await page.route(addressOf(accountCalls.signOut), () => undefined)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  await sent
  await page.clock.runFor(299)
  await expect(overlay(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(overlay(page)).toBeVisible()
})
