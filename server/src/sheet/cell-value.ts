import { cutText } from "@uc/contract/core/cut-text"
import type { ImportColumn, ImportRule } from "@uc/contract/imports/import-column"
import { importSeparators } from "@uc/contract/imports/import-kinds"
import { importCellMessages, importLimits } from "@uc/contract/imports/calls"
import type { Cell } from "./sheet.ts"

export type CellValue =
  | { readonly is: "empty" }
  | { readonly is: "value"; readonly value: string }
  | { readonly is: "wrong"; readonly message: string }

interface Calendar {
  readonly isFrom1904: boolean
}

const wrong = (message: string): CellValue => ({ is: "wrong", message })

/** The value of a cell by the rule of its column. Pure. */
export function cellValue({ rule, shape }: ImportColumn, cell: Cell, calendar: Calendar): CellValue {
  const read = readBy(rule, cell, calendar)
  if (read.is !== "value") return read
  const parsed = shape.safeParse(read.value)
  if (!parsed.success) return wrong(parsed.error.issues[0]?.message ?? "")
  return { is: "value", value: String(parsed.data) }
}

function readBy(rule: ImportRule, cell: Cell, calendar: Calendar): CellValue {
  if (cell === null) return { is: "empty" }
  if (typeof cell === "string") {
    // Checked first: parsing a text may take more than linear time.
    if (cell.trim().length > importLimits.valueLetters)
      return wrong(importCellMessages.tooLong(importLimits.valueLetters))
    return value(fromText(rule, cell.trim()))
  }
  switch (cell.is) {
    case "formula":
      return wrong(importCellMessages.formula)
    case "error":
      return wrong(importCellMessages.error)
    case "number":
      return fromNumber(rule, cell, calendar)
  }
}

function value(read: string | { readonly message: string }): CellValue {
  if (typeof read !== "string") return wrong(read.message)
  return read === "" ? { is: "empty" } : { is: "value", value: read }
}

type Read = string | { readonly message: string }

function fromText(rule: ImportRule, text: string): Read {
  const half = text.normalize("NFKC").trim()
  switch (rule) {
    case "plain":
      return text.trim()
    case "name":
      return nameOf(text)
    case "digits":
    case "number":
      return whole(half.replaceAll(/\s/g, ""))
    case "code":
      return (
        rounded(half.replaceAll(/\s/g, "")) ??
        half.replaceAll(/\s/g, "").replace(/x$/, upperAfterDigits(half))
      )
    case "phone":
      return phoneOf(half)
    case "day":
      return dayOf(half)
    case "path":
      return pathOf(text)
    case "paths":
      return pathsOf(text)
  }
}

/** The last character of an idcard may be an x, which means X; an account keeps its letters. */
function upperAfterDigits(written: string): string {
  return /^\d{17}x$/.test(written.replaceAll(/\s/g, "")) ? "X" : "x"
}

/** `1.2E+17`: a spreadsheet has rounded a long number; its digits are lost. */
function rounded(written: string): { message: string } | null {
  return /^[0-9.]+e\+?[0-9]+$/i.test(written) && written.includes(".")
    ? { message: importCellMessages.rounded }
    : null
}

function whole(written: string): Read {
  return rounded(written) ?? written.replace(/^([0-9]+)\.0*$/, "$1")
}

/** Spaces between Chinese characters only align a column; no name has them. */
function nameOf(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, "")
}

function phoneOf(half: string): Read {
  const digits = half.replaceAll(/[\s\-‐-―－()]/g, "").replace(/^(\+|00)?86(?=1\d{10}$)/, "")
  return (
    rounded(digits) ??
    (/^1[0-9]{10}$/.test(whole(digits) as string) ? whole(digits) : { message: importCellMessages.phone })
  )
}

function dayOf(half: string): Read {
  const [, year, month, day] =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]0{1,2}:00(?::00)?)?$/.exec(
      half.replaceAll(/(?<=\d) (?=[-/.年月日])|(?<=[-/.年月]) (?=\d)/g, ""),
    ) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(half) ??
    []
  if (!year || !month || !day) return { message: importCellMessages.noDay }
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
}

export function pathOf(text: string): string {
  return text
    .split(/[/／>＞\\]/)
    .map(nameOf)
    .filter((name) => name !== "")
    .join(importSeparators.level)
}

/** An empty part stays: columns beside it go by position. */
function pathsOf(text: string): string {
  const each = text.split(/[;；、\n]/).map(pathOf)
  while (each.at(-1) === "") each.pop()
  return each.join(importSeparators.each)
}

/** A spreadsheet stores 15 digits and no more. */
const exactBelow = 1e15

type NumberCell = Extract<Cell, { is: "number" }>

function fromNumber(rule: ImportRule, cell: NumberCell, calendar: Calendar): CellValue {
  const number = Number(cell.digits)
  if (!Number.isFinite(number)) return wrong(importCellMessages.error)
  if (rule === "day") return value(dayOfNumber(number, calendar))
  if (cell.isDay) return wrong(importCellMessages.isDay)
  if (Math.abs(number) >= exactBelow) return wrong(importCellMessages.rounded)
  const isText = rule === "plain" || rule === "name" || rule === "path" || rule === "paths"
  if (!Number.isInteger(number) && !isText) return wrong(importCellMessages.notWhole)
  // A number to count with is the same with zeros in front.
  if (rule === "number") return value(fromText(rule, String(number)))
  const padded = paddedNumber(cell)
  if (padded === null) return wrong(importCellMessages.otherThanShown)
  return value(fromText(rule, padded))
}

/**
 * DISTRICT-5: the number as its format shows it, with zeros in front; null where it shows something that can't be told with
 * certainty. A format that adds nothing to this number is none.
 */
function paddedNumber({ digits, padding }: NumberCell): string | null {
  const plain = String(Number(digits))
  if (!padding) return plain
  const isWhole = /^[0-9]+$/.test(plain)
  if (padding.hasLetters) return null
  if (isWhole && plain.length >= padding.digits) return plain
  return isWhole && padding.isPlain ? plain.padStart(padding.digits, "0") : null
}

/** Zeros in front are shown, and not in the file. */
export function isPadded(cell: Cell): boolean {
  if (cell === null || typeof cell === "string" || cell.is !== "number" || !cell.padding) return false
  return (paddedNumber(cell) ?? "").startsWith("0")
}

const dayMs = 86_400_000

/** Days since the last of 1899, as spreadsheets count since they took 1900 for a leap year; or since the first of 1904. */
function dayOfNumber(number: number, { isFrom1904 }: Calendar): Read {
  // 20260901 typed as a number is a date as people write it.
  if (Number.isInteger(number) && number >= 19_000_101 && number <= 29_991_231) return dayOf(String(number))
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const at = first + Math.floor(number) * dayMs
  if (number < 61 || at > Date.UTC(2999, 11, 31)) return { message: importCellMessages.noDay }
  return new Date(at).toISOString().slice(0, 10)
}

/** The content of a cell for a message, shortened. */
export function shownCell(cell: Cell, letters = 40): string {
  if (cell === null) return ""
  if (typeof cell === "string") return cell.length > letters ? `${cutText(cell, letters)}…` : cell
  // What a copy of the file is made of keeps the zeros.
  if (cell.is === "number") return isPadded(cell) ? (paddedNumber(cell) ?? cell.digits) : cell.digits
  return cell.is === "formula" ? "（公式）" : "#N/A"
}
