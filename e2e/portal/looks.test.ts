import { expect, test, type Page } from "@playwright/test"
import { menuCalls } from "@uc/contract/menus/calls"
import { expectAccessible } from "../accessible.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"

async function openHome(page: Page): Promise<void> {
  await signIn(page, "bureau")
  await open(page, "/main/home")
  await expect(page.getByRole("heading", { name: "我的应用" })).toBeVisible()
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test(`axe finds nothing on the login page, ${colorScheme}`, async ({ page }) => {
      await open(page, "/newLogin")
      await expect(page.getByRole("button", { name: "学校管理员" })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole("button", { name: "登录", exact: true }).click()
      await expect(page.getByText("请输入账号", { exact: true })).toBeVisible()
      await expectAccessible(page)
    })

    test(`axe finds nothing in the shell, ${colorScheme}`, async ({ page }) => {
      await openHome(page)
      await expectAccessible(page)
      await page.getByRole("navigation", { name: "功能菜单" }).getByRole("link", { name: "平安校园" }).click()
      await expect(page.getByRole("heading", { name: "平安校园", level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press("Control+k")
      await page.getByRole("combobox", { name: "搜索菜单、页面和人员" }).fill("zz")
      await expect(page.getByRole("option", { name: /组织机构/ }).first()).toBeVisible()
      await expectAccessible(page)
    })

    test(`axe finds nothing on the pages of every day, ${colorScheme}`, async ({ page }) => {
      await signIn(page, "school")
      for (const path of ["/main/applications", "/main/service", "/task", "/nowhere"]) {
        await open(page, path)
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1)
        await expectAccessible(page)
      }
    })

    test(`axe finds nothing on a phone, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await openHome(page)
      await expectAccessible(page)
      await page.getByRole("button", { name: "打开菜单" }).click()
      await expect(page.getByRole("dialog", { name: "功能菜单" })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test("the first paint has the chosen theme, and the choice is remembered", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await openHome(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole("button", { name: /外观/ }).click()
  await page.getByRole("menuitemradio", { name: "深色" }).click()
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()

  // Without the bundle: what paints first is the document with its style sheet and the classic script.
  await page.route("**/assets/*.js", (route) =>
    route.request().url().includes("/boot-") ? route.continue() : route.abort(),
  )
  await page.reload()
  await expect(page.getByRole("alert")).toContainText("页面加载失败")
  expect(await ground()).toBe(dark)
})

test("the icon of the tab has an address that a browser may keep", async ({ page, request }) => {
  await open(page, "/newLogin")
  const address = await page.locator('link[rel="icon"]').getAttribute("href")
  const answer = await request.get(address ?? "")
  expect(answer.headers()["content-type"]).toContain("image/svg+xml")
  expect(answer.headers()["cache-control"]).toContain("immutable")
})

test("everything stands still for whoever wants no motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await openHome(page)
  await page.getByRole("button", { name: /个人菜单/ }).click()
  const popup = page.getByRole("menu").locator("..")
  const durationS = await popup.evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).animationDuration),
  )
  expect(durationS).toBeLessThan(0.001)
})

test("the side menu is worked with the keyboard alone, and shows where one is", async ({ page }) => {
  await openHome(page)
  const menu = page.getByRole("navigation", { name: "功能菜单" })
  const workbench = menu.getByRole("link", { name: "工作台" })
  // The home page stands in the first branch, which is open therefore.
  await expect(menu.getByRole("link", { name: "首页", exact: true })).toHaveAttribute("aria-current", "page")
  await workbench.focus()
  await page.keyboard.press("ArrowLeft")
  await page.keyboard.press("ArrowDown")
  const safety = menu.getByRole("link", { name: "平安校园" })
  await expect(safety).toBeFocused()
  await page.keyboard.press("ArrowRight")
  // Past the pages that stand before it.
  for (const _ of [1, 2, 3, 4, 5, 6, 7]) await page.keyboard.press("ArrowDown")
  const video = menu.getByRole("link", { name: "视频巡查" })
  await expect(video).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(video).toHaveAttribute("aria-current", "page")
  await expect(page.getByRole("heading", { name: "视频巡查", level: 1 })).toBeVisible()

  // A deep link shows its place in the menu by itself.
  await page.reload()
  await expect(video).toHaveAttribute("aria-current", "page")
  await expect(video).toBeInViewport()
})

test("the folded menu is remembered, and a branch flies out of it", async ({ page }) => {
  await openHome(page)
  const menu = page.getByRole("navigation", { name: "功能菜单" })
  await page.getByRole("button", { name: "收起菜单" }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64)
  await page.reload()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64)
  await menu.getByRole("button", { name: "平安校园" }).press("Enter")
  await menu.getByRole("link", { name: "隐患台账" }).click()
  await expect(page.getByRole("heading", { name: "隐患台账", level: 1 })).toBeVisible()
  await page.getByRole("button", { name: "收起菜单" }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(220)
})

test("[MENU-7] Ctrl+K finds a menu by its initials, Enter goes there, Escape closes", async ({ page }) => {
  await openHome(page)
  await page.keyboard.press("Control+k")
  const box = page.getByRole("combobox", { name: "搜索菜单、页面和人员" })
  await expect(box).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(box).toBeHidden()

  await page.keyboard.press("Control+k")
  await box.fill("zzjg")
  await expect(page.getByRole("option").first()).toContainText("组织机构")
  await page.keyboard.press("Enter")
  await expect(box).toBeHidden()
  await expect(page).toHaveTitle(/^组织机构/)
  // The menu has it, so it is found there and only there.
  await expect.poll(() => pathOf(page)).toMatch(/^\/\d+\/\d+$/)
  await page.keyboard.press("Control+k")
  await box.fill("zzjg")
  await expect(page.getByRole("option", { name: /^组织机构/ })).toHaveCount(1)
  await page.keyboard.press("Escape")

  await page.keyboard.press("Control+k")
  await box.fill("没有这样的菜单")
  await expect(page.getByText("没有找到“没有这样的菜单”")).toBeVisible()
})

test("[DLG-6] the focus returns to where it was when the search closes", async ({ page }) => {
  await openHome(page)
  const tool = page.getByRole("button", { name: "搜索菜单、页面和人员" })
  const box = page.getByRole("combobox", { name: "搜索菜单、页面和人员" })
  await tool.press("Enter")
  await expect(box).toBeFocused()
  await page.keyboard.press("Escape")
  await expect(tool).toBeFocused()
})

test("[DLG-2] back closes the search and stays on the page; the next back leads back", async ({ page }) => {
  await openHome(page)
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "应用" }).click()
  await expect.poll(() => pathOf(page)).toBe("/main/applications")
  const box = page.getByRole("combobox", { name: "搜索菜单、页面和人员" })
  await page.keyboard.press("Control+k")
  await expect(box).toBeFocused()
  await page.goBack()
  await expect(box).toBeHidden()
  await expect.poll(() => pathOf(page)).toBe("/main/applications")
  await expect(page).toHaveTitle(/^应用/)
  await page.goBack()
  await expect.poll(() => pathOf(page)).toBe("/main/home")
})

test("[MENU-7] a starred page is a favourite in menu and home, a used one is recent", async ({ page }) => {
  await openHome(page)
  const menu = page.getByRole("navigation", { name: "功能菜单" })
  await page.getByRole("region", { name: "我的应用" }).getByRole("link", { name: "隐患台账" }).click()
  await page.getByRole("button", { name: "收藏此页" }).click()
  await expect(menu.getByRole("button", { name: "收藏" })).toBeVisible()
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "首页" }).click()
  for (const name of ["收藏", "最近使用"]) {
    await expect(page.getByRole("region", { name }).getByRole("link", { name: "隐患台账" })).toBeVisible()
  }
  // The server keeps it: the others who sign in as this one find their menu as it was.
  await page.getByRole("region", { name: "收藏" }).getByRole("link", { name: "隐患台账" }).click()
  await page.getByRole("button", { name: "收藏此页" }).click()
  await expect(menu.getByRole("button", { name: "收藏" })).toBeHidden()
})

test("the navigation marks the place, and every header tool is reached by Tab", async ({ page }) => {
  await openHome(page)
  const places = page.getByRole("navigation", { name: "主导航" })
  await expect(places.getByRole("link", { name: "首页" })).toHaveAttribute("aria-current", "page")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused()
  for (const name of ["用户中心首页", "首页", "应用", "服务", "管理"]) {
    await page.keyboard.press("Tab")
    await expect(page.getByRole("link", { name, exact: true }).first()).toBeFocused()
  }
  for (const name of [/搜索/, /^通知/, /外观/, /个人菜单/]) {
    await page.keyboard.press("Tab")
    await expect(page.getByRole("button", { name })).toBeFocused()
  }
  // Another page begins at its top, however far down one was.
  const scrolled = () => page.locator("#content").evaluate((content) => content.scrollTop)
  await page.locator("#content").evaluate((content) => (content.scrollTop = 300))
  await expect.poll(scrolled).toBe(300)
  await places.getByRole("link", { name: "管理" }).click()
  await expect(page.getByRole("heading", { name: "管理", level: 1 })).toBeVisible()
  await expect.poll(scrolled).toBe(0)
})

test.describe("where the menu is longer than the window", () => {
  test.use({ viewport: { width: 1366, height: 420 } })

  test("[BARE-2] the first Tab leads to the start of the page, also where the menu had to scroll", async ({
    page,
  }) => {
    await openHome(page)
    const menu = page.getByRole("navigation", { name: "功能菜单" })
    const last = menu.locator("[data-entry]").last()
    await last.press("ArrowRight")
    await expect(last).not.toHaveAttribute("data-branch")
    const path = ((await last.getAttribute("href")) ?? "").replace(/^.*#/, "")
    await open(page, path)
    await page.reload()
    const current = menu.locator('[aria-current="page"]')
    await expect(current).toBeInViewport()
    await expect.poll(() => pathOf(page)).toBe(path)
    await page.keyboard.press("Tab")
    await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused()
  })
})

test("[BARE-2] the first Tab beside a hosted page leads to the start of the portal", async ({ page }) => {
  const none = { module_type: null, icon: null, children: [] }
  const children = [{ ...none, id: "2", text: "说明", path: "/healthz" }]
  const modulelist = [{ ...none, id: "1", text: "帮助", path: null, children }]
  await page.route(addressOf(menuCalls.ofUser), (route) =>
    route.fulfill({ json: { ret: 1, data: { modulelist }, msg: "" } }),
  )
  await signIn(page, "school")
  await open(page, "/1/2")
  await expect(page.getByRole("navigation", { name: "已打开的页面" })).toContainText("说明")
  await expect(page.getByRole("main").getByTitle("说明").locator("xpath=self::iframe")).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("link", { name: "跳到正文" })).toBeFocused()
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test("the menu is a drawer, navigation at the bottom, nothing wider than the screen", async ({ page }) => {
    await openHome(page)
    await expect(page.getByRole("navigation", { name: "功能菜单" })).toBeHidden()
    await page.getByRole("button", { name: "打开菜单" }).tap()
    const drawer = page.getByRole("dialog", { name: "功能菜单" })
    await drawer.getByRole("link", { name: "平安校园" }).tap()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole("heading", { name: "平安校园", level: 1 })).toBeVisible()

    const bottom = page.getByRole("navigation", { name: "底部导航" })
    for (const [name, path] of [
      ["应用", "/main/applications"],
      ["服务", "/main/service"],
      ["首页", "/main/home"],
    ] as const) {
      await bottom.getByRole("link", { name }).tap()
      await expect.poll(() => pathOf(page)).toBe(path)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    }
  })

  test("bell in the header, search with a close button, text clear of the drawing", async ({ page }) => {
    await openHome(page)
    const day = await page
      .getByRole("region", { name: "欢迎" })
      .getByText(/\d+年\d+月\d+日/)
      .boundingBox()
    const drawing = await page.getByRole("region", { name: "欢迎" }).locator("svg").first().boundingBox()
    expect((day?.y ?? Infinity) + (day?.height ?? 0)).toBeLessThanOrEqual(drawing?.y ?? 0)
    await page.getByRole("button", { name: /^通知/ }).click()
    const panel = await page.getByRole("dialog", { name: "通知" }).boundingBox()
    expect(panel?.x).toBeGreaterThanOrEqual(0)
    await page.getByRole("button", { name: "搜索菜单、页面和人员" }).click()
    const close = page
      .getByRole("dialog", { name: "搜索" })
      .getByRole("button", { name: "关闭", exact: true })
    await expect(close.getByText("Esc")).toBeHidden()
    await close.click()
    await expect(close).toBeHidden()
  })

  test("the login form fits the width", async ({ page }) => {
    await open(page, "/newLogin")
    await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

test("[LAYOUT-3] axe finds nothing on the page of news columns: a link in a line is underlined", async ({
  page,
}) => {
  await signIn(page, "bureau")
  await open(page, "/main/newsColumns")
  await expect(page.getByRole("link", { name: / 篇$/ }).first()).toBeVisible()
  await expectAccessible(page)
})
