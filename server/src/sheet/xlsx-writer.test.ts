import { expect, test } from "vitest"
import { readXlsx } from "../testing/sheets/test-xlsx.ts"
import { xlsxOf } from "./xlsx-writer.ts"

const columns = [
  { title: "单位", width: 20 },
  { title: "次数", width: 10 },
]

test("[WORK-5] a text that begins like a formula stays a text, also when it is edited", async () => {
  const nasty = ['=HYPERLINK("http://evil")', "+1", "-1", "@sum", "\t=1"]
  const { sheets, parts } = readXlsx(
    await xlsxOf([{ name: "表", columns, rows: nasty.map((text) => [text, 1]) }]),
  )
  expect(sheets).toEqual([[["单位", "次数"], ...nasty.map((text) => [text, 1])]])
  const xml = parts.get("xl/worksheets/sheet1.xml") ?? ""
  expect(xml).not.toContain("<f")
  expect(xml.match(/<c t="inlineStr" s="3">/g)).toHaveLength(nasty.length)
  // The fourth style marks a text (the invisible apostrophe in front).
  const [, formats = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(parts.get("xl/styles.xml") ?? "") ?? []
  expect(formats.split("<xf")[4]).toContain('quotePrefix="1"')
})

test("markup, control characters, surrogates and very long texts give a valid file", async () => {
  const rows = [
    ["<b>&\"'</b>", null],
    ["a\u0000\u0008b\uFFFF", Number.NaN],
    ["\uD800x", 0.5],
    [" 前后有空格 ", ""],
    ["长".repeat(40_000), -3],
  ] as const
  const { sheets, parts } = readXlsx(
    await xlsxOf([
      { name: "a/b:c*d?e[f]g\\".repeat(4), columns, rows },
      { name: "第二张", columns, rows: [] },
    ]),
  )
  expect(sheets[0]?.slice(1)).toEqual([
    ["<b>&\"'</b>", null],
    ["ab", null],
    ["\uFFFDx", 0.5],
    [" 前后有空格 ", null],
    ["长".repeat(32_767), -3],
  ])
  expect(sheets[1]).toEqual([["单位", "次数"]])
  const names = [...(parts.get("xl/workbook.xml") ?? "").matchAll(/sheet name="([^"]*)"/g)].map(
    ([, name]) => name,
  )
  expect(names.map((name) => name?.length)).toEqual([31, 3])
  expect(names[0]).not.toMatch(/[[\]:*?/\\]/)
})
