import { demoPassword } from "@uc/contract/demo/accounts"
import { expect, test, type Page, type Route } from "@playwright/test"
import { httpMessages } from "@uc/contract/core/http"
import { menuCalls } from "@uc/contract/menus/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

const menuList = addressOf(menuCalls.ofUser)
const userInfo = addressOf(accountCalls.current)
const webLogin = addressOf(accountCalls.signIn)
const side = (page: Page) => page.getByRole("navigation", { name: "功能菜单" })
const messages = (page: Page) => page.getByRole("log", { name: "消息" })

async function submitLogin(page: Page): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill("school")
  await page.getByLabel("密码", { exact: true }).fill(demoPassword)
  await page.getByRole("button", { name: /登\s*录/ }).click()
}

test("[REQ-1][REQ-2] GET and form POST carry a timestamp and the cookie, a write its key", async ({
  page,
}) => {
  // A variant without a slider: this test is about what is sent.
  await open(page, "/gzLogin")
  const login = page.waitForRequest(webLogin)
  const menus = page.waitForRequest(menuList)
  await submitLogin(page)
  const sent = await login
  expect(sent.method()).toBe("POST")
  expect(new URL(sent.url()).searchParams.get("request_timestamp")).toMatch(/^\d{13}$/)
  expect(sent.headers()["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/)
  expect([...new URLSearchParams(sent.postData() ?? "").keys()].toSorted()).toEqual([
    "account",
    "password",
    "variant",
  ])
  const read = await menus
  expect(new URL(read.url()).searchParams.get("request_timestamp")).toMatch(/^\d{13}$/)
  expect((await read.allHeaders())["cookie"]).toBeTruthy()
  expect((await read.allHeaders())["idempotency-key"]).toBeUndefined()
  // Signing in loads the document again; two at once would be one too many.
  await expect(page.getByRole("button", { name: /个人菜单/ })).toBeVisible()
  const info = page.waitForRequest(userInfo)
  await page.reload()
  expect((await (await info).allHeaders())["cookie"]).toBeTruthy()
})

const faults: readonly (readonly [title: string, fault: (route: Route) => unknown, sentence: string])[] = [
  ["[REQ-5] 404", (route) => route.fulfill({ status: 404, body: "" }), "请求地址出错"],
  ["[REQ-5] 500", (route) => route.fulfill({ status: 500, body: "" }), "服务器内部错误"],
  ["[REQ-5] result code -1", (route) => route.fulfill({ json: { ret: -1, msg: "内部" } }), "请求出错"],
  ["[REQ-5] an empty answer", (route) => route.fulfill({ status: 200, body: "" }), "当前网络较慢，请检查"],
  ["[REQ-5] the network down", (route) => route.abort("internetdisconnected"), "当前网络较慢，请检查"],
  [
    "[REQ-8] an answer of another shape",
    (route) => route.fulfill({ json: { ret: 1, data: { modulelist: 5 } } }),
    httpMessages.malformed,
  ],
  ["[REQ-8] no JSON", (route) => route.fulfill({ body: "<html></html>" }), httpMessages.malformed],
]

for (const [title, fault, sentence] of faults) {
  test(`${title}: the menu says ${sentence}, the page stays, a retry helps`, async ({ page }) => {
    const told: string[] = []
    page.on("console", (message) => told.push(message.text()))
    await page.route(menuList, fault)
    await signIn(page, "school")
    await open(page, "/main/home")
    await expect(side(page).getByText(sentence)).toBeVisible()
    await expect(side(page).getByText(sentence)).toHaveCount(1)
    if (title.includes("REQ-8")) {
      expect(told.some((line) => line.includes("POST usercenter/web/get_menu_list_of_user.action"))).toBe(
        true,
      )
    }
    await page.unroute(menuList)
    await side(page).getByRole("button", { name: "重新加载菜单" }).click()
    await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
    await expect(page.getByText(sentence)).toHaveCount(0)
  })
}

test("[REQ-3] a call without an answer ends after 5 s with 加载超时", async ({ page }) => {
  await page.clock.install()
  const asked = page.waitForRequest(menuList)
  await page.route(menuList, () => undefined)
  await signIn(page, "school")
  await open(page, "/main/home")
  await asked
  await expect(side(page).getByText("加载超时")).toHaveCount(0)
  await page.clock.fastForward(5000)
  await expect(side(page).getByText("加载超时")).toBeVisible()
})

test("[REQ-3] a guard without an answer about the user says 加载超时 on the login page", async ({ page }) => {
  await page.clock.install()
  const asked = page.waitForRequest(userInfo)
  await page.route(userInfo, () => undefined)
  await signIn(page, "school")
  await open(page, "/main/home")
  await asked
  await page.clock.fastForward(5000)
  await expect(messages(page).getByText("加载超时")).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
})

test("[REQ-3] signing in waits for 20 s, not less", async ({ page }) => {
  await page.clock.install()
  await page.route(webLogin, () => undefined)
  await open(page, "/gzLogin")
  const asked = page.waitForRequest(webLogin)
  await submitLogin(page)
  await asked
  await page.clock.fastForward(15_000)
  await expect(page.getByRole("button", { name: "正在登录…" })).toBeVisible()
  await expect(page.getByText("加载超时")).toHaveCount(0)
  await page.clock.fastForward(5000)
  await expect(page.getByText("加载超时")).toBeVisible()
})

for (const [title, fault, sentence] of faults.filter(([name]) => name.includes("REQ-5"))) {
  test(`${title} while the guard asks for the user: the login page says ${sentence}`, async ({ page }) => {
    await page.route(userInfo, fault)
    await signIn(page, "school")
    await open(page, "/main/home")
    await expect(messages(page).getByText(sentence)).toHaveCount(1)
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
    await expect(messages(page).getByText(sentence)).toBeVisible()
    await expect.poll(() => pathOf(page)).toBe("/newLogin")
  })
}

test("[ROUTE-5] the guard says nothing where simply nobody is signed in", async ({ page }) => {
  await open(page, "/main/home")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  await expect(messages(page).getByText(/./)).toHaveCount(0)
})

test("[REQ-4][REQ-7] 302: 请重新登录, once for all calls, then the login page", async ({ page }) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
  await page.route(/\.action(\?|$)/, (route) => route.fulfill({ status: 302, headers: { location: "/sso" } }))
  await page.reload()
  await expect(messages(page).getByText(httpMessages.signInAgain, { exact: true })).toHaveCount(1)
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
})

test("[REQ-6][REQ-7] a session that is over: cleared, said once, back to the login page", async ({
  page,
  context,
}) => {
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
  // Not by a reload: a card that still asks would say it in the document that goes away.
  await page.goto("about:blank")
  await context.clearCookies()
  await open(page, "/main/home")
  await expect(messages(page).getByText("用户无效,请重新登录", { exact: true })).toHaveCount(1)
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
  expect(await page.evaluate(() => sessionStorage.getItem("uc:user"))).toBeNull()
  await page.goBack()
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
})

for (const [title, errtype, dialog] of [
  ["locked", 3, "屏幕已锁定"],
  ["in need of a grant", 2, "身份验证"],
] as const) {
  test(`[REQ-6] a call that is ${title} does not end the session, the person is asked`, async ({ page }) => {
    await page.route(menuList, (route) =>
      route.fulfill({ status: 403, json: { ret: 0, errtype, msg: "请先验证身份", mid: "password" } }),
    )
    await signIn(page, "school")
    await open(page, "/main/home")
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible()
    await expect(messages(page)).toHaveText("")
    await expect.poll(() => pathOf(page)).toBe("/main/home")
    expect(await page.evaluate(() => sessionStorage.getItem("uc:user"))).not.toBeNull()
  })
}

test("[REQ-6][AUTH-8] a cancelled proof shows the server's sentence in place of the answer", async ({
  page,
}) => {
  await page.route(menuList, (route) =>
    route.fulfill({ status: 403, json: { ret: 0, errtype: 2, msg: "请先验证身份", mid: "password" } }),
  )
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.getByRole("dialog", { name: "身份验证" }).getByRole("button", { name: "取消" }).click()
  await expect(side(page).getByText("请先验证身份")).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[REQ-5] a refusal is told in the server's own words", async ({ page }) => {
  await open(page, "/gzLogin")
  await page.getByLabel("账号", { exact: true }).fill("nobody-refused")
  await page.getByLabel("密码", { exact: true }).fill("wrong")
  await page.getByRole("button", { name: /登\s*录/ }).click()
  await expect(page.getByText("账号或密码错误")).toHaveCount(1)
  await expect.poll(() => pathOf(page)).toBe("/gzLogin")
})
