import { expect, test, type Browser, type Page } from "@playwright/test"
import { captchaCalls, captchaMessages } from "@uc/contract/captcha/calls"
import { lockedMessage, loginCalls, loginMessages } from "@uc/contract/login/calls"
import { loginVariants, needsSmsMessage, type LoginVariant } from "@uc/contract/login/login-variants"
import { newsCalls } from "@uc/contract/news/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { accountCalls, sessionMessages } from "@uc/contract/account/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { sideways } from "../cut-off.ts"
import { accountBox, passwordBox, setPictureCode, signInByForm, submitForm } from "../login-form.ts"
import { startProduct, type Product } from "../product.ts"
import { addressInCode } from "../qr-reader.ts"
import { scan } from "../scan.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"
import { dragSlider, sliderOf, hasSlider } from "../slider-answer.ts"
import { codeOnPhone, forgetSmsQuotas, messageCount, phoneOf } from "../sms.ts"

const codeBox = (page: Page) => page.getByLabel("短信验证码")
const signInButton = (page: Page) => page.getByRole("button", { name: "登录", exact: true })

async function expectIn(page: Page): Promise<void> {
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
}

/** The second step of a sign-in: the code comes by itself, the test reads it and types it. */
async function passSecondStep(page: Page, account: string): Promise<void> {
  const { masked } = await phoneOf(account)
  await expect(page.getByRole("heading", { name: "短信验证" })).toBeVisible()
  await expect(page.getByText(masked)).toBeVisible()
  await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
  await codeBox(page).fill(await codeOnPhone(page, masked))
  await page.keyboard.press("Enter")
}

test("[LOGIN-3][LOGIN-4] newLogin: password, then a slider of 310 px; sign-out leads back to it", async ({
  page,
}) => {
  await open(page, "/newLogin")
  const sent = page.waitForRequest(
    (request) => addressOf(accountCalls.signIn).test(request.url()) && hasSlider(request),
  )
  await submitForm(page, "worker")
  await expect(sliderOf(page)).toBeVisible()
  await expect.poll(async () => (await sliderOf(page).boundingBox())?.width).toBe(310)
  await dragSlider(page)
  const body = new URLSearchParams((await sent).postData() ?? "")
  expect(body.get("variant")).toBe("newLogin")
  expect(body.get("chenckMoveId")).toBeTruthy()
  await expectIn(page)
  await signOut(page)
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
})

test("[LOGIN-3] newLogin: a phone instead of the account", async ({ page }) => {
  const { phone } = await phoneOf("worker")
  await open(page, "/newLogin")
  await signInByForm(page, phone)
  await expectIn(page)
})

test("[LOGIN-3] a slider that is closed leads back to what was typed, and no attempt was made", async ({
  page,
}) => {
  let tries = 0
  await page.route(addressOf(accountCalls.signIn), (route) => {
    if (hasSlider(route.request())) tries += 1
    return route.continue()
  })
  await open(page, "/newLogin")
  await submitForm(page, "worker")
  await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
  await expect(sliderOf(page).getByRole("slider")).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(sliderOf(page)).toHaveCount(0)
  await expect(passwordBox(page)).toBeFocused()
  await expect(accountBox(page)).toHaveValue("worker")
  expect(tries).toBe(0)
})

test("[LOGIN-3][LOGIN-1] defaultLogin: the code of a picture; a press brings another one", async ({
  page,
}) => {
  await open(page, "/defaultLogin")
  const picture = page.getByRole("button", { name: "换一张图形验证码" }).locator("img")
  await expect(picture).toBeVisible()
  const first = await picture.getAttribute("src")
  await page.getByRole("button", { name: "换一张图形验证码" }).click()
  await expect(picture).not.toHaveAttribute("src", first ?? "")

  await submitForm(page, "worker")
  await expect(page.getByLabel("图形验证码", { exact: true })).toHaveAccessibleDescription(
    loginMessages.pictureCodeMissing,
  )
  // A wrong one is told beside its field, and the next picture is there.
  const second = await picture.getAttribute("src")
  await page.getByLabel("图形验证码", { exact: true }).fill("????")
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("图形验证码", { exact: true })).toHaveAccessibleDescription(
    loginMessages.pictureCodeWrong,
  )
  await expect(picture).not.toHaveAttribute("src", second ?? "")
  await expect(page.getByLabel("图形验证码", { exact: true })).toHaveValue("")

  await setPictureCode(page, "AB2C")
  await page.getByLabel("图形验证码", { exact: true }).fill("ab2c")
  await page.keyboard.press("Enter")
  await expectIn(page)
  await signOut(page)
  await expect.poll(() => pathOf(page)).toBe("/defaultLogin")
})

