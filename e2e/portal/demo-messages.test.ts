import { createHash } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { demoMessageCalls, demoMessageMessages } from "@uc/contract/demo/message-calls"
import { loginCalls } from "@uc/contract/login/calls"
import { accountCalls } from "@uc/contract/account/calls"
import { expectAccessible } from "../accessible.ts"
import { accountBox } from "../login-form.ts"
import { ownProduct } from "../own-product.ts"
import { startProduct } from "../product.ts"
import { addressOf, open } from "../sign-in.ts"

const { address, browserOf } = ownProduct()

const outbox = (page: Page) => page.getByRole("region", { name: "演示短信" })

/** A sign-in of `eduLogin` up to its second factor, as that page makes it; the code is on its way. */
async function askForCode(page: Page): Promise<string> {
  const origin = address()
  const password = createHash("md5").update(demoPassword).digest("hex").toUpperCase()
  const post = async ({ service, path }: { service: string; path: string }, form: Record<string, string>) => {
    const answer = await page.request.post(`/${service}${path}`, { headers: { origin }, form })
    return (await answer.json()) as { ret: number; ticket?: string; msg?: string }
  }
  const first = await post(accountCalls.signIn, { account: "clerk", password, variant: "eduLogin" })
  const sent = await post(loginCalls.sendCheckCode, { ticket: first.ticket ?? "" })
  expect(sent).toMatchObject({ ret: 1 })
  return first.ticket ?? ""
}

test("[LOGIN-1] messages for a phone appear on the page, and their code works", async ({ browser }) => {
  const page = await browserOf(browser, null)
  await open(page, "/demo1")
  await expect(outbox(page)).toBeVisible()
  const before = await outbox(page).getByRole("listitem").count()
  const ticket = await askForCode(page)
  const newest = outbox(page).getByRole("listitem").first()
  await expect(outbox(page).getByRole("listitem")).toHaveCount(before + 1)
  await expect(newest).toContainText(/发往 1\d\d\*{4}\d{4}/)
  await expect(newest).toContainText(/今天 \d\d:\d\d:\d\d/)
  await newest.getByRole("button", { name: /^复制验证码 \d{6}$/ }).click()
  await expect(page.getByText(/^已复制验证码 \d{6}$/)).toBeVisible()
  // Pasted, as by a person: the portal's policy lets no script read the clipboard.
  await open(page, "/newLogin")
  await accountBox(page).focus()
  await page.keyboard.press("Control+V")
  const vcode = await accountBox(page).inputValue()
  expect(vcode).toMatch(/^\d{6}$/)
  const { service, path } = loginCalls.checkCode
  const answer = await page.request.post(`/${service}${path}`, {
    headers: { origin: address() },
    form: { ticket, vcode },
  })
  expect(await answer.json()).toMatchObject({ ret: 1, data: { nickname: expect.any(String) } })
})

test("[HOME-7] it is in the shell too, polls only while visible, and survives a lost connection", async ({
  browser,
}) => {
  const list = addressOf(demoMessageCalls.list)
  const page = await browserOf(browser, "school")
  await page.clock.install()
  const first = page.waitForResponse(list)
  await open(page, "/main/demo")
  await first
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect(page.getByRole("heading", { name: "功能演示", level: 1 })).toBeVisible()
  await page.route(list, (route) =>
    route.fulfill({
      json: {
        ret: 1,
        data: [{ id: "1", phone: "138****5678", text: "验证码 246810", at: "2026-01-02 03:04:05" }],
      },
    }),
  )
  await page.clock.runFor(3000)
  await expect(outbox(page).getByText("246810")).toBeVisible()

  await page.unroute(list)
  await page.route(list, (route) => route.abort())
  await page.clock.runFor(3000)
  await expect(page.getByText("网络不稳定，列表可能不是最新的")).toBeVisible()
  await expect(outbox(page).getByText("246810")).toBeVisible()

  await page.evaluate(() => Object.defineProperty(document, "visibilityState", { value: "hidden" }))
  const asked: string[] = []
  page.on("request", (request) => {
    if (list.test(request.url())) asked.push(request.url())
  })
  await page.clock.runFor(9000)
  expect(asked).toEqual([])
})

test("where demo mode is off the page says so, and asks no more", async ({ browser }) => {
  const product = await startProduct({ DEMO: "off" })
  try {
    const context = await browser.newContext({ baseURL: product.address, locale: "zh-CN" })
    const page = await context.newPage()
    await page.clock.install()
    await open(page, "/demo1")
    await expect(outbox(page).getByRole("heading", { name: "演示短信未开放" })).toBeVisible()
    await expect(outbox(page)).toContainText(demoMessageMessages.off)
    const asked: string[] = []
    page.on("request", (request) => {
      if (addressOf(demoMessageCalls.list).test(request.url())) asked.push(request.url())
    })
    await page.clock.runFor(9000)
    expect(asked).toEqual([])
    await context.close()
  } finally {
    await product.stop()
  }
})

for (const colorScheme of ["light", "dark"] as const) {
  for (const path of ["/demo1", "/main/demo"]) {
    test(`axe finds nothing on ${path}, ${colorScheme}`, async ({ browser }) => {
      const page = await browserOf(browser, path === "/main/demo" ? "school" : null, { colorScheme })
      await page.route(addressOf(demoMessageCalls.list), (route) =>
        route.fulfill({
          json: {
            ret: 1,
            data: [{ id: "1", phone: "138****5678", text: "验证码 246810", at: "2026-01-02 03:04:05" }],
          },
        }),
      )
      await open(page, path)
      // The page is open to all: who one is comes a moment later, and the shell with it.
      if (path === "/main/demo") await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
      await expect(outbox(page).getByText("246810")).toBeVisible()
      await expectAccessible(page)
    })
  }
}
