import { readFile } from "node:fs/promises"
import { expect, test, type Page } from "@playwright/test"
import { secondRunMessages } from "@uc/contract/drills/second-run"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { press } from "../open-picker.ts"
import { open, signIn } from "../sign-in.ts"
import { chooseOption } from "../choose-option.ts"

const title = "全区防汛演练"
const round = (page: Page) => page.getByRole("article", { name: title })

test.afterAll(async () => {
  await query("delete from drill where yazx_title = $1", [title])
  await query("delete from emergency_plan where title = $1", ["全区防汛应急预案"])
})

test("[WORK-5][WARN-8] a drill goes from plan to start, confirmation, end and ledger", async ({
  page,
  browser,
}) => {
  await test.step("the bureau writes a plan", async () => {
    await signIn(page, "bureau")
    await open(page, "/main/drills")
    await page.getByRole("tab", { name: "预案" }).click()
    await page.getByRole("button", { name: "新建预案" }).click()
    const form = page.getByRole("dialog", { name: "新建预案" })
    await form.getByLabel("名称").fill("全区防汛应急预案")
    await chooseOption(form.getByLabel("类别"), "极端天气")
    await form.getByLabel("步骤").fill("查看水位\n转移师生")
    await expectAccessible(page)
    await form.getByRole("button", { name: "保存" }).click()
    await expect(form).toBeHidden()
  })

  await test.step("the bureau starts it with the schools of an area", async () => {
    await page.getByRole("button", { name: "按“全区防汛应急预案”启动" }).click()
    const start = page.getByRole("dialog", { name: "启动演练" })
    await expect(start.getByLabel("名称")).toHaveValue(title)
    await start.getByRole("button", { name: "按区域选择" }).click()
    const picker = page.getByRole("dialog", { name: "选择参加演练的区域" })
    await expect(picker.getByRole("treeitem", { name: "文澜区" })).toBeVisible()
    await press(page, "ArrowDown", "Space")
    await picker.getByRole("button", { name: /^确定/ }).click()
    await expect(start.getByRole("button", { name: "移除文澜区第一小学" })).toBeVisible()
    await expectAccessible(page)
    // Pressed twice, as impatient people do.
    await start.getByRole("button", { name: "启动演练" }).dblclick()
    // A school of the area has a drill under way.
    const second = page.getByRole("dialog", { name: secondRunMessages.title })
    await second.getByRole("button", { name: secondRunMessages.confirm }).dblclick()
    await expect(round(page).getByRole("timer")).toHaveText(/^\d\d:\d\d$/)
    await expect(round(page).getByText("演练", { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("a teacher confirms", async () => {
    const other = await browser.newContext()
    const teacher = await other.newPage()
    await signIn(teacher, "teacher")
    await open(teacher, "/main/drills")
    await round(teacher).getByRole("button", { name: "我已知晓" }).click()
    await expect(round(teacher).getByText("您已确认")).toBeVisible()
    await expect(round(teacher).getByRole("button", { name: /^结束/ })).toHaveCount(0)
    await other.close()
  })

  await test.step("the bureau ends it with a summary", async () => {
    // Seen by the bureau without a press.
    await expect(round(page).getByText(/^已确认 1 \//)).toBeVisible()
    await round(page).getByRole("button", { name: "结束全部单位" }).click()
    const end = page.getByRole("dialog", { name: "结束演练" })
    await end.getByLabel("总结（选填）").fill("=有序，用时一分钟")
    await end.getByRole("button", { name: "结束演练" }).click()
    await expect(round(page)).toHaveCount(0)
  })

  await test.step("the ledger counts it and is exported", async () => {
    await page.getByRole("tab", { name: "台账" }).click()
    await page.getByLabel("单位").fill("第一小学")
    // Before the answer comes it is still there four times, once for each organisation.
    await expect(page.getByRole("row", { name: /全区防汛应急预案.*1 \/ 2 次.*还差 1 次/ })).toHaveCount(1)
    await expectAccessible(page)
    const saving = page.waitForEvent("download")
    await page.getByRole("button", { name: "导出表格" }).click()
    const file = await saving
    expect(file.suggestedFilename()).toMatch(/^\d{4}年应急演练台账\.xlsx$/)
    expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK")
  })

  await test.step("the record shows the summary", async () => {
    await page.getByRole("button", { name: "执行记录" }).click()
    await page
      .getByRole("button", { name: `${title}的记录` })
      .first()
      .click()
    const record = page.getByRole("dialog", { name: "执行记录" })
    await expect(record.getByText("=有序，用时一分钟")).toBeVisible()
    await expectAccessible(page)
  })
})