test("[LOGIN-1] defaultLogin: a picture that takes over 5 s is reported and retried", async ({ page }) => {
  await page.clock.install({ time: 0 })
  await open(page, "/defaultLogin")
  const another = page.getByRole("button", { name: "换一张图形验证码" })
  await expect(another.locator("img")).toBeVisible()
  const address = addressOf(loginCalls.verificationCode)
  await page.route(address, () => undefined)
  // From here on the page's time stands still until the test lets it run.
  await page.clock.pauseAt(600_000)
  const asked = page.waitForRequest(address)
  await another.click()
  await asked
  await page.clock.runFor(4999)
  await expect(page.getByText(captchaMessages.imageFailed)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(page.getByLabel("图形验证码", { exact: true })).toHaveAccessibleDescription(
    captchaMessages.imageFailed,
  )
  await page.clock.resume()
  await page.unroute(address)
  await another.click()
  await expect(another.locator("img")).toBeVisible()
})

test.describe("with codes on phones", () => {
  // A phone gets one message in five minutes: each test has an account of its own.
  test.beforeEach(forgetSmsQuotas)

  test("[LOGIN-3] eduLogin: password, then the code on the phone, with its expiry counting down", async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, "/eduLogin")
    await submitForm(page, "clerk")
    const { masked } = await phoneOf("clerk")
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
    await expect(codeBox(page)).toBeFocused()
    await expect(codeBox(page)).toHaveAttribute("autocomplete", "one-time-code")
    await expect(page.getByRole("timer")).toHaveText(/验证码 (5:00|4:\d\d) 后失效/)
    const resend = page.getByRole("button", { name: /重发|重新发送/ })
    await expect(resend).toBeDisabled()
    await page.clock.fastForward(100_000)
    await expect(page.getByRole("timer")).toHaveText(/验证码 [23]:\d\d 后失效/)
    await expect(resend).toHaveText(/^1\d\d 秒后重发$|^20\d 秒后重发$/)

    await codeBox(page).fill("12345")
    await page.keyboard.press("Enter")
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.failed)
    const code = await codeOnPhone(page, masked)
    await codeBox(page).fill(code === "000000" ? "111111" : "000000")
    await page.keyboard.press("Enter")
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.failed)

    await codeBox(page).fill(code)
    await page.keyboard.press("Enter")
    await expectIn(page)
    await signOut(page)
    await expect.poll(() => pathOf(page)).toBe("/eduLogin")
  })

  test("[LOGIN-3] eduLogin: an expired code can be replaced; an expired ticket leads back", async ({
    page,
  }) => {
    await page.clock.install()
    await open(page, "/eduLogin")
    await submitForm(page, "bureau")
    const { masked } = await phoneOf("bureau")
    await expect(page.getByRole("timer")).toHaveText(/后失效/)
    await expectAccessible(page)
    const before = await messageCount(page, masked)
    await page.clock.fastForward(300_000)
    await expect(page.getByRole("timer")).toHaveText("验证码已失效，请重新发送")
    await forgetSmsQuotas()
    // The page's clock ran ahead alone.
    await query("update sms_code set expires_at = now() - interval '1 second' where used_at is null")
    await page.getByRole("button", { name: reauthMessages.resend }).click()
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
    await codeOnPhone(page, masked, before)

    const [{ id }] = (await query<{ id: string }>("select id from person where account = 'bureau'")) as [
      { id: string },
    ]
    await query("update sign_in_ticket set expires_at = now() - interval '1 second' where person_id = $1", [
      id,
    ])
    await codeBox(page).fill("123456")
    await page.keyboard.press("Enter")
    await expect(page.getByRole("alert")).toHaveText(loginMessages.ticketOver)
    await expect(accountBox(page)).toHaveValue("bureau")
  })

  test("[LOGIN-3] going back from the second step keeps the code on the phone valid", async ({ page }) => {
    await open(page, "/eduLogin")
    await submitForm(page, "teacher")
    const { masked } = await phoneOf("teacher")
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
    await page.getByRole("button", { name: "返回" }).click()
    await expect(accountBox(page)).toHaveValue("teacher")
    await signInButton(page).click()
    await codeBox(page).fill(await codeOnPhone(page, masked))
    await page.keyboard.press("Enter")
    await expectIn(page)
  })

  test("[LOGIN-3][LOGIN-1] adminLogin: administrators only, slider and second factor always", async ({
    page,
  }) => {
    const sent = page.waitForRequest(
      (request) => addressOf(loginCalls.adminSignIn).test(request.url()) && hasSlider(request),
    )
    await open(page, "/adminLogin")
    await signInByForm(page, "worker")
    await expect(page.getByRole("alert")).toHaveText(loginMessages.adminsOnly)
    expect(new URLSearchParams((await sent).postData() ?? "").get("chenckMoveId")).toBeTruthy()

    await signInByForm(page, "admin")
    await passSecondStep(page, "admin")
    await expectIn(page)
    await signOut(page)
    await expect.poll(() => pathOf(page)).toBe("/adminLogin")
  })

  test("[LOGIN-3] an account that must use a second factor needs it on every login variant", async ({
    page,
  }) => {
    await query("update person set must_use_second_factor = true where account = 'company'")
    try {
      await open(page, "/gzLogin")
      await submitForm(page, "company")
      await passSecondStep(page, "company")
      await expectIn(page)
      await signOut(page)
      // Both variants have such a button: the way back must have ended before the next one begins.
      await expect.poll(() => pathOf(page)).toBe("/gzLogin")

      await forgetSmsQuotas()
      await open(page, "/demoLogin")
      await expect(page.getByRole("button", { name: "登录", exact: true })).toHaveCount(0)
      await page.getByRole("button", { name: /^企业管理员/ }).click()
      await expect(page.getByRole("heading", { name: "短信验证" })).toBeVisible()
    } finally {
      await query("update person set must_use_second_factor = false where account = 'company'")
    }
  })

  test("[LOGIN-3] newLogin, SMS: phone, slider, code; the countdown outlives a look at another tab", async ({
    page,
  }) => {
    await page.clock.install()
    const { phone, masked } = await phoneOf("school")
    await open(page, "/newLogin")
    await page.getByRole("tab", { name: "短信登录" }).click()
    const send = page.getByRole("button", { name: "获取验证码" })
    await send.click()
    await expect(page.getByLabel("手机号")).toHaveAccessibleDescription(loginMessages.phoneMissing)
    await page.getByLabel("手机号").fill("1380000")
    await send.click()
    await expect(page.getByLabel("手机号")).toHaveAccessibleDescription(loginMessages.phoneWrong)
    await signInButton(page).click()
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeMissing)

    await page.getByLabel("手机号").fill(phone)
    const before = await messageCount(page, masked)
    const picture = page.waitForRequest(addressOf(captchaCalls.image))
    await send.click()
    expect(new URL((await picture).url()).searchParams.get("purpose")).toBe("sms")
    await dragSlider(page)
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
    await expect(codeBox(page)).toHaveAttribute("autocomplete", "one-time-code")
    const resend = page.getByRole("button", { name: /秒后重发/ })
    await expect(resend).toBeDisabled()
    await page.getByRole("tab", { name: "账号登录" }).click()
    await page.clock.fastForward(60_000)
    await page.getByRole("tab", { name: "短信登录" }).click()
    await expect(resend).toHaveText(/^2[0-4]\d 秒后重发$/)
    await expect(page.getByLabel("手机号")).toHaveValue(phone)

    await codeBox(page).fill(await codeOnPhone(page, masked, before))
    await page.keyboard.press("Enter")
    await expectIn(page)
  })

  test("[LOGIN-3] newLogin, SMS: an unknown phone gets the same answer, its code is refused", async ({
    page,
  }) => {
    await open(page, "/newLogin")
    await page.getByRole("tab", { name: "短信登录" }).click()
    await page.getByLabel("手机号").fill("19900000001")
    await page.getByRole("button", { name: "获取验证码" }).click()
    await dragSlider(page)
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.codeSent)
    await codeBox(page).fill("123456")
    await page.keyboard.press("Enter")
    await expect(codeBox(page)).toHaveAccessibleDescription(reauthMessages.failed)
    // Another phone begins again.
    await page.getByLabel("手机号").fill("19900000002")
    await expect(page.getByRole("button", { name: "获取验证码" })).toBeEnabled()
  })
})

