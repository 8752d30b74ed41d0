import { createHash } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { captchaCalls, captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { demoMessageCalls, type DemoMessage } from "@uc/contract/demo/message-calls"
import { reauthCalls } from "@uc/contract/reauth/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { askIdentity, identityDialog, proveByPassword } from "../identity.ts"
import { ownPerson } from "./own-person.ts"
import { addressInCode } from "../qr-reader.ts"
import { scan } from "../scan.ts"
import { addressOf, open, pathOf, signIn, type Account } from "../sign-in.ts"
import { answerAfterSlider, hasSlider, dragSlider, sliderOf } from "../slider-answer.ts"

// A drag is dozens of moves, each of which a busy machine answers in its own time.
test.describe.configure({ timeout: 120_000 })

const verify = addressOf(reauthCalls.verify)
const sendSms = addressOf(reauthCalls.sendSms)
const poll = addressOf(reauthCalls.pollQrcode)
const md5 = createHash("md5").update(demoPassword).digest("hex").toUpperCase()

async function openHome(page: Page, account: Account = "school"): Promise<void> {
  await signIn(page, account)
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
}

/** Nothing is solved here: the slider's calls are answered as if it were. */
async function withoutSlider(page: Page): Promise<void> {
  await page.route(addressOf(captchaCalls.check), (route) => route.fulfill({ json: { ret: 1, data: {} } }))
}

/** Some drag; whether it is right is somebody else's test. */
async function dragAnyhow(page: Page): Promise<void> {
  await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
  const handle = sliderOf(page).getByRole("slider")
  await handle.focus()
  for (let at = 0; at < 4; at += 1) await page.keyboard.press("PageUp")
  await page.keyboard.press("Enter")
}

const chooseSms = (page: Page) => page.getByRole("radio", { name: "短信验证码" }).check({ force: true })
const chooseQrcode = (page: Page) => page.getByRole("radio", { name: "APP 扫码" }).check({ force: true })

test("[AUTH-1] the global helper opens the dialog: what is about to happen, and three modes", async ({
  page,
}) => {
  await openHome(page)
  await askIdentity(page, "domain-delete")
  const dialog = identityDialog(page)
  await expect(dialog).toContainText("删除授权域名")
  const radios = dialog.getByRole("radio")
  await expect(radios).toHaveCount(3)
  expect(await radios.evaluateAll((all) => all.map((one) => one.getAttribute("value")))).toEqual([
    "1",
    "2",
    "3",
  ])
  await expect(dialog.getByRole("radio", { name: "密码" })).toBeChecked()
  await expect(page.getByLabel("登录密码")).toBeFocused()
  await page.keyboard.press("Shift+Tab")
  await page.keyboard.press("ArrowRight")
  await expect(dialog.getByLabel("短信验证码").last()).toBeVisible()
  await page.keyboard.press("ArrowRight")
  await expect(dialog.getByRole("img", { name: "用于确认身份的二维码" })).toBeVisible()
})

test("[AUTH-2] a missing module id: 鉴权缺少模块id参数, no dialog, false", async ({ page }) => {
  await openHome(page)
  const received = await askIdentity(page, "")
  await expect(page.getByText("鉴权缺少模块id参数")).toBeVisible()
  await expect.poll(received).toEqual([false])
  await expect(identityDialog(page)).toHaveCount(0)
})

test("[AUTH-2] an empty password and an empty code are told beside their field", async ({ page }) => {
  await openHome(page)
  await askIdentity(page, "password")
  await page.getByRole("button", { name: "确定" }).click()
  await expect(page.getByLabel("登录密码")).toHaveAccessibleDescription("请输入密码")
  await chooseSms(page)
  await page.getByRole("button", { name: "确定" }).click()
  await expect(page.getByRole("textbox", { name: "短信验证码" })).toHaveAccessibleDescription("请输入验证码")
})

test("[AUTH-3] the phone is masked: the first 3 digits and those after the 7th", async ({ page }) => {
  await openHome(page)
  const [row] = await query<{ phone: string }>("select phone from person where account = 'school'")
  const phone = row?.phone ?? ""
  expect(phone).toMatch(/^1\d{10}$/)
  await askIdentity(page, "password")
  await chooseSms(page)
  await expect(identityDialog(page)).toContainText(`${phone.slice(0, 3)}****${phone.slice(7)}`)
  expect(await identityDialog(page).textContent()).not.toContain(phone)
})

test("[AUTH-6][AUTH-7] by password: mid, type 2, upper-case MD5, slider fields; one callback with true", async ({
  page,
}) => {
  await openHome(page)
  const received = await askIdentity(page, "password")
  // DAY-1: the first one asks whether there is a lock; the second has the slider.
  const sent = page.waitForRequest((request) => verify.test(request.url()) && hasSlider(request))
  await proveByPassword(page)
  const body = new URLSearchParams((await sent).postData() ?? "")
  expect(body.get("mid")).toBe("password")
  expect(body.get("type")).toBe("2")
  expect(body.get("vcode")).toBe(md5)
  expect(body.get("chenckMoveId")).toBeTruthy()
  expect(body.get("chenckMoveCode")).toMatch(/^\d+$/)
  await expect(identityDialog(page)).toHaveCount(0)
  expect(await received()).toEqual([true])
})

test("[AUTH-6] errtype 1: the slider comes again with a failure text", async ({ page }) => {
  await openHome(page)
  await withoutSlider(page)
  await page.route(verify, (route) => route.fulfill({ json: { ret: 0, errtype: 1, msg: "x" } }))
  await askIdentity(page, "password")
  await page.getByLabel("登录密码").fill("whatever")
  await page.keyboard.press("Enter")
  await dragAnyhow(page)
  await expect(sliderOf(page).getByText(captchaMessages.failed)).toBeVisible()
  await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
})

for (const [title, answer, sentence] of [
  [
    "the server's words",
    { ret: 0, msg: "验证失败次数过多，请5分钟后再试" },
    "验证失败次数过多，请5分钟后再试",
  ],
  ["without words 验证失败，请重试！", { ret: 0 }, "验证失败，请重试！"],
] as const) {
  test(`[AUTH-6] a wrong factor: ${title}, and what was typed may be typed again`, async ({ page }) => {
    await openHome(page)
    await withoutSlider(page)
    await answerAfterSlider(page, verify, answer)
    await askIdentity(page, "password")
    await page.getByLabel("登录密码").fill("whatever")
    await page.keyboard.press("Enter")
    await dragAnyhow(page)
    await expect(page.getByLabel("登录密码")).toHaveAccessibleDescription(sentence)
    await expect(page.getByLabel("登录密码")).toBeFocused()
    await expect(page.getByText(sentence)).toHaveCount(1)
  })
}

test("[AUTH-6] a wrong password is refused by the server itself", async ({ page }) => {
  await openHome(page, "company")
  const received = await askIdentity(page, "password")
  await page.getByLabel("登录密码").fill("wrong")
  await page.keyboard.press("Enter")
  await dragSlider(page)
  await expect(page.getByLabel("登录密码")).toHaveAccessibleDescription("验证失败，请重试！")
  expect(await received()).toEqual([])
})

test("[AUTH-5][AUTH-6][DAY-1] by SMS in a known browser: sent without a slider, counted down, checked", async ({
  page,
}) => {
  await openHome(page, "clerk")
  const received = await askIdentity(page, "password")
  await chooseSms(page)
  await page.getByRole("button", { name: "获取验证码" }).click()
  await expect(page.getByText("验证码已发送")).toBeVisible()
  await expect(page.getByRole("button", { name: /^(300|2\d\d) 秒后可重发$/ })).toBeDisabled()

  const { service, path } = demoMessageCalls.list
  const outbox = (await (await page.request.get(`/${service}${path}`)).json()) as { data: DemoMessage[] }
  const message = outbox.data.find(({ text }) => text.includes("修改密码"))
  const code = /(\d{6})/.exec(message?.text ?? "")?.[1] ?? ""
  const verifying = page.waitForRequest(verify)
  await page.getByRole("textbox", { name: "短信验证码" }).fill(code)
  await page.keyboard.press("Enter")
  const body = new URLSearchParams((await verifying).postData() ?? "")
  expect(body.get("type")).toBe("1")
  expect(body.get("vcode")).toBe(code)
  expect(body.get("chenckMoveId")).toBeNull()
  await expect.poll(received).toEqual([true])
})

test("[AUTH-5] the countdown from 300 s survives closing, reopening and a reload", async ({ page }) => {
  await page.clock.install()
  await openHome(page)
  await page.route(sendSms, (route) =>
    route.fulfill({ json: { ret: 1, data: { phone: "138****5678", seconds: 300 } } }),
  )
  await askIdentity(page, "password")
  await chooseSms(page)
  await page.getByRole("button", { name: "获取验证码" }).click()
  await expect(page.getByText("验证码已发送")).toBeVisible()
  const left = async () =>
    Number(/^(\d+) 秒后可重发$/.exec((await page.getByText(/秒后可重发$/).textContent()) ?? "")?.[1])
  expect(await left()).toBeGreaterThan(240)
  await page.keyboard.press("Escape")
  await page.clock.fastForward(60_000)
  await askIdentity(page, "password")
  await chooseSms(page)
  await expect.poll(left).toBeLessThanOrEqual(240)
  expect(await left()).toBeGreaterThan(200)
  await page.reload()
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
  await askIdentity(page, "password")
  await chooseSms(page)
  await expect.poll(left).toBeLessThanOrEqual(240)
  await page.clock.fastForward(240_000)
  await expect(page.getByRole("button", { name: "重新发送" })).toBeEnabled()
})

test("[AUTH-5][DAY-1] a limit is told before any slider, in the server's words; the button says 重新发送", async ({
  page,
}) => {
  await openHome(page)
  await page.route(sendSms, (route) =>
    route.fulfill({ status: 429, json: { ret: 0, msg: "短信发送过于频繁，请2分钟后再试" } }),
  )
  await askIdentity(page, "password")
  await chooseSms(page)
  await page.getByRole("button", { name: "获取验证码" }).click()
  await expect(page.getByRole("textbox", { name: "短信验证码" })).toHaveAccessibleDescription(
    "短信发送过于频繁，请2分钟后再试",
  )
  await expect(sliderOf(page)).toHaveCount(0)
  await expect(page.getByRole("button", { name: "重新发送" })).toBeEnabled()
})

test("[AUTH-4] by phone: the code is polled every second, and ret true settles it", async ({
  page,
  browser,
  baseURL,
}) => {
  await openHome(page, "bureau")
  const received = await askIdentity(page, "password")
  await chooseQrcode(page)
  const code = identityDialog(page).getByRole("img", { name: "用于确认身份的二维码" })
  const { href } = await addressInCode(code)

  const other = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "zh-CN",
    ...(baseURL && { baseURL }),
  })
  const phone = await other.newPage()
  await signIn(phone, "bureau")
  await scan(phone, href)
  await expect(phone.getByText("修改密码")).toBeVisible()
  expect(await received()).toEqual([])
  await phone.getByRole("button", { name: "确认", exact: true }).click()
  await expect.poll(received).toEqual([true])
  await expect(identityDialog(page)).toHaveCount(0)
  await other.close()
})

