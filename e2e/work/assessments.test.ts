import { expect, test, type Page } from "@playwright/test"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { addressOf, open, signIn } from "../sign-in.ts"

/** Items that are seen from their first line to their last. */
async function wholeItems(page: Page): Promise<number> {
  const foot = await page.getByRole("button", { name: "审核通过" }).boundingBox()
  const head = await page.getByRole("banner").boundingBox()
  const items = await page
    .getByRole("listitem")
    .filter({ has: page.getByLabel(/^评分/) })
    .all()
  const boxes = await Promise.all(items.map(async (item) => item.boundingBox()))
  return boxes.filter(
    (box) => box && foot && head && box.y >= head.y + head.height && box.y + box.height <= foot.y,
  ).length
}

test("[WORK-2][DAY-14] an assessment goes from scheme to submission, return and acceptance", async ({
  page,
  browser,
}) => {
  await test.step("the bureau writes a scheme", async () => {
    await signIn(page, "bureau")
    await open(page, "/main/assessments?view=schemes")
    await page.getByRole("button", { name: "新建方案" }).click()
    const scheme = page.getByRole("dialog", { name: "新建方案" })
    await scheme.getByLabel("方案名称").fill("冬季消防专项")
    await scheme.getByRole("textbox", { name: "名称", exact: true }).fill("消防通道畅通")
    await scheme.getByLabel("权重").fill("2")
    await scheme.getByLabel("佐证要求（选填）").fill("现场照片")
    await expectAccessible(page)
    await scheme.getByRole("button", { name: "保存" }).click()
    await expect(page.getByRole("heading", { name: "冬季消防专项" })).toBeVisible()
  })

  await test.step("B16, A22: three items and more fit on a screen above the buttons", async () => {
    await open(page, "/main/assessments?stage=submitted&search=平安校园")
    await page
      .getByRole("link", { name: /平安校园建设考核/ })
      .first()
      .click()
    const index = page.getByRole("navigation", { name: "考核项目录" })
    await index.getByRole("button").nth(4).click()
    await expect.poll(async () => wholeItems(page)).toBeGreaterThanOrEqual(3)
  })

  const made = await test.step("the scheme is given to the school", async () => {
    // Picking areas is told elsewhere: it is given to the school of the demo, and through the front door.
    const [made] = await query<{ id: string; org: string }>(
      `select s.id::text, p.org_id::text as org from assessment_scheme s, person p
       where s.name = '冬季消防专项' and p.account = 'school'`,
    )
    const given = await page.request.post("/newusercenter/v1/assessment/give", {
      data: {
        schemeId: made?.id,
        period: "2026年冬季",
        begins: "2026-01-01",
        ends: "2099-12-31",
        orgids: made?.org,
      },
      headers: { origin: new URL(page.url()).origin },
    })
    expect(given.status()).toBe(200)
    return made
  })

  const phone = await test.step("a school fills in, loses the connection and submits", async () => {
    const pocket = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const first = await pocket.newPage()
    await signIn(first, "school")
    await open(first, "/main/assessments")
    await first.getByRole("link", { name: "2026年冬季 冬季消防专项" }).click()
    // The server is away, and the tab is closed.
    await first.route(addressOf(assessmentAdminCalls.saveItem), (route) => route.abort())
    await first.getByLabel("完成情况").fill("通道已清理<script>")
    await expect(first.getByRole("alert")).toContainText("保存失败")
    const place = first.url()
    await first.close()
    const phone = await pocket.newPage()
    await signIn(phone, "school")
    await phone.goto(place)
    await expect(phone.getByLabel("完成情况")).toHaveValue("通道已清理<script>")
    await phone.getByLabel("自评分（0–10）").fill("11")
    await expect(phone.getByRole("alert")).toContainText(assessmentMessages.ownScoreWrong(10))
    await phone.getByLabel("自评分（0–10）").fill("9.5")
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    await phone
      .getByLabel("第1项佐证材料", { exact: true })
      .locator("input")
      .first()
      .setInputFiles({ name: "通道.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
    await expect(phone.getByRole("img", { name: "通道.png" })).toBeVisible()
    await expect(phone.getByText("已保存")).toBeVisible()
    await expectAccessible(phone)
    await phone.reload()
    await expect(phone.getByLabel("完成情况")).toHaveValue("通道已清理<script>")
    await phone.getByRole("button", { name: "提交" }).click()
    await phone.getByRole("dialog").getByRole("button", { name: "提交" }).dblclick()
    await expect(phone.getByText(assessmentMessages.nowSubmitted, { exact: true })).toBeVisible()
    return phone
  })

  await test.step("the bureau returns it with a reason", async () => {
    await open(page, "/main/assessments?stage=submitted&search=冬季消防")
    await page.getByRole("link", { name: /^2026年冬季 冬季消防专项/ }).click()
    await expect(page.getByText("通道已清理<script>")).toBeVisible()
    await expect(page.getByRole("img", { name: "通道.png" })).toBeVisible()
    await page.getByRole("button", { name: "退回修改" }).click()
    const back = page.getByRole("dialog", { name: "退回修改" })
    await back.getByLabel("退回原因").fill("请补充夜间巡查情况")
    await back.getByRole("button", { name: "退回" }).click()
    await expect(
      page.getByRole("log", { name: "消息" }).getByText(assessmentMessages.nowReturned),
    ).toBeVisible()
  })

  await test.step("the school corrects and submits again", async () => {
    await phone.reload()
    await expect(phone.getByText("请补充夜间巡查情况")).toBeVisible()
    await phone.getByLabel("完成情况").fill("通道已清理，夜间每晚巡查")
    await phone.getByRole("button", { name: "提交" }).click()
    await phone.getByRole("dialog").getByRole("button", { name: "提交" }).click()
    await expect(phone.getByText(assessmentMessages.nowSubmitted, { exact: true })).toBeVisible()
  })

  await test.step("the bureau accepts and the result is shown", async () => {
    await page.reload()
    await page.getByLabel("评分（0–10）").fill("9")
    await expect(page.getByText("已保存")).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("button", { name: "审核通过" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "通过", exact: true }).click()
    await expect(
      page.getByRole("log", { name: "消息" }).getByText(assessmentMessages.nowAccepted),
    ).toBeVisible()
    await open(page, `/main/assessments?view=results&scheme=${made?.id}`)
    const row = page.getByRole("table", { name: "各单位得分" }).getByRole("row").nth(1)
    await expect(row).toContainText("18 / 20")
    await expectAccessible(page)
    await open(phone, "/main/assessments?view=results")
    await expect(phone.getByRole("link", { name: "2026年冬季 冬季消防专项" })).toBeVisible()
  })
})
