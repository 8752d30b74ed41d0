import { expect, test, type Page } from "@playwright/test"
import { openHome, openPicker } from "../open-picker.ts"
import { isLongerThanWindow, outOfFrame } from "../out-of-frame.ts"
import { rewriteSheets } from "../rewrite-sheets.ts"
import { open } from "../sign-in.ts"

/**
 * Style sheets as browsers read them that know neither: a name that nobody knows is dropped where it stands alone, is not supported, and
 * beside var() is kept and makes the whole declaration worth nothing.
 */
function withoutNewNames(page: Page): Promise<void> {
  return rewriteSheets(page, (sheet) =>
    sheet.replaceAll("dvh", "nosuchunit").replaceAll("color-mix(", "no-such-mix("),
  )
}

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const) {
  test(`[BROWSER-17] without dvh and color-mix the frame stays in the window, ${width} × ${height}`, async ({
    page,
  }) => {
    const expectInFrame = () => expect.poll(() => page.evaluate(outOfFrame)).toEqual([])
    await page.setViewportSize({ width, height })
    await withoutNewNames(page)
    await openHome(page, "school")
    await expect.poll(() => page.evaluate(isLongerThanWindow)).toBe(true)
    await expectInFrame()
    await openPicker(page, "department")
    await expectInFrame()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await open(page, "/main/patrols?view=points")
    await page.getByRole("button", { name: "新增点位" }).click()
    await expect(
      page.getByRole("dialog", { name: "新增点位" }).getByRole("button", { name: "保存" }),
    ).toBeVisible()
    await expectInFrame()
    if (width >= 768) return
    await page.reload()
    await page.getByRole("button", { name: "打开菜单" }).click()
    await expect(page.getByRole("dialog", { name: "功能菜单" })).toBeVisible()
    await expectInFrame()
  })
}
