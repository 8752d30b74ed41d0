import { expect, test, type Page } from "@playwright/test"
import { domainMessages } from "@uc/contract/domains/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { startHostedSite, type HostedSite } from "../hosted-site.ts"
import { proveByPassword } from "../identity.ts"
import { open, signIn, type Account } from "../sign-in.ts"

let site: HostedSite

test.beforeAll(async () => {
  site = await startHostedSite(process.env["PRODUCT_ADDRESS"] ?? "")
})
test.afterAll(async () => {
  await query("delete from auth_domain where origin = $1", [site.origin])
  await query("delete from declined_domain where origin = $1", [site.origin])
  await site.stop()
})

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })

test("[DISTRICT-12] a school's page is framed because the bureau listed it, and no more once it declined", async ({
  browser,
  baseURL,
}) => {
  const as = async (account: Account): Promise<Page> => {
    const context = await browser.newContext({ baseURL: baseURL ?? "" })
    const page = await context.newPage()
    await signIn(page, account)
    return page
  }
  const hosted = `/main/oldpage?url=${encodeURIComponent(`${site.origin}/in`)}`
  const [bureau, school, teacher] = [await as("bureau"), await as("school"), await as("teacher")]
  const frame = teacher.locator(`main iframe[src="${site.origin}/in"]`)
  const refusal = teacher.getByRole("main").getByRole("alert")

  await open(teacher, hosted)
  await expect(refusal).toContainText("不在本单位的授权域名内")
  await expect(frame).toHaveCount(0)

  await open(bureau, "/domain")
  await bureau.getByRole("button", { name: "添加一行" }).click()
  await bureau.getByRole("textbox", { name: /^名称/ }).last().fill("财务系统")
  await bureau
    .getByRole("textbox", { name: /^域名地址/ })
    .last()
    .fill(site.origin)
  await bureau
    .getByRole("checkbox", { name: /^对全部下级单位生效/ })
    .last()
    .check()
  await bureau.getByRole("button", { name: /^保存/ }).last().click()
  await proveByPassword(bureau)
  await expect(toast(bureau, domainMessages.saved)).toBeVisible()

  await teacher.reload()
  await expect(frame).toBeVisible()
  await expect(frame.contentFrame().getByText("/in")).toBeVisible()

  await open(school, "/domain")
  const inherited = school.getByRole("listitem").filter({ hasText: site.origin })
  await expect(inherited).toContainText("教育局授权")
  await expectAccessible(school)
  await inherited.getByRole("button", { name: /^不采用/ }).click()
  await school
    .getByRole("dialog", { name: "本单位不采用该网站？" })
    .getByRole("button", { name: "不采用" })
    .click()
  await proveByPassword(school)
  await expect(toast(school, domainMessages.declined)).toBeVisible()
  await expect(inherited).toContainText("本单位不采用")

  // The open page learns of it when somebody returns to it.
  await teacher.evaluate(() => window.dispatchEvent(new Event("focus")))
  await expect(refusal).toContainText("不在本单位的授权域名内")
  await expect(frame).toHaveCount(0)
  await Promise.all([bureau, school, teacher].map((page) => page.context().close()))
})
