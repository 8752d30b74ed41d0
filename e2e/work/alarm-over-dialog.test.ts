import { expect, test, type Locator, type Page } from "@playwright/test"
import { query } from "../database.ts"
import { openPicker } from "../open-picker.ts"
import { reportAlarm } from "../report-alarm.ts"
import { open, signIn, type Account } from "../sign-in.ts"

interface Keeper {
  readonly account: Account
  readonly orgid: string
}

/** The administrator of a school in which no other test reports alarms: the last one. */
async function keeperOfLastSchool(): Promise<Keeper> {
  const [keeper] = await query<Keeper>(
    `select p.account, o.id::text as orgid from organisation o join person p on p.org_id = o.id
     where o.kind = 'school' and p.account is not null order by o.area_path desc, o.id desc, p.id limit 1`,
  )
  if (!keeper) throw new Error("The demo world has no school with an account")
  await query("update person set admintype = 1 where account = $1", [keeper.account])
  return keeper
}

const cardOf = (page: Page) =>
  page.getByRole("complementary", { name: "预警监测" }).getByRole("article", { name: "预警" })

/** Whatever is pressed within it is the button itself, up to its corners. */
function isUncovered(button: Locator): Promise<boolean> {
  return button.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const xs = [left + 3, (left + right) / 2, right - 3]
    const ys = [top + 3, (top + bottom) / 2, bottom - 3]
    return xs.every((x) => ys.every((y) => element.contains(document.elementFromPoint(x, y))))
  })
}

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
      const { account, orgid } = await keeperOfLastSchool()
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
