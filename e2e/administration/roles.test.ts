import { expect, test, type Page } from "@playwright/test"
import { assessmentMessages } from "@uc/contract/assessments/messages"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { roleMessages } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { open, signIn, type Account } from "../sign-in.ts"

const account = "e2e.ping"
const name = "评晚舟"
const role = "年终评审员"
const title = "年终消防评审"

test.beforeAll(async () => {
  await query(
    `insert into person (org_id, account, name, usertype, pinyin, initials)
     select org_id, $1, $2, usertype, 'pingwanzhou', 'pwz' from person where account = 'clerk'`,
    [account, name],
  )
  await query(
    `insert into credential (person_id, org_id, scheme, pepper_kid, phc)
     select p.id, p.org_id, c.scheme, c.pepper_kid, c.phc from person p, credential c join person t on t.id = c.person_id
     where p.account = $1 and t.account = 'clerk'`,
    [account],
  )
})

test.afterAll(async () => {
  await query("delete from role where name = $1", [role])
  await query(
    "delete from assessment where scheme_id in (select id from assessment_scheme where name = $1)",
    [title],
  )
  await query("delete from assessment_scheme where name = $1", [title])
  await query("delete from person where account = $1", [account])
})

/** The identity is asked for once in a while; then it is proven. */
async function proven(page: Page, done: string): Promise<void> {
  const said = page.getByRole("log", { name: "消息" }).getByText(done).first()
  await expect(identityDialog(page).or(said)).toBeVisible()
  if (await identityDialog(page).isVisible()) await proveByPassword(page)
  await expect(said).toBeVisible()
}

/** A scheme of the bureau that the demo's school has submitted; filling it in is told elsewhere. */
async function submittedAssessment(page: Page): Promise<void> {
  const send = async ({ service, path }: { service: string; path: string }, data: object) => {
    const headers = { origin: new URL(page.url()).origin }
    const answer = await page.request.post(`/${service}${path}`, { data, headers })
    expect(answer.status(), await answer.text()).toBe(200)
    return ((await answer.json()) as { data: { id: string } }).data
  }
  const items = [{ name: "消防通道", weight: 1, fullScore: 10 }]
  const { id: schemeId } = await send(assessmentAdminCalls.saveScheme, { title, items })
  const [school] = await query<{ id: string }>(
    "select org_id::text as id from person where account = 'school'",
  )
  const when = { period: "2026年终", begins: "2026-01-01", ends: "2099-12-31" }
  await send(assessmentAdminCalls.give, { schemeId, ...when, orgids: school?.id })
  await query(
    `insert into assessment_score (org_id, assessment_id, item_id, own_score, evidence)
     select a.org_id, a.id, i.id, 8, '通道已清理' from assessment a join assessment_item i on i.scheme_id = a.scheme_id
     where a.scheme_id = $1`,
    [schemeId],
  )
  await query("update assessment set state = 'submitted' where scheme_id = $1", [schemeId])
}

async function choosePerson(page: Page, dialog: string): Promise<void> {
  const picker = page.getByRole("dialog", { name: dialog })
  await picker.getByLabel("搜索人员").fill("pingwanzhou")
  await picker.getByRole("listbox", { name: "找到的人员" }).getByRole("option").first().click()
  await picker.getByRole("button", { name: /^确定/ }).click()
}

async function ask(page: Page): Promise<void> {
  await page.getByRole("button", { name: "查询原因" }).click()
}

test("[DISTRICT-8] a clerk reviews assessments by a role, is refused without it, and why is told", async ({
  page,
  browser,
}) => {
  test.slow()
  const theirs = await (await browser.newContext()).newPage()
  const entry = theirs.getByRole("link", { name: "考核评估", exact: true }).first()

  await test.step("without a role the clerk is not led there", async () => {
    await signIn(theirs, account as Account)
    await open(theirs, "/main/home")
    await expect(theirs.getByRole("heading", { name: "我的应用" })).toBeVisible()
    await expect(entry).toHaveCount(0)
    await open(theirs, "/main/assessments")
    await expect(theirs.getByText(noPermissionMessage("assessments.read"))).toBeVisible()
  })

  await test.step("the administrator composes a role and gives it", async () => {
    await signIn(page, "bureau")
    await open(page, "/main/roles")
    await submittedAssessment(page)
    await page.getByRole("button", { name: "新增角色" }).click()
    const form = page.getByRole("dialog", { name: "新增角色" })
    await form.getByLabel("名称").fill(role)
    await form.getByLabel("评审考核").check()
    await expect(form.getByLabel("查看考核")).toBeChecked()
    await chooseOption(form.getByLabel("数据范围"), "所辖区域")
    await expectAccessible(page)
    await form.getByRole("button", { name: "保存" }).click()
    await proven(page, roleMessages.saved)
    await page.getByRole("button", { name: `${role}的人员` }).click()
    await page.getByRole("button", { name: "授予人员" }).click()
    await choosePerson(page, `授予“${role}”`)
    await proven(page, roleMessages.given)
    await expect(page.getByRole("dialog", { name: `${role}的人员` }).getByText(name)).toBeVisible()
  })

  await test.step("the clerk signs in, sees the entry and reviews", async () => {
    await open(theirs, "/main/home")
    await theirs.reload()
    const side = theirs.getByRole("navigation", { name: "功能菜单" })
    await side.getByRole("button", { name: "展开协同办公" }).click()
    await side.getByRole("link", { name: "考核评估" }).click()
    await open(theirs, `/main/assessments?stage=submitted&search=${title}`)
    await theirs
      .getByRole("link", { name: new RegExp(title) })
      .first()
      .click()
    await theirs.getByLabel("评分（0–10）").fill("9")
    await expect(theirs.getByText("已保存")).toBeVisible()
    await theirs.getByRole("button", { name: "审核通过" }).click()
    await theirs.getByRole("dialog").getByRole("button", { name: "通过", exact: true }).click()
    await expect(
      theirs.getByRole("log", { name: "消息" }).getByText(assessmentMessages.nowAccepted),
    ).toBeVisible()
  })

  await test.step("it is taken away, and works no more", async () => {
    await page.getByRole("button", { name: `收回${name}的角色` }).click()
    await page
      .getByRole("dialog", { name: `收回${name}的“${role}”？` })
      .getByRole("button", { name: "收回" })
      .click()
    await proven(page, roleMessages.taken)
    const { service, path } = assessmentAdminCalls.page
    expect((await theirs.request.get(`/${service}${path}`)).status()).toBe(403)
    await open(theirs, "/main/assessments")
    await theirs.reload()
    await expect(theirs.getByText(noPermissionMessage("assessments.read"))).toBeVisible()
  })

  await test.step("why is told for the page, and for a record that is found by its title", async () => {
    await open(page, "/main/roles?tab=why")
    await page.getByRole("button", { name: "选择人员" }).click()
    await choosePerson(page, "选择人员")
    await chooseOption(page.getByLabel("页面", { exact: true }), "考核评估")
    await ask(page)
    const told = page.getByRole("status").filter({ hasText: "怎么办" })
    await expect(told).toContainText("没有权限：没有“查看考核”权限")
    await expect(told).toContainText(`可授予角色“${role}”（所辖区域）`)
    await expectAccessible(page)
    await chooseOption(page.getByLabel("查询对象"), "考核")
    await page.getByRole("button", { name: "选择考核" }).click()
    const search = page.getByRole("dialog", { name: "选择考核" })
    await search.getByLabel("考核名称").fill(title)
    await search.getByRole("button", { name: new RegExp(title) }).click()
    await ask(page)
    await expect(told).toContainText("没有权限：没有“查看考核”权限")
  })
})
