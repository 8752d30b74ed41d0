import { expect, test, type Page } from "@playwright/test"
import { departmentMessages } from "@uc/contract/departments/calls"
import { peopleCalls, type SearchedPerson } from "@uc/contract/people/calls"
import { pickerMessages } from "@uc/contract/pickers/pickers"
import { accountCalls } from "@uc/contract/account/calls"
import { expectAccessible } from "../accessible.ts"
import { openHome, openPicker, press, result } from "../open-picker.ts"
import { addressOf } from "../sign-in.ts"

const dialog = (page: Page) => page.getByRole("dialog")
const rows = (page: Page) => page.getByRole("treeitem")
const row = (page: Page, name: string) => page.getByRole("treeitem", { name, exact: true })
const chosen = (page: Page) => page.getByRole("list", { name: "已选列表" }).getByRole("listitem")
const searchBox = (page: Page) => page.getByRole("searchbox")
const problem = (page: Page) => dialog(page).getByRole("alert")
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent,
  )

/** Tabs on, or back, until the focus is at what is called so. */
async function tabTo(page: Page, name: string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  for (let at = 0; at < 30 && (await focused(page)) !== name; at += 1) await press(page, key)
  expect(await focused(page)).toBe(name)
}

/** Everybody in the signed-in person's organisation. */
async function everybody(page: Page): Promise<SearchedPerson[]> {
  const get = async ({ service, path }: { service: string; path: string }, query = "") => {
    const answer = await page.request.get(`/${service}${path}${query}`)
    return ((await answer.json()) as { data: unknown }).data
  }
  const { orgid } = (await get(accountCalls.current)) as { orgid: string }
  return (await get(peopleCalls.search, `?orgid=${orgid}&username=`)) as SearchedPerson[]
}

test("[PERSON-1] [PERSON-2] [PERSON-5] [DLG-6] people by keyboard: a department, a search by initials, a post, one removed", async ({
  page,
}) => {
  await openHome(page, "school")
  await openPicker(page, "person", { max: 100 })
  await expect(searchBox(page)).toBeFocused()

  // A whole department that was never opened, and one person less once it is.
  await press(page, "ArrowDown", "ArrowDown", "Space")
  await expect(rows(page).nth(1)).toBeChecked()
  await expect(chosen(page).first()).toBeVisible()
  const size = await chosen(page).count()
  await press(page, "ArrowRight")
  await expect(page.locator("[role=treeitem][aria-level='2']:not([aria-busy])").first()).toBeChecked()
  await press(page, "ArrowRight", "Space")
  await expect(chosen(page)).toHaveCount(size - 1)
  await expect(page.locator("[role=treeitem][aria-level='1']").nth(1)).toHaveAttribute(
    "aria-checked",
    "mixed",
  )
  await expectAccessible(page)

  // Found on the server, by the beginning of the pinyin; department and post stand beside the name.
  await tabTo(page, "搜索人员", "Shift+Tab")
  const asked = page.waitForRequest(addressOf(peopleCalls.search))
  await page.keyboard.type("wang")
  expect(new URL((await asked).url()).searchParams.get("usertype")).toBe("T")
  const found = page.getByRole("listbox", { name: "找到的人员" }).getByRole("option")
  await expect(found.first()).toContainText(" · ")
  await expect(found.first().locator("mark")).toHaveText("王")
  await press(page, "ArrowDown", "ArrowDown", "Space")
  await expect(found.nth(1)).toHaveAttribute("aria-selected", "true")
  await expect(chosen(page)).toHaveCount(size)
  const name = (await found.nth(1).getAttribute("aria-label"))?.split("，")[0] ?? ""
  await expectAccessible(page)

  // The same person in the post tree, and out again in the list.
  await tabTo(page, "按岗位", "Shift+Tab")
  await press(page, "Enter")
  await expect(row(page, "校长")).toBeVisible()
  const posts = page.getByRole("tree", { name: "岗位人员" })
  await expect(posts.locator("[aria-checked=mixed], [aria-checked=true]").first()).toBeVisible()
  await tabTo(page, `移除${(await chosen(page).first().locator("[title]").first().textContent()) ?? ""}`)
  await press(page, "End")
  await expect.poll(() => focused(page)).toBe(`移除${name}`)
  await press(page, "Delete")
  await expect(chosen(page)).toHaveCount(size - 1)
  await press(page, "Control+Enter")
  expect(await result(page)).toHaveLength(size - 1)
  await expect(dialog(page)).toHaveCount(0)
})

