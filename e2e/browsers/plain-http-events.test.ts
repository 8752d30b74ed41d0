import { expect, request, test, type BrowserContext, type Page, type Request } from "@playwright/test"
import type { UserCenter } from "@uc/bridge/user-center"
import { eventStream } from "@uc/contract/core/events"
import { query } from "../database.ts"
import { plainHttp, signInWithoutTls } from "../plain-http.ts"
import { reportAlarm } from "../report-alarm.ts"
import { addressOf, open } from "../sign-in.ts"

test.use(plainHttp)

type Portal = Window & { readonly UserCenter: UserCenter; rings?: number }

/** A person of a school where no other test reports alarms, made its administrator. */
async function quietSchool(): Promise<{ readonly account: string; readonly orgid: string }> {
  const [school] = await query<{ readonly account: string; readonly orgid: string }>(
    `select p.account, o.id::text as orgid from organisation o join person p on p.org_id = o.id
     where o.kind = 'school' and p.account is not null and o.name <> '文澜区第一小学'
     order by o.area_path desc, o.id desc, p.id limit 1`,
  )
  if (!school) throw new Error("The demo data has no school")
  await query("update person set admintype = 1 where account = $1", [school.account])
  return school
}

/** Which streams are open at the moment, by the requests that have not ended. */
function openStreams(context: BrowserContext): Set<Request> {
  const streams = new Set<Request>()
  context.on("request", (asked) => {
    if (addressOf(eventStream).test(asked.url())) streams.add(asked)
  })
  context.on("requestfinished", (asked) => streams.delete(asked))
  context.on("requestfailed", (asked) => streams.delete(asked))
  return streams
}

const cardOf = (page: Page) =>
  page.getByRole("complementary", { name: "预警监测" }).getByRole("article", { name: "预警" })

/** Opens the monitor, which polls once and then every hour: what is shown after that was pushed. */
async function watchTab(page: Page): Promise<void> {
  await open(page, "/main/home")
  await page.waitForFunction(() => "UserCenter" in window)
  await page.evaluate(() =>
    (window as unknown as Portal).UserCenter.startMonitor({ intervalMs: 3_600_000 }, () => undefined),
  )
  await expect(page.getByRole("complementary", { name: "预警监测" }).getByText(/更新$/)).toBeVisible()
}

async function closeCards(page: Page): Promise<void> {
  const close = page.getByRole("button", { name: /^关闭(预警|演练)卡片$/ })
  while ((await close.count()) > 0) await close.first().click()
}

test("[BROWSER-4][WARN-8] on plain http an alarm is pushed to all tabs by one stream, with one sound", async ({
  page,
  context,
}) => {
  const { account, orgid } = await quietSchool()
  // The host name of the page is known to the browser alone; a gateway uses the real address.
  const detector = await request.newContext({ baseURL: process.env["PRODUCT_ADDRESS"] ?? "" })
  const streams = openStreams(context)
  const userId = await signInWithoutTls(page, account)
  await context.addInitScript((id) => {
    localStorage.setItem(`uc:monitor-switches:${id}`, JSON.stringify({ hasSound: true }))
    const portal = window as unknown as Portal
    portal.rings = 0
    // Each sound begins with this call.
    AudioContext.prototype.resume = () => {
      portal.rings = (portal.rings ?? 0) + 1
      return Promise.resolve()
    }
  }, userId)
  const tabs = [page, await context.newPage(), await context.newPage()]
  for (const tab of tabs) await watchTab(tab)
  await closeCards(page)
  for (const tab of tabs) await expect(cardOf(tab)).toHaveCount(0)
  const rings = async () => {
    const received = await Promise.all(
      tabs.map((tab) => tab.evaluate(() => (window as unknown as Portal).rings)),
    )
    return received.reduce<number>((sum, each) => sum + (each ?? 0), 0)
  }
  const before = await rings()
  await expect.poll(() => streams.size).toBe(1)

  await reportAlarm(detector, { orgid, model_code: "smoke" })
  for (const tab of tabs) await expect(cardOf(tab)).toContainText("烟雾报警")
  expect((await rings()) - before).toBe(1)
  expect(streams.size).toBe(1)

  // The tab with the stream is closed as by a person: another tab opens a stream.
  await closeCards(page)
  const [stream] = streams
  const leader = tabs.findIndex((tab) => tab === stream?.frame().page())
  expect(leader).toBeGreaterThanOrEqual(0)
  await tabs.splice(leader, 1)[0]?.close({ runBeforeUnload: true })
  await expect.poll(() => [...streams].filter((each) => each !== stream)).toHaveLength(1)
  await reportAlarm(detector, { orgid, model_code: "gas" })
  for (const tab of tabs) await expect(cardOf(tab)).toContainText("燃气泄漏")
})

test("[BROWSER-4] on plain http ten tabs of a browser have one stream", async ({ page, context }) => {
  const { account } = await quietSchool()
  const streams = openStreams(context)
  await signInWithoutTls(page, account)
  const tabs = [page]
  while (tabs.length < 10) tabs.push(await context.newPage())
  // With a stream each, the seventh tab would get no connection for its calls.
  for (const tab of tabs) {
    await open(tab, "/main/home")
    await expect(tab.getByRole("heading", { name: "今日数据" })).toBeVisible()
  }
  await expect.poll(() => streams.size).toBe(1)
})
