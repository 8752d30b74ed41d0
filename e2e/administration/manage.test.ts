import { expect, test, type Page } from "@playwright/test"
import { menuMessages } from "@uc/contract/menus/admin-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { proveByPassword } from "../identity.ts"
import { open, pathOf, signIn, type Account } from "../sign-in.ts"
import { chooseOption } from "../choose-option.ts"

const side = (page: Page) => page.getByRole("navigation", { name: "功能菜单" })
const menu = "食堂巡检"

test.afterAll(async () => {
  await query("delete from menu where text = $1", [menu])
})

test("[HOME-5][ROUTE-4][MENU-1][LOGIN-7] menu changes reach people without a new sign-in; one of them is signed out", async ({
  page,
  browser,
  baseURL,
}) => {
  const { account, name, org, context, theirs } =
    await test.step("somebody of an enterprise is signed in", async () => {
      // Nobody else's: other stories run with the demo accounts at the same time.
      const [somebody] = await query<{ account: string; name: string; org: string }>(
        `select p.account, p.name, o.name as org from person p join organisation o on o.id = p.org_id
       where o.id = (select org_id from person where account = 'worker') and p.admintype = 0
         and p.account <> 'worker' and p.disabled_at is null order by p.id desc limit 1`,
      )
      const { account = "", name = "", org = "" } = somebody ?? {}
      const context = await browser.newContext(baseURL ? { baseURL } : {})
      const theirs = await context.newPage()
      await signIn(theirs, account as Account)
      await open(theirs, "/main/home")
      await expect(side(theirs).getByRole("link", { name: "工作台" })).toBeVisible()
      return { account, name, org, context, theirs }
    })

  const main = await test.step("an administrator adds a menu for one organisation", async () => {
    await signIn(page, "admin")
    await open(page, "/main/manage")
    const main = page.getByRole("main")
    await expect(main.getByRole("region", { name: "系统" }).getByText(/\d+ 项菜单/)).toBeVisible()
    await expectAccessible(page)
    await main.getByRole("link", { name: /^菜单管理/ }).click()
    await main.getByRole("button", { name: "新增一级菜单" }).click()
    const form = page.getByRole("dialog", { name: "新增菜单" })
    await form.getByRole("textbox", { name: "名称" }).fill(menu)
    await form.getByRole("button", { name: "保存" }).click()
    await expect(form.getByText(menuMessages.pageMissing)).toBeVisible()
    await chooseOption(form.getByRole("combobox", { name: "页面" }), "应急演练（/main/drills）")
    await form.getByRole("button", { name: "第1条：限定单位" }).click()
    await page.getByRole("searchbox", { name: "单位名称" }).fill(org)
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: org }).click()
    await expectAccessible(page)
    await form.getByRole("button", { name: "保存" }).click()
    await proveByPassword(page)
    await expect(page.getByText("菜单已添加")).toBeVisible()
    await expect(side(theirs).getByRole("link", { name: menu })).toBeVisible()
    await expect(side(page).getByRole("link", { name: menu })).toHaveCount(0)
    return main
  })

  await test.step("the menu is moved by keyboard and deleted", async () => {
    // By the keyboard: into the entry before it, which needs no second proof within five minutes.
    const row = main.getByRole("button", { name: menu, exact: true })
    await row.press("Alt+ArrowRight")
    await expect(
      main.getByRole("list", { name: "系统管理的下级" }).getByRole("button", { name: menu, exact: true }),
    ).toBeFocused()
    // The entry above it is for administrators: the menu audit says so, and the people's menu shows it no more.
    await expect(
      main.getByRole("region", { name: "菜单检查" }).getByText(/人看不到上级“系统管理”/),
    ).toBeVisible()
    await expect(side(theirs).getByRole("link", { name: menu })).toHaveCount(0)
    await expectAccessible(page)
    await main.getByRole("button", { name: `${menu}的操作` }).click()
    await page.getByRole("menuitem", { name: "删除" }).click()
    await page
      .getByRole("dialog", { name: `删除“${menu}”？` })
      .getByRole("button", { name: "删除" })
      .click()
    await proveByPassword(page)
    await expect(row).toHaveCount(0)
  })

  await test.step("the person is signed out by the administrator", async () => {
    await open(page, "/main/signedIn")
    await main.getByRole("searchbox", { name: "人员" }).fill(account)
    await main.getByRole("searchbox", { name: "人员" }).press("Enter")
    await expect(main.getByRole("status")).toHaveText("1 人在线，共 1 处登录")
    await expectAccessible(page)
    await main.getByRole("button", { name: `强制${name}下线`, exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "强制下线" }).click()
    await proveByPassword(page)
    await expect(main.getByText("没有符合条件的在线用户")).toBeVisible()
    await expect.poll(() => pathOf(theirs)).toBe("/newLogin")
    await context.close()
  })
})
