import { expect, test, type Page } from "@playwright/test"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { reportAlarm } from "../report-alarm.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn, type Account } from "../sign-in.ts"
import { isUncovered } from "../uncovered.ts"

const cardOf = (page: Page) => page.getByRole("article", { name: "待确认：燃气泄漏" })

test("[DAY-2] a teacher on a phone taps 我已知晓; the administrator sees it and reminds the rest", async ({
  page,
  browser,
}) => {
  const { account, orgid } = await administratorFromEnd(3)
  const [teacher] = await query<{ account: Account; name: string }>(
    `select account, name from person
     where org_id = $1 and admintype = 0 and disabled_at is null and not is_parent order by id desc limit 1`,
    [orgid],
  )
  if (!teacher) throw new Error("The school has no teacher")
  // What the demo's own alarms tell would stand beside it.
  await query(
    "update alarm_record set state = 'closed', closed_at = now() where org_id = $1 and closed_at is null",
    [orgid],
  )
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await signIn(phone, teacher.account, { withMonitor: true })
  await open(phone, "/main/home")
  await expect(phone.getByRole("main")).toBeVisible()

  const uuid = await reportAlarm(page.request, { orgid, model_code: "gas", address: "1号楼101" })
  await signIn(page, account)
  await open(page, `/main/alarms?alarm=${uuid}`)
  const known = page.getByRole("dialog", { name: "燃气泄漏" }).getByRole("region", { name: "知晓情况" })
  const missing = known.getByRole("list", { name: "尚未知晓的人员" })
  await expect(known.getByText(/^已知晓 0 \//)).toBeVisible()

  await test.step("the card is one line that opens, covers nothing, and is back after a reload", async () => {
    await expect(cardOf(phone)).toBeVisible()
    expect((await cardOf(phone).boundingBox())?.height).toBeLessThan(60)
    await phone.reload()
    await cardOf(phone).getByRole("button", { name: "查看该怎么做" }).click()
    await expect(cardOf(phone).getByText("1号楼101")).toBeVisible()
    await expect(cardOf(phone).getByRole("listitem").first()).toBeVisible()
    await expect
      .poll(() => isUncovered(cardOf(phone).getByRole("button", { name: awarenessMessages.known })))
      .toBe(true)
    await expectAccessible(phone)
    // Nothing that handles the alarm.
    await expect(cardOf(phone).getByRole("button")).toHaveCount(2)
  })

  await test.step("one tap, and the teacher leaves the list of those who have not", async () => {
    await cardOf(phone).getByRole("button", { name: awarenessMessages.known }).click()
    await expect(cardOf(phone)).toHaveCount(0)
    await expect(known.getByText(/^已知晓 1 \//)).toBeVisible()
    await expect(missing.getByText(teacher.name, { exact: true })).toHaveCount(0)
    await phone.reload()
    await expect(phone.getByRole("main")).toBeVisible()
    await expect(cardOf(phone)).toHaveCount(0)
  })

  await test.step("the rest is reminded, once in some minutes", async () => {
    await known.getByRole("button", { name: "提醒", exact: true }).click()
    const asking = page.getByRole("dialog", { name: /^提醒\d+人？$/ })
    await asking.getByRole("button", { name: "提醒" }).click()
    await expect(known.getByText(/已提醒，.*后可再次提醒$/)).toBeVisible()
    await expect(known.getByRole("button", { name: "提醒", exact: true })).toBeDisabled()
    await expectAccessible(page)
  })
  await context.close()
})
