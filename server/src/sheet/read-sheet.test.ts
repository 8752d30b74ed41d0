import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { deflateRawSync } from "node:zlib"
import { expect, test } from "vitest"
import { xlsxOf } from "./xlsx-writer.ts"
import { readSheet } from "./read-sheet.ts"
import type { Cell } from "./sheet.ts"
import { testWorkbook, textRow, zipOf } from "../testing/sheets/test-workbook.ts"
import { unpacked, zipParts, type ZipPart } from "./zip.ts"

const gbk = Buffer.from("d0d5c3fb2cb2bfc3c50d0ad5c5c8fd2cbdccced1b4a60d0a", "hex")

async function cellsOf(file: Buffer): Promise<(readonly Cell[])[]> {
  return (await readSheet(file)).rows.map(({ cells }) => cells)
}

test("[DATA-3] csv is read in every encoding, with every separator, quotes and line ends", async () => {
  const wanted = [
    ["姓名", "部门"],
    ["张三", "教务处"],
  ]
  const text = "姓名,部门\r\n张三,教务处\r\n"
  expect(await cellsOf(Buffer.from(text))).toEqual(wanted)
  expect(await cellsOf(Buffer.from(`\ufeff${text}`))).toEqual(wanted)
  expect(await cellsOf(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual(wanted)
  expect((await cellsOf(gbk))[0]).toEqual(["姓名", "部门"])
  expect(await cellsOf(Buffer.from("姓名\t部门\n张三\t教务处"))).toEqual(wanted)
  expect(await cellsOf(Buffer.from("姓名;部门\r张三;教务处\r"))).toEqual(wanted)
  // Below a headline, and with paths that contain the other separator.
  expect(await cellsOf(Buffer.from("某校教职工名册\n姓名;部门\n张三;教务处"))).toEqual([
    ["某校教职工名册"],
    ...wanted,
  ])
  expect(await cellsOf(Buffer.from("姓名,部门\n张三,a;b"))).toEqual([wanted[0], ["张三", "a;b"]])
  const quoted = 'a,b\n"一,二\n三","说""好"""\n\n,\n=1+1,+86 138\n'
  const { rows } = await readSheet(Buffer.from(quoted))
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["a", "b"],
    ["一,二\n三", '说"好"'],
    [{ is: "formula" }, "+86 138"],
  ])
  // Empty records are counted too.
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 5])
})

