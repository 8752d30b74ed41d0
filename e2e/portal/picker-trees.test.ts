import { expect, test, type Page } from "@playwright/test"
import { areaCalls } from "@uc/contract/areas/calls"
import { buildingCalls } from "@uc/contract/buildings/calls"
import { gridCalls } from "@uc/contract/grids/calls"
import { pickerMessages, pickers } from "@uc/contract/pickers/pickers"
import { expectAccessible } from "../accessible.ts"
import { openHome, openPicker, press, result } from "../open-picker.ts"
import { addressOf } from "../sign-in.ts"

const rows = (page: Page) => page.getByRole("treeitem")
const row = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true })
/** Children, once they are there: the row that stands for them while they are awaited is busy. */
const inside = (page: Page) => page.locator("[role=treeitem][aria-level='2']:not([aria-busy])")
const chosen = (page: Page) => page.getByRole("list", { name: "已选列表" }).getByRole("listitem")
const searchBox = (page: Page) => page.getByRole("searchbox")
const problem = (page: Page) => page.getByRole("dialog").getByRole("alert")
/** The row that the keyboard is at. */
const active = (page: Page) =>
  page.getByRole("tree").evaluate((tree) => {
    const id = tree.getAttribute("aria-activedescendant")
    return id === null ? null : document.querySelector(`#${CSS.escape(id)}`)?.getAttribute("aria-label")
  })

test("[BUILD-1] [BUILD-2] [BUILD-4] [DLG-6] buildings by keyboard: a whole building, without one layer, found, cleared", async ({
  page,
}) => {
  await openHome(page, "school")
  await openPicker(page, "building")
  await expect(searchBox(page)).toBeFocused()
  await press(page, "ArrowDown")
  const first = (await active(page)) ?? ""
  await press(page, "Space")
  await expect(row(page, first)).toBeChecked()
  await expect(chosen(page)).toHaveCount(1)

  await press(page, "ArrowRight")
  await expect(row(page, first)).toHaveAttribute("aria-expanded", "true")
  await expect(inside(page).first()).toBeChecked()
  const count = Number(await inside(page).first().getAttribute("aria-setsize"))
  await press(page, "ArrowRight", "Space")
  await expect(inside(page).first()).not.toBeChecked()
  await expect(row(page, first)).toHaveAttribute("aria-checked", "mixed")
  await expect(
    page
      .getByRole("dialog")
      .getByText(`已选${count - 1}`)
      .first(),
  ).toBeVisible()
  await expectAccessible(page)

  // The search is on the server; its answer knows what is chosen.
  const asked = page.waitForRequest(addressOf(buildingCalls.treeByParams))
  await press(page, "Shift+Tab")
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type("1")
  await asked
  await expect(page.getByRole("tree", { name: "找到的建筑" })).toBeVisible()
  await press(page, "Escape")
  await expect(searchBox(page)).toHaveValue("")
  await expect(row(page, first)).toHaveAttribute("aria-expanded", "true")

  await page.keyboard.press("Control+Enter")
  const layers = (await result(page)) as { id: string; ids: string[] }[]
  expect(layers).toHaveLength(count - 1)
  await expect(page.getByRole("dialog")).toHaveCount(0)

  // Opened again with what was chosen: exact before anything is loaded, and one that is gone is told.
  await openPicker(page, "building", { defaults: [...layers.map(({ id }) => id), "999999999999"], max: 1 })
  await expect(page.getByText(pickerMessages.building.missingDefaults(1))).toBeVisible()
  await page.getByRole("button", { name: "清空" }).press("Enter")
  await expect(chosen(page)).toHaveCount(0)
  await page.keyboard.press("Escape")
  expect(await result(page)).toBeNull()
})

test("[BUILD-3] [GRID-2] [DLG-6] one building of one level, one grid without checkboxes", async ({
  page,
}) => {
  await openHome(page, "school")
  await openPicker(page, "building", { max: 1, level: 1 })
  await press(page, "ArrowDown", "Space")
  await expect(problem(page)).toHaveText(pickerMessages.building.wrongLevel)
  await press(page, "ArrowRight")
  await expect(inside(page).first()).toBeVisible()
  await press(page, "ArrowRight", "Space", "ArrowDown", "Space")
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press("Control+Enter")
  expect(await result(page)).toMatchObject([{ ids: [expect.any(String)] }])

  await openPicker(page, "grid", { max: 1 })
  await expect(page.locator("[role=treeitem][aria-checked]")).toHaveCount(0)
  await press(page, "ArrowDown", "Space", "End", "Enter")
  await expect(chosen(page)).toHaveCount(1)
  await expect(page.locator("[role=treeitem][aria-selected=true]")).toHaveCount(1)
  await expectAccessible(page)
  const size = async () => {
    const window = await page.getByRole("dialog").boundingBox()
    return [window?.width, window?.height].map((side) => Math.round(side ?? 0))
  }
  await expect.poll(size).toEqual([800, 550])
})

