import { randomUUID } from "node:crypto"
import { deflateSync } from "node:zlib"
import { expect, test, type Page } from "@playwright/test"
import { noticeMessages } from "@uc/contract/notices/calls"
import { profileMessages } from "@uc/contract/account/profile-calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^通知/ })
const panel = (page: Page) => page.getByRole("dialog", { name: "通知", exact: true })
const streams = /\/alarm\/v1\/events/

test("[HOME-1] [HOME-4] [HOME-5] a published notice rings the bell in both tabs by one stream; readers are listed", async ({
  page,
  browser,
}) => {
  const title = `停水通知<i>${randomUUID().slice(0, 8)}</i>`
  const school = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const opened: string[] = []
  school.on("request", (request) => void (streams.test(request.url()) && opened.push(request.url())))
  const [phone, second] = [await school.newPage(), await school.newPage()]
  await signIn(phone, "teacher")
  await open(phone, "/main/account")
  await expect(bell(phone)).toHaveAccessibleName(/\d+\+?条未读|^通知$/)
  await expect.poll(() => opened.length).toBe(1)
  await open(second, "/main/account")

  await test.step("the bureau publishes once", async () => {
    await signIn(page, "bureau")
    await open(page, "/main/notices?tab=written")
    await page.getByRole("button", { name: "写通知" }).first().click()
    const form = page.getByRole("dialog", { name: "写通知" })
    await form.getByRole("button", { name: "发布", exact: true }).click()
    await expect(form.getByText(noticeMessages.titleMissing)).toBeVisible()
    await form.getByRole("textbox", { name: "标题" }).fill(title)
    await form.getByLabel("正文").fill("明日八时起停水。\n请提前储水。")
    await expectAccessible(page)
    await form.getByRole("button", { name: "发布", exact: true }).click()
    const question = page.getByRole("dialog", { name: "发送给以下人员？" })
    await expect(question.getByText(/^共 [\d,]+ 人/)).toBeVisible()
    // Twice in a row is once.
    await question.getByRole("button", { name: "确认发布" }).dblclick()
    await expect(form).toBeHidden()
    const rows = page.getByRole("row").filter({ hasText: title })
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(/辖区单位.*已发布/s)
  })

  await test.step("the bell rings in both tabs and the notice is read", async () => {
    // The second tab lies on top: its stream is the browser's one, and the first hears by it.
    for (const tab of [second, phone]) {
      await tab.bringToFront()
      await bell(tab).click()
      await expect(panel(tab).getByRole("button", { name: title })).toBeVisible()
      await expect(panel(tab).getByRole("button", { name: title })).toContainText("文澜区教育局")
    }
    await expectAccessible(phone)
    await panel(phone).getByRole("button", { name: title }).click()
    await expect.poll(() => pathOf(phone)).toMatch(/^\/main\/notices\?notice=\d+$/)
    const drawer = phone.getByRole("dialog", { name: title })
    await expect(drawer).toContainText("请提前储水。")
    await expectAccessible(phone)
    await drawer.getByRole("button", { name: "关闭" }).click()
    await expect(phone.getByRole("listitem").filter({ hasText: title }).getByText("未读，")).toHaveCount(0)
    await expect(panel(second).getByRole("button", { name: `未读，${title}` })).toHaveCount(0)
    await school.close()
  })

  await test.step("the author sees who has read it", async () => {
    await page.getByRole("button", { name: `${title}：`, exact: false }).click()
    const readers = page.getByRole("dialog", { name: "阅读情况" })
    await readers.getByRole("tab", { name: "已读" }).click()
    await expect(readers.getByRole("listitem")).toHaveCount(1)
    await expect(readers.getByRole("listitem")).toContainText(/文澜区第一小学.*今天/)
    await readers.getByRole("tab", { name: "按单位" }).click()
    await expect(readers.getByRole("listitem").filter({ hasText: "文澜区第一小学" })).toContainText(
      /1 \/ \d+/,
    )
    await expectAccessible(page)
    await query("delete from notice where title = $1", [title])
  })
})

/** A blue square of 64 pixels, as a browser would send it. */
function picture(): Buffer {
  const side = 64
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([28, 95, 208]))])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

test("[HOME-1][ROLE-2] the picture shows in the header; two organisations can be switched", async ({
  page,
}) => {
  await test.step("a picture shows in the header and is reset", async () => {
    await signIn(page, "clerk")
    await open(page, "/main/profile")
    const box = page.getByLabel("选择头像图片")
    await box.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("<html>") })
    await expect(page.getByText(profileMessages.notPicture)).toBeVisible()
    await box.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: picture() })
    const shown = page.getByRole("banner").locator("img")
    await expect(shown).toHaveCount(1)
    await expect
      .poll(() => shown.evaluate((img: HTMLImageElement) => [img.complete, img.naturalWidth]))
      .toEqual([true, 256])
    await expectAccessible(page)
    await page.getByRole("button", { name: "恢复默认" }).click()
    await expect(shown).toHaveCount(0)
  })

  await test.step("the person switches to the other organisation", async () => {
    // What the dialog of AUTH-1 would leave behind; that it asks is proven elsewhere.
    await query(
      `insert into reauth_grant (session_id, person_id, mid, factor, max_uses, expires_at)
       select s.id, p.id, 'switch', 'password', 1, now() + interval '5 minutes'
         from session s join person p on p.id = s.person_id where p.account = 'clerk' and s.revoked_at is null`,
      [],
    )
    await page.getByRole("button", { name: "切换单位" }).click()
    await page.getByRole("menuitemradio", { name: "文澜区第一小学" }).click()
    await expect.poll(() => pathOf(page)).toBe("/main/home")
    await expect(page.getByRole("banner")).toContainText("文澜区第一小学")
    await expect(page.getByRole("banner")).not.toContainText("文澜区教育局")
  })
})
