import { createHash } from "node:crypto"
import { expect, test, type Browser, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { loginCalls, loginLimits } from "@uc/contract/login/calls"
import { qrcodeCalls, qrcodeMessages } from "@uc/contract/qrcodes/calls"
import { reauthCalls, reauthMessages } from "@uc/contract/reauth/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { ownProduct } from "../own-product.ts"
import { addressInCode } from "../qr-reader.ts"
import { addressOf, open, pathOf, type Account } from "../sign-in.ts"
import { look, scan } from "../scan.ts"
import { dragSlider } from "../slider-answer.ts"

const { address: site, dataDir, browserOf } = ownProduct()

const code = (page: Page) => page.getByRole("img", { name: /二维码/ })

/** In somebody's hand. */
function phoneOf(
  browser: Browser,
  account: Account | null,
  colorScheme: "light" | "dark" = "light",
): Promise<Page> {
  return browserOf(browser, account, {
    colorScheme,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
}

/** The screen asks; what a camera reads off it is what the phone opens. */
async function reauthCode(page: Page): Promise<URL> {
  await open(page, "/getQrcode?mid=password")
  return addressInCode(code(page))
}

function ticketIn(address: URL): string {
  return new URLSearchParams(address.hash.split("?")[1]).get("t") ?? ""
}

function hashOf(address: URL): Buffer {
  return createHash("sha256").update(ticketIn(address)).digest()
}

test("[AUTH-9] the same user's phone sees who asks for what, from where and when, and confirms", async ({
  browser,
}) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  expect(address.origin).toBe(site())
  expect(address.pathname).toBe(portalBase)
  await expect(page.getByRole("timer")).toHaveText(/^1[78]\d 秒后失效$/)

  const phone = await phoneOf(browser, "company")
  // An address may have been slipped to somebody: before they press, the server hears nothing of it.
  const scanned: string[] = []
  phone.on("request", (request) => {
    if (addressOf(qrcodeCalls.scan).test(request.url())) scanned.push(request.url())
  })
  await phone.goto(address.href)
  await expect(phone.getByRole("heading", { name: "查看确认请求" })).toBeVisible()
  expect(scanned).toEqual([])
  await look(phone)
  await expect(phone.getByRole("heading", { name: "身份确认" })).toBeVisible()
  const facts = phone.locator("dl")
  for (const fact of ["修改密码", "文澜膳食服务有限公司", "Chrome · Linux", /发起时间今天 \d\d:\d\d:\d\d/])
    await expect(facts).toContainText(fact)
  // Nobody's whole address is shown to whoever holds the phone.
  await expect(facts).not.toContainText("127.0.0.1")
  await expect(phone.getByRole("timer")).toHaveText(/^1\d\d 秒后失效$/)
  const button = phone.getByRole("button", { name: "确认" })
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button.tap()
  await expect(phone.getByRole("heading", { name: "已确认" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "身份已确认" })).toBeVisible()

  // What was used up stands neither in the address nor in the title.
  await expect.poll(() => pathOf(phone)).toBe("/getQrcode")
  expect(await phone.title()).not.toContain(ticketIn(address))
  await phone.getByRole("link", { name: "返回首页" }).tap()
  await expect.poll(() => pathOf(phone)).toBe("/main/home")
})

test("[AUTH-9] [DISTRICT-17] what the phone refuses is told on the screen, and refused for good", async ({
  browser,
}) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const phone = await phoneOf(browser, "company")
  await scan(phone, address.href)
  await phone.getByRole("button", { name: "拒绝" }).tap()
  await expect(phone.getByRole("heading", { name: "已拒绝" })).toBeVisible()
  await phone.goto("about:blank")
  await scan(phone, address.href)
  await expect(phone.getByText(qrcodeMessages.over)).toBeVisible()
  await expect(page.getByText(reauthMessages.refusedOnPhone)).toBeVisible()
})

test("[AUTH-9] another user's phone can't confirm, and the code is burnt", async ({ browser }) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const stranger = await phoneOf(browser, "clerk")
  await scan(stranger, address.href)
  await expect(stranger.getByRole("heading", { name: "不是同一个账号" })).toBeVisible()
  await expect(stranger.getByText(qrcodeMessages.otherUser)).toBeVisible()
  await expect(stranger.getByRole("button")).toHaveCount(0)
  const own = await phoneOf(browser, "company")
  await scan(own, address.href)
  await expect(own.getByText(qrcodeMessages.over)).toBeVisible()
})

