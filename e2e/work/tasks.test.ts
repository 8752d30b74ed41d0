import { attachmentMessages } from "@uc/contract/attachments/calls"
import { expect, test, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { press } from "../open-picker.ts"
import { open, signIn } from "../sign-in.ts"

const title = "校园周边隐患排查（演示）"
const drawer = (page: Page) => page.getByRole("dialog", { name: title })

test.afterAll(async () => {
  await query(
    "delete from bell_ring where place in (select '/task?task=' || id from task where title = $1)",
    [title],
  )
  await query("delete from attachment where subject_id in (select id from task where title = $1)", [title])
  await query("delete from task where title = $1", [title])
})

test("[WORK-1][ROUTE-3] a task goes from bureau to school and back, with steps and a picture", async ({
  page,
  browser,
}) => {
  await test.step("the bureau gives the task once, without a false picture", async () => {
    await signIn(page, "bureau")
    await open(page, "/task")
    await page.getByRole("button", { name: "布置任务" }).click()
    const form = page.getByRole("dialog", { name: "布置任务" })
    await form.getByLabel("任务名称").fill(title)
    await form.getByRole("button", { name: "选择单位" }).click()
    const picker = page.getByRole("dialog", { name: "选择单位所在区域" })
    await expect(picker.getByRole("treeitem", { name: "文澜区" })).toBeVisible()
    await press(page, "ArrowDown", "Space")
    await picker.getByRole("button", { name: /^确定/ }).click()
    await expect(form.getByRole("button", { name: "移除文澜区第一小学" })).toBeVisible()
    await form.getByLabel("截止时间（选填）", { exact: true }).fill("2027-06-01")
    // With the day comes a usual hour, as soon as the box is left.
    await page.keyboard.press("Tab")
    await expect(form.getByLabel("截止时间（选填），几点")).toHaveValue("18:00")
    await form.getByLabel("截止时间（选填），几点").fill("1700")
    await form.getByLabel("步骤（选填）").fill("逐项检查\n拍照留存")
    // What only calls itself a picture is refused before it is sent along.
    const fileInput = form.locator("input[type=file]").first()
    await fileInput.setInputFiles({
      name: "现场.png",
      mimeType: "image/png",
      buffer: Buffer.from("<script>alert(1)</script>"),
    })
    await expect(form.getByText(attachmentMessages.pretends("现场.png"))).toBeVisible()
    await form.getByRole("button", { name: "移除现场.png" }).click()
    await fileInput.setInputFiles({
      name: "示意图.png",
      mimeType: "image/png",
      buffer: await page.screenshot(),
    })
    await expect(form.getByText("已上传")).toBeVisible()
    await expectAccessible(page)
    // Pressed twice, as impatient people do.
    await form.getByRole("button", { name: "布置", exact: true }).dblclick()
    await expect(drawer(page).getByText(/^0\/\d+ 已完成$/)).toBeVisible()
    expect(await query("select id from task where title = $1", [title])).toHaveLength(1)
  })

  await test.step("a school does the steps and finishes with a picture", async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
    const school = await phone.newPage()
    await signIn(school, "school")
    await open(school, "/task?order=newest")
    await school.getByRole("link", { name: title }).click()
    await expect(drawer(school).getByRole("img", { name: "示意图.png" })).toHaveJSProperty(
      "naturalWidth",
      320,
    )
    const end = drawer(school).getByRole("button", { name: "办结" })
    await expect(end).toBeDisabled()
    await drawer(school).getByRole("checkbox", { name: "逐项检查" }).check()
    await expect(drawer(school).getByText("50%", { exact: true })).toBeVisible()
    await drawer(school).getByRole("checkbox", { name: "拍照留存" }).check()
    await end.click()
    const ending = school.getByRole("dialog", { name: "办结任务" })
    await ending.getByLabel("办结说明（选填）").fill("已整改，见照片。")
    await ending
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "整改后.png", mimeType: "image/png", buffer: await school.screenshot() })
    await expect(ending.getByText("已上传")).toBeVisible()
    await expectAccessible(school)
    await ending.getByRole("button", { name: "办结" }).click()
    await expect(drawer(school).getByText("办结说明：已整改，见照片。")).toBeVisible()
    await expect(end).toHaveCount(0)
    await phone.close()
  })

  await test.step("the bureau sees the result, reminds and removes a school", async () => {
    // Seen by the bureau by itself or with the next look; the others are reminded, once.
    await page.reload()
    const done = drawer(page).getByRole("listitem").filter({ hasText: "已整改，见照片。" })
    await expect(done.getByText("文澜区第一小学")).toBeVisible()
    await expect(done.getByRole("img", { name: "整改后.png" })).toHaveJSProperty("naturalHeight", 320)
    await expect(drawer(page).getByText(/^1\/\d+ 已完成$/)).toBeVisible()
    await expectAccessible(page)
    await drawer(page).getByRole("button", { name: "提醒未完成的" }).click()
    await expect(page.getByText(/^已提醒\d+个对象$/)).toBeVisible()
    // One school should not have got it.
    const works = drawer(page).getByRole("list", { name: "名单" }).getByRole("listitem")
    const off = works.filter({ hasText: "未开始" }).first()
    const name = (await off.locator("strong").textContent()) ?? ""
    await off.getByRole("button", { name: `移除${name}` }).click()
    await page
      .getByRole("dialog", { name: `不再由${name}办理？` })
      .getByRole("button", { name: "移除" })
      .click()
    await expect(works.filter({ has: page.getByText(name, { exact: true }) })).toHaveCount(0)
    await press(page, "Escape")
  })

  await test.step("finished today leads to the task", async () => {
    // HOME-1: where the number of what was finished today leads.
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    // By its title as well: more may have been finished today than a page holds.
    await open(page, `/task?view=all&state=all&finished=${today}&title=${encodeURIComponent(title)}`)
    await expect(page.getByLabel("完成日期")).toHaveValue(today)
    await expect(page.getByRole("link", { name: title })).toBeVisible()
  })

  await test.step("the month shows the day it is due", async () => {
    await open(page, "/task?view=given&look=month&month=2027-06")
    await page.getByRole("button", { name: "6月1日，1项任务" }).click()
    await expect(page.getByRole("region", { name: "当天到期的任务" }).getByText(title)).toBeVisible()
    await expectAccessible(page)
  })
})
