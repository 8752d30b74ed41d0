import { expect, test, type Browser, type Page } from "@playwright/test"
import type { PickerName } from "@uc/contract/pickers/pickers"
import { startBareServices, type BareServices } from "../bare-services.ts"
import { openPicker, press, result } from "../open-picker.ts"
import { startProduct, type Product } from "../product.ts"
import { open } from "../sign-in.ts"

let product: Product | undefined
let bare: BareServices | undefined

test.describe.configure({ mode: "default", timeout: 120_000 })
test.beforeAll(async () => {
  bare = await startBareServices(() => product?.address ?? "")
  const { origin } = bare
  product = await startProduct({
    USERCENTER_URL: origin,
    NEWUSERCENTER_URL: origin,
    EWLS_URL: origin,
    VMS_URL: origin,
  })
})
test.afterAll(async () => {
  await product?.stop()
  await bare?.stop()
})

/** What is pressed, level by level, and what the opener gets. */
const choices: Readonly<Record<PickerName, { readonly rows: readonly string[]; readonly chosen: object }>> = {
  area: { rows: ["外部市", "外部区"], chosen: { areaid: "330101", areaname: "外部区" } },
  person: { rows: ["外部教务处", "张外"], chosen: { id: "71", label: "张外" } },
  range: { rows: ["外部楼", "外部一层"], chosen: { layerId: "31", layerName: "外部一层" } },
  department: { rows: ["外部教务处"], chosen: { id: "20", name: "外部教务处" } },
  menu: { rows: ["外部菜单"], chosen: { value: "60", text: "外部菜单" } },
  module: { rows: ["外部模块"], chosen: { id: "80", name: "外部模块" } },
  building: { rows: ["外部楼", "外部一层"], chosen: { id: "31", buildingname: "外部一层" } },
  grid: { rows: ["外部网格"], chosen: { id: "90", name: "外部网格" } },
}

async function openHome(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: product?.address ?? "", locale: "zh-CN" })
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem("uc:monitor-closed", "7"))
  await open(page, "/main/home")
  await expect(page.getByText("外部用户").first()).toBeVisible()
  await page.waitForFunction(() => window.UserCenter !== undefined)
  return page
}

const dialogOf = (page: Page) => page.getByRole("dialog")
const chosenIn = (page: Page) => page.getByRole("list", { name: "已选列表" }).getByRole("listitem")

/** Gives what the opener gets; nothing in the dialog may look like a failure before. */
async function confirmed(page: Page): Promise<unknown> {
  await expect(dialogOf(page).getByRole("alert").filter({ hasText: /./ })).toHaveCount(0)
  await dialogOf(page).getByRole("button", { name: /^确定/ }).click()
  return result(page)
}

/** What the eight of them are made of. */
const pickerPaths = [
  "/getAreaJsonByPid.action",
  "/manage/getDepartmentOfOrgUnToken.action",
  "/manage/userDepartmentBuildingLayers.action",
  "/v1/depart/depettree",
  "/web/get_menu_list_of_user.action",
  "/v1/module/getModuleTree",
  "/v1/building/buildingTree",
  "/v1/grid/getAllTree",
]

test("[DISTRICT-16] all eight pickers work with services elsewhere that know section 3 alone", async ({
  browser,
}) => {
  const page = await openHome(browser)
  for (const [name, { rows, chosen }] of Object.entries(choices) as [
    PickerName,
    (typeof choices)[PickerName],
  ][]) {
    await test.step(name, async () => {
      await openPicker(page, name)
      for (const [at, label] of rows.entries()) {
        const row = page.getByRole("treeitem", { name: label })
        await expect(row).toBeVisible()
        if (at === rows.length - 1) {
          await row.focus()
          await row.click()
        } else if ((await row.getAttribute("aria-expanded")) !== "true") {
          await page.getByRole("tree").first().focus()
          await page.keyboard.press("Home")
          await page.keyboard.press("ArrowRight")
        }
      }
      expect(await confirmed(page)).toMatchObject([chosen])
    })
  }
  const asked = [...(bare?.answered ?? [])]
  for (const path of pickerPaths) expect(asked).toContain(path)
  await page.context().close()
})

test("[DISTRICT-16] defaults are shown by services that can't look them up", async ({ browser }) => {
  const page = await openHome(browser)
  for (const [name, id, label, chosen] of [
    ["area", "330101", "外部区", { areaid: "330101", areaname: "外部区" }],
    ["building", "31", "外部一层", { id: "31", buildingname: "外部一层" }],
    ["person", "72", "李外", { id: "72", label: "李外" }],
    // Not in the list of the service: nobody is dropped because they can't be looked up.
    ["person", "99", "99", { id: "99", label: "99" }],
  ] as const) {
    await test.step(`${name} ${id}`, async () => {
      await openPicker(page, name, { defaults: [id] })
      await expect(chosenIn(page)).toHaveText(new RegExp(label))
      expect(await confirmed(page)).toMatchObject([chosen])
    })
  }
  await page.context().close()
})

test("[DISTRICT-16] a search finds what was loaded where the service has none of its own", async ({
  browser,
}) => {
  const page = await openHome(browser)
  for (const [name, top, below, chosen] of [
    ["area", "外部市", "外部区", { areaid: "330101" }],
    ["building", "外部楼", "外部一层", { id: "31" }],
  ] as const) {
    await test.step(name, async () => {
      await openPicker(page, name)
      const parent = page.getByRole("treeitem", { name: top })
      if ((await parent.getAttribute("aria-expanded")) !== "true") {
        await page.getByRole("tree").first().focus()
        await press(page, "Home", "ArrowRight")
      }
      await expect(page.getByRole("treeitem", { name: below })).toBeVisible()
      await page.getByRole("searchbox").fill(below)
      await expect(page.getByRole("treeitem")).toHaveCount(1)
      await page.getByRole("treeitem", { name: below }).click()
      expect(await confirmed(page)).toMatchObject([chosen])
    })
  }
  await test.step("person, by the specification's own call", async () => {
    await openPicker(page, "person")
    await page.getByRole("searchbox").fill("张外")
    await page.getByRole("option", { name: /张外/ }).click()
    expect(await confirmed(page)).toMatchObject([{ id: "71" }])
  })
  await page.context().close()
})

test("[DISTRICT-16] pasted names are matched one by one, and a range opens without what was saved", async ({
  browser,
}) => {
  const page = await openHome(browser)
  await test.step("pasted names", async () => {
    await openPicker(page, "person")
    await page.getByRole("button", { name: "粘贴名单" }).click()
    await page.getByLabel(/粘贴姓名或账号/).fill("张外、李外、王外")
    await page.getByRole("button", { name: "识别名单" }).click()
    await expect(page.getByText("已匹配 2 人")).toBeVisible()
    await expect(page.getByText("未找到 1 个")).toBeVisible()
    expect(await confirmed(page)).toMatchObject([{ id: "71" }, { id: "72" }])
  })
  await test.step("range", async () => {
    await openPicker(page, "range", { save: { objectIds: ["20"], objectType: 1 } })
    await expect(page.getByRole("treeitem", { name: "外部楼" })).toBeVisible()
    await expect(dialogOf(page).getByRole("alert").filter({ hasText: /./ })).toHaveCount(0)
  })
  await page.context().close()
})