test("[DATA-3] xlsx cells of every kind are read, with hidden rows, merged cells and gaps", async () => {
  const file = await testWorkbook({
    sharedStrings: [
      "<si><t>姓名</t></si>",
      '<si><r><t>张</t></r><r><t xml:space="preserve">三 &amp;</t></r><rPh sb="0" eb="1"><t>ZHANG</t></rPh></si>',
      "<si><t>换_x000A_行</t></si>",
    ],
    styles: `<numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="0.00&quot;day&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`,
    rows: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>
      <row r="3" hidden="1"><c r="A3" t="s"><v>1</v></c><c r="C3"><v>1.0</v></c><c r="D3" s="1"><v>45901</v></c></row>
      <row><c><v>1.2E+17</v></c><c s="2"><v>45901</v></c><c s="3"><v>2.5</v></c><c t="str"><f>A1</f><v>甲</v></c><c><f/></c><c t="e"><v>#N/A</v></c><c t="b"><v>1</v></c><c t="s"><v>2</v></c></row>
      <row r="9"><c r="B9" s="1"/></row>
      <x:row xmlns:x="y" r="12"><x:c r="A12" t='inlineStr' ph="a>b"><x:is><x:t><![CDATA[<乙>]]></x:t></x:is></x:c></x:row>`,
    after: '<mergeCells count="1"><mergeCell ref="A3:B4"/></mergeCells>',
  })
  const sheet = await readSheet(file)
  expect(sheet.rows).toEqual([
    { line: 1, isHidden: false, cells: ["姓名"] },
    {
      line: 3,
      isHidden: true,
      cells: [
        "张三 &",
        null,
        { is: "number", digits: "1.0", isDay: false },
        { is: "number", digits: "45901", isDay: true },
      ],
    },
    {
      line: 4,
      isHidden: false,
      cells: [
        { is: "number", digits: "1.2E+17", isDay: false },
        { is: "number", digits: "45901", isDay: true },
        { is: "number", digits: "2.5", isDay: false },
        { is: "formula" },
        { is: "formula" },
        { is: "error" },
        "TRUE",
        "换\n行",
      ],
    },
    { line: 12, isHidden: false, cells: ["<乙>"] },
  ])
  expect(sheet.merged).toEqual([{ from: { line: 3, column: 0 }, to: { line: 4, column: 1 } }])
})

test("[DATA-3] the first visible sheet is read, with days from 1904, and our own files too", async () => {
  const rows = textRow(1, ["第一张"])
  const second = await testWorkbook({
    rows,
    workbookPr: '<workbookPr date1904="1"/>',
    sheets:
      '<sheet name="藏" sheetId="1" state="hidden" r:id="rId1"/><sheet name="看" sheetId="7" r:id="rId2"/>',
  })
  expect(await readSheet(second)).toMatchObject({
    name: "看",
    isFrom1904: true,
    hasOtherSheets: true,
    rows: [{ cells: ["第二张"] }],
  })
  const own = await xlsxOf([
    { name: "人员", columns: [{ title: "姓名", width: 9 }], rows: [["=1+1"], [null], [7]] },
  ])
  expect(await cellsOf(own)).toEqual([["姓名"], ["=1+1"], [{ is: "number", digits: "7", isDay: false }]])
})

test.each([
  ["a picture", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), importMessages.notASheet],
  ["a page", Buffer.from("<!doctype html><table>"), importMessages.notASheet],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), importMessages.oldXls],
  ["bytes of no encoding", Buffer.from([0x61, 0xff, 0xff, 0xff, 0x0a]), importMessages.encoding],
  ["a text with NUL", Buffer.from("a,b\n\0,c"), importMessages.encoding],
  ["a zip's beginning alone", Buffer.from("PK\x03\x04", "latin1"), importMessages.broken],
  ["a quote that never ends", Buffer.from('a,b\n"c,d'), importMessages.broken],
])("[DATA-3] %s is refused with a message", async (_what, file, sentence) => {
  await expect(readSheet(file)).rejects.toThrow(sentence)
})

test("[DATA-3] a foreign, truncated, damaged or encrypted zip is refused", async () => {
  const file = await testWorkbook({ rows: textRow(1, ["姓名"]) })
  await expect(readSheet(await zipOf({ "word/document.xml": "<a/>" }))).rejects.toThrow(
    importMessages.notASheet,
  )
  for (const length of [4, 40, file.length - 30, file.length - 1])
    await expect(readSheet(file.subarray(0, length))).rejects.toThrow(importMessages.broken)
  const locked = Buffer.from(file)
  const entry = locked.indexOf(Buffer.from("PK\x01\x02", "latin1"))
  locked[entry + 8] = (locked[entry + 8] ?? 0) | 1
  await expect(readSheet(locked)).rejects.toThrow(importMessages.oldXls)
  // With any wrong byte the sheet is never read as another one.
  const whole = JSON.stringify(await readSheet(file))
  for (let at = 30; at < file.length - 22; at += 7) {
    const wrong = Buffer.from(file)
    wrong[at] = (wrong[at] ?? 0) ^ 0x55
    const read = await readSheet(wrong).then(
      (sheet) => JSON.stringify(sheet),
      (error: Error) => error.name,
    )
    expect(["BadFile", whole]).toContain(read)
  }
})

test("[DATA-3] a document type, an endless tag and a truncated document are refused", async () => {
  for (const rows of ['<!DOCTYPE x [<!ENTITY a "b">]><row/>', `<row a="${"x".repeat(300_000)}"/>`, "<row"]) {
    const file = await zipOf({
      "xl/workbook.xml": "<workbook><sheets><sheet name='a' r:id='rId1'/></sheets></workbook>",
      "xl/worksheets/sheet1.xml": rows,
    })
    await expect(readSheet(file)).rejects.toThrow(importMessages.broken)
  }
})

test("[DATA-3] a zip bomb is stopped by its unpacked size, whatever size it declares", async () => {
  const packed = deflateRawSync(Buffer.alloc(50_000_000, " "))
  expect(packed.length).toBeLessThan(100_000)
  // Declared as one byte.
  const name = Buffer.from("xl/workbook.xml")
  const header = (signature: number, fixed: number) => {
    const made = Buffer.alloc(fixed)
    made.writeUInt32LE(signature, 0)
    return made
  }
  const local = header(0x04034b50, 30)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = header(0x02014b50, 46)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(1, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = header(0x06054b50, 22)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  const bomb = Buffer.concat([local, name, packed, entry, name, end])
  const part = zipParts(bomb).get("xl/workbook.xml")
  let seen = 0
  const unpacking = async () => {
    for await (const piece of unpacked(part as ZipPart, { bytes: 1_000_000 })) seen += piece.length
  }
  await expect(unpacking()).rejects.toThrow(importMessages.bomb)
  expect(seen).toBeLessThanOrEqual(1_000_000)
  // Much less is enough: an endless text is no cell.
  await expect(readSheet(bomb)).rejects.toThrow(importMessages.broken)

  // Empty rows are not returned, but their size counts.
  const empty = Buffer.from('<row r="1"><c r="A1" s="1"/></row>'.repeat(30_000))
  const many = await zipOf({
    "xl/workbook.xml": "<workbook><sheets><sheet name='a' r:id='rId1'/></sheets></workbook>",
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${empty.toString()}</sheetData></worksheet>`,
  })
  expect((await readSheet(many)).rows).toEqual([])
})