test("[LOGIN-3] gzLogin: news and links beside the form; without them a hint, and the form works", async ({
  page,
}) => {
  const reply = (data: unknown) => ({ json: { ret: 1, data, msg: "" } })
  await page.route(addressOf(newsCalls.columns), (route) => route.fulfill(reply([])))
  await page.route(addressOf(newsCalls.friendLinks), (route) => route.fulfill(reply([])))
  await open(page, "/gzLogin")
  await expect(page.getByText("暂无资讯")).toBeVisible()
  await expect(page.getByText("暂无友情链接")).toBeVisible()
  await expect(page.getByRole("alert")).toHaveCount(0)

  const news = (title: string) => ({
    total: 1,
    items: [{ id: "1", title, summary: "摘要", category: "a", createtime: "2026-11-12 09:00:00" }],
  })
  await page.route(addressOf(newsCalls.columns), (route) =>
    route.fulfill(
      reply([
        { id: "1", name: "通知公告", category: "a", children: [] },
        { id: "2", name: "校园动态", category: "b", children: [] },
      ]),
    ),
  )
  await page.route(addressOf(newsCalls.ofColumn), (route) => {
    const isFirst = new URL(route.request().url()).searchParams.get("category") === "a"
    return route.fulfill(
      reply(news(isFirst ? "关于开展全区中小学校冬季消防应急疏散演练活动的通知" : "运动会落幕")),
    )
  })
  await page.route(addressOf(newsCalls.friendLinks), (route) =>
    route.fulfill(
      reply([
        { id: "1", name: "教育部", address: "https://www.moe.gov.cn/" },
        { id: "2", name: "坏链接", address: "javascript:alert(1)" },
      ]),
    ),
  )
  await page.reload()
  await expect(
    page.getByRole("heading", { name: "关于开展全区中小学校冬季消防应急疏散演练活动的通知" }),
  ).toBeVisible()
  await page.getByRole("tab", { name: "校园动态" }).click()
  await expect(page.getByRole("heading", { name: "运动会落幕" })).toBeVisible()
  await expect(page.getByRole("link", { name: "教育部" })).toHaveAttribute("target", "_blank")
  await expect(page.getByText("坏链接")).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1366, height: 768 })

  await signInByForm(page, "worker")
  await expectIn(page)
  await signOut(page)
  await expect.poll(() => pathOf(page)).toBe("/gzLogin")
})

