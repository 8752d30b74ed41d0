import { expect, test, type Frame, type Page } from "@playwright/test"
import { bridgeMessages } from "@uc/bridge/protocol"
import type { UserCenter } from "@uc/bridge/user-center"
import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { portalBase } from "@uc/contract/core/site-defaults"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { startHostedSite, type HostedSite } from "../hosted-site.ts"
import { proveByPassword } from "../identity.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

type Hosted = Window & {
  readonly UserCenter: UserCenter & { connect: (options?: object) => Promise<UserCenter> }
}

let listed: HostedSite
let second: HostedSite
let stranger: HostedSite

// One list, which each test finds as the one before left it.
test.describe.configure({ mode: "default" })
test.beforeAll(async () => {
  const portal = process.env["PRODUCT_ADDRESS"] ?? ""
  ;[listed, second, stranger] = await Promise.all([
    startHostedSite(portal),
    startHostedSite(portal),
    startHostedSite(portal),
  ])
})
test.afterAll(async () => {
  for (const { origin } of [listed, second])
    await query("delete from auth_domain where origin = $1", [origin])
  await Promise.all([listed.stop(), second.stop(), stranger.stop()])
})

const oldPage = (address: string) => `/main/oldpage?url=${encodeURIComponent(address)}`
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const newName = (page: Page) => page.getByRole("textbox", { name: /^名称/ }).last()
const newAddress = (page: Page) => page.getByRole("textbox", { name: /^域名地址/ }).last()

/** The step back that closing a dialog takes on a page that was opened directly (hold-first-entry.ts): a reload meanwhile is aborted by it. */
async function afterClosing(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => "layer" in (window.history.state as object))).toBe(false)
}

async function list(...sites: readonly HostedSite[]): Promise<void> {
  for (const { origin } of sites)
    await query(
      `insert into auth_domain (org_id, name, domain_ip, origin)
       select org_id, $1, $1, $1 from person where account = 'company' on conflict do nothing`,
      [origin],
    )
}

async function framed(page: Page, address: string): Promise<Frame> {
  const element = await page.waitForSelector(`main iframe[src="${address}"]`)
  const frame = await element.contentFrame()
  if (!frame) throw new Error("The frame has no page")
  await frame.waitForLoadState()
  return frame
}