test("[DATA-3] 100 columns are read and 101 refused, 200,000 rows and one more", async () => {
  const titles = (count: number) => Buffer.from(Array.from({ length: count }, (_, at) => `列${at}`).join(","))
  expect((await cellsOf(titles(importLimits.columns)))[0]).toHaveLength(importLimits.columns)
  await expect(readSheet(titles(importLimits.columns + 1))).rejects.toThrow(importMessages.tooManyColumns)
  const far = await testWorkbook({
    rows: '<row r="1"><c r="XFD1" t="inlineStr"><is><t>远</t></is></c></row>',
  })
  await expect(readSheet(far)).rejects.toThrow(importMessages.tooManyColumns)
  const lines = (count: number) => Buffer.from(`标题\n${"a\n".repeat(count)}`)
  expect((await readSheet(lines(importLimits.rows))).rows).toHaveLength(importLimits.rows + 1)
  await expect(readSheet(lines(importLimits.rows + 1))).rejects.toThrow(importMessages.tooManyRows)
})

/** What comes where reading should have ended before: a document type is refused as a broken file. */
const neverReached = "<!DOCTYPE never-reached>"
const one = textRow(1, ["标题"])

test("[FAULT-14] a workbook of a few KB with millions of shared texts is refused after a part of them", async () => {
  const file = await testWorkbook({
    rows: one,
    sharedStrings: ["<si><t/></si>".repeat(1_000_000), neverReached],
  })
  expect(file.length).toBeLessThan(100_000)
  await expect(readSheet(file)).rejects.toThrow(importMessages.bomb)
})

test("[FAULT-14] more shared texts than the limit end the reading, as many as the limit are read", async () => {
  const texts = (count: number, after = "") =>
    testWorkbook({
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>',
      sharedStrings: [...Array.from({ length: count }, (_, at) => `<si><t>字${at}</t></si>`), after],
    })
  const limits = { ...importLimits, sharedTexts: 20 }
  expect((await readSheet(await texts(20), limits)).rows[0]?.cells).toEqual(["字0"])
  await expect(readSheet(await texts(21, neverReached), limits)).rejects.toThrow(importMessages.bomb)
})

test("[FAULT-14] a workbook that says it has too many shared texts is refused before the first", async () => {
  const file = await zipOf({
    "xl/workbook.xml": "<workbook><sheets><sheet name='a' r:id='rId1'/></sheets></workbook>",
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${one}</sheetData></worksheet>`,
    "xl/sharedStrings.xml": `<sst count="9" uniqueCount="${importLimits.sharedTexts + 1}">${neverReached}</sst>`,
  })
  await expect(readSheet(file)).rejects.toThrow(importMessages.bomb)
})

test("[FAULT-14] too many elements of any kind end the reading, as do too many cells, styles and sheets", async () => {
  const elements = { ...importLimits, elements: 200 }
  const cells = { ...importLimits, cells: 200 }
  const many = (element: string, count = 300) => element.repeat(count) + neverReached
  const wide = '<row><c r="CV1" t="inlineStr"><is><t>a</t></is></c></row>'
  const sheet = '<sheet name="一" sheetId="1" r:id="rId1"/>'
  const files = [
    [await testWorkbook({ rows: one + many("<x/>") }), elements],
    [await testWorkbook({ rows: one, after: many('<mergeCell ref="A1:B2"/>') }), elements],
    [await testWorkbook({ rows: one, styles: many('<numFmt numFmtId="1" formatCode="0"/>') }), elements],
    [await testWorkbook({ rows: one, workbookPr: many("<definedName/>") }), elements],
    [await testWorkbook({ rows: one + wide.repeat(3) + neverReached }), cells],
    [Buffer.from(`a\n${`${",".repeat(99)}a\n`.repeat(3)}"never closed`), cells],
    [await testWorkbook({ rows: one, sheets: many(sheet, importLimits.sheets + 1) }), importLimits],
    [
      await testWorkbook({
        rows: one,
        styles: `<cellXfs>${many('<xf numFmtId="1"/>', importLimits.styles + 2)}</cellXfs>`,
      }),
      importLimits,
    ],
  ] as const
  const problems: string[] = []
  for (const [file, limits] of files)
    problems.push(
      await readSheet(file, limits).then(
        () => "read",
        (error: unknown) => (error instanceof Error ? error.message : ""),
      ),
    )
  expect(problems).toEqual(files.map(() => importMessages.bomb))
})

test("[FAULT-14] a cell of endless pieces is refused, one as long as spreadsheets allow is cut and read", async () => {
  const cell = (pieces: number) =>
    testWorkbook({
      rows: `<row r="1"><c r="A1" t="str"><v>${`<![CDATA[${"字".repeat(1000)}]]>`.repeat(pieces)}</v></c></row>`,
    })
  await expect(readSheet(await cell(300))).rejects.toThrow(importMessages.broken)
  expect((await cellsOf(await cell(32)))[0]?.[0]).toHaveLength(32_000)
})
