import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { proveByPassword } from "../identity.ts"
import { administratorFromEnd } from "../school-administrator.ts"
import { open, signIn } from "../sign-in.ts"

test("[SSO-5][SSO-6] a key reads people until it is revoked, a change is told, and vendors find how", async ({
  page,
}) => {
  const { account, orgid } = await administratorFromEnd(8)
  const name = `同步系统${randomUUID().slice(0, 6)}`
  await query(
    `insert into application (org_id, client_id, name, icon, home_address, redirect_addresses, claims)
     values ($1, $2, $2, 'apps', 'https://oa.example.cn/', '{https://oa.example.cn/back}', '{account,name}')`,
    [orgid, name],
  )
  const received: string[] = []
  const receiver = createServer((request, response) => {
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      received.push((JSON.parse(body) as { readonly type: string }).type)
      response.end("ok")
    })
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await signIn(page, account)
  await open(page, "/main/applicationAccess")
  const row = page.getByRole("row").filter({ hasText: name })
  const pick = async (entry: string) => {
    await row.getByRole("button", { name: `${name}的更多操作` }).click()
    await page.getByRole("menuitem", { name: entry }).click()
  }

  await test.step("a key is told once, reads people, and is revoked", async () => {
    await pick("接口密钥")
    const drawer = page.getByRole("dialog", { name: `${name}的接口密钥` })
    await drawer.getByRole("button", { name: "新增密钥" }).click()
    const form = page.getByRole("dialog", { name: "新增接口密钥" })
    await form.getByLabel("名称").fill("人员同步")
    await form.getByRole("button", { name: "生成" }).click()
    await proveByPassword(page)
    const told = page.getByRole("dialog", { name: "接口密钥", exact: true })
    await expect(told.locator("code")).toHaveCount(2)
    const [scim = "", key = ""] = await told.locator("code").allTextContents()
    await told.getByRole("button", { name: "复制" }).click()
    await expectAccessible(page)
    await told.getByRole("button", { name: "我已保存" }).click()
    const people = () => page.request.get(`${scim}/Users`, { headers: { authorization: `Bearer ${key}` } })
    const found = await people()
    expect(found.status()).toBe(200)
    expect((await found.json()).Resources.map(({ userName }: { userName: string }) => userName)).toContain(
      account,
    )
    await drawer.getByRole("button", { name: "作废密钥人员同步" }).click()
    await page
      .getByRole("dialog", { name: "作废密钥“人员同步”？" })
      .getByRole("button", { name: "作废" })
      .click()
    await proveByPassword(page)
    await expect(drawer.getByText("暂无接口密钥")).toBeVisible()
    expect((await people()).status()).toBe(401)
    await page.keyboard.press("Escape")
  })

  await test.step("a change is told to the address, with its answer in the drawer", async () => {
    await pick("变更通知")
    const drawer = page.getByRole("dialog", { name: `${name}的变更通知` })
    await drawer.getByRole("button", { name: "开通变更通知" }).click()
    const form = page.getByRole("dialog", { name: `“${name}”的变更通知` })
    await form.getByLabel("接收地址").fill(address)
    await form.getByRole("button", { name: "保存" }).click()
    await proveByPassword(page)
    await page.getByRole("dialog", { name: "签名密钥" }).getByRole("button", { name: "我已保存" }).click()
    await query("update person set name = '刘改名' where account = $1", [account])
    await expect(drawer.getByText("修改人员 刘改名")).toBeVisible()
    await expect(drawer.getByText("应用已接收（HTTP 200）")).toBeVisible()
    expect(received).toEqual(["person.changed"])
    await expectAccessible(page)
  })

  await test.step("vendors find the calls of SCIM", async () => {
    await open(page, "/main/apiDocs")
    await expect(page.getByPlaceholder("按分组查找")).toBeVisible()
    await page.getByRole("heading", { name: "厂商接口：SCIM 通讯录" }).click()
    await page.getByText("读取人员，可过滤、排序、分页").click()
    await expect(page.getByText("由应用的服务器请求，带上接口密钥")).toBeVisible()
    await expect(page.getByText("startIndex")).toBeVisible()
    await page.getByRole("heading", { name: "厂商接口：变更通知（Webhook）" }).click()
    await page.getByText("人员的变更：新增、修改、调动、停用、启用、移除").click()
    await expect(page.getByText("webhook-signature")).toBeVisible()
  })
  receiver.close()
  await query("delete from application where name = $1", [name])
})
