import { randomUUID } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { alarmActions, alarmMessages, takingOver } from "@uc/contract/alarms/admin-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { open, pathOf, signIn } from "../sign-in.ts"
import { chooseOption } from "../choose-option.ts"

/** An alarm of the school's, three minutes old, that was escalated to its bureau. */
async function plant(address: string): Promise<string> {
  const uuid = randomUUID()
  await query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, address, detail, escalated_at, escalated_to)
     select $1, o.id, o.area_path, 'gas', 1, t.at, t.at, $2, '<b>浓度超限</b>', now(),
            (select org_id from person where account = 'bureau')
       from organisation o, (select now() - interval '3 minutes' as at) t
      where o.id = (select org_id from person where account = 'teacher')`,
    [uuid, address],
  )
  return uuid
}

const row = (page: Page, address: string) => page.getByRole("row").filter({ hasText: address })
const drawer = (page: Page) => page.getByRole("dialog", { name: "燃气泄漏" })

test("[WORK-4] an alarm is taken by a teacher and handled by the bureau it was escalated to", async ({
  page,
  browser,
}) => {
  const { address, uuid } = await test.step("a teacher takes the alarm by keyboard", async () => {
    const address = `食堂${randomUUID().slice(0, 8)}`
    const uuid = await plant(address)
    await signIn(page, "teacher")
    await open(page, "/main/home")
    await page.getByRole("link", { name: "预警处置" }).first().click()
    // While the page is on its way, its place has the same heading.
    await expect(page.getByRole("heading", { name: "预警处置" })).toHaveCount(1)
    await expect(row(page, address)).toContainText(/特别重大.*燃气泄漏.*待确认.*超时上报/s)
    await expectAccessible(page)
    await row(page, address).getByRole("link").focus()
    await page.keyboard.press("Enter")
    await expect(drawer(page)).toContainText("<b>浓度超限</b>")
    await expect(drawer(page).getByRole("button", { name: "办结" })).toHaveCount(0)
    await drawer(page).getByRole("button", { name: "确认", exact: true }).press("Enter")
    const taken = page.getByRole("dialog", { name: takingOver.title })
    await taken.getByRole("button", { name: alarmActions.acknowledge }).press("Enter")
    await expect(drawer(page).getByRole("listitem").last()).toContainText("确认了预警")
    await expectAccessible(page)
    return { address, uuid }
  })

  await test.step("the bureau handles it on a phone", async () => {
    const office = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await office.newPage()
    await signIn(phone, "clerk")
    await open(phone, "/main/alarms?escalated=1")
    await expect(row(phone, address)).toContainText("上报到我局")
    await row(phone, address).click()
    await drawer(phone).getByRole("button", { name: "处置" }).click()
    const question = phone.getByRole("dialog", { name: "记录处置情况" })
    await question.getByRole("button", { name: "保存" }).click()
    await expect(question.getByText(alarmMessages.noteMissing)).toBeVisible()
    await question.getByLabel("处置说明").fill("教育局已派人到场")
    await expectAccessible(phone)
    await question.getByRole("button", { name: "保存" }).click()
    await expect(drawer(phone).getByRole("listitem").last()).toContainText("教育局已派人到场")
    await office.close()
  })

  await test.step("the teacher's outdated close is refused, then repeated", async () => {
    // The teacher still looks at what was there before.
    await drawer(page).getByRole("button", { name: "办结" }).click()
    const closing = page.getByRole("dialog", { name: "确认办结该预警？" })
    await closing.getByLabel("办结说明").fill("阀门已关闭")
    // By keyboard; between the text and the button stand those of the photos.
    await closing.getByRole("button", { name: "确认办结" }).press("Enter")
    await expect(closing.getByRole("alert")).toContainText("记录了处置情况，请刷新后再操作")
    await expect(drawer(page).getByRole("listitem").last()).toContainText("教育局已派人到场")
    await closing.getByRole("button", { name: "确认办结" }).click()
    await expect(drawer(page)).toContainText("该预警已结束。")
  })

  await test.step("the list and the history show the end", async () => {
    await page.keyboard.press("Escape")
    await expect(drawer(page)).toHaveCount(0)
    await expect(row(page, address)).toContainText("已办结")
    await chooseOption(page.getByLabel("状态"), "已办结")
    await expect.poll(() => pathOf(page)).toMatch(/\?state=closed$/)
    await page.reload()
    await expect(row(page, address)).toContainText("已办结")
    const deeds = await query<{ action: string }>(
      `select e.action from alarm_event e join alarm_record a on a.id = e.alarm_id where a.uuid = $1 order by e.at`,
      [uuid],
    )
    expect(deeds.map(({ action }) => action)).toEqual(["acknowledged", "handling", "closed"])
  })
})
