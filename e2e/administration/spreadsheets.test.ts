import { expect, test, type Page } from "@playwright/test"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { open, signIn } from "../sign-in.ts"

/** What a test makes begins with it; each has its own. */
let mark = ""

test.afterEach(async () => {
  await query("delete from patrol_point where name like $1", [`${mark}%`])
  await query("delete from assessment_scheme where name like $1", [`${mark}%`])
})

/** From the page's own link: the template, a file with a bad cell, then a good one. */
async function bring(page: Page, what: string, bad: string, good: string): Promise<void> {
  await page.getByRole("link", { name: "表格导入" }).click()
  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: `下载${what}模板` }).click()
  expect((await saving).suggestedFilename()).toBe(`${what}导入模板.xlsx`)
  const file = page.getByLabel("选择文件")
  await file.setInputFiles({ name: "表.csv", mimeType: "text/csv", buffer: Buffer.from(bad) })
  await expect(page.getByRole("heading", { name: "1 行中有 1 处需要修改" })).toBeVisible()
  await page.getByRole("button", { name: "重新选择文件" }).click()
  await file.setInputFiles({ name: "表.csv", mimeType: "text/csv", buffer: Buffer.from(good) })
  await page.getByRole("button", { name: "确认导入" }).click()
  await expect(identityDialog(page)).toBeVisible()
  await proveByPassword(page)
  await expect(page.getByRole("heading", { name: `${what}导入完成` })).toBeVisible()
}

test("[DISTRICT-11] patrol points come in by the spreadsheet that their page leads to", async ({ page }) => {
  mark = "点位例"
  await signIn(page, "school")
  await open(page, "/main/patrols?view=points")
  const titles = "点位名称,位置\n"
  await bring(page, "巡查点位", `${titles}${mark}北门,没有的楼\n`, `${titles}${mark}北门,\n`)
  await open(page, "/main/patrols?view=points")
  await expect(page.getByText(`${mark}北门`)).toBeVisible()
})

test("[DISTRICT-11] assessment items come in by the spreadsheet that their page leads to", async ({
  page,
}) => {
  mark = "考核例"
  await signIn(page, "bureau")
  await open(page, "/main/assessments?view=schemes")
  const titles = "考核方案,考核项,满分\n"
  await bring(page, "考核项", `${titles}${mark}方案,通道畅通,很多\n`, `${titles}${mark}方案,通道畅通,10\n`)
  await open(page, "/main/assessments?view=schemes")
  await expect(page.getByRole("heading", { name: `${mark}方案` })).toBeVisible()
})
