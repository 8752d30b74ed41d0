import { randomUUID } from "node:crypto"
import { expect, test } from "@playwright/test"
import { receiptMessages } from "@uc/contract/notices/receipt-calls"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { query } from "../database.ts"
import { open, signIn } from "../sign-in.ts"

test("[DAY-11] a teacher confirms a notice for 小学; the bureau sees who, and reminds the rest", async ({
  page,
  browser,
}) => {
  const title = `安全自查${randomUUID().slice(0, 8)}`
  await signIn(page, "bureau")
  await open(page, "/main/notices?tab=written")

  await test.step("the bureau writes for one 学段 and wants a receipt", async () => {
    await page.getByRole("button", { name: "写通知" }).first().click()
    const form = page.getByRole("dialog", { name: "写通知" })
    await form.getByLabel("标题").fill(title)
    await form.getByLabel("正文").fill("请各小学本周完成自查。")
    await form.getByLabel(/教育局全体人员/).uncheck()
    await chooseOption(form.getByLabel("学段"), "小学")
    await expect(form.getByText(/^共 [\d,]+ 人，来自 8 个单位$/)).toBeVisible()
    await form.getByLabel(/^需要回执/).check()
    await expectAccessible(page)
    await form.getByRole("button", { name: "发布", exact: true }).click()
    await page.getByRole("button", { name: "确认发布" }).click()
    await expect(form).toBeHidden()
    const row = page.getByRole("row").filter({ hasText: title })
    await expect(row).toContainText(/部分辖区单位.*需要回执.*已读 0 \/ \d+.*已确认 0 \/ \d+/s)
  })

  await test.step("a teacher confirms it on a phone", async () => {
    const school = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await school.newPage()
    await signIn(phone, "teacher")
    await open(phone, "/main/notices?state=unconfirmed")
    await phone.getByRole("button", { name: title }).click()
    const drawer = phone.getByRole("dialog", { name: title })
    await drawer.getByRole("button", { name: "确认收到" }).click()
    await expect(drawer.getByText("已确认", { exact: true })).toBeVisible()
    await expect(drawer.getByRole("button", { name: "确认收到" })).toHaveCount(0)
    await expectAccessible(phone)
    await drawer.getByRole("button", { name: "关闭", exact: true }).click()
    await expect(phone.getByRole("listitem").filter({ hasText: title })).toHaveCount(0)
    await school.close()
  })

  await test.step("the bureau sees names and schools, and reminds the rest", async () => {
    await page.getByRole("button", { name: `${title}：`, exact: false }).click()
    const readers = page.getByRole("dialog", { name: "阅读情况" })
    await readers.getByRole("tab", { name: "已确认" }).click()
    await expect(readers.getByRole("listitem")).toHaveCount(1)
    await expect(readers.getByRole("listitem")).toContainText(/文澜区第一小学.*今天/)
    await readers.getByRole("tab", { name: "按单位" }).click()
    await expect(readers.getByRole("listitem").filter({ hasText: "文澜区第一小学" })).toContainText(
      /已读 1 \/ \d+\s*已确认 1 \/ \d+/,
    )
    await expectAccessible(page)
    await readers.getByRole("button", { name: "提醒", exact: true }).click()
    const remind = page.getByRole("dialog", { name: "提醒", exact: true })
    await remind.getByRole("button", { name: /^提醒[\d,]+人$/ }).click()
    await expect(remind).toBeHidden()
    await expect(page.getByText(/^已提醒[\d,]+人$/)).toBeVisible()
    await readers.getByRole("button", { name: "提醒", exact: true }).click()
    await expect(remind.getByText(receiptMessages.remindedLately)).toBeVisible()
    await expectAccessible(page)
    await query("delete from notice where title = $1", [title])
  })
})
