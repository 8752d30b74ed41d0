import { posix } from "node:path"
import { cutText } from "@uc/contract/core/cut-text"
import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "./bad-file.ts"
import { builtInFormat, numberFormat, type NumberFormat } from "./number-format.ts"
import type { Cell, Merged, Sheet, SheetLimits, SheetRow } from "./sheet.ts"
import { attribute, xmlReader, type XmlListener } from "./xml.ts"
import { unpacked, zipParts, type Budget, type ZipPart } from "./zip.ts"

type Parts = ReadonlyMap<string, ZipPart>

/** What may still be read of a file. */
interface ReadBudget extends Budget {
  elements: number
  sharedTexts: number
  cells: number
}

/** The letters of one cell as they are written: each may be an escape of seven. */
const writtenLetters = importLimits.cellLetters * 7

/**
 * The first visible sheet. Only the shared texts and the cells are in memory as a whole. FAULT-14: what is small while it is
 * packed may be millions of elements, so they are counted while they are read, and too many end the reading.
 */
export async function xlsxSheet(file: Buffer, limits: SheetLimits): Promise<Sheet> {
  const parts = zipParts(file)
  const { elements, sharedTexts, cells } = limits
  const budget: ReadBudget = { bytes: importLimits.unpackedBytes, elements, sharedTexts, cells }
  const workbook = parts.get("xl/workbook.xml")
  if (!workbook) throw new BadFile(importMessages.notASheet)
  const { sheets, isFrom1904 } = await readWorkbook(workbook, budget)
  const meant = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (!meant) throw new BadFile(importMessages.broken)
  const part = parts.get(await sheetPath(parts, budget, meant.relation))
  if (!part) throw new BadFile(importMessages.broken)
  const texts = await readTexts(parts.get("xl/sharedStrings.xml"), budget)
  const formats = await readFormats(parts.get("xl/styles.xml"), budget)
  const { rows, merged } = await readRows(part, budget, { texts, formats })
  return { name: meant.name, rows, merged, hasOtherSheets: sheets.length > 1, isFrom1904 }
}

async function read(part: ZipPart, budget: ReadBudget, listener: XmlListener): Promise<void> {
  const reader = xmlReader({
    ...listener,
    open(...element) {
      spend(budget, "elements")
      listener.open(...element)
    },
  })
  const decoder = new TextDecoder()
  for await (const piece of unpacked(part, budget)) reader.write(decoder.decode(piece, { stream: true }))
  reader.write(decoder.decode())
  reader.end()
}

function spend(budget: ReadBudget, of: "elements" | "sharedTexts" | "cells", count = 1): void {
  budget[of] -= count
  if (budget[of] < 0) throw new BadFile(importMessages.bomb)
}

const isTrue = (value: string | undefined) => value === "1" || value === "true"
const ignore = () => {}

async function readWorkbook(part: ZipPart, budget: ReadBudget) {
  const sheets: { name: string; isHidden: boolean; relation: string }[] = []
  let isFrom1904 = false
  await read(part, budget, {
    open(name, attributes) {
      if (name === "workbookPr") isFrom1904 = isTrue(attribute(attributes, "date1904"))
      if (name !== "sheet") return
      if (sheets.length >= importLimits.sheets) throw new BadFile(importMessages.bomb)
      const state = attribute(attributes, "state")
      sheets.push({
        name: cutText(attribute(attributes, "name") ?? "", importLimits.sheetName),
        isHidden: state === "hidden" || state === "veryHidden",
        relation: attribute(attributes, "id") ?? "",
      })
    },
    close: ignore,
    text: ignore,
  })
  return { sheets, isFrom1904 }
}

async function sheetPath(parts: Parts, budget: ReadBudget, relation: string): Promise<string> {
  const relations = parts.get("xl/_rels/workbook.xml.rels")
  let target = "worksheets/sheet1.xml"
  if (relations)
    await read(relations, budget, {
      open(name, attributes) {
        if (name === "Relationship" && attribute(attributes, "Id") === relation)
          target = attribute(attributes, "Target") ?? target
      },
      close: ignore,
      text: ignore,
    })
  return target.startsWith("/") ? target.slice(1) : posix.join("xl", target)
}

/** Escapes of characters that XML can't hold. A lone surrogate or a NUL could not be stored. */
function unescaped(text: string): string {
  const letters = text.includes("_x")
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_whole, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text
  return letters.replaceAll("\0", "").toWellFormed()
}

/** The shared texts: many cells may refer to one, which is trimmed and checked once. */
async function readTexts(part: ZipPart | undefined, budget: ReadBudget): Promise<(string | null)[]> {
  const texts: (string | null)[] = []
  if (!part) return texts
  let letters = 0
  let [text, isText, isReading] = ["", false, false]
  await read(part, budget, {
    open(name, attributes) {
      // A file that tells how many there are is refused before they are read.
      if (name === "sst" && Number(attribute(attributes, "uniqueCount")) > budget.sharedTexts)
        throw new BadFile(importMessages.bomb)
      if (name === "si") text = ""
      else if (name === "t") isText = !isReading
      // The pronunciation is not part of the text.
      else if (name === "rPh") isReading = true
    },
    close(name) {
      if (name === "t") isText = false
      else if (name === "rPh") isReading = false
      else if (name === "si") {
        spend(budget, "sharedTexts")
        texts.push(filled(text))
      }
    },
    text(more) {
      if (!isText) return
      letters += more.length
      if (letters > importLimits.sharedLetters) throw new BadFile(importMessages.bomb)
      text += more
    },
  })
  return texts
}