test("[AUTH-9] the first phone keeps it, and the asking browser is no phone", async ({ browser }) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const itself = await page.context().newPage()
  await scan(itself, address.href)
  await expect(itself.getByText(qrcodeMessages.sameSession)).toBeVisible()
  const first = await phoneOf(browser, "company")
  await scan(first, address.href)
  await expect(first.getByRole("button", { name: "确认" })).toBeVisible()
  const second = await phoneOf(browser, "company")
  await scan(second, address.href)
  await expect(second.getByText(qrcodeMessages.otherPhone)).toBeVisible()
  // The first may look again, as after a reload.
  await first.reload()
  await look(first)
  await expect(first.getByRole("button", { name: "确认" })).toBeVisible()
})

test("[AUTH-9] an expired code says so, before the scan and while it is looked at", async ({ browser }) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const phone = await phoneOf(browser, "company")
  await phone.clock.install()
  await scan(phone, address.href)
  await expect(phone.getByRole("button", { name: "确认" })).toBeVisible()
  await phone.clock.runFor(181_000)
  await expect(phone.getByRole("heading", { name: "二维码已失效" })).toBeVisible()
  await expect(phone.getByRole("button", { name: "确认" })).toHaveCount(0)

  await query("update qr_ticket set expires_at = now() where ticket_hash = $1", [hashOf(address)], dataDir())
  await phone.goto("about:blank")
  await scan(phone, address.href)
  await expect(phone.getByText(qrcodeMessages.over)).toBeVisible()
})

test("[AUTH-9] an answer that got lost can be given again", async ({ browser }) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const phone = await phoneOf(browser, "company")
  await scan(phone, address.href)
  const confirm = addressOf(qrcodeCalls.confirm)
  await phone.route(confirm, (route) => route.abort())
  await phone.getByRole("button", { name: "确认" }).tap()
  await expect(phone.getByRole("alert")).toHaveText(/\S/)
  await phone.unroute(confirm)
  await phone.getByRole("button", { name: "确认" }).tap()
  await expect(phone.getByRole("heading", { name: "已确认" })).toBeVisible()
})

test("[AUTH-9] a phone that is not signed in does so first and returns to the question", async ({
  browser,
}) => {
  const page = await browserOf(browser, "company")
  const address = await reauthCode(page)
  const phone = await phoneOf(browser, null)
  await scan(phone, address.href)
  await expect(phone.getByRole("heading", { name: "请先在这台手机上登录" })).toBeVisible()
  await phone.getByRole("button", { name: "去登录" }).tap()
  await expect.poll(() => pathOf(phone)).toBe("/newLogin")
  await phone.getByLabel("账号", { exact: true }).fill("company")
  await phone.getByLabel("密码", { exact: true }).fill(demoPassword)
  await phone.getByRole("button", { name: "登录", exact: true }).tap()
  await dragSlider(phone, { dataDir: dataDir() })
  await look(phone)
  await expect(phone.getByRole("heading", { name: "身份确认" })).toBeVisible()
  await expect(phone.locator("dl")).toContainText("修改密码")
})

test("[AUTH-4] the code is masked after 180 s and polls no more; a refresh makes another", async ({
  browser,
}) => {
  const page = await browserOf(browser, "company")
  await page.clock.install()
  const first = await reauthCode(page)
  await page.clock.runFor(181_000)
  await expect(page.getByText("二维码已失效")).toBeVisible()
  const asked: string[] = []
  page.on("request", (request) => {
    if (addressOf(reauthCalls.pollQrcode).test(request.url())) asked.push(request.url())
  })
  await page.clock.runFor(5000)
  expect(asked).toEqual([])
  await page.getByRole("button", { name: "刷新二维码" }).click()
  await expect(page.getByRole("timer")).toHaveText("180 秒后失效")
  expect((await addressInCode(code(page))).href).not.toBe(first.href)
})

