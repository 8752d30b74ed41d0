import { importCellMessages } from "@uc/contract/imports/calls"
import { importColumns, type ImportKind } from "@uc/contract/imports/import-kinds"
import { expect, test } from "vitest"
import { cellValue, shownCell } from "./cell-value.ts"
import { numberFormat } from "./number-format.ts"
import type { Cell } from "./sheet.ts"

function shown(code: string, digits: string): Cell {
  const { isDay, padding } = numberFormat(code)
  return { is: "number", digits, isDay, ...(padding && { padding }) }
}

function read(kind: ImportKind, title: string, cell: Cell): string {
  const column = importColumns[kind].find((each) => each.title === title)
  if (!column) throw new Error(`${kind} has no ${title}`)
  const value = cellValue(column, cell, { isFrom1904: false })
  return value.is === "value" ? value.value : value.is === "wrong" ? `✗ ${value.message}` : "-"
}

const refused = `✗ ${importCellMessages.otherThanShown}`

test.each<[ImportKind, string, string, string, string]>([
  ["people", "账号", "000000", "1234", "001234"],
  ["people", "账号", "000000", "123456", "123456"],
  ["people", "账号", "000000", "1234567", "1234567"],
  ["people", "账号", "000000;-000000;0", "12", "000012"],
  ["people", "账号", "[Red]0000_ ", "12", "0012"],
  ["people", "账号", "[Red]0000", "12", "0012"],
  ["people", "账号", "0000.0", "12", refused],
  ["people", "账号", '"T"0000', "12", refused],
  ["people", "账号", '"T"0000', "1234", refused],
  ["people", "账号", "\\T0000", "1234", refused],
  ["people", "账号", "[DBNum2]0000", "1234", refused],
  ["people", "账号", "00-00", "12", refused],
  ["people", "账号", "0", "12", "12"],
  ["people", "账号", "#,##0", "1234", "1234"],
  ["people", "手机号", "000-0000-0000", "13800138000", "13800138000"],
  ["people", "手机号", "00000000000", "1380013800", `✗ ${importCellMessages.phone}`],
  ["buildings", "房间", "0000", "301", "0301"],
  ["departments", "排序号", "0000", "10", "10"],
  ["organisations", "成立日期", "00000", "45901", "2025-09-01"],
])("[DISTRICT-5] %s, %s: the format %s with %s is read as %s", (kind, title, code, digits, wanted) => {
  expect(read(kind, title, shown(code, digits))).toBe(wanted)
})

test("[DISTRICT-5] a copy of the file keeps the zeros that its format shows", () => {
  expect(shownCell(shown("000000", "1234"))).toBe("001234")
  expect(shownCell(shown("0", "1234"))).toBe("1234")
})
