import { createHash, randomUUID } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { proveByPassword } from "../identity.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { reportAlarm } from "../report-alarm.ts"
import { open, signIn } from "../sign-in.ts"

const red = "rgb(214, 40, 47)"

/** As at the end of the night: this browser's session is over, whoever uses it. */
async function endNight(page: Page): Promise<void> {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name.endsWith("uc_sid"))?.value ?? ""
  await query("update session set absolute_until = now() - interval '1 second' where token_hash = $1", [
    createHash("sha256").update(token).digest(),
  ])
}

/** DAY-7: nothing is cut off at the edge, and nothing scrolls. */
async function expectFilled(page: Page): Promise<void> {
  const { size, overflow } = await page.getByRole("main").evaluate((board) => ({
    size: [board.clientWidth, board.clientHeight],
    overflow: [board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight],
  }))
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect(size).toEqual([width, height])
  // The layout is moved by a few points against burning in, out of its own margin.
  expect(Math.max(...overflow)).toBeLessThan(16)
}

test("[DAY-7] a screen is paired, shows a red alarm, outlives the night and ends when it is revoked", async ({
  page,
  browser,
}) => {
  const { account, orgid } = await administratorFromEnd(4)
  const [school] = await query<{ name: string }>("select name from organisation where id = $1", [orgid])
  const name = `值班室${randomUUID().slice(0, 6)}`
  const place = `综合楼${randomUUID().slice(0, 6)}`
  const boardContext = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const board = await boardContext.newPage()
  const row = page.getByRole("row").filter({ hasText: name })

  await test.step("an administrator creates it and gets a code", async () => {
    await signIn(page, account)
    await open(page, "/main/screens")
    await page.getByLabel("大屏名称").fill(name)
    await page.getByRole("button", { name: "新增大屏" }).click()
    await proveByPassword(page)
    const told = page.getByRole("dialog", { name: "配对码" })
    const code = (await told.getByText(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/).textContent()) ?? ""
    await expectAccessible(page)
    await told.getByRole("button", { name: "完成" }).click()
    await expect(row).toContainText("待配对")

    await open(board, "/main/screen")
    await board.getByLabel("配对码").fill(code.toLowerCase())
    await expectAccessible(board)
    await board.getByRole("button", { name: "配对此屏幕" }).click()
  })

  await test.step("the board shows the area and fills the display", async () => {
    await expect(board.getByRole("heading", { name: school?.name ?? "" })).toBeVisible()
    await expect(board.getByText(`安全态势大屏 · ${name}`)).toBeVisible()
    await expect(board.getByRole("region", { name: "各楼宇状态" })).toContainText("楼")
    await expect(board.getByText("实时推送正常")).toBeVisible()
    await expectFilled(board)
    await expectAccessible(board)
    await board.setViewportSize({ width: 3840, height: 2160 })
    await expectFilled(board)
    await board.setViewportSize({ width: 390, height: 844 })
    // BROWSER-20: beside mood and clock it had no width left.
    const title = board.getByRole("heading", { name: school?.name ?? "", level: 1 })
    await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(200)
    await board.setViewportSize({ width: 1920, height: 1080 })
  })

  await test.step("a reported alarm stands over everything, in its colour", async () => {
    const uuid = await reportAlarm(page.request, { orgid, model_code: "gas", address: place })
    const shown = board.getByRole("alert", { name: "特别重大预警" })
    await expect(shown).toContainText(place)
    await expect(shown.getByText("特别重大预警")).toHaveCSS("background-color", red)
    // Somebody confirms it: what lies over the rest goes, the line stays.
    await query("update alarm_record set state = 'acknowledged' where uuid = $1", [uuid])
    await query("select pg_notify('uc_news', 'alarms ' || $1)", [orgid])
    await expect(shown).toHaveCount(0)
    const line = board
      .getByRole("region", { name: "实时预警" })
      .getByRole("listitem")
      .filter({ hasText: place })
    await expect(line).toContainText("已确认")
    await expect(line.getByText("特别重大")).toHaveCSS("background-color", red)
    await query("update alarm_record set state = 'closed', closed_at = now() where uuid = $1", [uuid])
  })

  await test.step("the night ends the administrator's session, and not the screen", async () => {
    await endNight(page)
    await page.reload()
    await expect(page.getByRole("heading", { name: "大屏" })).toHaveCount(0)
    await board.reload()
    await expect(board.getByText(`安全态势大屏 · ${name}`)).toBeVisible()
  })

  await test.step("revoked, it says so and how to go on", async () => {
    await signIn(page, account)
    await open(page, "/main/screens")
    await page.reload()
    await expect(row).toContainText("在线")
    await page.getByRole("button", { name: `停用${name}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "停用" }).click()
    await proveByPassword(page)
    await expect(row).toHaveCount(0)
    await expect(board.getByRole("heading", { name: "此大屏已停用" })).toBeVisible()
    await expect(board.getByText(`“${name}”的授权已被停用`)).toBeVisible()
    await expect(board.getByRole("button", { name: "配对此屏幕" })).toBeVisible()
  })
  await boardContext.close()
})