test("[DOM-1][DOM-2][DOM-3][DOM-4][DOM-5][DOM-6][DOM-7] an administrator adds, corrects and removes a site, with re-authentication", async ({
  page,
}) => {
  await signIn(page, "company")
  await open(page, "/domain")
  await expect(page.getByRole("textbox", { name: /^名称/ })).toHaveCount(3)
  await expect(page.getByRole("button", { name: "添加一行" })).toHaveCount(1)
  await page.getByRole("button", { name: "添加一行" }).click()
  // DOM-6: a name ends at 100 characters; an address would be another one, so it is told.
  await newName(page).focus()
  await page.keyboard.insertText("名".repeat(101))
  expect(await newName(page).inputValue()).toHaveLength(100)
  await newAddress(page).fill(`${"a".repeat(60)}.${"b".repeat(60)}.cn`)
  await newAddress(page).press("Enter")
  await expect(page.getByRole("main").getByRole("alert")).toHaveText("不能超过100个字符")
  await newName(page).fill("配送系统")
  await newAddress(page).fill("https://a.com@evil")
  await newAddress(page).press("Enter")
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(domainMessages.badAddress)
  await expectAccessible(page)

  // Leaving is asked about, and stays where it is.
  await page.getByRole("banner").getByRole("link", { name: "首页", exact: true }).click()
  await page.getByRole("dialog", { name: "有未保存的修改" }).getByRole("button", { name: "取消" }).click()
  await expect.poll(() => pathOf(page)).toBe("/domain")
  // So is a place typed behind the `#`, of which the router knows nothing beforehand.
  const typePlace = (place: string) => page.evaluate((hash) => void (window.location.hash = hash), place)
  await typePlace("/main/home")
  await page.getByRole("dialog", { name: "有未保存的修改" }).getByRole("button", { name: "取消" }).click()
  await expect.poll(() => pathOf(page)).toBe("/domain")
  await expect(newName(page)).toHaveValue("配送系统")

  await newAddress(page).fill(listed.origin)
  await newAddress(page).press("Enter")
  await proveByPassword(page)
  await expect(toast(page, domainMessages.saved)).toBeVisible()
  const row = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: "添加一行" }) })
  await expect(row.getByText("内网地址")).toBeVisible()
  await expect(row.getByText("暂无打开记录")).toBeVisible()

  // The proof lasts for the next ones. What a second administrator wrote meanwhile is told.
  await newName(page).fill("我的")
  await query("update auth_domain set name = '他的', version = version + 1 where origin = $1", [
    listed.origin,
  ])
  await row.getByRole("button", { name: /^保存/ }).click()
  await expect(toast(page, domainMessages.changedMeanwhile)).toBeVisible()
  await expect(row.getByRole("alert")).toContainText("现在是：他的")
  await expect(newName(page)).toHaveValue("我的")
  await row.getByRole("button", { name: /^保存/ }).click()
  await expect(row.getByRole("alert")).toHaveCount(0)
  await expect(row.getByText("有未保存的修改")).toHaveCount(0)

  await row.getByRole("button", { name: /^删除/ }).click()
  const question = page.getByRole("dialog", { name: domainMessages.confirmRemove })
  await question.getByRole("button", { name: "取消" }).click()
  await expect(toast(page, domainMessages.removeCancelled)).toBeVisible()
  await row.getByRole("button", { name: /^删除/ }).click()
  await question.getByRole("button", { name: "删除" }).click()
  await proveByPassword(page)
  await expect(toast(page, domainMessages.removed)).toBeVisible()
  await expect(page.getByRole("textbox", { name: /^名称/ })).toHaveCount(3)

  // DOM-4: a list that can't be had is on the console only, and the page goes on.
  const logged: string[] = []
  page.on("console", (message) => void (message.type() === "error" && logged.push(message.text())))
  await page.route(addressOf(domainCalls.list), (route) => route.fulfill({ status: 500 }))
  await afterClosing(page)
  await page.reload()
  await expect(page.getByRole("textbox", { name: /^名称/ })).toHaveCount(1)
  expect(logged.some((text) => text.includes("Failure"))).toBe(true)
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0)
  await page.unroute(addressOf(domainCalls.list))
  await page.reload()
  await expect(page.getByRole("textbox", { name: /^名称/ })).toHaveCount(3)

  await newName(page).fill("另一个")
  await typePlace("/main/applications")
  await page.getByRole("dialog", { name: "有未保存的修改" }).getByRole("button", { name: "离开" }).click()
  await expect.poll(() => pathOf(page)).toBe("/main/applications")
})

