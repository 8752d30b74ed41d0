import { importLimits, importMessages } from "@uc/contract/imports/calls"
import { BadFile } from "./bad-file.ts"
import { csvSheet } from "./csv-sheet.ts"
import type { Sheet, SheetLimits } from "./sheet.ts"
import { xlsxSheet } from "./xlsx-sheet.ts"

const signatures = {
  zip: Buffer.from("PK", "latin1"),
  /** The container of old workbooks, and of new ones with a password. */
  ole: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
}
/** First bytes of programs, pictures and PDFs, which a text never begins with. */
const others = [
  /^\x7fELF/,
  /^MZ/,
  /^%PDF/,
  /^\x89PNG/,
  /^\xff\xd8\xff/,
  /^GIF8/,
  /^\s*<(!doctype|html|script|\?xml)/i,
]

/** By its content; the file's name does not matter. */
export async function readSheet(file: Buffer, limits: SheetLimits = importLimits): Promise<Sheet> {
  if (file.subarray(0, 2).equals(signatures.zip)) return xlsxSheet(file, limits)
  if (file.subarray(0, 4).equals(signatures.ole)) throw new BadFile(importMessages.oldXls)
  const head = file.toString("latin1", 0, 200)
  if (others.some((other) => other.test(head))) throw new BadFile(importMessages.notASheet)
  return csvSheet(file, limits)
}
