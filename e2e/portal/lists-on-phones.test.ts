import { expect, test, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const filters = (page: Page) => page.getByRole("button", { name: /^筛选/ })

/** How far the first row of the list is from the top of the screen. */
async function topOfFirstRow(page: Page, table: string): Promise<number> {
  const row = page.getByRole("table", { name: table }).locator("tbody tr").first()
  await expect(row).toBeVisible()
  return (await row.boundingBox())?.y ?? Number.POSITIVE_INFINITY
}

test("[DAY-17] on a phone the first row is in view, and filters are the system's own in one sheet", async ({
  browser,
  page,
}) => {
  await test.step("a phone", async () => {
    const pocket = await browser.newContext(phone)
    const small = await pocket.newPage()
    await signIn(small, "bureau")
    // DAY-10: cards are as high as their rows here, so that six of them are shown.
    await open(small, "/main/home")
    const newest = small.locator('[data-card="notices"] li')
    await expect.poll(() => newest.count()).toBeGreaterThan(2)
    for (const row of (await newest.all()).slice(0, 6)) await expect(row).toBeVisible()
    await open(small, "/main/alarms")
    // A row is about 150 high: the first one can be read and pressed without scrolling.
    expect(await topOfFirstRow(small, "预警列表")).toBeLessThan(844 - 200)
    await open(small, "/task?view=given")
    expect(await topOfFirstRow(small, "任务列表")).toBeLessThan(844 - 200)
    await filters(small).tap()
    const sheet = small.getByRole("dialog", { name: "筛选任务" })
    const state = sheet.getByLabel("状态")
    await expect(state).toHaveJSProperty("tagName", "SELECT")
    await chooseOption(state, "全部")
    await expect.poll(() => pathOf(small)).toContain("state=all")
    await expect(sheet.getByLabel("完成日期")).toHaveAttribute("type", "date")
    await expectAccessible(small)
    await sheet.getByRole("button", { name: "完成" }).tap()
    await expect(filters(small)).toHaveAccessibleName("筛选，已设 1 项")
    await pocket.close()
  })

  await test.step("a computer", async () => {
    await signIn(page, "bureau")
    await open(page, "/task?view=given")
    const state = page.getByLabel("状态")
    await expect(state).toHaveJSProperty("tagName", "BUTTON")
    await state.press("ArrowDown")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await expect.poll(() => pathOf(page)).toContain("state=all")
    await page.getByLabel("完成日期").fill("2026/11/17")
    await page.keyboard.press("Enter")
    await expect.poll(() => pathOf(page)).toContain("finished=2026-11-17")
    await page.getByRole("button", { name: "布置任务" }).first().click()
    const form = page.getByRole("dialog", { name: "布置任务" })
    await expect(form.getByLabel("任务名称")).toHaveAttribute("aria-required", "true")
    await expect(form.getByTitle("必填").first()).toBeVisible()
    await form.getByRole("button", { name: "布置", exact: true }).click()
    await expect(form.getByLabel("任务名称")).toHaveAttribute("aria-invalid", "true")
  })
})
