import { randomUUID } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { unknownTypeName } from "@uc/contract/alarms/type-name"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { openPicker } from "../open-picker.ts"
import { reportAlarm } from "../report-alarm.ts"
import { open, signIn } from "../sign-in.ts"

/** What a test makes begins with it. Each has its own: another worker may be in the middle of the next. */
let mark = ""

test.afterEach(async () => {
  await query("delete from patrol_point where name like $1", [`${mark}%`])
  for (const table of ["grid", "building", "module", "area"])
    for (let level = 0; level < 4; level++)
      await query(
        `delete from ${table} t where t.name like $1 and not exists (select from ${table} c where c.parent_id = t.id)`,
        [`${mark}%`],
      )
  await query("delete from alarm_type where name like $1", [`${mark}%`])
  await query("delete from alarm_level where name like $1", [`${mark}%`])
})

const row = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

async function act(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole("button", { name: `${name}的操作` }).click()
  await page.getByRole("menuitem", { name: what, exact: true }).click()
}

async function fill(page: Page, title: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const form = page.getByRole("dialog", { name: title })
  for (const [label, value] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByRole("button", { name: "保存" }).click()
  await expect(form).toBeHidden()
}

test("[DISTRICT-9] grids: a school adds, renames, moves, disables and deletes them, and its picker follows", async ({
  page,
}) => {
  mark = "网格例"
  await signIn(page, "school")
  await open(page, "/main/grids")
  await page.getByRole("button", { name: "新增网格" }).click()
  await fill(page, "新增网格", { 名称: `${mark}校园`, 覆盖空间: "全校" })
  await act(page, `${mark}校园`, "新增下级")
  await fill(page, "新增网格", { 名称: `${mark}东区` })
  await act(page, `${mark}校园`, "新增下级")
  await fill(page, "新增网格", { 名称: `${mark}西区` })
  await expectAccessible(page)
  // By the keyboard, and the focus goes along.
  await row(page, `${mark}西区`).focus()
  await page.keyboard.press("Alt+ArrowUp")
  await expect(
    page
      .getByRole("list", { name: `${mark}校园的下级` })
      .getByRole("listitem")
      .first(),
  ).toContainText(`${mark}西区`)
  await expect(row(page, `${mark}西区`)).toBeFocused()
  await act(page, `${mark}西区`, "改名")
  await fill(page, `编辑“${mark}西区”`, { 名称: `${mark}南区` })
  await act(page, `${mark}东区`, "停用")
  await expect(page.getByText("已停用，它和它的下级不再供选择")).toBeVisible()

  await test.step("the picker offers what is in use", async () => {
    await openPicker(page, "grid")
    await page.getByRole("dialog").getByRole("searchbox").fill(mark)
    await expect(page.getByRole("treeitem", { name: `${mark}南区` })).toBeVisible()
    await expect(page.getByRole("treeitem", { name: `${mark}东区` })).toHaveCount(0)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
  })

  await act(page, `${mark}校园`, "删除")
  const question = page.getByRole("dialog", { name: `删除“${mark}校园”？` })
  await question.getByRole("button", { name: "删除" }).click()
  await expect(question.getByText(`下级“${mark}南区”、“${mark}东区”`)).toBeVisible()
  await question.getByRole("button", { name: "取消" }).click()
  await act(page, `${mark}东区`, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(row(page, `${mark}东区`)).toHaveCount(0)
})

test("[DISTRICT-9] buildings: with layers and rooms; a room with a patrol point is not deleted and says so", async ({
  page,
}) => {
  mark = "楼宇例"
  await signIn(page, "school")
  await open(page, "/main/buildings")
  await page.getByRole("button", { name: "新增校区或楼宇" }).click()
  await fill(page, "新增楼宇", { 名称: `${mark}楼` })
  await act(page, `${mark}楼`, "新增下级")
  await fill(page, "新增楼层", { 名称: `${mark}1层` })
  await act(page, `${mark}1层`, "新增下级")
  await fill(page, "新增房间", { 名称: `${mark}101` })
  await expectAccessible(page)
  await query(
    `insert into patrol_point (org_id, place_id, name, code)
     select org_id, id, $1, 'E2ETREES' from building where name = $2`,
    [`${mark}点位`, `${mark}101`],
  )
  await act(page, `${mark}101`, "删除")
  const question = page.getByRole("dialog", { name: `删除“${mark}101”？` })
  await question.getByRole("button", { name: "删除" }).click()
  await expect(question.getByText(`巡查点位“${mark}点位”`)).toBeVisible()
})

test("[DISTRICT-9] modules: the platform adds one with its identifier, others are told that they may not", async ({
  page,
}) => {
  mark = "模块例"
  await signIn(page, "school")
  await open(page, "/main/modules")
  await expect(page.getByText(noPermissionMessage("modules.manage"))).toBeVisible()
  await page.goto("about:blank")
  await page.context().clearCookies()
  await signIn(page, "admin")
  await open(page, "/main/modules")
  await page.getByRole("button", { name: "新增模块" }).click()
  await fill(page, "新增模块", { 标识: "e2e.module", 名称: `${mark}模块` })
  await expect(row(page, `${mark}模块`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "新增模块" }).click()
  const again = page.getByRole("dialog", { name: "新增模块" })
  await again.getByLabel("标识", { exact: true }).fill("e2e.module")
  await again.getByLabel("名称", { exact: true }).fill(`${mark}另一个`)
  await again.getByRole("button", { name: "保存" }).click()
  await expect(again.getByText("该标识已被使用，请换一个")).toBeVisible()
})

test("[DISTRICT-9] areas: a bureau arranges those below its own, and its own stays as it is", async ({
  page,
}) => {
  mark = "区域例"
  await signIn(page, "bureau")
  await open(page, "/main/areas")
  const own = page.getByRole("list", { name: "区域" }).getByRole("listitem").first()
  const name = (await own.locator("button[id^=tree-]").first().textContent()) ?? ""
  await page.getByRole("button", { name: `${name}的操作` }).click()
  await expect(page.getByRole("menuitem")).toHaveText(["新增下级"])
  await page.getByRole("menuitem", { name: "新增下级" }).click()
  await fill(page, "新增区域", { 区域代码: "998877665544", 名称: `${mark}街道` })
  await expect(row(page, `${mark}街道`)).toBeVisible()
  await expectAccessible(page)
  await act(page, `${mark}街道`, "删除")
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click()
  await expect(row(page, `${mark}街道`)).toHaveCount(0)
})

test("[DISTRICT-9] an unknown warning type is named from its alarm; levels have their minutes", async ({
  page,
}) => {
  mark = "预警例"
  const code = `e2e-${randomUUID()}`
  await signIn(page, "admin")
  const [school] = await query<{ orgid: string }>(
    "select org_id::text as orgid from person where account = 'school'",
    [],
  )
  const uuid = await reportAlarm(page.request, { orgid: school?.orgid ?? "", model_code: code })
  await open(page, `/main/alarms?alarm=${uuid}`)
  await expect(page.getByRole("heading", { name: unknownTypeName(code) })).toBeVisible()
  await page.getByRole("link", { name: "新增这个预警类型" }).click()
  const form = page.getByRole("dialog", { name: "新增预警类型" })
  await expect(form.getByLabel("类型代码")).toHaveValue(code)
  await fill(page, "新增预警类型", { 名称: `${mark}类型` })
  await expect(row(page, `${mark}类型`)).toBeVisible()
  await expectAccessible(page)
  await open(page, `/main/alarms?alarm=${uuid}`)
  await expect(page.getByRole("heading", { name: `${mark}类型` })).toBeVisible()

  await open(page, "/main/alarmTypes?tab=levels")
  await page.getByRole("button", { name: "新增预警等级" }).click()
  await fill(page, "新增预警等级", {
    等级: "98",
    名称: `${mark}等级`,
    "确认时限（分钟）": "15",
    "处置时限（分钟）": "",
  })
  await expect(page.getByRole("row", { name: new RegExp(`${mark}等级.*15 分钟.*不上报`) })).toBeVisible()
  await expectAccessible(page)
})
