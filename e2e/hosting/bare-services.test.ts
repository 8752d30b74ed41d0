import { expect, test } from "@playwright/test"
import type { PickerName } from "@uc/contract/pickers/pickers"
import { startBareServices, type BareServices } from "../bare-services.ts"
import { openPicker, result } from "../open-picker.ts"
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

test("[DISTRICT-16] all eight pickers work with services elsewhere that know section 3 alone", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product?.address ?? "", locale: "zh-CN" })
  const page = await context.newPage()
  await page.addInitScript(() => sessionStorage.setItem("uc:monitor-closed", "7"))
  await open(page, "/main/home")
  await expect(page.getByText("外部用户").first()).toBeVisible()
  await page.waitForFunction(() => window.UserCenter !== undefined)
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
      await page.getByRole("dialog").getByRole("button", { name: /^确定/ }).click()
      expect(await result(page)).toMatchObject([chosen])
    })
  }
  expect(bare?.answered.size).toBeGreaterThanOrEqual(9)
  await context.close()
})
