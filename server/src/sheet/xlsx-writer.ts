import { cutText } from "@uc/contract/core/cut-text"
import { buffer } from "node:stream/consumers"
import { Readable } from "node:stream"
import { ZipFile } from "yazl"

/** `isBad`: highlighted, to be corrected. */
export type Cell = string | number | null | { readonly text: string; readonly isBad: true }

export interface Sheet {
  readonly name: string
  /** Widths are in characters of the default font. `isText`: also for cells that are still empty. */
  readonly columns: readonly { readonly title: string; readonly width: number; readonly isText?: true }[]
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>
}

/** The format's limit for one cell. */
const longestCell = 32_767
const batchSize = 200

/**
 * A workbook. Each sheet's XML is compressed row by row, so that only the compressed file is in memory as a whole. Every
 * text is stored as a text: one that begins with = + - @ is no formula, not even after an edit.
 */
export async function xlsxOf(sheets: readonly Sheet[]): Promise<Buffer> {
  const zip = new ZipFile()
  const add = (path: string, xml: string) => zip.addBuffer(Buffer.from(head + xml), path)
  add(
    "[Content_Types].xml",
    `<Types xmlns="${spaces.types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${main}.styles+xml"/>${each(sheets, (_sheet, no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${main}.worksheet+xml"/>`)}</Types>`,
  )
  add(
    "_rels/.rels",
    `<Relationships xmlns="${spaces.relations}"><Relationship Id="rId1" Type="${spaces.office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    "xl/workbook.xml",
    `<workbook xmlns="${spaces.sheet}" xmlns:r="${spaces.office}"><sheets>${each(sheets, ({ name }, no) => `<sheet name="${escaped(sheetName(name))}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
  )
  add(
    "xl/_rels/workbook.xml.rels",
    `<Relationships xmlns="${spaces.relations}">${each(sheets, (_sheet, no) => `<Relationship Id="rId${no}" Type="${spaces.office}/worksheet" Target="worksheets/sheet${no}.xml"/>`)}<Relationship Id="rIdStyles" Type="${spaces.office}/styles" Target="styles.xml"/></Relationships>`,
  )
  add("xl/styles.xml", styles)
  const output = zip.outputStream as Readable
  for (const [at, sheet] of sheets.entries()) {
    const xml = Readable.from(sheetXml(sheet))
    // The zip ignores errors of its input: where the rows fail, it would wait forever.
    xml.on("error", (error) => output.destroy(error))
    zip.addReadStream(xml, `xl/worksheets/sheet${at + 1}.xml`)
  }
  zip.end()
  return buffer(output)
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = "application/vnd.openxmlformats-officedocument.spreadsheetml"
const spaces = {
  types: "http://schemas.openxmlformats.org/package/2006/content-types",
  relations: "http://schemas.openxmlformats.org/package/2006/relationships",
  office: "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
  sheet: "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
} as const

const cellStyles = { plain: 0, heading: 1, text: 2, quoted: 3, bad: 4 } as const
/** Format 49 is text: a long number that is typed into the cell keeps its digits. */
const asText = 'numFmtId="49" applyNumberFormat="1"'
const wrapped = 'applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>'
const styles = `<styleSheet xmlns="${spaces.sheet}"><fonts count="2"><font><sz val="11"/><name val="Microsoft YaHei"/></font><font><b/><sz val="11"/><name val="Microsoft YaHei"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEEF2F8"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFC7CE"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf ${asText} ${wrapped}<xf quotePrefix="1" ${asText} ${wrapped}<xf fillId="3" quotePrefix="1" applyFill="1" ${asText} ${wrapped}</cellXfs></styleSheet>`

function each(sheets: readonly Sheet[], xml: (sheet: Sheet, no: number) => string): string {
  return sheets.map((sheet, at) => xml(sheet, at + 1)).join("")
}

function sheetName(name: string): string {
  return cutText(name.replaceAll(/[[\]:*?/\\]/g, " "), 31)
}

async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width, isText }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${isText ? ` style="${cellStyles.text}"` : ""}/>`,
  )
  const titles = columns.map(({ title }) => cellXml(title, cellStyles.heading))
  yield `${head}<worksheet xmlns="${spaces.sheet}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row>${titles.join("")}</row>`
  let waiting: string[] = []
  for await (const row of rows) {
    waiting.push(`<row>${row.map((cell) => cellXml(cell)).join("")}</row>`)
    if (waiting.length < batchSize) continue
    yield waiting.join("")
    waiting = []
  }
  yield `${waiting.join("")}</sheetData></worksheet>`
}

/** Without a reference: cells come in the order of their columns. */
function cellXml(cell: Cell, given?: number): string {
  if (cell === null || cell === "") return "<c/>"
  if (typeof cell === "object")
    return cell.text === "" ? `<c s="${cellStyles.bad}"/>` : cellXml(cell.text, cellStyles.bad)
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : "<c/>"
  const style = given ?? (/^[=+\-@\t\r]/.test(cell) ? cellStyles.quoted : cellStyles.text)
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(cutText(cell, longestCell))}</t></is></c>`
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Characters that XML can't hold are left out, or nobody could open the file. */
function escaped(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
      .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "")
  )
}
