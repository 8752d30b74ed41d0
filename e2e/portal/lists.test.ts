import { expect, test, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { query } from "../database.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const mark = "批量撤回演示"
const header = (page: Page, name: string) => page.getByRole("columnheader", { name })

test.afterAll(async () => {
  await query("delete from notice where title like $1", [`${mark}%`])
})

test("[DAY-13] lists are sorted, cut to columns and sizes, acted on by several rows, and printed", async ({
  page,
}) => {
  await query(
    `insert into notice (org_id, author_id, title, category, body, published_at, told_at)
     select p.org_id, p.id, $1 || n, '通知公告', '正文', now(), now()
     from person p, generate_series(1, 2) n where p.account = 'bureau'`,
    [mark],
  )
  await signIn(page, "bureau")

  await test.step("a header sorts all pages, and a reload keeps the order, the columns and the size", async () => {
    await open(page, "/main/logs")
    await header(page, "账号").getByRole("button").click()
    await expect(header(page, "账号")).toHaveAttribute("aria-sort", "ascending")
    await expect.poll(() => pathOf(page)).toContain("sort=account")
    const accounts = () => page.locator("tbody tr td:nth-child(2)").allTextContents()
    // The rows of before are shown until the answer has come.
    await expect
      .poll(async () => {
        const shown = await accounts()
        return shown.length > 1 && shown.join() === shown.toSorted().join()
      })
      .toBe(true)
    await page.getByRole("button", { name: "列", exact: true }).click()
    await page.getByRole("checkbox", { name: "入口" }).uncheck()
    await page.keyboard.press("Escape")
    await chooseOption(page.getByLabel("每页"), "50 条")
    await expect.poll(() => page.locator("tbody tr").count()).toBeGreaterThan(20)
    await expectAccessible(page)
    await page.reload()
    await expect(header(page, "账号")).toHaveAttribute("aria-sort", "ascending")
    await expect(header(page, "入口")).toHaveCount(0)
    await expect.poll(() => page.locator("tbody tr").count()).toBeGreaterThan(20)
  })

  await test.step("what became of each chosen row is told", async () => {
    await open(page, `/main/notices?tab=written&sort=title&title=${encodeURIComponent(mark)}`)
    for (const no of [1, 2]) await page.getByLabel(`选择${mark}${no}`).check()
    // Somebody else changes one of them meanwhile.
    await query("update notice set version = version + 1 where title = $1", [`${mark}2`])
    await page.getByRole("button", { name: "撤回", exact: true }).click()
    const question = page.getByRole("dialog", { name: "撤回所选的 2 条通知？" })
    await question.getByRole("button", { name: "撤回" }).click()
    const told = page.getByRole("main").getByRole("alert")
    await expect(told).toContainText(`${mark}1：已撤回`)
    await expect(told).toContainText(`${mark}2：该通知已被他人修改`)
    await expectAccessible(page)
  })

  await test.step("a task is printed without the shell", async () => {
    await page.evaluate(() => (window.print = () => undefined))
    await open(page, "/task?view=given")
    await page.locator("tbody tr").first().getByRole("link").click()
    await page.evaluate(() => (window.print = () => undefined))
    await page.getByRole("dialog").getByRole("button", { name: "打印" }).click()
    await page.emulateMedia({ media: "print" })
    await expect(page.locator("[data-print] h1")).toBeVisible()
    await expect(page.getByRole("cell", { name: /文澜区/ }).first()).toBeVisible()
    await expect(page.getByRole("banner")).toBeHidden()
    await expect(page.getByRole("dialog")).toBeHidden()
  })
})