test("[GRID-1] [GRID-3] [PICK-0] grids: ticks above max are refused, a failed call is told and tried again", async ({
  page,
}) => {
  await openHome(page, "school")
  let isDown = true
  await page.route(addressOf(gridCalls.tree), (route) => (isDown ? route.abort() : route.continue()))
  await page.evaluate((key) => void window.UserCenter?.openDialog({ key, max: 2 }), pickers.grid.key)
  await expect(problem(page).filter({ hasText: pickerMessages.failed })).toBeVisible()
  isDown = false
  await page.getByRole("button", { name: "重试" }).press("Enter")
  await expect(rows(page).first()).toBeVisible()
  await searchBox(page).focus()
  await press(page, "ArrowDown", "Space", "ArrowDown", "Space", "ArrowDown", "Space")
  await expect(page.getByText(pickerMessages.grid.full(2)).first()).toBeVisible()
  await expect(chosen(page)).toHaveCount(2)
  await expect(page.locator("[role=treeitem][aria-checked=true]")).toHaveCount(2)
})

test("[AREA-1] [DLG-6] areas on a phone: a sheet, level by level, found by pinyin, the list folds", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page, "bureau")
  await openPicker(page, "area")
  const below = page.waitForRequest(addressOf(areaCalls.below))
  await rows(page).first().click()
  await rows(page).first().locator("[data-arrow]").click()
  expect((await below).postData()).toContain("areaid=")
  await expect(inside(page).first()).toBeVisible()
  await expect(inside(page).first()).not.toBeChecked()

  await searchBox(page).fill("wl")
  await expect(row(page, "文澜区")).toBeChecked()
  await page.getByRole("button", { name: /^已选1\/10/ }).click()
  await expect(chosen(page)).toHaveText([/文澜区/])
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole("button", { name: "确定（1）" }).click()
  expect(await result(page)).toEqual([{ areaid: expect.any(String), areaname: "文澜区" }])
})

test("[AREA-1] [MENUP-1] [MODULE-1] [RANGE-1] [DLG-6] an area, a menu, a module and a range by keyboard alone", async ({
  page,
}) => {
  await openHome(page, "bureau")
  await openPicker(page, "menu")
  await page.keyboard.press("Control+Enter")
  await expect(problem(page)).toHaveText(pickerMessages.menu.none)
  await page.keyboard.type("sy")
  await expect(row(page, "首页")).toBeVisible()
  await press(page, "ArrowDown", "End", "Space")
  await expect(chosen(page)).toHaveCount(1)
  await page.keyboard.press("Control+Enter")
  expect(await result(page)).toEqual([{ value: expect.any(String), text: expect.any(String) }])

  await openPicker(page, "module", { ifAll: 1, max: 2 })
  await page.keyboard.press("Control+Enter")
  await expect(problem(page)).toHaveText(pickerMessages.module.none)
  await press(page, "ArrowDown", "Space", "ArrowDown", "Space", "ArrowDown", "Space")
  await expect(problem(page)).toHaveText(pickerMessages.module.tooMany(2))
  await expectAccessible(page)
  await page.keyboard.press("Control+Enter")
  expect(await result(page)).toHaveLength(2)

  await openPicker(page, "area", { min: 2 })
  await press(page, "ArrowDown", "Space", "Control+Enter")
  await expect(problem(page)).toHaveText(pickerMessages.area.tooFew(2))
  await press(page, "ArrowRight")
  await expect(inside(page).first()).toBeVisible()
  await press(page, "ArrowRight", "Space", "Control+Enter")
  expect(await result(page)).toHaveLength(2)

  await openPicker(page, "range")
  await press(page, "ArrowDown", "Space")
  const layers = page.locator("[role=treeitem][aria-level='2'][aria-checked=true]")
  const count = Number(await layers.first().getAttribute("aria-setsize"))
  await expect(chosen(page)).toHaveCount(count)
  await press(page, "ArrowDown", "Space")
  await expect(rows(page).first()).toHaveAttribute("aria-checked", "mixed")
  await page.keyboard.press("Control+Enter")
  expect(await result(page)).toHaveLength(count - 1)
})
