import { expect, test, type Page } from "@playwright/test"
import { alarmStates } from "@uc/contract/alarms/admin-calls"
import { monitorMessages } from "@uc/contract/monitor/messages"
import { formMessages } from "../../portal/src/ui/forms/form-messages.ts"
import { query } from "../database.ts"
import { reportAlarm } from "../report-alarm.ts"
import { administratorFromEnd, type SchoolAdministrator } from "../school-administrator.ts"
import { open, signIn } from "../sign-in.ts"
import { isUncovered } from "../uncovered.ts"

// One after the other: they share a school.
test.describe.configure({ mode: "default" })

const dockOf = (page: Page) => page.getByRole("complementary", { name: "预警监测" })
const cardOf = (page: Page) => dockOf(page).getByRole("article", { name: "预警" })
const closeOf = (page: Page) => cardOf(page).getByRole("button", { name: "关闭预警卡片" }).first()
const barOf = (page: Page) => dockOf(page).getByRole("button", { name: /^预警 \d+$/ })

/** Whatever is pressed in the page, from the header down to its last pixel, is no card. */
function isPageUncovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const dock = document.querySelector("aside[aria-label='预警监测']")
    const { left, right, top, bottom } = document.querySelector("main")!.getBoundingClientRect()
    const steps = Array.from({ length: 21 }, (_, at) => at / 20)
    return steps.every((x) =>
      steps.every(
        (y) =>
          !dock!.contains(
            document.elementFromPoint(left + 1 + (right - left - 2) * x, top + 1 + (bottom - top - 2) * y),
          ),
      ),
    )
  })
}

/** What the tests before have left is over: an alarm that nobody has confirmed keeps its card. */
async function endAlarms(orgid: string): Promise<void> {
  await query(
    `update alarm_record set state = 'closed', closed_at = now()
     where org_id = $1 and closed_at is null and createtime > now() - interval '1 day'`,
    [orgid],
  )
  for (const topic of ["alarms", "told"])
    await query("select pg_notify('uc_news', $1)", [`${topic} ${orgid}`])
}

async function watching(page: Page, { account, orgid }: SchoolAdministrator, path: string): Promise<void> {
  await endAlarms(orgid)
  await signIn(page, account, { withMonitor: true })
  await open(page, path)
  await expect(dockOf(page).getByText(/更新$/).or(cardOf(page))).not.toHaveCount(0)
  while ((await closeOf(page).count()) > 0) await closeOf(page).click()
}

