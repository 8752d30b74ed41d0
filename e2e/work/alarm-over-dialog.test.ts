import { expect, test, type Page } from "@playwright/test"
import { query } from "../database.ts"
import { openPicker } from "../open-picker.ts"
import { reportAlarm } from "../report-alarm.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn } from "../sign-in.ts"
import { isUncovered } from "../uncovered.ts"

const cardOf = (page: Page) =>
  page.getByRole("complementary", { name: "预警监测" }).getByRole("article", { name: "预警" })

const shapes = [
  { name: "1366x768", viewport: { width: 1366, height: 768 } },
  { name: "a phone", viewport: { width: 390, height: 844 } },
]

for (const { name, viewport } of shapes)
  test.describe(name, () => {
    test.use({ viewport })

    test(`[BROWSER-2] an alarm over an open picker is seen and covers no button, ${name}`, async ({
      page,
    }) => {
      const { account, orgid } = await administratorFromEnd()
      // The first shape's alarm is over: one that nobody has confirmed keeps its card.
      await query(
        "update alarm_record set state = 'closed', closed_at = now() where org_id = $1 and closed_at is null",
        [orgid],
      )
      for (const topic of ["alarms", "told"])
        await query("select pg_notify('uc_news', $1)", [`${topic} ${orgid}`])
      await signIn(page, account, { withMonitor: true })
      await open(page, "/main/home")
      await expect(page.getByRole("complementary", { name: "预警监测" })).toBeVisible()
      await openPicker(page, "department")
      await reportAlarm(page.request, { orgid, model_code: "gas" })
      await expect(cardOf(page)).toContainText("燃气泄漏")
      await expect(cardOf(page)).toBeInViewport({ ratio: 1 })
      const confirm = page.getByRole("dialog").getByRole("button", { name: "确定" })
      for (const button of [
        confirm,
        page.getByRole("dialog").getByRole("button", { name: "取消" }),
        cardOf(page).getByRole("button", { name: "查看" }),
        cardOf(page).getByRole("button", { name: "关闭预警卡片" }),
      ])
        await expect.poll(() => isUncovered(button)).toBe(true)
      // Without a dialog it is a card again, and the room is the next dialog's.
      await page.keyboard.press("Escape")
      await expect(page.getByRole("dialog")).toHaveCount(0)
      await expect(cardOf(page).getByText("单位")).toBeVisible()
      await cardOf(page).getByRole("button", { name: "关闭预警卡片" }).click()
      await expect(cardOf(page)).toHaveCount(0)
    })
  })
