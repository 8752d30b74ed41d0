import { expect, test, type Page } from "@playwright/test"
import { menuCalls, type MenuRouteItem } from "@uc/contract/menus/calls"
import { query } from "../database.ts"
import { signInByForm } from "../login-form.ts"
import { gate } from "../gate.ts"
import { addressOf, open, pathOf, signIn, type Account } from "../sign-in.ts"

const menuList = addressOf(menuCalls.ofUser)
const side = (page: Page) => page.getByRole("navigation", { name: "功能菜单" })
const topEntries = (page: Page) => side(page).locator(":scope > div > ul > li").getByRole("link")

async function signedIn(page: Page, account: Account, path = "/main/home"): Promise<void> {
  await signIn(page, account)
  await open(page, path)
}

async function unfold(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    await side(page)
      .getByRole("button", { name: `展开${text}` })
      .click()
}

/** Holds the server's answer back until it is let go. */
async function held(page: Page): Promise<() => void> {
  const answer = gate()
  await page.route(menuList, async (route) => {
    await answer.opened
    await route.continue().catch(() => undefined)
  })
  return answer.open
}

/** A list that no sound server sends. */
async function answered(page: Page, modulelist: readonly unknown[]): Promise<void> {
  await page.route(menuList, (route) => route.fulfill({ json: { ret: 1, data: { modulelist }, msg: "" } }))
}

function item(more: Partial<MenuRouteItem>): Partial<MenuRouteItem> {
  return { text: "菜单", module_type: null, path: null, icon: null, children: [], ...more }
}

test("[MENU-1] the menus are the user's own: a school's and a bureau's differ", async ({ page, context }) => {
  await signedIn(page, "school")
  await expect(side(page).getByRole("link", { name: "教学教务" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "督导评估" })).toHaveCount(0)
  await page.evaluate(() => sessionStorage.clear())
  // A page that is still open would hear that its session is over, and go to the login page.
  await page.goto("about:blank")
  await context.clearCookies()
  await signedIn(page, "bureau")
  await expect(side(page).getByRole("link", { name: "督导评估" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "教学教务" })).toHaveCount(0)
})

test("[MENU-2][MENU-3][MENU-4] paths are ids joined by the parents'; layout, own page and frame", async ({
  page,
}) => {
  await signedIn(page, "school")
  await side(page).getByRole("link", { name: "协同办公" }).click()
  await expect(page).toHaveTitle(/^协同办公/)
  const top = pathOf(page)
  expect(top).toMatch(/^\/\d+$/)
  // The layout page of a top-level item shows what is below it.
  await page
    .getByRole("main")
    .getByRole("link", { name: /任务管理/ })
    .click()
  await expect(page.getByRole("main").getByRole("heading", { name: "任务", exact: true })).toBeVisible()
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^${top}/\\d+$`))
  await unfold(page, "公文流转")
  await side(page).getByRole("link", { name: "收文" }).click()
  await expect(page).toHaveTitle(/^收文/)
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^${top}/\\d+/\\d+$`))
  await expect(page.getByRole("main").getByTitle("收文").locator("xpath=self::iframe")).toHaveAttribute(
    "src",
    /^http:\/\/127\.0\.0\.1:\d+\/document\/inbox$/,
  )
})

test("[MENU-3] what is no page of the portal's own is hosted in a frame", async ({ page }) => {
  await answered(page, [
    item({ id: "1", text: "帮助", children: [item({ id: "2", text: "说明", path: "/healthz" })] as never }),
  ])
  await signedIn(page, "school", "/1/2")
  await expect(page.getByRole("main").getByTitle("说明").locator("xpath=self::iframe")).toHaveAttribute(
    "src",
    /\/healthz$/,
  )
})

test("[MENU-4] a deep link to a menu's page works in a fresh tab", async ({ page, context }) => {
  await signedIn(page, "school")
  await unfold(page, "协同办公")
  const link = side(page).getByRole("link", { name: "任务管理" })
  const path = (await link.getAttribute("href"))?.replace(/^.*#/, "") ?? ""
  await page.evaluate(() => localStorage.clear())
  const fresh = await context.newPage()
  await open(fresh, path)
  await expect(fresh.getByRole("main").getByRole("heading", { name: "任务", exact: true })).toBeVisible()
  await expect(side(fresh).getByRole("link", { name: "任务管理" })).toHaveAttribute("aria-current", "page")
  await expect(fresh).toHaveTitle(/^任务管理/)
  await expect.poll(() => pathOf(fresh)).toBe(path)
})

test("[MENU-4] without a session a deep link leads to login, and then to its page", async ({ page }) => {
  const [tasks] = await query<{ id: string; parent_id: string }>(
    "select id, parent_id from menu where text = '任务管理' and parent_id is not null",
  )
  const path = `/${tasks?.parent_id}/${tasks?.id}`
  await open(page, path)
  await signInByForm(page, "school")
  await expect(page).toHaveTitle(/^任务管理/)
  await expect.poll(() => pathOf(page)).toBe(path)
})

test("[MENU-5] with one broken item the menu renders; its page and the console name the fault", async ({
  page,
}) => {
  const told: string[] = []
  page.on("console", (message) => {
    if (message.type() === "error") told.push(message.text())
  })
  const loop = item({
    id: "5",
    text: "循环",
    children: [
      item({ id: "6", text: "内层", children: [item({ id: "5", text: "自己" })] as never }),
    ] as never,
  })
  await answered(page, [
    item({ id: "1", text: "好的", module_type: "router", path: "/task" }),
    item({ id: "2", text: "没有页面", module_type: "router", path: "/nowhere" }),
    item({ text: "没有编号" }),
    item({ id: "1", text: "重复编号" }),
    loop,
  ])
  await signedIn(page, "school")
  await expect(topEntries(page).first()).toBeVisible()
  const broken: readonly (readonly [text: string, words: RegExp])[] = [
    ["没有页面", /指向的页面“\/nowhere”不存在/],
    ["没有编号", /该菜单没有编号/],
    ["重复编号", /与另一个菜单重复/],
  ]
  for (const [text, words] of broken) {
    await side(page).getByRole("link", { name: text }).first().click()
    await expect(page.getByRole("main").getByText(words)).toBeVisible()
  }
  await unfold(page, "循环", "内层")
  await side(page).getByRole("link", { name: "自己" }).click()
  await expect(page.getByRole("main").getByText(/形成了循环/)).toBeVisible()
  await side(page).getByRole("link", { name: "好的" }).click()
  await expect(page.getByRole("main").getByRole("heading", { name: "任务", exact: true })).toBeVisible()
  for (const text of ["没有页面", "没有编号", "重复编号", "自己"]) {
    expect(
      told.filter((line) => line.includes(`(${text})`)),
      text,
    ).toHaveLength(1)
  }
})

test("[MENU-6] the cache is shown at once and refreshed behind it", async ({ page }) => {
  await signedIn(page, "school")
  await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
  // An item that the server no longer sends, as if the menus had changed since.
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage)) {
      if (key.startsWith("uc:menus:"))
        localStorage.setItem(key, String(value).replaceAll("平安校园", "旧的名称"))
    }
  })
  const release = await held(page)
  await page.reload()
  await expect(side(page).getByRole("link", { name: "旧的名称" })).toBeVisible()
  release()
  await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "旧的名称" })).toHaveCount(0)
})