test("[AUTH-4] after 180 s the code is masked and polling stops, also in another mode or closed", async ({
  page,
}) => {
  await page.clock.install()
  let polls = 0
  await page.route(poll, (route) => {
    polls += 1
    return route.fulfill({ json: { ret: false } })
  })
  await openHome(page)
  await askIdentity(page, "password")
  const asked = page.waitForRequest(addressOf(reauthCalls.qrcode))
  await chooseQrcode(page)
  const { searchParams } = new URL((await asked).url())
  expect(searchParams.get("mid")).toBe("password")
  expect(searchParams.get("request_timestamp")).toMatch(/^\d{13}$/)
  await expect(page.getByText(/^1\d\d 秒后失效$/)).toBeVisible()
  await expect.poll(() => polls).toBeGreaterThan(1)

  await page.clock.fastForward(180_000)
  await expect(page.getByText("二维码已失效")).toBeVisible()
  const whenExpired = polls
  await page.clock.runFor(5000)
  expect(polls).toBe(whenExpired)

  await page.getByRole("button", { name: "刷新二维码" }).click()
  await expect(page.getByText("二维码已失效")).toBeHidden()
  await page.clock.runFor(3000)
  await expect.poll(() => polls).toBeGreaterThan(whenExpired)
  await chooseSms(page)
  const whenLeft = polls
  await page.clock.runFor(5000)
  expect(polls - whenLeft).toBeLessThanOrEqual(1)
  await chooseQrcode(page)
  await expect(page.getByText(/秒后失效$/)).toBeVisible()
  await page.keyboard.press("Escape")
  const whenClosed = polls
  await page.clock.runFor(5000)
  expect(polls - whenClosed).toBeLessThanOrEqual(1)
})

