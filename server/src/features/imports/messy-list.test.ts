import { importCalls, importCellMessages, importMessages } from "@uc/contract/imports/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { accountCalls } from "@uc/contract/account/calls"
import { departmentCalls } from "@uc/contract/departments/calls"
import { expect, test } from "vitest"
import { grantFor } from "../../testing/test-danger.ts"
import { testWorkbook, textRow } from "../../testing/sheets/test-workbook.ts"
import { unpacked, zipParts } from "../../sheet/zip.ts"
import { testApp } from "../../testing/test-app.ts"
import { checked, problemsOf, run, sendPart, settled } from "../../testing/test-import.ts"

async function school() {
  const app = await testApp()
  const head = await app.as("head-a1")
  const { orgid } = await head.send(accountCalls.current, {})
  const [one] = await head.send(departmentCalls.tree, { orgid })
  return { app, head, orgid, department: one?.name ?? "" }
}

const letter = (at: number) => String.fromCodePoint(65 + at)
const textCell = (at: number, line: number, text: string) =>
  `<c r="${letter(at)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`
const numberCell = (at: number, line: number, digits: string, style = 0) =>
  `<c r="${letter(at)}${line}" s="${style}"><v>${digits}</v></c>`

/** Texts as they are, numbers as a spreadsheet keeps them, dates in the second style. */
function row(line: number, cells: readonly (string | number | Date | null)[]): string {
  const written = cells.map((cell, at) => {
    if (cell === null) return ""
    if (typeof cell === "string") return textCell(at, line, cell)
    if (typeof cell === "number") return numberCell(at, line, String(cell))
    return numberCell(at, line, String(cell.getTime() / 86_400_000 + 25_569), 1)
  })
  return `<row r="${line}">${written.join("")}</row>`
}

test("[DATA-3] an office's own list is read, and each problem is described", async () => {
  const { app, head, orgid, department } = await school()
  const titles = [
    "序号",
    "工号",
    "教师姓名",
    "手机号码",
    "性别",
    "身份证号码",
    "所在部门",
    "岗位",
    "出生日期",
  ]
  const born = new Date("1990-01-01T00:00:00Z")
  const styles = '<cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs>'
  const file = await testWorkbook({
    styles,
    rows:
      textRow(1, ["甲一小学2026年教职工花名册"]) +
      row(2, titles) +
      row(3, [1, 20260001, "张  三", " 138 0000 1111 ", "男", null, department, "教师", born]) +
      row(4, [
        2,
        "20260002 ",
        "欧阳 娜娜",
        "+86-13800001112",
        "女",
        "11010119900307803x",
        department,
        null,
        born,
      ]) +
      row(5, [3, 20260003, "王五", 13800001113, "男", null, ` ${department} `, "教师", born]) +
      row(6, ["合计", null, null, null, null, null, null, null, null]),
    after: '<mergeCells><mergeCell ref="A1:I1"/></mergeCells>',
  })
  const ready = await checked(app, head, "people", file)
  expect(problemsOf(ready)).toEqual([])
  expect(ready.notes).toEqual([
    importMessages.columnReadAs([
      "“工号”→“账号”",
      "“教师姓名”→“姓名”",
      "“手机号码”→“手机号”",
      "“身份证号码”→“身份证号”",
      "“所在部门”→“部门”",
      "“岗位”→“职务”",
    ]),
    importMessages.columnIgnored(["序号", "出生日期"]),
  ])
  expect(ready.preview).toMatchObject({ new: 3, changed: 0 })
  expect(await run(app, head, ready.id)).toMatchObject({ state: "done" })
  const { items } = await head.send(peopleAdminCalls.list, { orgid, name: "2026000" })
  expect(
    items.map(({ usercode, nickname, phone }) => [usercode, nickname, phone].join(" ")).toSorted(),
  ).toEqual(["20260001 张三 138****1111", "20260002 欧阳娜娜 138****1112", "20260003 王五 138****1113"])

  const wrong = await testWorkbook({
    styles,
    rows:
      row(1, titles) +
      row(2, [1, 20260004.5, "甲", "1380000111", "M", 110101199003078000, "不存在处", null, null]) +
      row(3, [2, 20260005, "", "13800001111", "男", "110101199003078031", department, "教师；主任", null]) +
      row(4, [3, born, "丙", "13800001114", null, null, department, null, null]) +
      row(5, [4, 20260006, "丁", "13800001115", null, null, department, null, null]) +
      row(6, [5, 20260006, "丁", "13800001115", null, null, department, null, null]),
  })
  const told = await checked(app, head, "people", wrong)
  expect(problemsOf(told)).toEqual([
    `B2 账号：${importCellMessages.notWhole}`,
    `D2 手机号：${importCellMessages.phone}`,
    `E2 性别：应为“男”或“女”`,
    `F2 身份证号：${importCellMessages.rounded}`,
    `G2 部门：${importCellMessages.departmentUnknown("不存在处")}`,
    `C3 姓名：${importCellMessages.missing("姓名")}`,
    `F3 身份证号：身份证号的校验位不对，请核对`,
    `H3 职务：${importCellMessages.postsMore}`,
    `B4 账号：${importCellMessages.isDay}`,
    `B5 账号：${importCellMessages.twice(6)}`,
    `B6 账号：${importCellMessages.twice(5)}`,
  ])
  // A title of ours is taken before one that is only like it.
  const both = await checked(
    app,
    head,
    "people",
    `账号,姓名,部门,手机号,联系电话\nz1,赵一,${department},13800002222,0571-88880000\n`,
  )
  expect([both.state, both.notes]).toEqual(["ready", [importMessages.columnIgnored(["联系电话"])]])
})

