import { randomUUID } from "node:crypto"
import { crc32, deflateRawSync, deflateSync } from "node:zlib"
import { expect, test } from "@playwright/test"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import { noticeMessages } from "@uc/contract/notices/calls"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { open, signIn } from "../sign-in.ts"

/** The smallest document that says it is one. */
function docx(): Buffer {
  const type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, text] of [
    ["[Content_Types].xml", `<Types><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`],
    ["word/document.xml", "<w:document/>"],
  ] as const) {
    const packed = deflateRawSync(Buffer.from(text))
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(Buffer.from(text)), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(text.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    locals.push(Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name), packed]))
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0000\u0000"), facts, rest, Buffer.from(name)]))
    at += locals.at(-1)?.length ?? 0
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006")
  for (const place of [8, 10]) end.writeUInt16LE(2, place)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A blue picture of 320 by 200 pixels. */
function picture(): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(320 * 3, Buffer.from([28, 95, 208]))])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(320, 0)
  header.writeUInt32BE(200, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(Array.from({ length: 200 }, () => row)))),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** What Word puts on the clipboard, shortened. */
const copied = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><h1>检查重点</h1>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]><span style='color:red'>消防设施</span></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>食堂卫生</p>
<p class=MsoNormal><img width=300 height=200 src="file:///C:/Temp/clip_image001.png"></p></body></html>`

test("[DAY-8] a notice with a picture, a table, pasted text and a document is written and read", async ({
  page,
  browser,
}) => {
  const title = `安全检查${randomUUID().slice(0, 8)}`
  const png = { name: "现场.png", mimeType: "image/png", buffer: picture() }
  const wordType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

  await test.step("the bureau writes it", async () => {
    await signIn(page, "bureau")
    await open(page, "/main/notices?tab=written")
    await page.getByRole("button", { name: "写通知" }).first().click()
    const form = page.getByRole("dialog", { name: "写通知" })
    await form.getByRole("textbox", { name: "标题" }).fill(title)
    const text = form.getByRole("textbox", { name: "正文" })
    await text.click()
    await text.evaluate((editor, html) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData("text/html", html)
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
    }, copied)
    await expect(form.getByRole("status")).toHaveText(
      "已保留标题和列表；未保留：文字颜色、1张图片（请单独插入）",
    )
    // Above the text: below a long one nobody sees it.
    const [said, written] = [await form.getByRole("status").boundingBox(), await text.boundingBox()]
    expect(said?.y).toBeLessThan(written?.y ?? 0)
    await expect(text.getByRole("listitem")).toHaveText(["消防设施", "食堂卫生"])
    await form.getByLabel("插入图片").setInputFiles(png)
    await expect(text.locator("img[data-picture]")).toBeVisible()
    await form.getByRole("button", { name: "表格", exact: true }).click()
    for (const head of ["时间", "地点", "负责人"]) {
      await page.keyboard.type(head)
      await page.keyboard.press("Tab")
    }
    await form.getByRole("button", { name: "加一行" }).click()
    await expect(text.getByRole("row")).toHaveCount(4)

    const files = form.getByLabel("附件", { exact: true }).and(form.locator("input"))
    await files.setInputFiles([
      { name: "假的.docx", mimeType: wordType, buffer: Buffer.from("<html>") },
      { name: "安排.docx", mimeType: wordType, buffer: docx() },
      png,
    ])
    await expect(form.getByText(attachmentMessages.pretends("假的.docx"))).toBeVisible()
    await form.getByRole("button", { name: "移除假的.docx" }).click()
    await expect(form.getByText("已上传")).toHaveCount(2)
    await expectAccessible(page)
    await form.getByRole("button", { name: "发布", exact: true }).click()
    await page.getByRole("button", { name: "确认发布" }).click()
    await expect(page.getByText(noticeMessages.published)).toBeVisible()
  })

  await test.step("a teacher reads it, looks at the picture and downloads the document", async () => {
    const reader = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signIn(reader, "teacher")
    await open(reader, "/main/notices")
    await reader.getByRole("button", { name: title }).click()
    const drawer = reader.getByRole("dialog", { name: title })
    await expect(drawer.getByRole("heading", { name: "检查重点" })).toBeVisible()
    await expect(drawer.locator("th")).toHaveText(["时间", "地点", "负责人"])
    const inside = drawer.locator("img[data-picture]")
    await inside.scrollIntoViewIfNeeded()
    await expect.poll(() => inside.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    await expectAccessible(reader)
    const beside = drawer.getByRole("list", { name: "附件列表" })
    await beside.getByRole("link", { name: "现场.png" }).click()
    const preview = reader.getByRole("dialog", { name: "预览现场.png" })
    await expect(preview.getByRole("img", { name: "现场.png" })).toBeVisible()
    await expectAccessible(reader)
    await reader.keyboard.press("Escape")
    await expect(preview).toBeHidden()
    const [download] = await Promise.all([
      reader.waitForEvent("download"),
      beside.getByRole("link", { name: /安排\.docx/ }).click(),
    ])
    expect(download.suggestedFilename()).toBe("安排.docx")
    await reader.context().close()
  })
  await query("delete from notice where title = $1", [title])
})