/** The format of each style that shows a number otherwise than by its digits. */
async function readFormats(
  part: ZipPart | undefined,
  budget: ReadBudget,
): Promise<ReadonlyMap<string, NumberFormat>> {
  const styles = new Map<string, NumberFormat>()
  if (!part) return styles
  const described = new Map<number, NumberFormat>()
  let [isCells, style] = [false, 0]
  await read(part, budget, {
    open(name, attributes) {
      if (style > importLimits.styles || described.size > importLimits.styles)
        throw new BadFile(importMessages.bomb)
      if (name === "numFmt")
        described.set(
          Number(attribute(attributes, "numFmtId")),
          numberFormat(attribute(attributes, "formatCode") ?? ""),
        )
      else if (name === "cellXfs") isCells = true
      else if (name === "xf" && isCells) {
        const id = Number(attribute(attributes, "numFmtId") ?? 0)
        const [builtIn, own] = [builtInFormat(id), described.get(id)]
        const isDay = builtIn.isDay || own?.isDay === true
        if (isDay || own?.padding) styles.set(String(style), { isDay, padding: own?.padding ?? null })
        style++
      }
    },
    close: (name) => {
      if (name === "cellXfs") isCells = false
    },
    text: ignore,
  })
  return styles
}

interface Known {
  readonly texts: readonly (string | null)[]
  readonly formats: ReadonlyMap<string, NumberFormat>
}

/** `AB12` */
export function placeOf(reference: string): { line: number; column: number } | null {
  const [, letters = "", digits = ""] = /^\$?([A-Z]{1,3})\$?([0-9]{1,7})$/i.exec(reference) ?? []
  if (letters === "") return null
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.codePointAt(0) ?? 65) - 64
  return { line: Number(digits), column: column - 1 }
}

async function readRows(part: ZipPart, budget: ReadBudget, known: Known) {
  const rows: SheetRow[] = []
  const merged: Merged[] = []
  let [line, isHidden, cells] = [0, false, [] as Cell[]]
  let [column, type, style, value, isValue, isFormula, isReading] = [-1, "", "", "", false, false, false]

  const keep = (cell: Cell) => {
    if (cell === null) return
    if (column >= importLimits.columns) throw new BadFile(importMessages.tooManyColumns)
    spend(budget, "cells", Math.max(0, column + 1 - cells.length))
    while (cells.length < column) cells.push(null)
    cells[column] = cell
  }
  await read(part, budget, {
    open(name, attributes) {
      switch (name) {
        case "row":
          line = rowNumber(attribute(attributes, "r") ?? line + 1)
          isHidden = isTrue(attribute(attributes, "hidden"))
          ;[cells, column] = [[], -1]
          break
        case "c":
          column = placeOf(attribute(attributes, "r") ?? "")?.column ?? column + 1
          type = attribute(attributes, "t") ?? "n"
          style = attribute(attributes, "s") ?? ""
          ;[value, isFormula] = ["", false]
          break
        case "f":
          isFormula = true
          break
        case "v":
        case "t":
          isValue = !isReading
          break
        case "rPh":
          isReading = true
          break
        case "mergeCell": {
          const [from, to] = (attribute(attributes, "ref") ?? "").split(":").map(placeOf)
          if (from && to && merged.length < importLimits.rows) merged.push({ from, to })
        }
      }
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false
      else if (name === "rPh") isReading = false
      else if (name === "c") {
        const cell = isFormula ? ({ is: "formula" } as const) : cellOf(type, value, known, style)
        // A reference to a shared text is small in the file, but the text counts in full each time.
        if (typeof cell === "string") budget.bytes -= cell.length
        if (budget.bytes < 0) throw new BadFile(importMessages.bomb)
        keep(cell)
      } else if (name === "row" && cells.length > 0) {
        // The first is the header line.
        if (rows.length > importLimits.rows) throw new BadFile(importMessages.tooManyRows)
        rows.push({ line, isHidden, cells })
      }
    },
    text(more) {
      if (!isValue) return
      if (value.length + more.length > writtenLetters) throw new BadFile(importMessages.broken)
      value += more
    },
  })
  return { rows, merged }
}

function rowNumber(written: string | number): number {
  const line = Number(written)
  if (!Number.isInteger(line) || line < 1) throw new BadFile(importMessages.broken)
  if (line > importLimits.lastRow) throw new BadFile(importMessages.rowNumber)
  return line
}

function cellOf(type: string, value: string, { texts, formats }: Known, style: string): Cell {
  switch (type) {
    case "s":
      return texts[Number(value)] ?? null
    case "inlineStr":
    case "str":
    case "d":
      return filled(value)
    case "e":
      return { is: "error" }
    case "b":
      return value === "1" ? "TRUE" : "FALSE"
    default:
      return numberCell(value.trim(), formats.get(style))
  }
}

function numberCell(digits: string, format: NumberFormat | undefined): Cell {
  if (digits === "") return null
  const isDay = format?.isDay ?? false
  return { is: "number", digits, isDay, ...(format?.padding && !isDay && { padding: format.padding }) }
}

function filled(written: string): string | null {
  const text = unescaped(written)
  return text.trim() === "" ? null : cutText(text, importLimits.cellLetters)
}