test("[DOM-7][HOME-7][LOGIN-6] only listed sites are framed, answered and hosted; a removal acts in open pages", async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, "company")
  await open(page, "/main/home")
  await expect(page.getByRole("banner")).toBeVisible()
  const refusedBy = (framedAddress: string) =>
    page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const inner = document.createElement("iframe")
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            inner.remove()
            resolve(effectiveDirective)
          })
          inner.src = address
          document.body.append(inner)
        }),
      framedAddress,
    )
  expect(await refusedBy(`${stranger.origin}/`)).toBe("frame-src")
  // Listed after the document was loaded: the first page of it reloads the portal, by itself.
  await list(listed)
  await page.evaluate((to) => window.UserCenter?.navigate(to), oldPage(`${listed.origin}/in`))
  const frame = await framed(page, `${listed.origin}/in`)
  await expect(frame.getByText("/in")).toBeVisible()
  const user = await frame.evaluate(() => (window as unknown as Hosted).UserCenter.currentUser())
  expect(user?.orgname).toBe("文澜膳食服务有限公司")

  // The policy of the document, by its words; by its deeds before and after.
  const policy = (await page.request.get(portalBase)).headers()["content-security-policy"] ?? ""
  expect(policy).toContain(listed.origin)
  expect(policy).not.toContain(stranger.origin)

  await page.evaluate((to) => window.UserCenter?.navigate(to), oldPage(`${stranger.origin}/x`))
  await expect(page.getByRole("main").getByRole("alert")).toContainText("不在本单位的授权域名内")
  await expect(page.locator(`main iframe[src^="${stranger.origin}"]`)).toHaveCount(0)
  await expectAccessible(page)

  // What was refused is offered to whoever keeps the list; what was hosted says when.
  await page.getByRole("link", { name: "维护授权域名" }).click()
  await expect(page.getByText(/^最近打开 今天/)).toHaveCount(1)
  await page.getByRole("button", { name: `添加：${stranger.origin}` }).click()
  await expect(newAddress(page)).toHaveValue(stranger.origin)
  await page.getByRole("button", { name: /^删除/ }).last().click()

  // Where a login leads: by a press on a role, and for who is in already.
  const other = await browser.newContext({ baseURL: baseURL ?? "" })
  const visitor = await other.newPage()
  await open(visitor, `/newLogin?returnUrl=${encodeURIComponent(`${listed.origin}/back`)}`)
  // Another login page takes the wish along.
  await visitor.getByRole("navigation", { name: "其他登录入口" }).getByRole("link", { name: /演示/ }).click()
  // The page before has a button of that name too.
  await expect(visitor.getByRole("heading", { name: "选择身份，直接体验" })).toBeVisible()
  await visitor.getByRole("button", { name: /^企业员工/ }).click()
  await visitor.waitForURL(`${listed.origin}/back`)
  await open(visitor, `/newLogin?returnUrl=${encodeURIComponent(`${stranger.origin}/back`)}`)
  await visitor.getByRole("button", { name: "继续进入" }).click()
  await expect.poll(() => pathOf(visitor)).toBe("/main/home")
  await other.close()

  // Without this tab's knowledge; it learns of it when somebody returns to it.
  await page.evaluate((to) => window.UserCenter?.navigate(to), oldPage(`${listed.origin}/in`))
  await expect(page.locator(`main iframe[src="${listed.origin}/in"]`)).toBeVisible()
  await query("delete from auth_domain where origin = $1", [listed.origin])
  // What the portal was told is good for a second. The tab may hear of the list before the frame asks: then it is gone.
  const again = () =>
    frame
      .evaluate(() => (window as unknown as Hosted).UserCenter.currentUser().then(() => "answered", String))
      .catch((error: unknown) => (frame.isDetached() ? bridgeMessages.ended : String(error)))
  await expect.poll(again).toContain(bridgeMessages.ended)
  await page.evaluate(() => window.dispatchEvent(new Event("focus")))
  await expect(page.getByRole("main").getByRole("alert")).toContainText("不在本单位的授权域名内")
  await expect(page.locator("main iframe")).toHaveCount(0)
  // Nor may this document frame it any more, though it came with a policy that said so.
  expect(await refusedBy(`${listed.origin}/in`)).toBe("frame-src")
})

