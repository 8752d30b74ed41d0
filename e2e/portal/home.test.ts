import { alarmCalls } from "@uc/contract/alarms/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { layoutMessages } from "@uc/contract/home/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { expect, test, type Locator, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { addressOf, open, signIn, type Account } from "../sign-in.ts"

/** An enterprise's people: nobody else's test arranges their home. */
const [administrator, staff] = ["company", "worker"] as const

const cards = (page: Page) => page.getByRole("list", { name: "首页卡片" }).locator("> li")
const keys = (page: Page) =>
  cards(page).evaluateAll((all) => all.map((card) => card.getAttribute("data-card")))

async function openHome(page: Page, account: Account): Promise<void> {
  await signIn(page, account)
  await open(page, "/main/home")
  await expect(cards(page).first()).toBeVisible()
}

async function drag(page: Page, handle: Locator, to: { x: number; y: number }): Promise<void> {
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await page.mouse.up()
}

test.describe("arranged", () => {
  // Only after this one: the others may be over while another worker is in the middle of it.
  test.afterAll(async () => {
    await query("delete from custom_list where key = 'home'")
    await query("delete from home_pins")
  })

  test("[HOME-3][ROUTE-4] the home is arranged by keyboard and pointer, saved, and reset", async ({
    page,
    browser,
  }) => {
    await openHome(page, administrator)
    await expect(cards(page).first()).toHaveAttribute("data-card", "today")
    await page.getByRole("link", { name: "调整布局" }).click()
    const box = (key: string) => page.locator(`[data-card="${key}"]`)
    const handle = (title: string) => page.getByRole("button", { name: new RegExp(`^移动${title}，`) })
    const save = page.getByRole("button", { name: "保存", exact: true })
    await expect(save).toBeDisabled()
    await expectAccessible(page)

    // By the keyboard: past the card beside it, smaller, and one is hidden. The focus stays at the card.
    await handle("待办任务").focus()
    await page.keyboard.press("ArrowRight")
    await expect(handle("待办任务")).toBeFocused()
    await expect(page.getByText("待办任务，第3行第5列，宽4格，高4格")).toBeAttached()
    await page.keyboard.press("Shift+ArrowUp")
    await expect(page.getByText("待办任务，第3行第5列，宽4格，高3格")).toBeAttached()
    await handle("我的订阅").focus()
    await page.keyboard.press("Delete")
    await expect(handle("我的订阅")).toBeHidden()
    await expect(page.getByRole("button", { name: "显示我的订阅" })).toBeVisible()

    // By the pointer: the latest alarms to the left edge, and the trend pulled narrower.
    // The page scrolls to it first: what is measured before would be elsewhere afterwards.
    await box("alarm-records").hover()
    const first = await box("notices").boundingBox()
    await drag(page, box("alarm-records"), { x: (first?.x ?? 0) + 60, y: (first?.y ?? 0) + 40 })
    await expect(handle("最新预警")).toHaveAccessibleName(/，第3行第1列，/)
    const corner = box("risk-trend").locator(".react-resizable-handle")
    const at = await corner.boundingBox()
    await drag(page, corner, { x: (at?.x ?? 0) - 250, y: (at?.y ?? 0) + 5 })
    await expect(handle("预警趋势")).toHaveAccessibleName(/，宽5格，/)

    // It is not lost without a question.
    await page.getByRole("link", { name: "返回首页" }).click()
    await page.getByRole("dialog", { name: "有未保存的修改" }).getByRole("button", { name: "取消" }).click()
    await save.click()
    await expect(page.getByText(layoutMessages.saved)).toBeVisible()
    await page.getByRole("link", { name: "返回首页" }).click()
    await expect(cards(page).first()).toBeVisible()
    await expect.poll(() => keys(page)).not.toContain("subscriptions")
    const arranged = await keys(page)
    expect(arranged.indexOf("alarm-records")).toBeLessThan(arranged.indexOf("tasks"))

    // Another device, a phone: the same order in one column. It saves first.
    const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await other.newPage()
    await openHome(phone, administrator)
    await expect.poll(() => keys(phone)).toEqual(arranged)
    const widths = () => cards(phone).evaluateAll((all) => new Set(all.map((card) => card.clientWidth)).size)
    await expect.poll(widths).toBe(1)
    await page.getByRole("link", { name: "调整布局" }).click()
    await open(phone, "/main/setHomeLayout")
    await phone.getByRole("button", { name: "上移新闻资讯" }).click()
    await phone.getByRole("button", { name: "隐藏友情链接" }).click()
    await phone.getByRole("button", { name: "保存", exact: true }).click()
    await expect(phone.getByText(layoutMessages.saved)).toBeVisible()
    await handle("通知公告").focus()
    await page.keyboard.press("ArrowDown")
    await save.click()
    const conflict = page.getByRole("dialog", { name: layoutMessages.changedMeanwhile })
    await conflict.getByRole("button", { name: "改用另一台设备的" }).click()
    await expect(page.getByRole("button", { name: "显示友情链接" })).toBeVisible()
    await expect(save).toBeDisabled()

    // What the bureau pins can't be hidden, and returns where it was.
    const office = await browser.newContext()
    const bureau = await office.newPage()
    await signIn(bureau, "bureau")
    await open(bureau, "/main/setHomeLayout")
    await bureau.getByRole("checkbox", { name: "友情链接" }).check()
    await bureau.getByRole("button", { name: "保存置顶" }).click()
    await expect(bureau.getByText(layoutMessages.pinsSaved)).toBeVisible()
    await page.reload()
    await expect(box("friend-links").getByText("教育局置顶")).toBeVisible()
    await expect(page.getByRole("button", { name: "隐藏友情链接" })).toHaveCount(0)

    await page.getByRole("button", { name: "恢复默认" }).click()
    await save.click()
    await expect(page.getByText(layoutMessages.saved)).toBeVisible()
    await page.getByRole("link", { name: "返回首页" }).click()
    await expect(cards(page).first()).toHaveAttribute("data-card", "today")
    await expect(page.getByRole("region", { name: "友情链接" }).getByText("教育局置顶")).toBeVisible()
    expect(await query("select 1 from custom_list where key = 'home'")).toHaveLength(0)
    await Promise.all([other.close(), office.close()])
  })
})

test("[HOME-1][HOME-2] each audience has its cards, numbers lead to lists, one failure stays alone", async ({
  page,
  browser,
}) => {
  const own = ["档案完整度", "预警趋势"]
  const expected: readonly (readonly [Account, readonly string[], readonly string[]])[] = [
    ["admin", ["单位预警对比", ...own], []],
    ["bureau", ["单位预警对比", ...own], []],
    [administrator, own, ["单位预警对比"]],
    [staff, ["待办任务", "我的应用"], ["单位预警对比", ...own]],
  ]
  for (const [account, has, hasNot] of expected) {
    const context = await browser.newContext()
    const visitor = await context.newPage()
    await openHome(visitor, account)
    for (const title of has) await expect(visitor.getByRole("region", { name: title })).toBeVisible()
    for (const title of hasNot) await expect(visitor.getByRole("region", { name: title })).toHaveCount(0)
    await expect(visitor.locator("[data-card] [aria-busy=true]")).toHaveCount(0)
    await expect(visitor.locator("[data-card] [role=alert]")).toHaveCount(0)
    if (account === "bureau") await expectAccessible(visitor)
    await context.close()
  }

  const still = (await quietSchools())[1]?.orgid
  await page.route("**/alarm/v1/get_risk_statistics*", (route) => route.fulfill({ status: 500, body: "" }))
  await openHome(page, "bureau")
  const trend = page.getByRole("region", { name: "预警趋势" })
  await expect(trend.getByRole("alert")).toContainText("服务器内部错误")
  await expect(page.getByRole("region", { name: "档案完整度" }).getByRole("link").first()).toBeVisible()
  await page.unroute("**/alarm/v1/get_risk_statistics*")
  await trend.getByRole("button", { name: "重试" }).click()
  await expect(trend.getByRole("img")).toBeVisible()
  await expect(trend.locator("canvas")).toBeVisible()
  await trend.getByRole("button", { name: "表格" }).click()
  await expect(trend.getByRole("row").nth(1).getByRole("link")).toBeVisible()

  const organisations = page.getByRole("region", { name: "单位预警对比" })
  await organisations.getByRole("button", { name: "重试" }).click()
  await organisations.getByRole("button", { name: "表格" }).click()
  const untouched = (await numbersOf(organisations)).filter(({ href }) => href.endsWith(`org=${still}`))
  expect(untouched).toHaveLength(1)
  const profile = page.getByRole("region", { name: "档案完整度" }).getByRole("listitem").first()
  const percent = await profile.getByText(/^\d+%$/).innerText()
  await profile.getByRole("link").click()
  await expect(page.getByRole("dialog").getByText(`完整度 ${percent}`)).toBeVisible()
  await expectNumbers(page, untouched)
})

interface School {
  readonly orgid: string
  readonly account: Account
}

/** Of which no other test makes anything. */
const quietSchools = () =>
  query<School>(
    `select distinct on (o.id) o.id::text as orgid, p.account from organisation o join person p on p.org_id = o.id
     where o.kind = 'school' and p.account is not null order by o.id desc, p.id limit 2`,
  )

/** A quiet one, with some of everything today. */
async function busyToday(): Promise<Account> {
  const [school] = await quietSchools()
  if (!school) throw new Error("The demo world has no school")
  const { orgid, account } = school
  await query("update person set admintype = 1 where account = $1", [account])
  await query(
    `insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, state, closed_at)
     select gen_random_uuid(), id, area_path, case when n < 4 then 'gas' else 'smoke' end, 1 + n % 4,
       now() - case when n < 5 then interval '0' else interval '1 day' end,
       case when n < 3 then 'closed' else 'open' end, case when n < 3 then now() end
     from organisation, generate_series(1, 5) n where id = $1`,
    [orgid],
  )
  await query(
    `insert into patrol_record (org_id, point_id, due_at, result)
     select org_id, id, now() + n * interval '1 microsecond', case when n < 4 then 'normal' else 'missed' end
     from (select * from patrol_point where org_id = $1 limit 1) point, generate_series(1, 4) n`,
    [orgid],
  )
  await query("update hazard set due_on = current_date - 5 where org_id = $1 and state = 'assigned'", [orgid])
  await query(
    `update task_assignee set state = 'done', finished_at = now()
     where id in (select id from task_assignee where org_id = $1 and finished_at is null order by id limit 2)`,
    [orgid],
  )
  await query(
    `insert into drill (org_id, yazx_code, yazx_title, yazx_bdate, zx_type, ended_at)
     select $1, gen_random_uuid()::text, '消防疏散演练', now(), 2, now() from generate_series(1, 6)`,
    [orgid],
  )
  return account
}

/** The list of each page that a number leads to. */
const lists = {
  "/main/alarms": alarmCalls.list,
  "/main/patrols": patrolAdminCalls.visits,
  "/main/hazards": hazardCalls.list,
  "/task": taskCalls.list,
  "/main/drills": drillCalls.held,
  "/main/logs": logCalls.signIns,
} as const

interface Listed {
  readonly data: { readonly total?: number; readonly items: readonly unknown[] }
}

/** Goes where the number leads, and counts all that the page's own question finds. */
async function countBehind(
  page: Page,
  href: string,
  before: string,
): Promise<{ count: number; url: string }> {
  const path = href.slice(1).split("?", 1)[0] as keyof typeof lists
  const isList = addressOf(lists[path])
  const answered = page.waitForResponse(
    (response) => isList.test(response.url()) && response.url() !== before,
  )
  await page.evaluate((to) => {
    location.hash = to
  }, href)
  const url = (await answered).url()
  const all = new URL(url)
  all.searchParams.set("limit", "200")
  const { data } = (await (await page.request.get(all.href)).json()) as Listed
  expect(data.items.length).toBeLessThan(200)
  return { count: data.total ?? data.items.length, url }
}

/** What is a number and a link, or stands in the row of one. */
const numbersOf = (card: Locator) =>
  card.locator("li, p, tr").evaluateAll((all) =>
    all.flatMap((row) => {
      const link = row.querySelector("a[href]")
      const number = row.querySelector("td, a b")?.textContent ?? link?.textContent ?? ""
      return link && /^[\d,]+$/.test(number)
        ? [{ href: link.getAttribute("href") ?? "", number: Number(number.replaceAll(",", "")) }]
        : []
    }),
  )

async function expectNumbers(page: Page, numbers: Awaited<ReturnType<typeof numbersOf>>): Promise<void> {
  const behind: Record<string, number> = {}
  let asked = ""
  for (const { href } of numbers) {
    const { count, url } = await countBehind(page, href, asked)
    behind[href] = count
    asked = url
  }
  expect(behind).toEqual(Object.fromEntries(numbers.map(({ href, number }) => [href, number])))
}

test("[HOME-1][HOME-2] every number of the home is that of the list behind it", async ({ page }) => {
  await openHome(page, await busyToday())
  // B20: rows are shown whole, and no card has a scroll bar.
  await expect(page.getByRole("list", { name: "最新预警" }).getByRole("listitem").first()).toBeVisible()
  expect(
    await page
      .locator("[data-shows=content]")
      .evaluateAll((bodies) =>
        bodies.filter((body) => body.scrollHeight > body.clientHeight + 1).map((body) => body.textContent),
      ),
  ).toEqual([])
  const numbers = []
  // Of a table behind a chart the two that say the most.
  for (const [title, plain, isChart] of [
    ["今日数据", 7, false],
    ["最新预警", 3, false],
    ["隐患治理", 5, false],
    ["预警趋势", 1, true],
    ["预警分布", 4, true],
  ] as const) {
    const card = page.getByRole("region", { name: title })
    // The card's own link is there before its numbers are.
    await expect.poll(async () => (await numbersOf(card)).length, title).toBe(plain)
    const found = await numbersOf(card)
    if (isChart) {
      await card.getByRole("button", { name: "表格" }).click()
      await expect(card.getByRole("table")).toBeVisible()
      const rows = (await numbersOf(card)).slice(plain)
      const most = rows.toSorted((one, other) => other.number - one.number).slice(0, 2)
      expect(most, title).toHaveLength(2)
      found.push(...most)
    }
    numbers.push(...found)
  }
  for (const { href, number } of numbers) expect(number, href).toBeGreaterThan(0)
  await expectNumbers(page, numbers)
})
