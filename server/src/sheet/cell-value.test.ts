import { importColumns, type ImportKind } from "@uc/contract/imports/import-kinds"
import { importCellMessages } from "@uc/contract/imports/calls"
import { peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { expect, test } from "vitest"
import { cellValue } from "./cell-value.ts"
import type { Cell } from "./sheet.ts"

const number = (digits: string, isDay = false): Cell => ({ is: "number", digits, isDay })

function read(kind: ImportKind, title: string, cell: Cell, isFrom1904 = false): string {
  const column = importColumns[kind].find((each) => each.title === title)
  if (!column) throw new Error(`${kind} has no ${title}`)
  const value = cellValue(column, cell, { isFrom1904 })
  return value.is === "value" ? value.value : value.is === "wrong" ? `✗ ${value.message}` : "-"
}

const { rounded, formula, error, isDay, notWhole, noDay, phone } = importCellMessages

test.each<[ImportKind, string, Cell, string]>([
  ["people", "手机号", "138 0013-8000", "13800138000"],
  ["people", "手机号", "+86 138 0013 8000", "13800138000"],
  ["people", "手机号", "0086-13800138000", "13800138000"],
  ["people", "手机号", "１３８００１３８０００", "13800138000"],
  ["people", "手机号", number("13800138000"), "13800138000"],
  ["people", "手机号", number("13800138000.0"), "13800138000"],
  ["people", "手机号", number("1.3800138E10"), "13800138000"],
  ["people", "手机号", "1380013800", `✗ ${phone}`],
  ["people", "手机号", "0571-88880000", `✗ ${phone}`],
  ["people", "手机号", "1.38E+10", `✗ ${rounded}`],
  ["people", "手机号", null, "-"],
  ["people", "账号", number("1.0"), "✗ " + peopleAdminMessages.accountWrong],
  ["people", "账号", number("1001.0"), "1001"],
  ["people", "账号", number("1001.5"), `✗ ${notWhole}`],
  ["people", "账号", "ｚｈａｎｇ．san", "zhang.san"],
  ["people", "账号", "zhang san", "zhangsan"],
  ["people", "账号", "13800138000", `✗ ${peopleAdminMessages.accountIsPhone}`],
  ["people", "账号", "张三", `✗ ${peopleAdminMessages.accountWrong}`],
  ["people", "身份证号", "11010519491231002X", "11010519491231002X"],
  ["people", "身份证号", "11010519491231002x", "11010519491231002X"],
  ["people", "身份证号", " 110105 19491231 002Ｘ", "11010519491231002X"],
  ["people", "身份证号", "110105194912310021", "✗ 身份证号的校验位不对，请核对"],
  ["people", "身份证号", number("110105194912310000"), `✗ ${rounded}`],
  ["people", "身份证号", number("1.2E+17"), `✗ ${rounded}`],
  ["people", "身份证号", "1.10105E+17", `✗ ${rounded}`],
  ["people", "姓名", " 张　三 ", "张三"],
  ["people", "姓名", "Mary  Ann", "Mary Ann"],
  ["people", "姓名", "张\u200b三", `✗ ${peopleAdminMessages.nameHidden}`],
  ["people", "姓名", "<script>alert(1)</script>", "<script>alert(1)</script>"],
  ["people", "姓名", { is: "formula" }, `✗ ${formula}`],
  ["people", "姓名", { is: "error" }, `✗ ${error}`],
  ["people", "姓名", number("45901", true), `✗ ${isDay}`],
  ["people", "姓名", "甲".repeat(31), "✗ 不能超过30个字符"],
  ["people", "性别", " 男 ", "男"],
  ["people", "性别", "male", "✗ 应为“男”或“女”"],
  ["people", "部门", "教务处 / 语文组; 工会；", "教务处/语文组；工会"],
  ["people", "职务", "；委员", "；委员"],
  ["organisations", "成立日期", number("45901", true), "2025-09-01"],
  ["organisations", "成立日期", number("45901.75"), "2025-09-01"],
  ["organisations", "成立日期", number("20250901"), "2025-09-01"],
  ["organisations", "成立日期", "2025/9/1", "2025-09-01"],
  ["organisations", "成立日期", "2025年9月1日", "2025-09-01"],
  ["organisations", "成立日期", "2025.9.1 00:00:00", "2025-09-01"],
  ["organisations", "成立日期", "2025-02-30", "✗ 日期格式不正确"],
  ["organisations", "成立日期", "九月一日", `✗ ${noDay}`],
  ["organisations", "成立日期", number("1"), `✗ ${noDay}`],
  ["organisations", "区域代码", number("330106.0"), "330106"],
  ["organisations", "区域代码", "330106.0", "330106"],
  ["organisations", "区域代码", "三三", "✗ 编号格式不正确"],
  ["departments", "排序号", "10.0", "10"],
  ["departments", "排序号", "-1", "✗ 应为0到999999的整数"],
])("[DATA-3] %s, %s: %j is read as %s", (kind, title, cell, wanted) => {
  expect(read(kind, title, cell)).toBe(wanted)
})

test("[DATA-3] days that count from 1904", () => {
  expect(read("organisations", "成立日期", number("44439", true), true)).toBe("2025-09-01")
})
