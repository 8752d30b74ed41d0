import { cutText } from "@uc/contract/core/cut-text"
import type { ImportColumn } from "@uc/contract/imports/import-column"
import {
  importColumns,
  importExampleMark,
  titleKey,
  type ImportKind,
} from "@uc/contract/imports/import-kinds"
import { importCellMessages, importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "../../../sheet/bad-file.ts"
import { cellValue, isPadded } from "../../../sheet/cell-value.ts"
import { yieldToEventLoop, type Cell, type Sheet, type SheetRow } from "../../../sheet/sheet.ts"
import { MergedCells } from "./merged-cells.ts"
import { Problems, type ImportedLine } from "../plan/problems.ts"

export interface ImportedLines {
  readonly titles: SheetRow
  readonly lines: readonly ImportedLine[]
  readonly problems: Problems
  /** Hints that are no problems. */
  readonly notes: readonly string[]
}

const toldLines = 10

/** The lines of a sheet in the columns of its kind, each cell checked by itself. */
export async function importedLines(
  kind: ImportKind,
  sheet: Sheet,
  onRead: (done: number) => void,
): Promise<ImportedLines> {
  const at = titlesAt(kind, sheet.rows)
  const titles = sheet.rows[at]
  const rows = sheet.rows.slice(at + 1)
  if (!titles) throw new BadFile(importMessages.noRows)
  const { places, ignored, readAs } = placesOf(kind, titles)
  const problems = new Problems(places)
  const notes: string[] = []
  if (sheet.hasOtherSheets) notes.push(importMessages.otherSheets(sheet.name))
  if (readAs.length > 0) notes.push(importMessages.columnReadAs(readAs))
  if (ignored.length > 0) notes.push(importMessages.columnIgnored(ignored))

  const merged = new MergedCells(
    sheet.merged,
    [...places.values()].map((place) => place.at),
  )
  const padded = new Set<string>()
  const lines: ImportedLine[] = []
  const hidden: number[] = []
  let examples = 0
  for (const [no, row] of rows.entries()) {
    if (no % 500 === 0) {
      onRead(no)
      await yieldToEventLoop()
    }
    if (isExample(row)) {
      if (++examples <= toldLines) notes.push(importMessages.exampleSkipped(row.line))
      continue
    }
    // A row with values only in ignored columns is no line.
    if (![...places.values()].some((place) => row.cells[place.at])) continue
    if (row.isHidden) hidden.push(row.line)
    lines.push(lineOf(row, { places, sheet, problems, merged, padded }))
  }
  merged.report(problems)
  if (padded.size > 0) notes.push(importMessages.zerosKept([...padded]))
  if (hidden.length > 0) notes.push(importMessages.hiddenLines(hidden.slice(0, toldLines), hidden.length))
  if (lines.length === 0) throw new BadFile(importMessages.noRows)
  return { titles, lines, problems, notes }
}

/** Lists often have a headline above their titles. */
const headlinesAtMost = 10

function titlesAt(kind: ImportKind, rows: readonly SheetRow[]): number {
  const keys = new Set(importColumns[kind].flatMap(({ title, also }) => [title, ...also].map(titleKey)))
  const known = ({ cells }: SheetRow) => cells.filter((cell) => keys.has(titleKey(titleOf(cell)))).length
  const found = rows.slice(0, headlinesAtMost + 1).findIndex((row) => known(row) >= Math.min(2, keys.size))
  return Math.max(0, found)
}

type Places = ReadonlyMap<string, { readonly column: ImportColumn; readonly at: number }>

interface FoundPlaces {
  readonly places: Places
  readonly ignored: readonly string[]
  /** `“工号”→“账号”` */
  readonly readAs: readonly string[]
}

function placesOf(kind: ImportKind, titles: SheetRow): FoundPlaces {
  const columns = new Map(importColumns[kind].map((column) => [titleKey(column.title), column]))
  const places = new Map<string, { column: ImportColumn; at: number }>()
  const others: { title: string; at: number }[] = []
  for (const [at, cell] of titles.cells.entries()) {
    const title = titleOf(cell)
    if (title === "" || title === markedTitle) continue
    const column = columns.get(titleKey(title))
    if (!column) others.push({ title, at })
    else if (places.has(column.key)) throw new BadFile(importMessages.columnTwice(column.title))
    else places.set(column.key, { column, at })
  }
  // Only where the column itself is missing, and only the first match: a list may have an office phone beside the personal
  // one.
  const ignored: string[] = []
  const readAs: string[] = []
  for (const { title, at } of others) {
    const key = titleKey(title)
    const column = importColumns[kind].find(
      (each) => !places.has(each.key) && each.also.some((name) => titleKey(name) === key),
    )
    if (column) {
      places.set(column.key, { column, at })
      readAs.push(`“${cutText(title, 20)}”→“${column.title}”`)
    } else ignored.push(cutText(title, 20))
  }
  if (places.size === 0) throw new BadFile(importMessages.noTitles)
  for (const { key, title, isRequired } of importColumns[kind])
    if (isRequired && !places.has(key)) throw new BadFile(importMessages.columnMissing(title))
  return { places, ignored: ignored.slice(0, toldLines), readAs }
}

/** The column of problems that the marked copy has: it may be uploaded again with it. */
export const markedTitle = "错误说明"

function titleOf(cell: Cell): string {
  return typeof cell === "string" ? cell.trim() : ""
}

function isExample({ cells }: SheetRow): boolean {
  return cells.some((cell) => typeof cell === "string" && cell.startsWith(importExampleMark))
}

interface Reading {
  readonly places: Places
  readonly sheet: Sheet
  readonly problems: Problems
  readonly merged: MergedCells
  /** Titles of columns in which a number was read with the zeros that its format shows. */
  readonly padded: Set<string>
}

function lineOf({ line, cells }: SheetRow, reading: Reading): ImportedLine {
  const { places, sheet, problems, merged, padded } = reading
  const values: Record<string, string> = {}
  for (const [key, { column, at }] of places) {
    if (merged.has(line, at)) {
      merged.meet({ line, cells }, key, at)
      continue
    }
    const cell = cells[at] ?? null
    const read = cellValue(column, cell, sheet)
    if (read.is === "value") {
      values[key] = read.value
      if (isPadded(cell) && column.rule !== "number") padded.add(column.title)
    } else if (read.is === "wrong") problems.add({ line, cells }, key, read.message)
    else if (column.isRequired) problems.add({ line, cells }, key, importCellMessages.missing(column.title))
  }
  return { line, values, cells }
}
