import { randomUUID } from "node:crypto"
import { expect, test } from "@playwright/test"
import { serveCasSite } from "../../server/src/testing/cas/serve-cas-site.ts"
import { serveRelyingParty } from "../../server/src/testing/oidc/serve-relying-party.ts"
import { expectAccessible } from "../accessible.ts"
import { chooseOption } from "../choose-option.ts"
import { query } from "../database.ts"
import { proveByPassword } from "../identity.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn, type Account } from "../sign-in.ts"

test("[SSO-3][SSO-1] an application is added, its secret told once, and its tile opens it signed in", async ({
  page,
  browser,
}) => {
  const { account, orgid } = await administratorFromEnd(5)
  const [person] = await query<{ account: Account; name: string }>(
    "select account, name from person where org_id = $1 and account is not null and account <> $2 order by id limit 1",
    [orgid, account],
  )
  if (!person) throw new Error("That school has one account alone")
  const name = `办公系统${randomUUID().slice(0, 6)}`
  const party = await serveRelyingParty()
  const row = page.getByRole("row").filter({ hasText: name })

  await test.step("an administrator adds it, and is told its secret", async () => {
    await signIn(page, account)
    await open(page, "/main/applicationAccess")
    await page.getByRole("button", { name: "接入新应用" }).click()
    const form = page.getByRole("dialog", { name: "接入新应用" })
    await form.getByLabel("应用名称").fill(name)
    await form.getByLabel("首页地址").fill(`${party.origin}/`)
    await form.getByLabel("登录回调地址").fill(`${party.callback}#here`)
    await form.getByRole("button", { name: "保存" }).click()
    await expect(form.getByText("地址中不能带 # 及其后的内容")).toBeVisible()
    await expectAccessible(page)
    await form.getByLabel("登录回调地址").fill(party.callback)
    await form.getByRole("button", { name: "保存" }).click()
    await proveByPassword(page)
    await page
      .getByRole("dialog", { name: `生成“${name}”的密钥？` })
      .getByRole("button", { name: "生成密钥" })
      .click()
    await proveByPassword(page)
    const told = page.getByRole("dialog", { name: "应用密钥" })
    await expect(told.locator("code")).toHaveCount(2)
    const [clientId = "", secret = ""] = await told.locator("code").allTextContents()
    await expectAccessible(page)
    await told.getByRole("button", { name: "我已保存" }).click()
    await expect(row).toContainText("已接入")
    const issuer = (await page.getByText(/\/oidc$/).textContent()) ?? ""
    await party.connect({ issuer, clientId, secret })
  })

  await test.step("somebody of the school opens its tile", async () => {
    const context = await browser.newContext()
    const own = await context.newPage()
    await signIn(own, person.account)
    await open(own, "/main/applications")
    const opened = own.waitForEvent("popup")
    await own.getByRole("region", { name: "接入的系统" }).getByRole("link", { name }).click()
    const theirs = await opened
    await expect(theirs.getByRole("heading", { name: `您好，${person.name}` })).toBeVisible()
    expect(new URL(theirs.url()).origin).toBe(party.origin)
    await context.close()
  })

  await test.step("the administrator sees that it was used", async () => {
    await page.reload()
    await expect(row).toContainText(/今天 \d/)
  })
  party.stop()
  await query("delete from application where name = $1", [name])
})

test("[SSO-2][SSO-3] an application that speaks CAS asks for consent, and is opened signed in", async ({
  page,
  browser,
}) => {
  const { account, orgid } = await administratorFromEnd(6)
  const [person] = await query<{ account: Account; name: string }>(
    "select account, name from person where org_id = $1 and account is not null and account <> $2 order by id limit 1",
    [orgid, account],
  )
  if (!person) throw new Error("That school has one account alone")
  const name = `教务系统${randomUUID().slice(0, 6)}`
  await signIn(page, account)
  await open(page, "/main/applicationAccess")
  const site = await serveCasSite(new URL(page.url()).origin)

  await page.getByRole("button", { name: "接入新应用" }).click()
  const form = page.getByRole("dialog", { name: "接入新应用" })
  await chooseOption(form.getByLabel("登录协议"), "CAS 3.0")
  await form.getByLabel("应用名称").fill(name)
  await form.getByLabel("首页地址").fill(`${site.origin}/`)
  await form.getByLabel("应用地址").fill(site.service)
  await form.getByLabel("本单位自己的应用").uncheck()
  await expectAccessible(page)
  await form.getByRole("button", { name: "保存" }).click()
  await proveByPassword(page)
  const row = page.getByRole("row").filter({ hasText: name })
  await expect(row).toContainText("已接入")
  await expect(row).toContainText("CAS 3.0")

  const context = await browser.newContext()
  const own = await context.newPage()
  // Whoever has not signed in yet reads where they are going.
  await own.goto(site.origin)
  await expect(own.getByText(`登录后将进入“${name}”`)).toBeVisible()
  await expectAccessible(own)
  await signIn(own, person.account)
  await open(own, "/main/applications")
  const opened = own.waitForEvent("popup")
  await own.getByRole("region", { name: "接入的系统" }).getByRole("link", { name }).click()
  const theirs = await opened
  await theirs.getByRole("button", { name: "同意并登录" }).click()
  await expect(theirs.getByRole("heading", { name: `您好，${person.name}` })).toBeVisible()
  expect(new URL(theirs.url()).origin).toBe(site.origin)
  await context.close()
  site.stop()
  await query("delete from application where name = $1", [name])
})
