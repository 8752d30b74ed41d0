import { expect, test, type Locator } from "@playwright/test"
import { hazardDone, hazardMessages } from "@uc/contract/hazards/messages"
import { expectAccessible } from "../accessible.ts"
import { open, signIn } from "../sign-in.ts"

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="

async function photograph(form: Locator, label: string, name: string): Promise<void> {
  await form
    .getByLabel(label, { exact: true })
    .locator("input")
    .first()
    .setInputFiles({ name, mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
  await expect(form.getByText("已上传")).toBeVisible()
}

test("[DAY-6] a hazard from a teacher's phone to assigned, rectified and closed", async ({
  page,
  browser,
}) => {
  const phone = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: "dark" })
  ).newPage()
  const title = "体育馆吊顶松动"
  await test.step("a teacher reports it with a photo", async () => {
    await signIn(phone, "teacher")
    await open(phone, "/main/hazards")
    await phone.getByRole("button", { name: "上报隐患" }).click()
    const form = phone.getByRole("dialog", { name: "上报隐患" })
    await form.getByLabel("隐患名称").fill(title)
    await form.getByLabel("位置").fill("体育馆主席台上方")
    await photograph(form, "现场照片（选填）", "整改前.png")
    await form.getByRole("button", { name: "上报", exact: true }).click()
    await expect(phone.getByText(hazardMessages.reported)).toBeVisible()
    const shown = phone.getByRole("dialog", { name: title })
    await expect(shown.getByRole("img", { name: "整改前.png" })).toBeVisible()
    await expectAccessible(phone)
  })

  await test.step("the school assigns it to the teacher", async () => {
    await signIn(page, "school")
    await open(page, "/main/hazards?waiting=1")
    await page.getByRole("link", { name: title }).click()
    const drawer = page.getByRole("dialog", { name: title })
    await drawer.getByRole("button", { name: "指派整改" }).click()
    const form = page.getByRole("dialog", { name: "指派整改" })
    await form.getByRole("button", { name: "选择整改人" }).click()
    const picker = page.getByRole("dialog", { name: "选择整改人" })
    await picker.getByLabel("搜索人员").fill("teacher")
    await picker.getByRole("listbox", { name: "找到的人员" }).getByRole("option").first().click()
    await picker.getByRole("button", { name: /^确定/ }).click()
    await expectAccessible(page)
    await form.getByRole("button", { name: "指派", exact: true }).click()
    await expect(page.getByText(hazardDone.assign)).toBeVisible()
    await expect(drawer.getByText("整改中")).toBeVisible()
  })

  await test.step("the teacher rectifies it, with a photo of after", async () => {
    await open(phone, "/main/hazards?waiting=1")
    await phone.getByRole("link", { name: title }).click()
    await phone.getByRole("dialog", { name: title }).getByRole("button", { name: "提交整改" }).click()
    const form = phone.getByRole("dialog", { name: "提交整改" })
    await form.getByLabel("整改说明").fill("已加固")
    await photograph(form, "整改后照片（选填）", "整改后.png")
    await form.getByRole("button", { name: "提交", exact: true }).click()
    await expect(phone.getByText(hazardDone.rectify)).toBeVisible()
  })

  await test.step("the school reviews and closes it", async () => {
    const drawer = page.getByRole("dialog", { name: title })
    // Told by the bell: the open drawer follows.
    await drawer.getByRole("button", { name: "复查通过，销号" }).click()
    await page
      .getByRole("dialog", { name: /确认复查通过/ })
      .getByRole("button", { name: "确认销号" })
      .click()
    await expect(drawer.getByText("该隐患已销号。")).toBeVisible()
    await expect(drawer.getByRole("img", { name: "整改后.png" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("the bureau urges what is overdue, and reads each school's closing rate", async () => {
    const office = await (await browser.newContext()).newPage()
    await signIn(office, "bureau")
    await open(office, "/main/hazards?escalated=1")
    const first = office.getByRole("row").nth(1)
    await expect(first.getByText("已逾期")).toBeVisible()
    await first.getByRole("link").click()
    await office.getByRole("dialog").getByRole("button", { name: "督办" }).click()
    const form = office.getByRole("dialog", { name: "督办隐患" })
    await form.getByLabel("督办要求").fill("请三日内完成整改")
    await form.getByRole("button", { name: "督办", exact: true }).click()
    await expect(office.getByText("发出了督办")).toBeVisible()
    await office.keyboard.press("Escape")
    await office.getByRole("tab", { name: "统计" }).click()
    await expect(office.getByRole("table", { name: "各单位的隐患" }).getByRole("row").nth(1)).toContainText(
      "%",
    )
    await expectAccessible(office)
  })
})