test("[AUTH-4] a poll that fails is told quietly, and polling goes on", async ({ page }) => {
  let isDown = true
  await page.route(poll, (route) => (isDown ? route.abort() : route.fulfill({ json: { ret: true } })))
  await openHome(page)
  const received = await askIdentity(page, "password")
  await chooseQrcode(page)
  await expect(page.getByText("网络不稳定，正在重试…")).toBeVisible()
  await expect(page.getByRole("log", { name: "消息" })).toHaveText("")
  isDown = false
  await expect.poll(received).toEqual([true])
})

const waysOut: readonly (readonly [string, (page: Page) => Promise<unknown>])[] = [
  ["the button", (page) => page.getByRole("button", { name: "取消" }).click()],
  ["×", (page) => identityDialog(page).getByRole("button", { name: "关闭" }).click()],
  ["Escape", (page) => page.keyboard.press("Escape")],
  ["browser back", (page) => page.evaluate(() => history.back())],
]
for (const [title, leave] of waysOut) {
  test(`[AUTH-7] cancelled by ${title}: false, once, and one stays on the page`, async ({ page }) => {
    await openHome(page)
    await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "应用" }).click()
    await expect.poll(() => pathOf(page)).toBe("/main/applications")
    const received = await askIdentity(page, "password")
    await expect(identityDialog(page)).toBeVisible()
    await leave(page)
    await expect(identityDialog(page)).toHaveCount(0)
    expect(await received()).toEqual([false])
    await expect.poll(() => pathOf(page)).toBe("/main/applications")
  })
}