/** More than one page of alarms that somebody works on, so that the list has a pager. */
async function fillList(orgid: string): Promise<void> {
  await query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state)
     select gen_random_uuid(), id, area_path, 'smoke', 4, now() - make_interval(days => 3, mins => n), 'handling'
     from organisation, generate_series(1, 30) n where id = $1`,
    [orgid],
  )
}

const shapes = [
  { name: "1366x768", viewport: { width: 1366, height: 768 } },
  { name: "390x844", viewport: { width: 390, height: 844 } },
  { name: "1920x1080", viewport: { width: 1920, height: 1080 } },
]

for (const { name, viewport } of shapes)
  test.describe(name, () => {
    test.use({ viewport })

    test(`[DAY-4] a card covers no pager, no drawer's and no form's buttons, ${name}`, async ({ page }) => {
      const administrator = await administratorFromEnd(1)
      const { orgid } = administrator
      await fillList(orgid)
      await watching(page, administrator, "/main/alarms")
      await reportAlarm(page.request, { orgid, model_code: "gas" })
      await expect(cardOf(page)).toContainText("燃气泄漏")
      await expect(cardOf(page)).toBeInViewport({ ratio: 1 })
      await expect.poll(() => isPageUncovered(page)).toBe(true)
      const next = page.getByRole("button", { name: "下一页" })
      await next.scrollIntoViewIfNeeded()
      await expect.poll(() => isUncovered(next)).toBe(true)

      // A drawer and a form over it, while another alarm comes in.
      await cardOf(page).getByRole("button", { name: "查看" }).click()
      const drawer = page.getByRole("dialog", { name: "燃气泄漏" })
      await drawer.getByRole("button", { name: "确认", exact: true }).click()
      await expect(drawer.getByRole("button", { name: "处置", exact: true })).toBeVisible()
      await reportAlarm(page.request, { orgid, model_code: "smoke" })
      await expect(cardOf(page)).toContainText("烟雾报警")
      for (const button of ["处置", "指派", "办结"])
        await expect
          .poll(() => isUncovered(drawer.getByRole("button", { name: button, exact: true })))
          .toBe(true)
      await drawer.getByRole("button", { name: "处置", exact: true }).click()
      const form = page.getByRole("dialog", { name: "记录处置情况" })
      await form.getByRole("textbox").fill("已到场")
      for (const button of ["保存", "取消"])
        await expect.poll(() => isUncovered(form.getByRole("button", { name: button }))).toBe(true)
      await expect(cardOf(page)).toBeVisible()
      await form.getByRole("button", { name: "取消" }).click()
      const question = page.getByRole("dialog", { name: formMessages.unsavedTitle })
      for (const button of [formMessages.discard, formMessages.goOn])
        await expect.poll(() => isUncovered(question.getByRole("button", { name: button }))).toBe(true)
      await question.getByRole("button", { name: formMessages.goOn }).click()
      await form.getByRole("button", { name: "保存" }).click()
      await expect(form).toHaveCount(0)
      await page.keyboard.press("Escape")
      await expect(page.getByRole("dialog")).toHaveCount(0)
      await closeOf(page).click()
      await expect(cardOf(page)).toHaveCount(0)
    })
  })

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test("[DAY-4] on a phone a card is one line that opens", async ({ page }) => {
    const administrator = await administratorFromEnd(1)
    await watching(page, administrator, "/main/home")
    await reportAlarm(page.request, { orgid: administrator.orgid, model_code: "gas" })
    await expect(cardOf(page)).toBeVisible()
    const heightOf = async () => (await cardOf(page).boundingBox())?.height ?? 0
    expect(await heightOf()).toBeLessThan(60)
    await cardOf(page).getByRole("button", { name: "展开详情" }).click()
    expect(await heightOf()).toBeGreaterThan(120)
    await expect.poll(() => isPageUncovered(page)).toBe(true)
    await cardOf(page).getByRole("button", { name: "收起详情" }).click()
    expect(await heightOf()).toBeLessThan(60)
    await closeOf(page).click()
  })

  test("[DAY-3] on a phone the stripe of an alarm's level covers none of its words", async ({ page }) => {
    const administrator = await administratorFromEnd(1)
    await signIn(page, administrator.account)
    await reportAlarm(page.request, { orgid: administrator.orgid, model_code: "gas" })
    await open(page, "/main/alarms")
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("link") })
      .first()
    await expect(row).toBeVisible()
    const stripe = 4
    const gap = await row.evaluate(
      (each) => each.querySelector("td")!.getBoundingClientRect().left - each.getBoundingClientRect().left,
    )
    expect(gap).toBeGreaterThan(stripe)
  })
})

test("[DAY-4] a dismissed, an acknowledged and an old card do not come back, in no tab", async ({
  page,
  context,
}) => {
  const administrator = await administratorFromEnd(1)
  const { orgid } = administrator
  await watching(page, administrator, "/main/home")

  await test.step("dismissed: not after a reload, not in another tab", async () => {
    await reportAlarm(page.request, { orgid, model_code: "gas" })
    await closeOf(page).click()
    await page.reload()
    await expect(barOf(page)).toBeVisible()
    const other = await context.newPage()
    await open(other, "/main/home")
    await expect(barOf(other)).toBeVisible()
    await expect(cardOf(other)).toHaveCount(0)
    await other.close()
    await expect(cardOf(page)).toHaveCount(0)
  })

  await test.step("acknowledged by somebody: the card closes, and a new page has none", async () => {
    const uuid = await reportAlarm(page.request, { orgid, model_code: "gas" })
    await expect(cardOf(page)).toBeVisible()
    await query("update alarm_record set state = 'acknowledged' where uuid = $1", [uuid])
    await query("select pg_notify('uc_news', $1)", [`alarms ${orgid}`])
    await expect(cardOf(page)).toHaveCount(0)
    await page.reload()
    await expect(barOf(page)).toBeVisible()
    await expect(cardOf(page)).toHaveCount(0)
  })

  await test.step("older than its level's minutes: a new page has none", async () => {
    const uuid = await reportAlarm(page.request, { orgid, model_code: "gas" })
    await expect(cardOf(page)).toBeVisible()
    await query("update alarm_record set received_at = now() - interval '1 hour' where uuid = $1", [uuid])
    await query("select pg_notify('uc_news', $1)", [`alarms ${orgid}`])
    await page.reload()
    await expect(barOf(page)).toBeVisible()
    await expect(cardOf(page)).toHaveCount(0)
  })
})

test("[DAY-4] cards wait in the bar while somebody writes; the monitor's switch is undone", async ({
  page,
}) => {
  const administrator = await administratorFromEnd(1)
  const { orgid } = administrator
  await watching(page, administrator, "/main/drills?tab=standing")
  await open(page, "/main/profile")
  await page.getByRole("textbox").first().focus()
  await reportAlarm(page.request, { orgid, model_code: "gas" })
  const waiting = dockOf(page).getByRole("button", { name: "显示特别重大预警：燃气泄漏" })
  await expect(waiting).toBeVisible()
  await expect(cardOf(page)).toHaveCount(0)
  await waiting.click()
  await closeOf(page).click()
  await dockOf(page).getByRole("switch", { name: "预警监测" }).click()
  await expect(dockOf(page)).toHaveCount(0)
  const said = page.getByRole("log").filter({ hasText: monitorMessages.closed })
  await said.getByRole("button", { name: "撤销" }).click()
  await expect(barOf(page)).toBeVisible()
})

test("[DAY-4] bar, menu, page and home count the same alarms", async ({ page }) => {
  const administrator = await administratorFromEnd(2)
  const { orgid } = administrator
  await watching(page, administrator, "/main/home")
  for (const model_code of ["gas", "smoke", "gas"]) await reportAlarm(page.request, { orgid, model_code })
  const done = await reportAlarm(page.request, { orgid, model_code: "gas" })
  await query("update alarm_record set state = 'closed', closed_at = now() where uuid = $1", [done])
  await query("select pg_notify('uc_news', $1)", [`alarms ${orgid}`])
  await page.reload()
  await expect(cardOf(page).or(barOf(page))).not.toHaveCount(0)
  while ((await closeOf(page).count()) > 0) await closeOf(page).click()
  const today = (await barOf(page).getAttribute("aria-label"))?.replace("预警 ", "") ?? ""
  const home = page.getByRole("region", { name: "最新预警" })
  await expect(home.getByText(`${monitorMessages.today}${today}条`)).toBeVisible()
  const waiting = /待我处理(\d+)条/.exec((await home.getByText(/^待我处理/).textContent()) ?? "")?.[1] ?? ""
  expect(Number(waiting)).toBeGreaterThanOrEqual(3)
  await open(page, "/main/alarms")
  await expect(page.getByRole("link", { name: `预警处置 ${waiting} 项未处理的预警` }).first()).toBeVisible()
  const tiles = page.getByRole("group", { name: "待办概况" })
  await expect(tiles.getByRole("button", { name: `今日预警 ${today}` })).toBeVisible()
  const waitingTile = tiles.getByRole("button", { name: `待我处理 ${waiting}` })
  await expect(waitingTile).toBeVisible()
  await waitingTile.click()
  const rows = page.getByRole("row").filter({ has: page.getByRole("link") })
  await expect(rows.filter({ hasText: alarmStates.open })).toHaveCount(Number(waiting))
})
