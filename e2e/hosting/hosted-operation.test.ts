import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "@playwright/test"
import type { UserCenter } from "@uc/bridge/user-center"
import { domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { startHostedSite } from "../hosted-site.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { open, signIn } from "../sign-in.ts"

type Hosted = Window & { readonly UserCenter: UserCenter }

const portal = process.env["PRODUCT_ADDRESS"] ?? ""
const mid = "finance:transfer"
const { service, path } = domainCalls.spendGrant

/** Somebody else's application: a page with a button, and a server that transfers only what the portal vouches for. */
async function startFinanceSite() {
  let secret = ""
  const answers: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      void (async () => {
        if (request.url !== "/transfer") {
          response.setHeader("content-type", "text/html; charset=utf-8")
          response.end(`<!doctype html><html lang="zh-CN"><title>财务</title>
            <script src="${portal}/static/usercenter/bridge.js"></script>
            <h1>财务</h1><button id="go">转账</button><p id="said"></p>
            <script>
              document.querySelector("#go").addEventListener("click", async () => {
                const said = document.querySelector("#said")
                if (!(await UserCenter.reauthenticate("${mid}"))) return void (said.textContent = "没有转账")
                const ticket = await UserCenter.ticket()
                said.textContent = await (await fetch("/transfer", { method: "POST", body: ticket })).text()
              })
            </script></html>`)
          return
        }
        const spending = await fetch(`${portal}/${service}${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ ticket: Buffer.concat(chunks).toString(), secret, mid }),
        })
        const { data, msg } = (await spending.json()) as { data?: { name?: string }; msg: string }
        answers.push(spending.ok ? `已为${data?.name ?? ""}转账` : msg)
        response.end(answers.at(-1))
      })()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    answers,
    use(given: string) {
      secret = given
    },
    stop: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  }
}

test("[DISTRICT-13] an application's own operation is registered, proven by name, and spent by its server once", async ({
  browser,
  page,
  baseURL,
}) => {
  const [site, stranger] = [await startFinanceSite(), await startHostedSite(portal)]
  try {
    for (const [origin, name] of [
      [site.origin, "财务系统"],
      [stranger.origin, "别的系统"],
    ])
      await query(
        `insert into auth_domain (org_id, name, domain_ip, origin, helpers)
         select org_id, $2, $1, $1, '{user,page,reauth}' from person where account = 'school'`,
        [origin, name],
      )
    await query("update auth_domain set secret_hash = sha256($1) where origin = $2", [
      "s".repeat(43),
      site.origin,
    ])
    site.use("s".repeat(43))

    const context = await browser.newContext({ baseURL: baseURL ?? "" })
    const school = await context.newPage()
    await signIn(school, "school")
    await open(school, "/domain")
    const addresses = school.getByRole("textbox", { name: /^域名地址/ })
    await expect(addresses.first()).toBeVisible()
    const values = await addresses.evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
    await school.getByRole("button", { name: `登记操作（第 ${values.indexOf(site.origin) + 1} 行）` }).click()
    const dialog = school.getByRole("dialog", { name: "“财务系统”的操作" })
    await dialog.getByRole("textbox", { name: "标识（第 1 项）" }).fill(mid)
    await dialog.getByRole("textbox", { name: "名称（第 1 项）" }).fill("转账")
    await expectAccessible(school)
    // On a phone the boxes are as wide as the dialog has room for.
    const wide = school.viewportSize()
    await school.setViewportSize({ width: 390, height: 844 })
    const widths = await dialog
      .getByRole("textbox")
      .evaluateAll((boxes) => boxes.map((box) => box.clientWidth))
    expect(Math.min(...widths)).toBeGreaterThan(250)
    if (wide) await school.setViewportSize(wide)
    await dialog.getByRole("button", { name: "保存" }).click()
    await proveByPassword(school)
    await expect(school.getByText("已保存网站的操作", { exact: true })).toBeVisible()
    await context.close()

    await signIn(page, "teacher")
    const hosted = (address: string) => `/main/oldpage?url=${encodeURIComponent(address)}`
    await open(page, hosted(`${site.origin}/`))
    const finance = page.frameLocator(`main iframe[src="${site.origin}/"]`)
    await finance.getByRole("button", { name: "转账" }).click()
    await expect(identityDialog(page)).toContainText("即将在“财务系统”中进行转账")
    await expectAccessible(page)
    await proveByPassword(page)
    await expect(finance.getByText(/^已为.+转账$/)).toBeVisible()

    // The proof is spent: without a new one the server is told so.
    const frame = page.frames().find((one) => one.url() === `${site.origin}/`)
    const ticket = await frame?.evaluate(() => (window as unknown as Hosted).UserCenter.ticket())
    const again = await page.request.post(`${site.origin}/transfer`, { data: ticket ?? "" })
    expect(await again.text()).toBe(domainMessages.noGrant)

    // A page of another listed site can't ask for it.
    await open(page, hosted(`${stranger.origin}/`))
    await expect(
      page.frameLocator(`main iframe[src="${stranger.origin}/"]`).getByRole("heading"),
    ).toBeVisible()
    const other = page.frames().find((one) => one.url() === `${stranger.origin}/`)
    const refused = await other?.evaluate(
      (asked) => (window as unknown as Hosted).UserCenter.reauthenticate(asked).then(() => "asked", String),
      mid,
    )
    expect(refused).toContain(domainMessages.noSuchOperation)
    await expect(identityDialog(page)).toHaveCount(0)
  } finally {
    await query("delete from auth_domain where origin = any ($1)", [[site.origin, stranger.origin]])
    await Promise.all([site.stop(), stranger.stop()])
  }
})
