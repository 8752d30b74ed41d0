import { cutText } from "@uc/contract/core/cut-text"
import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "./bad-file.ts"
import { yieldToEventLoop, type Cell, type Sheet, type SheetLimits, type SheetRow } from "./sheet.ts"

/** Text with commas, semicolons or tabs between the cells: the one that is most frequent in one of its first lines. */
export async function csvSheet(file: Buffer, limits: SheetLimits): Promise<Sheet> {
  const text = textOf(file)
  const separator = separatorOf(text)
  const rows: SheetRow[] = []
  let [at, cells] = [0, 0]
  for (let line = 1; at < text.length; line++) {
    const record = recordAt(text, at, separator)
    at = record.end
    while (record.cells.at(-1) === null) record.cells.pop()
    if (record.cells.length > importLimits.columns) throw new BadFile(importMessages.tooManyColumns)
    if (record.cells.length > 0) {
      if (rows.length > importLimits.rows) throw new BadFile(importMessages.tooManyRows)
      cells += record.cells.length
      if (cells > limits.cells) throw new BadFile(importMessages.bomb)
      rows.push({ line, isHidden: false, cells: record.cells })
    }
    if (line % 2000 === 0) await yieldToEventLoop()
  }
  return { name: "", rows, merged: [], hasOtherSheets: false, isFrom1904: false }
}

/** The encoding by its byte order mark; without one UTF-8 where it is valid, else GBK. */
function textOf(file: Buffer): string {
  const [first, second] = [file[0], file[1]]
  const encodings =
    first === 0xff && second === 0xfe
      ? ["utf-16le"]
      : first === 0xfe && second === 0xff
        ? ["utf-16be"]
        : ["utf-8", "gb18030"]
  for (const encoding of encodings) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(file)
      // A picture or a program may decode as text by chance, but contains these.
      if (text.includes("\0")) break
      return text
    } catch {
      continue
    }
  }
  throw new BadFile(importMessages.encoding)
}

/** A headline above the titles has none of them. */
const headLines = 11

function separatorOf(text: string): string {
  const lines = text.slice(0, 20_000).split(/[\r\n]+/, headLines)
  const count = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length))
  return [",", "\t", ";"].toSorted((a, b) => count(b) - count(a))[0] ?? ","
}

function recordAt(text: string, begin: number, separator: string): { cells: Cell[]; end: number } {
  const cells: Cell[] = []
  let at = begin
  for (;;) {
    const { value, end } = text[at] === '"' ? quotedAt(text, at, separator) : plainAt(text, at, separator)
    cells.push(cellOf(value))
    const sign = text[end]
    if (sign === separator) at = end + 1
    else return { cells, end: sign === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1 }
  }
}

function plainAt(text: string, begin: number, separator: string): { value: string; end: number } {
  let end = begin
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++
  return { value: text.slice(begin, end), end }
}

function quotedAt(text: string, begin: number, separator: string): { value: string; end: number } {
  let value = ""
  let at = begin + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new BadFile(importMessages.broken)
    value += text.slice(at, quote)
    if (value.length > importLimits.cellLetters) throw new BadFile(importMessages.broken)
    at = quote + 1
    if (text[at] !== '"') break
    value += '"'
    at++
  }
  // Text between the closing quote and the next cell belongs to the cell, as in spreadsheets.
  const { value: more, end } = plainAt(text, at, separator)
  return { value: value + more, end }
}

function cellOf(value: string): Cell {
  const text = value.trim()
  if (text === "") return null
  if (text.startsWith("=")) return { is: "formula" }
  return cutText(text, importLimits.cellLetters)
}
