import { buffer } from "node:stream/consumers"
import type { Readable } from "node:stream"
import { ZipFile } from "yazl"

export interface TestWorkbook {
  /** The XML inside of `sheetData`. */
  readonly rows: string
  /** What follows after it. */
  readonly after?: string
  readonly sharedStrings?: readonly string[]
  readonly styles?: string
  readonly workbookPr?: string
  /** XML of the element `sheets`; one sheet by default. */
  readonly sheets?: string
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const relations = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A workbook as an office program writes it, with the given parts. */
export async function testWorkbook(workbook: TestWorkbook): Promise<Buffer> {
  const sheets = workbook.sheets ?? '<sheet name="表一" sheetId="1" r:id="rId1"/>'
  return zipOf({
    "xl/workbook.xml": `<?xml version="1.0"?><workbook ${main} ${relations}>${workbook.workbookPr ?? ""}<sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": sheetXml(workbook.rows, workbook.after),
    "xl/worksheets/sheet2.xml": sheetXml(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>第二张</t></is></c></row>',
    ),
    ...(workbook.styles === undefined
      ? {}
      : { "xl/styles.xml": `<styleSheet ${main}>${workbook.styles}</styleSheet>` }),
    ...(workbook.sharedStrings === undefined
      ? {}
      : { "xl/sharedStrings.xml": `<sst ${main}>${workbook.sharedStrings.join("")}</sst>` }),
  })
}

function sheetXml(rows: string, after = ""): string {
  return `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`
}

export function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), path)
  zip.end()
  return buffer(zip.outputStream as Readable)
}

/** A row of texts. */
export function textRow(line: number, texts: readonly string[], attributes = ""): string {
  const cells = texts.map(
    (text, at) => `<c r="${String.fromCodePoint(65 + at)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`,
  )
  return `<row r="${line}" ${attributes}>${cells.join("")}</row>`
}