test("[AUTH-7] a press beside the dialog loses nothing", async ({ page }) => {
  await openHome(page)
  const received = await askIdentity(page, "password")
  await page.getByLabel("登录密码").fill("half-typed")
  await page.mouse.click(5, 400)
  await expect(page.getByLabel("登录密码")).toHaveValue("half-typed")
  expect(await received()).toEqual([])
})

test("[AUTH-7] a success and a cancel at once are one answer", async ({ page }) => {
  await openHome(page)
  await withoutSlider(page)
  const received = await askIdentity(page, "password")
  await page.getByLabel("登录密码").fill("whatever")
  await page.keyboard.press("Enter")
  await expect(sliderOf(page)).toHaveAttribute("data-view", "ready")
  await page.route(verify, async (route) => {
    await page.keyboard.press("Escape")
    await route.fulfill({ json: { ret: 1, data: {} } })
  })
  const answered = page.waitForResponse(verify)
  await dragAnyhow(page)
  await answered
  await expect(identityDialog(page)).toHaveCount(0)
  expect(await received()).toEqual([false])
})

test("[AUTH-8] a sensitive call re-authenticates and is repeated once, unchanged", async ({ page }) => {
  const { id, account, phc } = await ownPerson(0)
  try {
    await signIn(page, account)
    await open(page, "/main/account")
    const fresh = "Ganz-Neu-2026"
    await page.getByLabel("新密码", { exact: true }).fill(fresh)
    await page.getByLabel(/再次|确认新密码/).fill(fresh)
    const answers: (readonly [number, string | undefined])[] = []
    page.on("response", (answer) => {
      if (addressOf(accountCalls.changePassword).test(answer.url()))
        answers.push([answer.status(), answer.request().headers()["idempotency-key"]])
    })
    await page.getByRole("button", { name: "修改密码" }).click()
    await expect(identityDialog(page)).toContainText("修改密码")
    await proveByPassword(page)
    await expect(page.getByText("密码已修改，其他设备已退出登录")).toBeVisible()
    expect(answers.map(([status]) => status)).toEqual([403, 200])
    expect(answers[0]?.[1]).toMatch(/^[0-9a-f]{32}$/)
    expect(answers[1]?.[1]).toBe(answers[0]?.[1])
  } finally {
    await query("update credential set phc = $2 where person_id = $1", [id, phc])
  }
})

test("[AUTH-8] a person who would not: the page says why, and the call is not made", async ({ page }) => {
  await signIn(page, "teacher")
  await open(page, "/main/account")
  await page.getByLabel("新密码", { exact: true }).fill("Ganz-Neu-2026")
  await page.getByLabel(/再次|确认新密码/).fill("Ganz-Neu-2026")
  await page.getByRole("button", { name: "修改密码" }).click()
  await identityDialog(page).getByRole("button", { name: "取消" }).click()
  await expect(page.getByText("该操作需要再次验证身份")).toHaveCount(1)
  await expect(page.getByLabel("新密码", { exact: true })).toHaveValue("Ganz-Neu-2026")
})

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1366, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      test(`axe finds nothing in the dialog's three modes, ${colorScheme}, ${width}`, async ({ page }) => {
        await openHome(page)
        await askIdentity(page, "password")
        await page.getByRole("button", { name: "确定" }).click()
        await expect(page.getByText("请输入密码", { exact: true })).toBeVisible()
        await expectAccessible(page, "dialog")
        await chooseSms(page)
        await expectAccessible(page, "dialog")
        await chooseQrcode(page)
        await expect(page.getByText(/秒后失效$/)).toBeVisible()
        await expectAccessible(page, "dialog")
      })
    })
  }
}
