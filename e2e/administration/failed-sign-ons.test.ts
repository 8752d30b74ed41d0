import { randomUUID } from "node:crypto"
import { expect, test } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn } from "../sign-in.ts"

test("[SSO-14] an administrator opens an application's failed sign-ons, also on a phone", async ({
  page,
}) => {
  const { account, orgid } = await administratorFromEnd(6)
  const name = `考勤系统${randomUUID().slice(0, 6)}`
  const clientId = `uc-${randomUUID()}`
  const home = `https://kq-${randomUUID().slice(0, 8)}.example.cn`
  await query(
    `insert into application (org_id, client_id, name, icon, home_address, redirect_addresses)
      values ($1, $2, $3, 'apps', $4, array[$4 || '/callback'])`,
    [orgid, clientId, name, home],
  )
  await signIn(page, account)
  await open(page, "/main/applicationAccess")
  const drawer = page.getByRole("dialog", { name: `${name}最近失败的登录` })
  const openDrawer = async () => {
    await page.getByRole("button", { name: `${name}的更多操作` }).click()
    await page.getByRole("menuitem", { name: "失败的登录" }).click()
  }
  await openDrawer()
  await expect(drawer.getByText("近期没有失败的登录")).toBeVisible()
  for (const path of ["/callback/", "/callback/", "/oidc/signin-callback?x=1"]) {
    const parameters = new URLSearchParams({ client_id: clientId, redirect_uri: `${home}${path}` })
    await page.request.get(`/oidc/auth?${parameters.toString()}`, { headers: { accept: "text/html" } })
  }
  await expect(async () => {
    await drawer.getByRole("button", { name: "刷新" }).click()
    await expect(drawer.getByText("2 次")).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(drawer.getByText(`收到的地址：${home}/oidc/signin-callback?…`)).toBeVisible()
  const pictures = process.env["PICTURES_TO"]
  for (const [colorScheme, width, height] of [
    ["light", 1366, 768],
    ["dark", 1366, 768],
    ["light", 390, 844],
    ["dark", 390, 844],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await expect(drawer.getByText("2 次")).toBeVisible()
    await expectAccessible(page)
    if (pictures !== undefined)
      await page.screenshot({ path: `${pictures}/failures-${colorScheme}-${width}.png` })
  }
})