test("[DISTRICT-15] gzLogin asks for the news and links of the area in its address", async ({ page }) => {
  const asked: string[] = []
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (/column|friend_links/.test(pathname)) asked.push(`${pathname} ${searchParams.get("areaid")}`)
  })
  await open(page, "/gzLogin?areaid=330106")
  await expect(page.getByRole("tab").first()).toBeVisible()
  for (const { path } of [newsCalls.columns, newsCalls.ofColumn, newsCalls.friendLinks])
    await expect.poll(() => asked).toContainEqual(`/usercenter${path} 330106`)
})

test("[LOGIN-3] gzLogin: news that can't be reached are no alarm, and can be asked for again", async ({
  page,
}) => {
  await page.route(addressOf(newsCalls.columns), (route) => route.abort())
  await open(page, "/gzLogin")
  const card = page.getByRole("region", { name: "资讯" })
  await expect(card.getByText("暂时没有取到，不影响登录")).toBeVisible()
  await expect(page.getByRole("alert")).toHaveCount(0)
  await page.unroute(addressOf(newsCalls.columns))
  await card.getByRole("button", { name: "重试" }).click()
  await expect(card.getByRole("heading", { level: 3 }).first()).toBeVisible()
})

test("[LOGIN-3] demoLogin: one press per role", async ({ page }) => {
  await open(page, "/demoLogin")
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(7)
  await page.getByRole("button", { name: /^企业员工/ }).click()
  await expectIn(page)
  await signOut(page)
  await expect.poll(() => pathOf(page)).toBe("/demoLogin")
})

