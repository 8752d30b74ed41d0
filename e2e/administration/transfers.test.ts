import { expect, test, type Page } from "@playwright/test"
import { transferConsequences, transferMessages } from "@uc/contract/people/transfer-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { press } from "../open-picker.ts"
import { open, pathOf, signIn, type Account } from "../sign-in.ts"

const account = "e2e.tao"
const name = "陶晚晴"
const [from, to] = ["文澜区第一小学", "文澜膳食服务有限公司"]

test.beforeAll(async () => {
  await query(
    `insert into person (org_id, account, name, usertype, pinyin, initials)
     select org_id, $1, $2, usertype, 'taowanqing', 'twq' from person where account = 'teacher'`,
    [account, name],
  )
  await query(
    `insert into person_department (org_id, person_id, department_id, is_main)
     select p.org_id, p.id, d.department_id, true from person p, person t join person_department d on d.person_id = t.id
     where p.account = $1 and t.account = 'teacher' and d.is_main`,
    [account],
  )
  await query(
    `insert into credential (person_id, org_id, scheme, pepper_kid, phc)
     select p.id, p.org_id, c.scheme, c.pepper_kid, c.phc from person p, credential c join person t on t.id = c.person_id
     where p.account = $1 and t.account = 'teacher'`,
    [account],
  )
})

test.afterAll(async () => {
  await query("delete from person_transfer where name = $1", [name])
  await query("delete from person where name = $1", [name])
})

/** The identity is asked for once in a while; then it is proven. */
async function proven(page: Page, done: string): Promise<void> {
  const said = page.getByText(done).first()
  await expect(identityDialog(page).or(said)).toBeVisible()
  if (await identityDialog(page).isVisible()) await proveByPassword(page)
  await expect(said).toBeVisible()
}

test("[DISTRICT-6] a person goes from one organisation to another, with both administrators", async ({
  page,
  browser,
}) => {
  test.slow()
  const theirs = await (await browser.newContext()).newPage()
  await test.step("the person is at work", async () => {
    await signIn(theirs, account as Account)
    await open(theirs, "/main/profile")
    await expect(theirs.getByText(from).first()).toBeVisible()
  })

  await test.step("the giving side begins and is told what it means", async () => {
    await signIn(page, "school")
    await open(page, "/main/peopleTree?name=twq")
    await page.getByRole("link", { name }).click()
    await page.getByRole("dialog", { name }).getByRole("button", { name: "调动与兼职" }).click()
    const form = page.getByRole("dialog", { name: `“${name}”的调动与兼职` })
    for (const words of transferConsequences.move) await expect(form.getByText(words)).toBeVisible()
    await form.getByLabel("调入单位全称").fill(to)
    await expectAccessible(page)
    await form.getByRole("button", { name: "提交给对方确认" }).click()
    await proven(page, transferMessages.asked)
  })

  const other = await (await browser.newContext()).newPage()
  await test.step("the receiving side chooses a department and agrees", async () => {
    await signIn(other, "company")
    await open(other, "/main/peopleTree")
    await other.getByRole("button", { name: "调动", exact: true }).click()
    await other.getByRole("button", { name: `同意${name}的调动` }).click()
    const form = other.getByRole("dialog", { name: `同意“${name}”的调动？` })
    await form.getByRole("button", { name: "选择部门" }).click()
    const picker = other.getByRole("dialog", { name: "所在部门" })
    await expect(picker.getByRole("treeitem").first()).toBeVisible()
    await picker.getByRole("treeitem").first().click()
    await picker.getByRole("button", { name: /^确定/ }).click()
    await expectAccessible(other)
    await form.getByRole("button", { name: "同意" }).click()
    await proven(other, transferMessages.moved)
  })

  await test.step("the person is signed out, and signs in there with the same account", async () => {
    await expect.poll(() => pathOf(theirs)).toMatch(/[lL]ogin/)
    await signIn(theirs, account as Account)
    await open(theirs, "/main/profile")
    await expect(theirs.getByText(to).first()).toBeVisible()
  })

  await test.step("both sides see it, also on a phone, and the drawer has the day", async () => {
    await open(page, "/main/peopleTree?transfers=1")
    const drawer = page.getByRole("dialog", { name: "调动与兼职" })
    await expect(drawer.getByText("已完成").first()).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(drawer.getByText("已完成").first()).toBeVisible()
    await open(other, "/main/peopleTree?name=twq")
    await other.getByRole("link", { name }).click()
    const history = other.getByRole("list", { name: "单位变动" })
    await expect(history.getByText(`${from} → ${to}`)).toBeVisible()
    await press(other, "Escape")
  })
})
