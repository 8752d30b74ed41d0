import { randomUUID } from "node:crypto"
import { expect, test, type Page } from "@playwright/test"
import { demoPassword } from "@uc/contract/demo/accounts"
import { clientId, clientSecret, outsideOidc } from "../../server/src/testing/identity/outside-oidc.ts"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { proveByPassword } from "../identity.ts"
import { accountBox, passwordBox } from "../login-form.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn } from "../sign-in.ts"

/** For somebody who looks at them: LOOK_AT names a folder. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["LOOK_AT"]
  if (folder === undefined) return
  for (const [width, height, colorScheme] of [
    [1366, 768, "light"],
    [390, 844, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/by-others-${name}-${width}.png`, animations: "disabled" })
  }
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.emulateMedia({ colorScheme: "light" })
}

test("[SSO-4] a source is added, an account is linked to it, and its button signs in", async ({
  page,
  browser,
}) => {
  const { account, orgid } = await administratorFromEnd(7)
  const people = await query<{ account: string; name: string }>(
    "select account, name from person where org_id = $1 and account is not null and account <> $2 order by id limit 2",
    [orgid, account],
  )
  const [person, another] = people
  if (!person || !another) throw new Error("That school has too few accounts")
  const name = `统一身份${randomUUID().slice(0, 4)}`
  const other = await outsideOidc()
  other.spoilt = { discovery: { end_session_endpoint: `${other.origin}/logout` } }
  other.who = { sub: randomUUID(), name: person.name, preferred_username: person.account }

  await test.step("an administrator adds it, and tests it", async () => {
    await signIn(page, account)
    await open(page, "/main/identitySources")
    await page.getByRole("button", { name: "添加登录来源" }).click()
    const form = page.getByRole("dialog", { name: "添加登录来源" })
    await form.getByLabel(/^名称/).fill(name)
    await form.getByLabel(/服务地址/).fill(other.origin)
    await form.getByLabel(/client_id/).fill(clientId)
    await form.getByLabel("退出时同时退出该来源").check()
    await form.getByRole("button", { name: "保存" }).click()
    await expect(form.getByText("请填写密钥")).toBeVisible()
    await expectAccessible(page)
    await look(page, "form")
    await form.getByLabel(/client_secret/).fill(clientSecret)
    await form.getByRole("button", { name: "保存" }).click()
    await proveByPassword(page)
    const row = page.getByRole("row").filter({ hasText: name })
    await expect(row).toContainText("使用中")
    await expect(row).toContainText("退出后返回的地址 http")
    await row.getByRole("button", { name: "测试" }).click()
    await expect(page.getByText("连接正常", { exact: false })).toBeVisible()
    await look(page, "list")
  })
  // As if the platform offered it, on everybody's login page.
  await query("update identity_source set shared_path = '' where name = $1", [name])

  async function press(own: Page): Promise<void> {
    await own.goto("/static/usercenter/#/newLogin")
    await own.getByRole("link", { name: `使用“${name}”登录` }).click()
  }

  await test.step("somebody links their account by its password", async () => {
    const own = await (await browser.newContext()).newPage()
    await press(own)
    await expect(own.getByRole("heading", { name: "绑定账号" })).toBeVisible()
    await expect(accountBox(own)).toHaveValue(person.account)
    await expectAccessible(own)
    await look(own, "link")
    await passwordBox(own).fill(demoPassword)
    await own.getByRole("button", { name: "登录并绑定" }).click()
    await expect(own).toHaveURL(/main/)
    await open(own, "/main/account")
    await expect(own.getByRole("list", { name: "绑定的外部身份" })).toContainText(name)
    await look(own, "account")
    await own.context().close()
  })

  await test.step("from then on the button is enough", async () => {
    const own = await (await browser.newContext()).newPage()
    await own.goto("/static/usercenter/#/newLogin?byOther=cancelled")
    await expect(own.getByRole("alert")).toContainText("您已取消登录")
    await expect(own.getByRole("link", { name: `使用“${name}”登录` })).toBeVisible()
    await look(own, "login")
    await press(own)
    await expect(own).toHaveURL(/main/)
    // The source is signed out of as well, and sends the browser back to the login page.
    await own.getByRole("button", { name: /个人菜单/ }).click()
    await own.getByRole("menuitem", { name: "退出登录" }).click()
    await expect(accountBox(own)).toBeVisible()
    expect(other.signedOutWith?.get("id_token_hint")).toMatch(/^eyJ/)
    await own.context().close()
  })

  await test.step("an identity of two accounts asks which", async () => {
    await query(
      `insert into identity_link (org_id, person_id, source_id, subject_hash, label)
       select p.org_id, p.id, l.source_id, l.subject_hash, l.label from person p, identity_link l
       join identity_source s on s.id = l.source_id where p.account = $1 and s.name = $2`,
      [another.account, name],
    )
    const own = await (await browser.newContext()).newPage()
    await press(own)
    await expect(own.getByRole("heading", { name: "选择账号" })).toBeVisible()
    await look(own, "choice")
    await own.getByRole("button", { name: another.account }).click()
    await expect(own).toHaveURL(/main/)
    await own.context().close()
  })
  await query("delete from identity_source where name = $1", [name])
  await other.close()
})
