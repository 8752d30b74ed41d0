import { expect, test, type Page } from "@playwright/test"
import { httpMessages } from "@uc/contract/core/http"
import { logCalls } from "@uc/contract/logs/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { addressOf, open, pathOf, signIn } from "../sign-in.ts"
import { chooseOption } from "../choose-option.ts"

const rows = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("cell") })

/** Sign-ins of an account that nobody has, at the organisation of the demo account `school`. */
async function logSignIns(
  account: string,
  results: readonly (readonly [string, string | null])[],
): Promise<void> {
  await query(
    `insert into login_log (org_id, account, face, result, reason, ip, user_agent, at)
     select p.org_id, $1, 'newLogin', given.result, given.reason, '10.1.2.3', '', now() - given.at * interval '1 second'
       from (select org_id from person where account = 'school') p,
            unnest($2::text[], $3::text[]) with ordinality as given (result, reason, at)`,
    [account, results.map(([result]) => result), results.map(([, reason]) => reason)],
  )
}

async function openLogs(page: Page, account: string): Promise<void> {
  await page.getByLabel("账号", { exact: true }).fill(account)
  await page.keyboard.press("Enter")
}

test("[LOGIN-5] an administrator finds sign-ins by account, result and time, page by page", async ({
  page,
}) => {
  const account = "log-reader"
  await logSignIns(account, [
    ["locked", "wrong-password"],
    ["refused", "wrong-password"],
    ...Array.from({ length: 20 }, () => ["signed-in", null] as const),
  ])
  await signIn(page, "school")
  await open(page, "/main/home")
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await page.getByRole("menuitem", { name: "安全日志" }).click()
  await expect.poll(() => pathOf(page)).toBe("/main/logs")
  await expect(rows(page).first()).toBeVisible()

  await openLogs(page, account)
  await expect(page.getByText("共 22 条")).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await expect(rows(page).first()).toContainText(
    /今天 \d\d:\d\d:\d\d.*账号锁定.*账号或密码错误.*10\.1\.2\.3/s,
  )
  await page.getByRole("button", { name: "下一页" }).click()
  await expect(page.getByText("第 2 / 2 页")).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole("button", { name: "下一页" })).toBeDisabled()

  // Another filter begins at the first page again.
  await chooseOption(page.getByLabel("结果", { exact: true }), "登录失败")
  await expect(rows(page)).toHaveCount(1)
  await expect(page.getByText("第 1 / 1 页")).toBeVisible()
  await chooseOption(page.getByLabel("时间", { exact: true }), "自定义")
  await page.getByLabel("到", { exact: true }).fill("2020-01-01")
  await page.keyboard.press("Enter")
  await expect(page.getByRole("heading", { name: "没有符合条件的记录" })).toBeVisible()
  await page.getByRole("button", { name: "重置", exact: true }).click()
  await expect(page.getByLabel("账号", { exact: true })).toHaveValue("")
  await expect(rows(page)).toHaveCount(20)
})

test("[AUTH-8] the audit log has words for every known action and shows others as they are", async ({
  page,
}) => {
  await query(
    `insert into audit_log (org_id, person_id, action, mid, result)
     select p.org_id, p.id, given.action, given.mid, 'done'
       from (select org_id, id from person where account = 'school') p,
            (values ('session.changePassword', 'password'), ('people.wave', null)) as given (action, mid)`,
  )
  await signIn(page, "school")
  await open(page, "/main/logs")
  await page.getByRole("tab", { name: "登录日志" }).focus()
  await page.keyboard.press("ArrowRight")
  const table = page.getByRole("table", { name: "操作日志" })
  await expect(table.getByRole("row").filter({ hasText: "people.wave" }).first()).toContainText("完成")
  await chooseOption(page.getByLabel("操作", { exact: true }), "修改密码")
  await expect(table.getByText("people.wave")).toHaveCount(0)
  await expect(rows(page).first()).toContainText(/修改密码.*修改密码.*完成/s)
})

test("[ROLE-2] who is no administrator has no menu entry, a refusal page and no data", async ({ page }) => {
  await signIn(page, "teacher")
  await open(page, "/main/home")
  await page.getByRole("button", { name: /个人菜单/ }).click()
  await expect(page.getByRole("menuitem", { name: "账号与安全" })).toBeVisible()
  await expect(page.getByRole("menuitem", { name: "安全日志" })).toHaveCount(0)
  await open(page, "/main/logs")
  await expect(page.getByRole("heading", { name: "没有权限" })).toBeVisible()
  await expect(page.getByRole("link", { name: "返回首页" })).toBeVisible()
  for (const { service, path } of Object.values(logCalls)) {
    const answer = await page.request.get(`/${service}${path}`)
    expect(answer.ok()).toBe(false)
  }
})

test("[REQ-5] a log that can't be read says so and can be asked for again", async ({ page }) => {
  const log = addressOf(logCalls.signIns)
  await page.route(log, (route) => route.fulfill({ status: 500, body: "{}" }))
  await signIn(page, "school")
  await open(page, "/main/logs")
  await expect(page.getByRole("main").getByRole("alert")).toContainText(httpMessages.serverFault)
  await page.unroute(log)
  await page.getByRole("button", { name: "重试" }).click()
  await expect(rows(page).first()).toBeVisible()
})

for (const colorScheme of ["light", "dark"] as const) {
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    test(`axe finds nothing in the logs, ${colorScheme}, ${viewport.width} pixels wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await signIn(page, "bureau")
      await open(page, "/main/logs")
      await expect(rows(page).first()).toBeVisible()
      // On a phone the filters are in a sheet.
      const isFolded = viewport.width < 768
      if (isFolded) await page.getByRole("button", { name: "筛选", exact: true }).click()
      await chooseOption(page.getByLabel("时间", { exact: true }), "自定义")
      await expect(page.getByLabel("从", { exact: true })).toBeVisible()
      await expectAccessible(page)
      if (isFolded) await page.getByRole("button", { name: "完成" }).click()
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
      await page.getByRole("tab", { name: "操作日志" }).click()
      await expect(page.getByRole("table", { name: "操作日志" })).toBeVisible()
      await expectAccessible(page)
    })
  }
}