test("[AUTH-9][LOGIN-3] without a module the page signs in: the phone chooses the screen's number", async ({
  browser,
}) => {
  const page = await browserOf(browser, null)
  await open(page, "/getQrcode")
  await expect(page.getByRole("heading", { name: "扫码登录" })).toBeVisible()
  const address = await addressInCode(code(page))
  const number = (await page.getByText(/^数字\d\d$/).textContent())?.slice(2) ?? ""
  const phone = await phoneOf(browser, "company")
  await scan(phone, address.href)
  await expect(phone.getByRole("heading", { name: "登录确认" })).toBeVisible()
  const numbers = phone.getByRole("group", { name: "请选择电脑屏幕上显示的数字" }).getByRole("button")
  await expect(numbers).toHaveCount(loginLimits.numbersOffered)
  const wrong = numbers.filter({ hasNotText: number }).first()
  const chosen = await wrong.textContent()
  await wrong.tap()
  await expect(phone.getByRole("alert")).toHaveText(qrcodeMessages.wrongNumber)
  await expect(phone.getByRole("button", { name: String(chosen) })).toBeDisabled()
  await expect(page.getByText("请在手机上确认")).toBeVisible()
  await phone.getByRole("button", { name: number }).tap()
  await expect(phone.getByRole("heading", { name: "已确认登录" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
})

test("[AUTH-9][LOGIN-3] a sign-in that the phone refuses is told on the screen", async ({ browser }) => {
  const page = await browserOf(browser, null)
  await open(page, "/getQrcode")
  const address = await addressInCode(code(page))
  const phone = await phoneOf(browser, "company")
  await scan(phone, address.href)
  await phone.getByRole("button", { name: "拒绝" }).tap()
  await expect(page.getByText("手机上已拒绝这次请求")).toBeVisible()
  await page.getByRole("button", { name: "刷新二维码" }).click()
  await expect(page.getByRole("timer")).toHaveText(/^1[78]\d 秒后失效$/)
})

test("[AUTH-9] a module without anybody signed in is a sign-in; a module that is none is told", async ({
  browser,
}) => {
  const page = await browserOf(browser, null)
  await open(page, "/getQrcode?mid=password")
  await expect(page.getByRole("heading", { name: "扫码登录" })).toBeVisible()
  await open(page, "/getQrcode?mid=nothing")
  await expect(page.getByRole("heading", { name: "没有这项操作" })).toBeVisible()
})

test("[REQ-5] a code that can't be fetched says so and is fetched again", async ({ browser }) => {
  const page = await browserOf(browser, null)
  const qrcode = addressOf(loginCalls.qrcode)
  await page.route(qrcode, (route) => route.abort())
  await open(page, "/getQrcode")
  await expect(page.getByText("二维码加载失败")).toBeVisible()
  await page.unroute(qrcode)
  await page.getByRole("button", { name: "重新加载" }).click()
  await expect(code(page)).toBeVisible()
})

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the code's page and on the phone's, ${colorScheme}`, async ({ browser }) => {
    const screen = await phoneOf(browser, "company", colorScheme)
    await screen.setViewportSize({ width: 1366, height: 768 })
    await open(screen, "/getQrcode?mid=password")
    const reauth = await addressInCode(code(screen))
    await expectAccessible(screen)
    const anybody = await phoneOf(browser, null, colorScheme)
    await open(anybody, "/getQrcode")
    const login = await addressInCode(code(anybody))
    await expectAccessible(anybody)

    const phone = await phoneOf(browser, "company", colorScheme)
    await scan(phone, reauth.href)
    await expect(phone.getByRole("button", { name: "确认" })).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole("button", { name: "确认" }).tap()
    await expect(phone.getByRole("heading", { name: "已确认" })).toBeVisible()
    await expectAccessible(phone)
    await scan(phone, login.href)
    await expect(phone.getByRole("heading", { name: "登录确认" })).toBeVisible()
    await expectAccessible(phone)
    const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
}
