import { readFile } from "node:fs/promises"
import { expect, test } from "@playwright/test"
import { expectAccessible } from "../accessible.ts"
import { query } from "../database.ts"
import { identityDialog, proveByPassword } from "../identity.ts"
import { openPicker } from "../open-picker.ts"
import { open, pathOf, signIn } from "../sign-in.ts"

const titles = "账号,姓名,手机号,部门,职务\n"

test.afterAll(async () => {
  await query("delete from person where account like 'e2e-import-%'", [])
})

test("[DATA-3] people are imported: wrong file, marked copy, corrected file, preview, result", async ({
  page,
}) => {
  await test.step("the template is downloaded", async () => {
    await signIn(page, "school")
    await open(page, "/main/imports")
    await expect(page.getByRole("button", { name: "下载人员模板" })).toBeVisible()
    await expectAccessible(page)
    const saving = page.waitForEvent("download")
    await page.getByRole("button", { name: "下载人员模板" }).click()
    expect((await saving).suggestedFilename()).toBe("人员导入模板.xlsx")
  })

  const file = await test.step("a wrong file is refused with a marked copy", async () => {
    const file = page.getByLabel("选择文件")
    const wrong = `${titles}e2e-import-1,司徒问天,138 0013 80001,没有的部门,教师\n,无名氏,,也没有,\n`
    await file.setInputFiles({ name: "新教师.csv", mimeType: "text/csv", buffer: Buffer.from(wrong) })
    await expect(page.getByRole("heading", { name: "2 行中有 4 处需要修改" })).toBeVisible()
    await expect(page.getByRole("row", { name: /第 2 行 · 手机号.*应为11位手机号/ })).toBeVisible()
    await expectAccessible(page)
    const marking = page.waitForEvent("download")
    await page.getByRole("button", { name: "下载错误标注" }).click()
    const marked = await marking
    expect(marked.suggestedFilename()).toBe("新教师（错误标注）.xlsx")
    expect((await readFile(await marked.path())).subarray(0, 2).toString()).toBe("PK")
    return file
  })

  await test.step("the corrected file is previewed and imported once", async () => {
    const [first] = await query<{ name: string }>(
      `select d.name from department d join person p on p.org_id = d.org_id
        where p.account = 'school' and d.level = 0 order by d.sort_no limit 1`,
      [],
    )
    const mended = `${titles}e2e-import-1,司徒问天,138 0013 8000,${first?.name},教师\ne2e-import-2,<b>测试</b>,,${first?.name},\n`
    await page.getByRole("button", { name: "重新选择文件" }).click()
    await file.setInputFiles({ name: "新教师.csv", mimeType: "text/csv", buffer: Buffer.from(mended) })
    await expect(page.getByRole("button", { name: /^新增\s*2$/ })).toHaveAttribute("aria-pressed", "true")
    await expect(page.getByRole("row", { name: /司徒问天（e2e-import-1）/ })).toBeVisible()
    // In the address: whoever reloads the page sees the same.
    await expect.poll(() => pathOf(page)).toMatch(/^\/main\/imports\?id=\d+$/)
    await page.reload()
    await expect(page.getByRole("checkbox", { name: "缺少的停用" })).not.toBeChecked()
    await expectAccessible(page)
    // Pressed twice, as impatient people do.
    await page.getByRole("button", { name: "确认导入" }).dblclick()
    await expect(identityDialog(page)).toBeVisible()
    await proveByPassword(page)
    await expect(page.getByRole("heading", { name: "人员导入完成" })).toBeVisible()
    await expect(page.getByRole("row", { name: /新教师\.csv.*已完成.*新增 2，更新 0，不变 0/ })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step("the person is found in the picker", async () => {
    await openPicker(page, "person")
    await page.getByRole("searchbox").fill("situwentian")
    await expect(page.getByRole("option", { name: /司徒问天/ })).toBeVisible()
  })
})
