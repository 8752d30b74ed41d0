import { expect, test, type Frame, type Page } from "@playwright/test"
import { bridgeMessages } from "@uc/bridge/protocol"
import { refusalMessages } from "@uc/bridge/refusals"
import type { UserCenter } from "@uc/bridge/user-center"
import { menuCalls } from "@uc/contract/menus/calls"
import { query } from "../database.ts"
import { startHostedSite, type HostedSite } from "../hosted-site.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

/** What the page of the other site has on its window. */
type Hosted = Window & {
  readonly UserCenter: UserCenter & { readonly connect: (options?: object) => Promise<UserCenter> }
  received: unknown[]
}

let listed: HostedSite
let stranger: HostedSite

test.beforeAll(async () => {
  const portal = process.env["PRODUCT_ADDRESS"] ?? ""
  listed = await startHostedSite(portal)
  stranger = await startHostedSite(portal)
  await query(
    `insert into auth_domain (org_id, name, domain_ip, origin, helpers)
     select org_id, '测试', $1, $1, '{picker,drawer,monitor,user,page,reauth}' from person where account = 'school'`,
    [listed.origin],
  )
})
test.afterAll(async () => {
  await query("delete from auth_domain where origin = $1", [listed.origin])
  await Promise.all([listed.stop(), stranger.stop()])
})

/** The portal with a menu of two entries, each a page of another site. */
async function opened(page: Page, path: "/1/2"): Promise<Frame> {
  const item = (id: string, text: string, address: string | null, children: readonly object[] = []) => ({
    id,
    text,
    module_type: null,
    path: address,
    icon: null,
    children,
  })
  const modulelist = [
    item("1", "协同", null, [
      item("2", "收文", `${listed.origin}/in`),
      item("3", "外站", `${stranger.origin}/`),
    ]),
  ]
  await page.route(addressOf(menuCalls.ofUser), (route) =>
    route.fulfill({ json: { ret: 1, data: { modulelist }, msg: "" } }),
  )
  await signIn(page, "school")
  await open(page, "/main/home")
  await expect(page.getByRole("navigation", { name: "功能菜单" })).toBeVisible()
  await page.evaluate((to) => window.UserCenter?.navigate(to), path)
  const frame = await (await page.waitForSelector("main iframe")).contentFrame()
  if (!frame) throw new Error("The frame has no page")
  await frame.waitForFunction(() => "UserCenter" in window)
  return frame
}

const people = (page: Page) => page.getByRole("dialog", { name: "选择人员" })