test("[DATA-3] of two confirmations one runs; the checked file can't be exchanged", async () => {
  const { app, head, department } = await school()
  const ready = await checked(app, head, "people", `账号,姓名,部门\ntwice1,二次,${department}\n`)
  const other = Buffer.from(`账号,姓名,部门\nevil11,坏人,${department}\n`)
  expect((await sendPart(app, head, { id: ready.id, no: "0" }, other)).statusCode).toBe(409)
  await grantFor(app, head, "import")
  await grantFor(app, head, "import")
  const answers = await Promise.all([
    head.request(importCalls.run, { id: ready.id }),
    head.request(importCalls.run, { id: ready.id }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await settled(head, ready.id)).toMatchObject({ state: "done", counts: { new: 1 } })
  expect((await head.request(importCalls.run, { id: ready.id })).statusCode).not.toBe(200)

  const xls = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(600),
  ])
  for (const [content, message] of [
    [xls, importMessages.oldXls],
    [Buffer.from("<html><table><tr><td>账号</td></tr></table></html>"), importMessages.notASheet],
    [Buffer.from("PK\u0003\u0004nothing"), importMessages.broken],
    [Buffer.from("账号,姓名,部门\n"), importMessages.noRows],
    [Buffer.from("\ufeff"), importMessages.noRows],
    [Buffer.from("账号,姓名,部门\n,,\n , ,\n"), importMessages.noRows],
  ] as const)
    expect(await checked(app, head, "people", content)).toMatchObject({ state: "failed", message })
})

test("[DISTRICT-5] numbers that are shown with zeros in front are imported with them", async () => {
  const { app, head, orgid, department } = await school()
  const styles =
    '<numFmts><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="&quot;T&quot;0000"/></numFmts>' +
    '<cellXfs count="3"><xf/><xf numFmtId="170" applyNumberFormat="1"/><xf numFmtId="171" applyNumberFormat="1"/></cellXfs>'
  const line = (no: number, digits: string, style: number, name: string) =>
    `<row r="${no}">${numberCell(0, no, digits, style)}${textCell(1, no, name)}${textCell(2, no, department)}</row>`
  const titles = textRow(1, ["工号", "姓名", "部门"])
  const good = await testWorkbook({ styles, rows: titles + line(2, "1234", 1, "张三") })
  const ready = await checked(app, head, "people", good)
  expect(ready.notes).toContain(importMessages.zerosKept(["账号"]))
  await run(app, head, ready.id)
  const { items } = await head.send(peopleAdminCalls.list, { orgid, name: "001234" })
  expect(items.map(({ usercode, nickname }) => `${usercode} ${nickname}`)).toEqual(["001234 张三"])

  const bad = await testWorkbook({ styles, rows: titles + line(2, "1235", 2, "李四") })
  expect(problemsOf(await checked(app, head, "people", bad))).toEqual([
    `A2 账号：${importCellMessages.otherThanShown}`,
  ])
})

test("[DISTRICT-5] merged cells are one problem with their ranges, and all marked in the copy", async () => {
  const { app, head, department } = await school()
  const people = Array.from({ length: 144 }, (_, at) => {
    const cells = [`m${at}0`, `人${at}`, ...(at % 24 === 0 ? [department] : [])]
    return textRow(at + 2, cells)
  })
  const ranges = Array.from({ length: 6 }, (_, at) => `C${at * 24 + 2}:C${at * 24 + 25}`)
  const file = await testWorkbook({
    rows: textRow(1, ["账号", "姓名", "部门"]) + people.join(""),
    after: `<mergeCells>${ranges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>`,
  })
  const told = await checked(app, head, "people", file)
  expect(problemsOf(told)).toEqual([`C2 部门：${importCellMessages.merged(ranges.slice(0, 5), 6)}`])
  const { content } = await head.send(importCalls.marked, { id: told.id })
  const parts = zipParts(Buffer.from(content, "base64"))
  const sheet = parts.get("xl/worksheets/sheet1.xml")
  let xml = ""
  if (sheet) for await (const piece of unpacked(sheet, { bytes: 10_000_000 })) xml += piece.toString()
  // The 144 cells and the sentence beside the first of them.
  expect(xml.match(/s="4"/g)).toHaveLength(145)
})