test("[HOME-7][MENU-3] open pages keep their content; title, close, reload, own window, ticket", async ({
  page,
}) => {
  await list(listed, second)
  await signIn(page, "company")
  await open(page, oldPage(`${listed.origin}/a`))
  const first = await framed(page, `${listed.origin}/a`)
  await first.evaluate(() => {
    document.body.append("未保存的话")
    void (window as unknown as Hosted).UserCenter.setTitle("收文 (3)")
  })
  const tabs = page.getByRole("navigation", { name: "已打开的页面" })
  await expect(tabs.getByRole("link", { name: "收文 (3)" })).toHaveAttribute("aria-current", "page")
  await expect(page).toHaveTitle(/^收文 \(3\)/)
  await page.evaluate(
    (to) => window.UserCenter?.navigate(to),
    `/main/vuepage?url=${encodeURIComponent(`${second.origin}/b`)}`,
  )
  const other = await framed(page, `${second.origin}/b`)
  // Without a word of its own: by its title.
  await expect(tabs.getByRole("link", { name: "收文", exact: true })).toHaveAttribute("aria-current", "page")
  await expectAccessible(page)

  // Who is behind may not come to the front.
  const behind = await first.evaluate(() =>
    (window as unknown as Hosted).UserCenter.openPicker("person").then(() => "opened", String),
  )
  expect(behind).toContain(bridgeMessages.notShown)
  const unlisted = await other.evaluate(() =>
    (window as unknown as Hosted).UserCenter.reauthenticate("domain").then(() => "opened", String),
  )
  expect(unlisted).toContain(bridgeMessages.notAllowed)
  // Dialogs cover everything.
  const picked = other.evaluate(() => (window as unknown as Hosted).UserCenter.openPicker("person"))
  const dialog = page.getByRole("dialog", { name: "选择人员" })
  await expect(dialog).toBeVisible()
  await page.keyboard.press("Escape")
  expect(await picked).toBeNull()

  await page.getByRole("banner").getByRole("link", { name: "首页", exact: true }).click()
  await expect(page.getByText("未保存的话")).toHaveCount(0)
  await tabs.getByRole("link", { name: "收文 (3)" }).click()
  await expect(first.getByText("未保存的话")).toBeVisible()
  await expect(page).toHaveTitle(/^收文 \(3\)/)
  await expect(page.getByRole("link", { name: "在新窗口打开" })).toHaveAttribute("href", `${listed.origin}/a`)
  // The page has no way to lead the tab away.
  await first
    .evaluate((to) => void (window.top && (window.top.location.href = to)), `${stranger.origin}/`)
    .catch(() => undefined)
  await expect.poll(() => pathOf(page)).toBe(oldPage(`${listed.origin}/a`))

  // A ticket: no token in any address, and the site's server redeems it once.
  const noSecret = await first.evaluate(() =>
    (window as unknown as Hosted).UserCenter.ticket().then(() => "issued", String),
  )
  expect(noSecret).toContain(domainMessages.noSecret)
  const secret = "s".repeat(43)
  await query("update auth_domain set secret_hash = sha256($1) where origin = $2", [secret, listed.origin])
  const ticket = await first.evaluate(() => (window as unknown as Hosted).UserCenter.ticket())
  const { service, path } = domainCalls.redeem
  const redeemed = () => page.request.post(`/${service}${path}`, { data: { ticket, secret } })
  expect((await (await redeemed()).json()).data).toMatchObject({ orgname: "文澜膳食服务有限公司" })
  expect((await redeemed()).status()).toBe(403)
  await page.getByRole("button", { name: "重新加载此页面" }).click()
  const reloaded = await framed(page, `${listed.origin}/a`)
  await expect(reloaded.getByText("未保存的话")).toHaveCount(0)
  await expect(tabs.getByRole("link", { name: "收文", exact: true })).toHaveCount(2)

  // It leads itself to a site that is not listed: that is told, with the name of that site, and there is a way back.
  await reloaded
    .evaluate((to) => void (window.location.href = to), `${stranger.origin}/on`)
    .catch(() => undefined)
  const told = page.getByRole("main").getByRole("alert")
  await expect(told).toContainText(`它要转到的 ${new URL(stranger.origin).host} 不在本单位的授权域名内`)
  await expectAccessible(page)
  await told.getByRole("button", { name: "重新加载" }).click()
  await expect((await framed(page, `${listed.origin}/a`)).getByText("/a")).toBeVisible()
  await expect(tabs.getByRole("link", { name: "收文", exact: true })).toHaveCount(2)

  await tabs.getByRole("button", { name: /^关闭/ }).first().click()
  await expect.poll(() => pathOf(page)).toContain("/main/vuepage")
  await tabs.getByRole("button", { name: /^关闭/ }).click()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
  await expect(page.locator("main iframe")).toHaveCount(0)
})

test("[HOME-7] mainBox shows the page without the shell; hostile addresses open no frame", async ({
  page,
}) => {
  await list(listed)
  await signIn(page, "company")
  await open(page, `/mainBox?url=${encodeURIComponent(`${listed.origin}/alone`)}`)
  const frame = await framed(page, `${listed.origin}/alone`)
  await expect(page.getByRole("banner")).toHaveCount(0)
  await frame.evaluate(() => (window as unknown as Hosted).UserCenter.setTitle("独立页面"))
  await expect(page).toHaveTitle(/^独立页面/)

  const portal = new URL(page.url()).origin
  let dialogs = 0
  page.on("dialog", (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  // Two hundred and more of them: hosted-attacks.test.ts.
  for (const url of [
    "%09javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    `%5C%5C${new URL(stranger.origin).host}`,
    `${listed.origin}@${new URL(stranger.origin).host}`,
    `/a&url=${stranger.origin}`,
  ]) {
    await open(page, `/mainBox?url=${url}`)
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible()
    expect(await page.locator("iframe").count(), url).toBe(0)
    expect(new URL(page.url()).origin).toBe(portal)
  }
  expect(dialogs).toBe(0)
})
