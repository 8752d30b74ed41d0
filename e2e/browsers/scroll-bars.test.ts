import { expect, test, type Page } from "@playwright/test"
import { drawers } from "@uc/contract/drawers/drawers"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import { sideways } from "../cut-off.ts"
import { bareRoutes, pagesFor, walkOf } from "../every-page.ts"
import { openPicker } from "../open-picker.ts"
import { open, signIn } from "../sign-in.ts"

async function expectNone(page: Page, place: string): Promise<void> {
  expect(await sideways(page), place).toEqual([])
}

test("[BROWSER-5] browser tests show scroll bars that take room, as on Windows", async ({ page }) => {
  await page.setContent("<div style='height: 5000px'></div>")
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBe(15)
})

test("[BROWSER-5] the list of the bell makes the page behind it no longer", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, "school")
  await open(page, "/main/account")
  await page.getByRole("button", { name: /^通知/ }).click()
  const entries = page.getByText("未读，", { exact: false })
  await expect(entries.nth(5)).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

for (const [width, height] of [
  [1366, 768],
  [1920, 1080],
  [390, 844],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } })
    test.slow()

    test(`[BROWSER-5] no page for everybody scrolls sideways, ${width} × ${height}`, async ({ page }) => {
      const walk = walkOf(page)
      for (const route of bareRoutes) {
        await walk.visit(route)
        await expectNone(page, route.path)
      }
    })

    test(`[BROWSER-5] no page or tab behind the sign-in scrolls sideways, ${width} × ${height}`, async ({
      page,
    }) => {
      await signIn(page, "admin")
      const walk = walkOf(page)
      for (const route of pagesFor("scroll bars"))
        await walk.visitWithTabs(route, (place) => expectNone(page, place))
    })

    test(`[BROWSER-5] no home card of a school, its alarm cards included, ${width} × ${height}`, async ({
      page,
    }) => {
      await signIn(page, "school", { withMonitor: true })
      const walk = walkOf(page)
      await open(page, "/main/home")
      await expect(page.getByRole("complementary", { name: "预警监测" })).toBeVisible()
      await walk.drawn()
      await expectNone(page, "home")
    })

    test(`[BROWSER-5] no picker and no drawer scrolls sideways, ${width} × ${height}`, async ({ page }) => {
      await signIn(page, "school")
      const walk = walkOf(page)
      await open(page, "/main/peopleTree")
      await walk.drawn()
      for (const name of Object.keys(pickers) as PickerName[]) {
        await openPicker(page, name)
        await walk.drawn()
        await expectNone(page, name)
        await page.keyboard.press("Escape")
        await expect(page.getByRole("dialog")).toBeHidden()
      }
      await page.evaluate(
        (key) => void window.UserCenter?.openDialog({ key, path: "/main/notices" }),
        drawers.page.key,
      )
      await expect(page.getByRole("dialog").getByRole("tab").first()).toBeVisible()
      await walk.drawn()
      await expectNone(page, "drawer")
    })

    test(`[BROWSER-5] no form in a dialog scrolls sideways, ${width} × ${height}`, async ({ page }) => {
      await signIn(page, "school")
      const walk = walkOf(page)
      for (const [path, button] of [
        ["/task", "布置任务"],
        // On a phone they are behind a press on the tree.
        ...(width < 768
          ? []
          : ([
              ["/main/orgTree", "新增部门"],
              ["/main/orgTree", "修改资料"],
              ["/main/peopleTree", "新增人员"],
              ["/main/peopleTree", "职务管理"],
            ] as const)),
        ["/main/drills", "启动演练"],
        ["/main/patrols?view=points", "新增点位"],
        ["/main/newsColumns", "新增栏目"],
        ["/main/friendLinks", "新增链接"],
        ["/main/profile", "关联其他单位的账号"],
      ] as const) {
        await open(page, path)
        await page.getByRole("main").getByRole("button", { name: button, exact: true }).click()
        await expect(page.getByRole("dialog").getByRole("button").first()).toBeVisible()
        await walk.drawn()
        await expectNone(page, button)
        await page.reload()
      }
    })
  })
}
