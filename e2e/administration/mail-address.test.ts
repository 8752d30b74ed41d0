import { expect, test, type Page } from "@playwright/test"
import { profileMessages } from "@uc/contract/account/profile-calls"
import { emailMessages } from "@uc/contract/people/email"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { open, signIn } from "../sign-in.ts"
import { ownPerson } from "../sign-in/own-person.ts"

const looks = [
  { width: 1366, height: 768, colorScheme: "light" },
  { width: 1366, height: 768, colorScheme: "dark" },
  { width: 390, height: 844, colorScheme: "light" },
  { width: 390, height: 844, colorScheme: "dark" },
] as const

async function inEveryLook(page: Page, name: string): Promise<void> {
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    const room = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(room, `${name} is wider than ${width} px`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.emulateMedia({ colorScheme: "light" })
}

test("[SSO-13] everybody changes and removes their own mail address in the profile", async ({ page }) => {
  test.slow()
  const { account, id } = await ownPerson(2)
  await query("update person set email = null where id = $1", [id])
  await signIn(page, account)
  await open(page, "/main/profile")
  await page.getByRole("button", { name: "添加" }).click()
  const dialog = page.getByRole("dialog", { name: "添加邮箱" })
  await dialog.getByLabel("邮箱").fill("zhangsan")
  await dialog.getByRole("button", { name: "保存" }).click()
  await expect(dialog.getByText(emailMessages.wrong)).toBeVisible()
  await inEveryLook(page, "profile-wrong")
  await dialog.getByLabel("邮箱").fill("Zhang.San@school.cn")
  await dialog.getByRole("button", { name: "保存" }).click()
  await expect(identityDialog(page)).toBeVisible()
  await proveByPassword(page)
  await expect(page.getByText(profileMessages.emailSaved)).toBeVisible()
  await expect(page.getByText("Z***@school.cn")).toBeVisible()
  expect(await query("select email from person where id = $1", [id])).toEqual([
    { email: "Zhang.San@school.cn" },
  ])
  await inEveryLook(page, "profile")
  await page.getByRole("button", { name: "修改" }).click()
  await page.getByLabel("删除登记的邮箱").check()
  await inEveryLook(page, "profile-remove")
  await page.getByRole("dialog", { name: "修改邮箱" }).getByRole("button", { name: "保存" }).click()
  await proveByPassword(page)
  await expect(page.getByRole("button", { name: "添加" })).toBeVisible()
})

test("[SSO-13] an administrator sees a masked mail address and writes another one", async ({ page }) => {
  test.slow()
  // Nobody whom other tests sign in as.
  const [person] = await query<{ id: string; name: string; account: string }>(
    `select p.id::text, p.name, p.account from person p join person own on own.org_id = p.org_id
      where own.account = 'school' and p.admintype = 0 and p.disabled_at is null order by p.id offset 30 limit 1`,
  )
  const { id = "", name = "", account = "" } = person ?? {}
  await query("update person set email = 'bei.fen@school.cn' where id = $1", [id])
  await signIn(page, "school")
  await open(page, `/main/peopleTree?name=${account}`)
  await page.getByRole("link", { name, exact: true }).first().click()
  await expect(page.getByText("b***@school.cn")).toBeVisible()
  await inEveryLook(page, "person")
  await page.getByRole("button", { name: "修改资料" }).click()
  const dialog = page.getByRole("dialog", { name: "修改人员资料" })
  await expect(dialog.getByText("现在是 b***@school.cn；不更换就留空。")).toBeVisible()
  await inEveryLook(page, "person-form")
  await dialog.getByLabel("邮箱（选填）").fill("xin@school.cn")
  await dialog.getByRole("button", { name: "保存" }).click()
  await proveByPassword(page)
  await expect(page.getByText("x***@school.cn")).toBeVisible()
})
