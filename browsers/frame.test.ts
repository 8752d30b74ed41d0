import { expect } from "@playwright/test"
import { drawers } from "@uc/contract/drawers/drawers"
import { isLongerThanWindow, outOfFrame } from "../e2e/out-of-frame.ts"
import { phoneSize, windowSize } from "./driver.ts"
import { patience } from "./screen.ts"
import { beAlarmed, beSignedInAs, goHome, openPicker } from "./signed-in.ts"
import { openPath } from "./sign-in.ts"
import { test, type Tour } from "./tour.ts"

async function expectInFrame(tour: Tour, place: string): Promise<void> {
  const faults = () => tour.driver.evaluate(outOfFrame)
  await expect.poll(faults, { ...patience, message: `in its frame: ${place}` }).toEqual([])
  await tour.shoot(`frame-${place}`)
}

async function closeDialog({ driver, screen }: Tour): Promise<void> {
  await driver.press("Escape")
  await screen.gone({ role: "dialog" })
}

for (const [name, size] of [
  ["window", windowSize],
  ["phone", phoneSize],
] as const) {
  const isPhone = size === phoneSize

  test(`[BROWSER-17] header, tab bar and dialogs stay in the ${name} with an alarm card up`, async ({
    tour,
  }) => {
    const { driver, screen } = tour
    await driver.resize(size)
    await beSignedInAs(tour, "school")
    expect(await driver.evaluate(() => matchMedia("(max-width: 767px)").matches)).toBe(isPhone)
    await goHome(tour)
    await beAlarmed(tour, `frame-${name}`)
    await expect
      .poll(() => driver.evaluate(isLongerThanWindow), {
        ...patience,
        message: "there is something to scroll",
      })
      .toBe(true)
    await expectInFrame(tour, `${name}-home`)
    await openPicker(tour, "department")
    await screen.see({ role: "treeitem", inDialog: true })
    await expectInFrame(tour, `${name}-picker`)
    await closeDialog(tour)
    await driver.evaluate((key) => {
      void window.UserCenter?.openDialog({ key, path: "/main/notices" })
    }, drawers.page.key)
    await screen.see({ css: "[role=tab]", inDialog: true })
    await expectInFrame(tour, `${name}-drawer`)
    await closeDialog(tour)
    await openPath(tour, "/main/patrols?view=points")
    await screen.click({ role: "button", name: "新增点位" })
    await screen.see({ role: "box", inDialog: true })
    await expectInFrame(tour, `${name}-form`)
    await closeDialog(tour)
    await openPath(tour, "/main/patrols")
    await screen.click({ role: "button", name: "扫码打卡" })
    await screen.see({ role: "dialog", name: "扫码打卡" })
    await expectInFrame(tour, `${name}-scan`)
    await closeDialog(tour)
    if (!isPhone) return
    await openPath(tour, "/main/hazards")
    await screen.click({ role: "button", namePattern: "^筛选" })
    await screen.see({ role: "button", name: "完成", inDialog: true })
    await expectInFrame(tour, `${name}-filters`)
    await closeDialog(tour)
    await screen.click({ role: "button", name: "打开菜单" })
    await screen.see({ role: "dialog", name: "功能菜单" })
    await expectInFrame(tour, `${name}-menu`)
    await closeDialog(tour)
  })
}

test.afterEach(async ({ tour }) => tour.driver.resize(windowSize))
