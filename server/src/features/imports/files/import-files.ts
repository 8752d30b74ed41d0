import { importColumns, importKinds, type ImportKind } from "@uc/contract/imports/import-kinds"
import { shownCell } from "../../../sheet/cell-value.ts"
import { columnLetters, type Sheet, type SheetRow } from "../../../sheet/sheet.ts"
import { xlsxOf, type Cell } from "../../../sheet/xlsx-writer.ts"
import { markedTitle } from "./imported-lines.ts"
import { MergedCells } from "./merged-cells.ts"
import type { Problems } from "../plan/problems.ts"

/** The titles, one example line, and beside them what each column takes. */
export function templateFile(kind: ImportKind): Promise<Buffer> {
  const columns = importColumns[kind]
  return xlsxOf([
    {
      name: importKinds[kind],
      columns: columns.map(({ title, isRequired }) => ({
        title: isRequired ? `${title}*` : title,
        width: Math.max(14, title.length * 2 + 6),
        isText: true as const,
      })),
      rows: [columns.map(({ example }) => example)],
    },
    {
      name: "填写说明",
      columns: [
        { title: "列", width: 18 },
        { title: "必填", width: 8 },
        { title: "说明", width: 80 },
      ],
      rows: [
        ...columns.map(({ title, isRequired, help }) => [title, isRequired ? "是" : "否", help]),
        ["示例行", "", "以“示例：”开头的行不会导入，可以保留或删除。"],
        ["格式", "", "不要使用公式和合并单元格；账号、手机号、身份证号、代码等列请设为文本格式。"],
      ],
    },
  ])
}

/** The uploaded file with each bad cell marked and its problem beside it. */
export function markedFile(sheet: Sheet, titles: SheetRow, problems: Problems): Promise<Buffer> {
  const rows = sheet.rows.filter(({ line }) => line > titles.line)
  const old = titles.cells.indexOf(markedTitle)
  const width = Math.max(...sheet.rows.map(({ cells }) => cells.length), 1)
  const shownColumns = Array.from({ length: width }, (_, at) => at).filter((at) => at !== old)
  const byLine = new Map<number, Map<string, string[]>>()
  for (const { line, cell, column, message } of problems.kept) {
    const own = byLine.get(line) ?? new Map<string, string[]>()
    byLine.set(line, own)
    const key = cell ?? ""
    own.set(key, [...(own.get(key) ?? []), column === null ? message : `${column}：${message}`])
  }
  // The copy is not merged: the cells that were are empty but for the first, and are to be filled.
  const merged = new MergedCells(
    sheet.merged,
    problems.places.map(([, at]) => at),
  )
  const marked = function* (): Generator<Cell[]> {
    let line = 1
    for (const row of rows) {
      // Lines keep their numbers, so that reported problems can be found.
      for (line++; line < row.line; line++) yield []
      const own = byLine.get(row.line)
      const cells = shownColumns.map((at): Cell => {
        const text = shownCell(row.cells[at] ?? null, Number.MAX_SAFE_INTEGER)
        const isBad = own?.has(`${columnLetters(at)}${row.line}`) || merged.has(row.line, at)
        return isBad ? { text, isBad: true } : text
      })
      yield [...cells, own ? { text: [...own.values()].flat().join("；"), isBad: true } : null]
    }
  }
  return xlsxOf([
    {
      name: sheet.name === "" ? "数据" : sheet.name,
      columns: [
        ...shownColumns.map((at) => ({
          title: shownCell(titles.cells[at] ?? null),
          width: 18,
          isText: true as const,
        })),
        { title: markedTitle, width: 60 },
      ],
      rows: marked(),
    },
  ])
}
