import { expect, test } from "@playwright/test"
import { codeInPieces, patrolMessages, scanMessages } from "@uc/contract/patrols/admin-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

test("[WORK-3][HOME-4] a patrol from point and plan to scan, problem, record and missed visit", async ({
  page,
  browser,
}) => {
  test.slow()
  await test.step("the school adds a point", async () => {
    await signIn(page, "school")
    await open(page, "/main/patrols?view=points")
    await page.getByRole("button", { name: "新增点位" }).click()
    const pointForm = page.getByRole("dialog", { name: "新增点位" })
    await pointForm.getByLabel("名称").fill("体育馆东门")
    await pointForm.getByRole("button", { name: "保存" }).click()
    await expect(page.getByRole("row", { name: /体育馆东门/ })).toBeVisible()
  })

  await test.step("the school plans a visit", async () => {
    await page.getByRole("tab", { name: "计划" }).click()
    await page.getByRole("button", { name: "新建计划" }).click()
    const planForm = page.getByRole("dialog", { name: "新建计划" })
    await planForm.getByLabel("名称").fill("体育馆夜巡")
    await planForm.getByLabel("第1个时间").fill("23:50")
    await planForm.getByRole("button", { name: "体育馆东门" }).click()
    await expectAccessible(page)
    await planForm.getByRole("button", { name: "保存" }).click()
    await expect(page.getByRole("heading", { name: "体育馆夜巡" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("a teacher checks in with a problem and a picture, once", async () => {
    // Its time comes; another has passed, hours ago.
    const [point] = await query<{ code: string }>("select code from patrol_point where name = '体育馆东门'")
    await query(
      `insert into patrol_record (org_id, plan_id, point_id, due_at, result)
       select org_id, plan_id, point_id, moment, 'due'
       from patrol_plan_point, unnest(array[now(), now() - interval '7 hours']) moment
       where plan_id = (select id from patrol_plan where name = '体育馆夜巡')`,
    )
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signIn(phone, "teacher")
    await open(phone, `/main/patrols?check=${point?.code}`)
    const checkIn = phone.getByRole("dialog", { name: "巡查打卡" })
    await checkIn.getByRole("button", { name: "打卡", exact: true }).click()
    await expect(checkIn.getByRole("alert")).toHaveText("请选择巡查结果")
    // As the code dictionary calls it (HOME-4).
    await checkIn.getByLabel("发现隐患").check()
    await checkIn.getByLabel("问题说明").fill("门锁损坏<script>")
    const pixel =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
    await checkIn
      .getByLabel("现场照片（选填）", { exact: true })
      .locator("input")
      .first()
      .setInputFiles({ name: "锁.png", mimeType: "image/png", buffer: Buffer.from(pixel, "base64") })
    await expect(checkIn.getByText("已上传")).toBeVisible()
    await expectAccessible(phone)
    await checkIn.getByRole("button", { name: "打卡", exact: true }).dblclick()
    await expect(phone.getByText(patrolMessages.checkedIn)).toBeVisible()
    // Again, and by hand where the browser can't read codes: it is made already.
    await phone.getByRole("button", { name: "扫码打卡" }).click()
    const scan = phone.getByRole("dialog", { name: "扫码打卡" })
    await expect(scan.getByRole("note")).toContainText(scanMessages.noCamera)
    await scan.getByLabel("或输入编号").fill(codeInPieces(point?.code ?? "").toLowerCase())
    await expectAccessible(phone)
    await scan.getByRole("button", { name: "下一步" }).click()
    await expect(checkIn.getByText(/完成本次巡查，无需重复打卡/)).toBeVisible()
    await checkIn.getByRole("button", { name: "返回我的巡查" }).click()
    await expect.poll(() => pathOf(phone)).toBe("/main/patrols")
  })

  await test.step("the record shows problem and picture", async () => {
    await open(page, "/main/patrols?view=records&state=problem")
    await page
      .getByRole("button", { name: /^体育馆东门/ })
      .first()
      .click()
    const record = page.getByRole("dialog", { name: "体育馆东门" })
    await expect(record.getByText("门锁损坏<script>")).toBeVisible()
    await expect(record.getByRole("img", { name: "锁.png" })).toBeVisible()
    await page.keyboard.press("Escape")
    await page.getByRole("tab", { name: "统计" }).click()
    await expect(page.getByRole("table", { name: "各人员的巡查" })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("what nobody visited is missed", async () => {
    // What nobody made is found by itself, within a minute.
    await open(page, "/main/patrols?view=records&state=missed")
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole("row", { name: /体育馆东门.*漏检/ })).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 100_000 })
  })
})