test("[PERSON-3][PICK-0][DLG-6] a pasted list, the maximum, recent people and missing ones; axe in the dark", async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: "dark" })
  await openHome(page, "school")
  const people = await everybody(page)
  const names = people.map(({ username }) => username)
  const twins = names.find((name, at) => names.indexOf(name) !== at)
  const single = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)).slice(0, 2)
  await openPicker(page, "person", { min: 1, max: 3, defaults: ["999999999999"] })
  await expect(dialog(page).getByText(pickerMessages.person.missingDefaults(1))).toBeVisible()
  await press(page, "Control+Enter")
  await expect(problem(page)).toHaveText(pickerMessages.person.none)

  await tabTo(page, "粘贴名单")
  await press(page, "Enter")
  await expect(page.getByRole("textbox")).toBeFocused()
  await page.keyboard.insertText(`1. ${single.join("\n2、")}\n${twins}\n查无此人`)
  await tabTo(page, "识别名单")
  await press(page, "Enter")
  await expect(dialog(page).getByText("已匹配 2 人")).toBeVisible()
  await expect(dialog(page).getByText("未找到 1 个")).toBeVisible()
  await expect(chosen(page)).toHaveCount(2)
  await press(page, "Tab", "Space")
  await expect(chosen(page)).toHaveCount(3)
  await expect(problem(page)).toHaveText("")
  await press(page, "Tab", "Space")
  await expect(problem(page)).toHaveText(pickerMessages.person.tooMany(3))
  await expect(chosen(page)).toHaveCount(3)
  await expectAccessible(page)

  // Escape leaves the panel, not the picker, and the list is still there.
  await press(page, "Escape")
  await expect(rows(page).first()).toBeVisible()
  await expect(chosen(page)).toHaveCount(3)
  await expectAccessible(page)
  await press(page, "Control+Enter")
  const people3 = (await result(page)) as { id: string; label: string }[]
  expect(people3.map(({ label }) => label)).toEqual([...single, twins])

  await openPicker(page, "person", { required: [people3[0]?.id], defaults: [people3[1]?.id] })
  const recent = page.getByRole("group", { name: "最近选择" }).getByRole("button")
  await expect(recent).toHaveCount(3)
  await expect(recent.nth(1)).toHaveAttribute("aria-pressed", "true")
  await page.getByRole("button", { name: "清空" }).press("Enter")
  await expect(chosen(page)).toHaveText([new RegExp(`^${people3[0]?.label}`)])
})

test("[PERSON-1] [DLG-6] on a phone: a sheet; what is chosen folds under a bar", async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: "zh-CN",
  })
  const page = await phone.newPage()
  await openHome(page, "teacher")
  await openPicker(page, "person")
  // The keyboard of the phone does not jump over the list.
  await expect(searchBox(page)).not.toBeFocused()
  await rows(page).nth(1).locator("[data-box]").tap()
  await expect(rows(page).nth(1)).toBeChecked()
  await expect(page.getByRole("list", { name: "已选列表" })).toBeHidden()
  await page.getByRole("button", { name: /^已选\d/ }).tap()
  const first = chosen(page).first()
  await expect(first).toBeVisible()
  const count = await chosen(page).count()
  await expectAccessible(page)
  await first.getByRole("button").tap()
  await expect(chosen(page)).toHaveCount(count - 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const foot = async () => {
    const sheet = await dialog(page).boundingBox()
    return sheet && Math.round(sheet.y + sheet.height)
  }
  await expect.poll(foot).toBe(844)
  await page.getByRole("button", { name: `确定（${count - 1}）` }).tap()
  expect(await result(page)).toHaveLength(count - 1)
  await phone.close()
})

test("[DEPT-1][DEPT-2][DEPT-3][DLG-6] departments by keyboard: found, added five levels deep, renamed, removed", async ({
  page,
}) => {
  await openHome(page, "school")
  await openPicker(page, "department", { canEdit: true, max: 1 })
  await press(page, "Control+Enter")
  await expect(problem(page)).toHaveText(pickerMessages.department.none)
  await page.keyboard.type("aqbwc")
  await expect(row(page, "党政办公室")).toHaveCount(0)
  await press(page, "ArrowDown", "Space")
  await expect(chosen(page)).toHaveText([/安全保卫处/])
  await tabTo(page, "搜索部门", "Shift+Tab")
  await press(page, "Escape")
  await expect(searchBox(page)).toHaveValue("")

  // Four levels below a new top one; the fifth takes no more.
  const box = page.getByRole("textbox", { name: "部门名称" })
  await tabTo(page, "添加部门")
  for (const [level, name] of ["甲", "乙", "丙", "丁", "戊"].entries()) {
    if (level > 0) await tabTo(page, `在“试${["甲", "乙", "丙", "丁"][level - 1]}”下添加部门`)
    await press(page, "Enter")
    await expect(box).toBeFocused()
    await page.keyboard.insertText(`试${name}`)
    await press(page, "Enter")
    await expect(box).toBeHidden()
    await expect(row(page, `试${name}`)).toBeVisible()
    await expect(page.getByRole("tree")).toBeFocused()
  }
  await expect(row(page, "试戊")).toHaveAttribute("aria-level", "5")
  await tabTo(page, "在“试戊”下添加部门")
  await press(page, "Enter")
  await expect(problem(page)).toHaveText(departmentMessages.tooDeep)
  await expectAccessible(page)

  await press(page, "Tab", "Enter")
  await expect(box).toBeFocused()
  await press(page, "Control+a")
  await page.keyboard.insertText("试己")
  await press(page, "Enter")
  await expect(row(page, "试己")).toBeVisible()
  // What has departments below it is not removed; what was chosen survives all of it.
  await press(page, "ArrowUp")
  await tabTo(page, "删除“试丁”")
  await press(page, "Enter")
  await expect(problem(page)).toHaveText(departmentMessages.hasChildren)
  await press(page, "Shift+Tab", "Shift+Tab", "Shift+Tab")
  await expect(page.getByRole("tree")).toBeFocused()
  await press(page, "ArrowDown")
  // Each removal leads to the department above.
  for (const name of ["己", "丁", "丙", "乙", "甲"]) {
    await tabTo(page, `删除“试${name}”`)
    await press(page, "Enter")
    await tabTo(page, "删除")
    await press(page, "Enter")
    await expect(row(page, `试${name}`)).toHaveCount(0)
    await expect(page.getByRole("tree")).toBeFocused()
  }
  await row(page, "党政办公室").click()
  await expect(problem(page)).toHaveText(pickerMessages.department.onlyOne)
  await press(page, "Control+Enter")
  expect(await result(page)).toEqual([{ id: expect.any(String), name: "安全保卫处" }])
})