async function phoneOfSomebody(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: "zh-CN",
    ...(baseURL && { baseURL }),
  })
  return context.newPage()
}

test("[LOGIN-3] newLogin, QR: a signed-in phone picks the number on the screen and signs it in", async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, "/newLogin")
  await page.getByRole("tab", { name: "扫码登录" }).click()
  const image = page.getByRole("img", { name: /登录二维码/ })
  await expect(image).toBeVisible()
  const panel = page.getByRole("tabpanel", { name: "扫码登录" })
  const number =
    (await panel
      .locator("b")
      .filter({ hasText: /^\d\d$/ })
      .textContent()) ?? ""
  const { hash } = await addressInCode(image)

  const phone = await phoneOfSomebody(browser, baseURL)
  await signIn(phone, "worker")
  await scan(phone, `${portalBase}${hash}`)
  await expect(phone.getByRole("heading", { name: "登录确认" })).toBeVisible()
  await expect(panel.getByText("已扫描")).toBeVisible()
  await phone.getByRole("button", { name: number, exact: true }).click()
  await expectIn(page)
  await phone.context().close()
  await signOut(page)
  await expect.poll(() => pathOf(page)).toBe("/newLogin")
})

test("[LOGIN-3] newLogin, QR: refused on the phone; over after 180 s, with a way to refresh", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.clock.install()
  await open(page, "/newLogin")
  await page.getByRole("tab", { name: "扫码登录" }).click()
  const panel = page.getByRole("tabpanel", { name: "扫码登录" })
  const image = page.getByRole("img", { name: /登录二维码/ })
  await expect(panel.getByRole("timer")).toHaveText(/1\d\d 秒后失效/)
  const { hash } = await addressInCode(image)
  const phone = await phoneOfSomebody(browser, baseURL)
  await signIn(phone, "worker")
  await scan(phone, `${portalBase}${hash}`)
  await phone.getByRole("button", { name: /拒绝/ }).click()
  await expect(panel.getByText("手机上拒绝了这次登录")).toBeVisible()
  await phone.context().close()

  await panel.getByRole("button", { name: "刷新二维码" }).click()
  await expect(panel.getByRole("timer")).toHaveText(/1\d\d 秒后失效/)
  await page.clock.runFor(181_000)
  await expect(panel.getByText("二维码已失效")).toBeVisible()
  await panel.getByRole("button", { name: "刷新二维码" }).click()
  await expect(panel.getByRole("timer")).toHaveText(/1\d\d 秒后失效/)
})

test("[LOGIN-3] newLogin, QR: asked each second, and not while another tab of the form is open", async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  let answered = 0
  const address = addressOf(loginCalls.claimQrcode)
  page.on("request", (request) => (asked += Number(address.test(request.url()))))
  page.on("requestfinished", (request) => (answered += Number(address.test(request.url()))))
  await open(page, "/newLogin")
  await page.getByRole("tab", { name: "扫码登录" }).click()
  await expect(page.getByRole("img", { name: /登录二维码/ })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 10_000)
  await expect.poll(() => answered).toBe(asked)
  const before = asked
  for (const beat of [1, 2, 3]) {
    await page.clock.runFor(1000)
    await expect.poll(() => answered - before).toBe(beat)
  }
  expect(asked - before).toBe(3)
  await page.getByRole("tab", { name: "账号登录" }).click()
  await expect(passwordBox(page)).toBeVisible()
  await page.clock.runFor(5000)
  expect(asked - before).toBe(3)
})

