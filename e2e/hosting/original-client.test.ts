import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test, type FrameLocator, type Page } from "@playwright/test"
import { captchaMessages } from "@uc/contract/captcha/calls"
import { demoPassword } from "@uc/contract/demo/accounts"
import { domainMessages } from "@uc/contract/domains/calls"
import { pickers } from "@uc/contract/pickers/pickers"
import { query } from "../database.ts"
import { open, signIn } from "../sign-in.ts"

const address = "/original/page.html"
const written = readFileSync(join(import.meta.dirname, "original-client.html"), "utf8")

/** A page of the portal's own origin, inside the portal, that nobody has changed since the original product. */
async function openOriginal(page: Page): Promise<FrameLocator> {
  // A page brings its own library; here the words that are typed are the demo's password and nothing else.
  const md5 = createHash("md5").update(demoPassword).digest("hex")
  const library = `<script>window.md5 = function (text) { return text === ${JSON.stringify(demoPassword)} ? "${md5}" : "0".repeat(32) }</script>`
  await page.route(`**${address}`, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      body: written.replace("<h1>", `${library}<h1>`),
    }),
  )
  await signIn(page, "school")
  await open(page, `/main/oldpage?url=${encodeURIComponent(address)}`)
  const frame = page.getByRole("main").locator("iframe").contentFrame()
  await expect(frame.getByRole("status")).toHaveText(/^已登录：.+/)
  return frame
}

const children = (page: Page) => page.locator("[role=treeitem][aria-level='2']:not([aria-busy])")

/** What a person presses to choose the first entry that can be chosen; a person stands below a department. */
async function chooseFirst(page: Page, key: number): Promise<void> {
  await expect(page.getByRole("treeitem").first()).toBeVisible()
  await page.getByRole("searchbox").focus()
  await page.keyboard.press("ArrowDown")
  if (key === pickers.person.key) {
    await page.keyboard.press("ArrowRight")
    await expect(children(page).first()).toBeVisible()
    await page.keyboard.press("ArrowRight")
  }
  if (key === pickers.menu.key) await page.keyboard.press("End")
  await page.keyboard.press("Space")
  await page.keyboard.press("Control+Enter")
}

test("[SPEC-7] a page written from the specification opens all eight pickers by their keys", async ({
  page,
}) => {
  const frame = await openOriginal(page)
  for (const { key } of Object.values(pickers)) {
    await frame
      .locator("#pickers button")
      .nth(key - 997)
      .click()
    await chooseFirst(page, key)
    await expect(frame.getByRole("status")).toHaveText(new RegExp(`^${key}：[1-9]\\d*项$`))
    await expect(page.getByRole("dialog")).toHaveCount(0)
  }
})

/** As the person of such a page sees the hole; the picture is older than it is, because nobody waits in a test. */
async function fillSlider(frame: FrameLocator, mid: string): Promise<void> {
  await expect(frame.getByRole("status")).toHaveText(`请验证身份：${mid}`)
  const ticket = await frame.locator("[name=chenckMoveId]").inputValue()
  const [row] = await query<{ x: number }>(
    "update captcha_challenge set issued_at = issued_at - interval '3 seconds' where id_hash = $1 returning x",
    [createHash("sha256").update(ticket).digest()],
  )
  await frame.getByLabel("滑块位置").fill(String(row?.x))
}

async function prove(frame: FrameLocator, mid: string): Promise<void> {
  await fillSlider(frame, mid)
  await frame.getByLabel("鉴权密码").fill(demoPassword)
  await frame.getByRole("button", { name: "验证" }).click()
  await expect(frame.getByRole("status")).toHaveText("验证通过")
}

test("[SPEC-7] it saves and deletes a domain and re-authenticates by form post", async ({ page }) => {
  const frame = await openOriginal(page)
  const told = frame.getByRole("status")
  const press = (name: string) => frame.getByRole("button", { name }).click()
  await press("保存域名")
  await expect(told).toHaveText(/[\u4e00-\u9fff]/)

  await frame.getByLabel("名称").fill("旧系统")
  await frame.getByLabel("域名地址").fill("not a domain")
  await press("保存域名")
  await expect(told).toHaveText(domainMessages.badAddress)

  await frame.getByLabel("域名地址").fill("old.example.cn")
  await press("保存域名")
  await expect(told).toHaveText("请验证身份：domain")
  await expect
    .poll(() => frame.locator("#qrcode").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await press("验证")
  await expect(told).toContainText("请输入密码")
  await frame.getByLabel("鉴权密码").fill(demoPassword)
  await press("验证")
  await expect(told).toHaveText(`滑块：${captchaMessages.failed}`)

  // The ticket above is spent, as everywhere: the page asks for a new one.
  await press("保存域名")
  await prove(frame, "domain")
  await press("保存域名")
  await expect(told).toHaveText(domainMessages.saved)
  await expect(frame.locator("#domain [name=id]")).toHaveValue(/^\d+$/)

  await press("删除域名")
  await prove(frame, "domain-delete")
  await press("删除域名")
  await expect(told).toHaveText(domainMessages.removed)
  await press("删除域名")
  await expect(told).toHaveText("请验证身份：domain-delete")
})

test("[SPEC-7][WARN-1] it lists today's alarms and their types", async ({ page }) => {
  const frame = await openOriginal(page)
  await frame.getByRole("button", { name: "查询预警" }).click()
  await expect(frame.getByRole("status")).toHaveText(/^预警\d+条，类型[1-9]\d*种：.+/)
})