test("[MENU-6] another user on the same browser never sees the first one's", async ({ page }) => {
  await signedIn(page, "school")
  await expect(side(page).getByRole("link", { name: "教学教务" })).toBeVisible()
  await page.getByRole("button", { name: /个人菜单$/ }).click()
  await page.getByRole("menuitem", { name: "退出登录" }).click()
  await expect(page.getByRole("button", { name: "登录", exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.values(localStorage).join())).not.toContain("教学教务")
  const release = await held(page)
  await signInByForm(page, "company")
  await expect.poll(() => pathOf(page)).toBe("/main/home")
  await expect(page.getByRole("navigation", { name: "主导航" })).toBeVisible()
  await expect(page.getByText("教学教务")).toHaveCount(0)
  release()
  await expect(side(page).getByRole("link", { name: "工作台" })).toBeVisible()
  await expect(page.getByText("教学教务")).toHaveCount(0)
})

test("[MENU-6] a tab whose browser somebody else has signed in on begins again as them", async ({
  page,
  context,
}) => {
  await signedIn(page, "school")
  await expect(side(page).getByRole("link", { name: "教学教务" })).toBeVisible()
  const other = await context.newPage()
  await signedIn(other, "bureau")
  await expect(side(other).getByRole("link", { name: "督导评估" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "督导评估" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "教学教务" })).toHaveCount(0)
})

for (const [kind, words] of [
  ["text", "隐患台"],
  ["full pinyin", "yinhuantaizhang"],
  ["initials", "yhtz"],
] as const) {
  test(`[MENU-7] the search finds an item by ${kind}, and Enter opens it`, async ({ page }) => {
    await signedIn(page, "school")
    await expect(side(page).getByRole("link", { name: "平安校园" })).toBeVisible()
    await page.keyboard.press("Control+k")
    await page.getByRole("combobox", { name: "搜索菜单、页面和人员" }).fill(words)
    await expect(page.getByRole("option", { name: /隐患台账/ })).toBeVisible()
    await page.keyboard.press("Enter")
    await expect(page).toHaveTitle(/^隐患台账/)
  })
}

test("[MENU-7] favourites and recently used are there after a reload, for this user only", async ({
  page,
}) => {
  await signedIn(page, "school")
  await unfold(page, "协同办公")
  await side(page).getByRole("link", { name: "任务管理" }).click()
  await page.getByRole("button", { name: "收藏此页" }).click()
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "首页" }).click()
  const card = (name: string) => page.getByRole("region", { name }).getByRole("link", { name: "任务管理" })
  for (const name of ["收藏", "最近使用"]) await expect(card(name)).toBeVisible()
  await page.reload()
  for (const name of ["收藏", "最近使用"]) await expect(card(name)).toBeVisible()
  // The server keeps it: others who sign in as this one find their menus as they were.
  await page.getByRole("region", { name: "最近使用" }).getByRole("link", { name: "任务管理" }).click()
  await page.getByRole("button", { name: "收藏此页" }).click()
  await expect(page.getByRole("button", { name: "收藏此页" })).toHaveAttribute("aria-pressed", "false")
  await page.getByRole("navigation", { name: "主导航" }).getByRole("link", { name: "首页" }).click()
  await signIn(page, "teacher")
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await expect(page.getByRole("region", { name: "收藏" })).toBeVisible()
  await expect(side(page).getByRole("link", { name: "工作台" })).toBeVisible()
  for (const name of ["收藏", "最近使用"]) await expect(card(name)).toHaveCount(0)
})

test("[ROUTE-11] a fixed page is marked in the menu that leads to it, and its group is open", async ({
  page,
}) => {
  await signedIn(page, "bureau", "/domain")
  const entry = side(page).getByRole("link", { name: "授权域名" })
  await expect(entry).toBeVisible()
  await expect(entry).toHaveAttribute("aria-current", "page")
  await expect(side(page).getByRole("button", { name: "收起系统管理" })).toBeVisible()
})