test("[DLG-4][DLG-5] a page of an authorised site uses the portal's helpers, and nothing else", async ({
  page,
}) => {
  const frame = await opened(page, "/1/2")

  const user = await frame.evaluate(() => (window as unknown as Hosted).UserCenter.currentUser())
  expect(Object.keys(user ?? {}).toSorted()).toEqual(
    ["areaid", "areaname", "jid", "orgid", "orgname", "usertype"].toSorted(),
  )

  // The form of older pages; a picker that is open is not opened twice; Esc clears the callback uncalled and gives the focus back.
  await frame.evaluate(() => {
    const hosted = window as unknown as Hosted
    hosted.received = []
    document.querySelector("button")?.addEventListener("click", () => {
      for (const _ of [1, 2])
        void hosted.UserCenter.openDialog({ key: 998, max: 1 }, (chosen) => hosted.received.push(chosen))
    })
  })
  const received = () => frame.evaluate(() => (window as unknown as Hosted).received)
  await frame.getByRole("button", { name: "选择人员" }).click()
  await expect(people(page)).toHaveCount(1)
  await page.keyboard.press("Escape")
  await expect(people(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME")
  expect(await received()).toEqual([])

  // What is chosen reaches the page.
  const chosen = frame.evaluate(() => (window as unknown as Hosted).UserCenter.openPicker("department"))
  const departments = page.getByRole("dialog", { name: "选择部门" })
  const first = departments.getByRole("treeitem").first()
  await first.getByRole("checkbox").or(first).first().click()
  await departments.getByRole("button", { name: /^确定/ }).click()
  expect(await chosen).toEqual([{ id: expect.stringMatching(/^\d+$/), name: expect.any(String) }])

  // Back closes what is open, and the page stays where it is.
  const asked = frame.evaluate(() => (window as unknown as Hosted).UserCenter.openPicker("person"))
  await expect(people(page)).toBeVisible()
  await page.goBack()
  expect(await asked).toBeNull()
  await expect(people(page)).toHaveCount(0)
  await expect.poll(() => pathOf(page)).toBe("/1/2")

  // A page that is reloaded has lost what it had opened, and is answered again.
  void frame.evaluate(() => void (window as unknown as Hosted).UserCenter.openPicker("person"))
  await expect(people(page)).toBeVisible()
  await frame.goto(`${listed.origin}/again`)
  await expect(people(page)).toHaveCount(0)

  // Re-authentication names who asks, says true or false, and nothing else; then the site was sent away twice in a row.
  const proven = frame.evaluate(() => (window as unknown as Hosted).UserCenter.reauthenticate("domain"))
  const { host } = new URL(listed.origin)
  await expect(page.getByRole("dialog", { name: "身份验证" })).toContainText(`由 ${host} 发起`)
  await page.keyboard.press("Escape")
  expect(await proven).toBe(false)
  const nagged = frame.evaluate(() => (window as unknown as Hosted).UserCenter.openPicker("person"))
  await expect(nagged).rejects.toThrow(refusalMessages.dismissed)

  await frame.evaluate(() => (window as unknown as Hosted).UserCenter.setTitle("收文 (3)"))
  await expect(page).toHaveTitle(/^收文 \(3\)/)

  const refusals = await frame.evaluate(async () => {
    const portal = (window as unknown as Hosted).UserCenter
    const tries = [
      () => portal.navigate("//evil.example"),
      () => portal.navigate("javascript:alert(1)"),
      () => portal.setTitle("长".repeat(2_000_000)),
      () => portal.openPicker("person", { max: 0 }),
      () => portal.openPicker("__proto__" as "person"),
      () => portal.openDialog({ key: 5 }),
      () => portal.reauthenticate("unlock"),
      () => portal.navigate("/getQrcode?t=x"),
    ]
    const said: string[] = []
    for (const attempt of tries) said.push(await attempt().then(() => "done", String))
    return said
  })
  expect(refusals.map((sentence) => sentence.replace("Error: ", ""))).toEqual([
    "只能打开本站的页面",
    "只能打开本站的页面",
    bridgeMessages.tooLong,
    expect.stringContaining("max："),
    bridgeMessages.noSuchDialog,
    bridgeMessages.noSuchDialog,
    refusalMessages.noSuchModule,
    refusalMessages.closedPlace,
  ])

  await frame.evaluate(() => (window as unknown as Hosted).UserCenter.navigate("/main/account"))
  await expect.poll(() => pathOf(page)).toBe("/main/account")
})

test("[DLG-5] nested, sandboxed and unlisted pages get no answer and one console warning each", async ({
  browser,
  baseURL,
}) => {
  // Without the policy, which would not let the stranger into the frame at all.
  const context = await browser.newContext({ baseURL: baseURL ?? "", bypassCSP: true })
  const page = await context.newPage()
  const warnings: string[] = []
  page.on("console", (message) => {
    if (message.type() === "warning" && message.text().includes("not answered")) warnings.push(message.text())
  })
  // The portal itself hosts no stranger; a page that it hosts may have moved on to one.
  const strange = await opened(page, "/1/2")
  await strange.goto(`${stranger.origin}/`)
  const said = await strange.evaluate(() =>
    (window as unknown as Hosted).UserCenter.connect({ timeoutMs: 1500 }).then(() => "connected", String),
  )
  expect(said).toContain(bridgeMessages.noAnswer)
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain(stranger.origin)

  await page.evaluate(() => window.UserCenter?.navigate("/1/3"))
  await expect(page.getByRole("main").getByRole("alert")).toContainText("不在本单位的授权域名内")
  await page.evaluate(() => window.UserCenter?.navigate("/1/2"))
  await strange.goto(`${listed.origin}/in`)
  const frame = strange
  await frame.evaluate(() => (window as unknown as Hosted).UserCenter.currentUser())
  // Inside the authorised page: a sandbox without an origin, and the same site once more. Both greet the portal by themselves.
  const answered = await frame.evaluate(async (hello) => {
    const script = `top.postMessage(${JSON.stringify(hello)}, "*"); onmessage = () => parent.postMessage("heard", "*")`
    const address = URL.createObjectURL(new Blob([`<script>${script}</script>`], { type: "text/html" }))
    let count = 0
    window.addEventListener("message", () => count++)
    for (const sandbox of ["allow-scripts", "allow-scripts allow-same-origin"]) {
      const inner = document.createElement("iframe")
      inner.setAttribute("sandbox", sandbox)
      inner.src = address
      document.body.append(inner)
      await new Promise((resolve) => inner.addEventListener("load", resolve))
    }
    return count
  }, "user-centre/1/hello/inner")
  await expect
    .poll(() => warnings.slice(1).map((text) => /of (\S+)/.exec(text)?.[1]))
    .toEqual(["null", listed.origin])
  expect(answered).toBe(0)
  await context.close()
})

test("[DLG-4] an older page of the portal's own site finds the helpers on the window above it", async ({
  page,
}) => {
  await page.route("**/old-page.html", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>old</title>" }),
  )
  await signIn(page, "school")
  await open(page, "/main/demo")
  await expect(page.getByRole("heading", { name: "功能演示" })).toBeVisible()
  await page.evaluate(() => {
    const frame = document.createElement("iframe")
    frame.src = "/old-page.html"
    frame.id = "old"
    document.body.append(frame)
  })
  const old = await (await page.waitForSelector("#old")).contentFrame()
  if (!old) throw new Error("The frame has no page")
  // Before that it is an empty page that is about to go, and takes its question with it.
  await old.waitForURL("**/old-page.html")
  await page.waitForFunction(() => "UserCenter" in window)
  const chosen = old.evaluate(
    () =>
      new Promise((resolve) => {
        void (window.parent as unknown as Hosted).UserCenter.openDialog(
          { key: 1000, title: "选部门" },
          resolve,
        )
      }),
  )
  const dialog = page.getByRole("dialog", { name: "选部门" })
  await dialog
    .getByRole("treeitem")
    .first()
    .getByRole("checkbox")
    .or(dialog.getByRole("treeitem").first())
    .first()
    .click()
  await dialog.getByRole("button", { name: /^确定/ }).click()
  expect(await chosen).toEqual([{ id: expect.stringMatching(/^\d+$/), name: expect.any(String) }])

  const closed = old.evaluate(() =>
    (window.parent as unknown as Hosted).UserCenter.openDialog({ path: "/main/account" }),
  )
  await expect(page.getByRole("dialog", { name: "页面" })).toBeVisible()
  await page.evaluate(() => window.UserCenter?.closeDialog(1))
  expect(await closed).toBeNull()
})

test("[BARE-20] a picker that breaks closes and answers its page; the portal stays", async ({ page }) => {
  const frame = await opened(page, "/1/2")
  // What the tree of a picker needs of the browser, and nothing else that is on the screen.
  await page.evaluate(() => {
    Object.assign(window, { realObserver: window.ResizeObserver })
    window.ResizeObserver = function broken() {
      throw new Error("broken on purpose")
    } as unknown as typeof ResizeObserver
  })
  await frame.evaluate(() => {
    const hosted = window as unknown as Hosted
    hosted.received = []
    document.querySelector("button")?.addEventListener("click", () => {
      void hosted.UserCenter.openPicker("person").then((chosen) => hosted.received.push(chosen))
    })
  })
  await frame.getByRole("button", { name: "选择人员" }).click()
  await expect(page.getByText("窗口出现异常，已关闭，请重新打开")).toBeVisible()
  await expect.poll(() => frame.evaluate(() => (window as unknown as Hosted).received)).toEqual([null])
  await expect(people(page)).toHaveCount(0)
  await expect(page.getByRole("navigation", { name: "功能菜单" })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("IFRAME")

  await page.evaluate(() => {
    window.ResizeObserver = (window as unknown as { realObserver: typeof ResizeObserver }).realObserver
  })
  await frame.getByRole("button", { name: "选择人员" }).click()
  await expect(people(page).getByRole("treeitem").first()).toBeVisible()
})