test("[LOGIN-8] the tabs are worked with the arrow keys", async ({ page }) => {
  await open(page, "/newLogin")
  await page.getByRole("tab", { name: "账号登录" }).focus()
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("tab", { name: "短信登录" })).toBeFocused()
  await expect(page.getByLabel("手机号")).toBeVisible()
  await page.keyboard.press("End")
  await expect(page.getByRole("tab", { name: "扫码登录" })).toHaveAttribute("aria-selected", "true")
  await page.keyboard.press("ArrowRight")
  await expect(page.getByRole("tab", { name: "账号登录" })).toBeFocused()
})

test.describe("a site of its own, without demo mode", () => {
  test.describe.configure({ timeout: 120_000 })
  let product: Product
  test.beforeAll(async () => {
    product = await startProduct({ DEMO: "off" })
  })
  test.afterAll(() => product.stop())

  test("[LOGIN-3] demoLogin says that it is not open and leads to the other entrances", async ({ page }) => {
    await page.goto(`${product.address}${portalBase}#/demoLogin`)
    await expect(page.getByRole("heading", { name: loginMessages.demoOnly })).toBeVisible()
    await expect(page.getByRole("button", { name: /学校教师/ })).toHaveCount(0)
    const others = page.getByRole("navigation", { name: "其他登录入口" })
    await others.getByRole("link", { name: "区域门户" }).click()
    await expect(page.getByRole("heading", { name: "用户登录" })).toBeVisible()
    await expect(others.getByRole("link", { name: "演示体验" })).toHaveCount(0)
    await expect(page.getByText("演示账号")).toHaveCount(0)
  })

  test("[DISTRICT-4] without an SMS gateway what needs one is closed and not offered", async ({ page }) => {
    await page.goto(`${product.address}${portalBase}#/eduLogin`)
    await expect(page.getByText(needsSmsMessage)).toBeVisible()
    await expect(page.getByRole("textbox")).toHaveCount(0)
    const others = page.getByRole("navigation", { name: "其他登录入口" })
    await expect(others.getByRole("link", { name: "管理员" })).toHaveCount(0)
    await others.getByRole("link", { name: "统一登录" }).click()
    await expect(page.getByRole("tab", { name: "扫码登录" })).toBeVisible()
    await expect(page.getByRole("tab", { name: "短信登录" })).toHaveCount(0)
  })

  test("[LOGIN-5] the first failure adds the slider to every variant; the fifth locks, with minutes", async ({
    page,
  }) => {
    await page.goto(`${product.address}${portalBase}#/gzLogin`)
    await submitForm(page, "nobody", "wrong-1")
    await expect(passwordBox(page)).toHaveAccessibleDescription(sessionMessages.wrongCredentials)
    for (const wrong of ["wrong-2", "wrong-3", "wrong-4"]) {
      await submitForm(page, "nobody", wrong)
      await dragSlider(page, { dataDir: product.dataDir })
      await expect(passwordBox(page)).toHaveAccessibleDescription(sessionMessages.wrongCredentials)
    }
    await submitForm(page, "nobody", "wrong-5")
    await dragSlider(page, { dataDir: product.dataDir })
    const told = page.getByRole("alert")
    await expect(told).toHaveText(lockedMessage(15 * 60))
    const [above, below] = await Promise.all([told.boundingBox(), signInButton(page).boundingBox()])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
})

const variants = Object.keys(loginVariants) as LoginVariant[]

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    for (const variant of variants) {
      test(`axe finds nothing on ${variant}, ${colorScheme}`, async ({ page }) => {
        await open(page, `/${variant}`)
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
        await page.waitForLoadState("networkidle")
        await expectAccessible(page)
      })
    }

    test(`axe finds nothing on the other ways in, ${colorScheme}`, async ({ page }) => {
      await open(page, "/newLogin")
      for (const tab of ["短信登录", "扫码登录"]) {
        await page.getByRole("tab", { name: tab }).click()
        await expect(page.getByRole("tabpanel", { name: tab })).toBeVisible()
        await page.waitForLoadState("networkidle")
        await expectAccessible(page)
      }
      await page.getByRole("tab", { name: "账号登录" }).click()
      await submitForm(page, "worker")
      await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
      await expectAccessible(page)
    })
  })
}

for (const variant of variants) {
  test(`${variant} needs no scrolling sideways on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, `/${variant}`)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await page.waitForLoadState("networkidle")
    expect(await sideways(page)).toEqual([])
  })
}
