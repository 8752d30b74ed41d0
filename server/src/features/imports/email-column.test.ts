import { importCalls } from "@uc/contract/imports/calls"
import { emailMessages } from "@uc/contract/people/email"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"
import { testApp } from "../../testing/test-app.ts"
import { checked, problemsOf, run } from "../../testing/test-import.ts"
import { rowsIn } from "../../testing/test-roles.ts"

test("[SSO-13] a list of people brings mail addresses, and a column that is missing changes none", async () => {
  const app = await testApp()
  const head = await app.as("head-a1")
  const [place] = await rowsIn<{ name: string }>(
    app,
    sql`select d.name from department d join organisation o on o.id = d.org_id
      where o.name = '甲一小学' and d.level = 0 order by d.sort_no limit 1`,
  )
  const at = place?.name ?? ""
  const emails = async () =>
    (
      await rowsIn<{ email: string | null }>(
        app,
        sql`select email from person where account ^@ 'mail' order by account`,
      )
    ).map(({ email }) => email)

  const wrong = await checked(
    app,
    head,
    "people",
    `账号,姓名,邮箱,部门\nmail1,单一,zhangsan.school.cn,${at}\nmail2,单二,a@b@school.cn,${at}\n`,
  )
  expect(problemsOf(wrong)).toEqual([`C2 邮箱：${emailMessages.wrong}`, `C3 邮箱：${emailMessages.wrong}`])

  // As offices write it: another title, full-width signs, spaces around it; two with the same one.
  const file = `账号,姓名,电子邮箱,部门\nmail1,单一, Dan.Yi＠School.cn ,${at}\nmail2,单二,Dan.Yi@school.cn,${at}\nmail3,单三,,${at}\n`
  const ready = await checked(app, head, "people", file)
  expect(ready).toMatchObject({ state: "ready", preview: { new: 3 } })
  await run(app, head, ready.id)
  expect(await emails()).toEqual(["Dan.Yi@School.cn", "Dan.Yi@school.cn", null])

  const again = await checked(
    app,
    head,
    "people",
    `账号,姓名,邮箱,部门\nmail1,单一,,${at}\nmail2,单二,new@school.cn,${at}\n`,
  )
  const lines = again.preview?.lines.filter(({ change }) => change === "changed")
  expect(lines?.map(({ detail }) => detail)).toEqual(["更新邮箱"])
  await run(app, head, again.id)
  expect(await emails()).toEqual(["Dan.Yi@School.cn", "new@school.cn", null])
  const third = await checked(app, head, "people", `账号,姓名,部门\nmail1,单一,${at}\nmail2,单二二,${at}\n`)
  await run(app, head, third.id)
  expect(await emails()).toEqual(["Dan.Yi@School.cn", "new@school.cn", null])

  // What is there goes out without it, as without the phone.
  const { content } = await head.send(importCalls.exportPresent, { kind: "people" })
  const cells = readXlsx(Buffer.from(content, "base64")).sheets.flat(2).map(String)
  expect(cells).toContain("邮箱")
  expect(cells.join()).not.toContain("new@school.cn")
  const template = await head.send(importCalls.template, { kind: "people" })
  expect(readXlsx(Buffer.from(template.content, "base64")).sheets.flat(2).map(String)).toContain("邮箱")
})
