import { exportLimits, exportMessages, type ExportedFile } from "@uc/contract/core/exports"
import { xlsxOf, type Cell } from "../sheet/xlsx-writer.ts"
import type { RequestContext } from "./calls/request-context.ts"
import { writeAuditEntry } from "../session/write-audit-entry.ts"
import { Refusal } from "../errors/refusal.ts"

export interface ExportedColumn<Row> {
  readonly title: string
  /** In characters. */
  readonly width: number
  readonly cell: (row: Row) => Cell
}

interface ExportedList<Row, Place> {
  readonly name: string
  readonly columns: readonly ExportedColumn<Row>[]
  /** Read like the list on the screen: from where the page before ended; `next` is null after the last. */
  readonly read: (
    from: Place | undefined,
    limit: number,
  ) => Promise<{ readonly items: readonly Row[]; readonly next: Place | null }>
}

export interface ExportedSheet {
  readonly name: string
  readonly columns: readonly { readonly title: string; readonly width: number }[]
  readonly isCut?: boolean
  readonly pages: () => AsyncGenerator<readonly (readonly Cell[])[], void, undefined>
}

/** One list, read page by page while it is written: only one of them is in memory. */
export function exportedSheet<Row, Place>({ name, columns, read }: ExportedList<Row, Place>): ExportedSheet {
  return {
    name,
    columns,
    pages: async function* () {
      let from: Place | undefined
      for (;;) {
        const { items, next } = await read(from, exportLimits.chunk)
        yield items.map((row) => columns.map(({ cell }) => cell(row)))
        if (next === null) return
        from = next
      }
    },
  }
}

/** A list that is short, or that its store returns as a whole. `isCut`: it had more. */
export function wholeSheet<Row>(
  name: string,
  columns: readonly ExportedColumn<Row>[],
  { items, isCut = false }: { readonly items: readonly Row[]; readonly isCut?: boolean },
): ExportedSheet {
  return {
    name,
    columns,
    isCut,
    pages: async function* () {
      yield items.map((row) => columns.map(({ cell }) => cell(row)))
    },
  }
}

interface Exported {
  /** The call's full name, for the audit log. */
  readonly action: string
  /** Without its ending. */
  readonly name: string
  readonly sheets: readonly ExportedSheet[]
}

/** Each holds a connection while it reads. */
const maxExports = 4
const underWay = new Set<string>()

/** DATA-3: the file, and a line in the audit log of who exported it. The caller has limited the filter to the viewer's scope. */
export async function exportedFile(
  context: RequestContext,
  { action, name, sheets }: Exported,
): Promise<ExportedFile> {
  const { sessionId } = context.user
  if (underWay.has(sessionId) || underWay.size >= maxExports)
    throw new Refusal(exportMessages.busy, { status: 429, retryAfterS: 5 })
  underWay.add(sessionId)
  try {
    const tally = { rows: 0, isCut: sheets.some(({ isCut }) => isCut === true) }
    const content = await xlsxOf(sheets.map((sheet) => ({ ...sheet, rows: rowsOf(sheet, tally) })))
    const file = `${name.replaceAll(/[\\/:*?"<>|]/g, "_")}.xlsx`
    const { auditDb: db, user, caller } = context
    await writeAuditEntry({ db, user, caller }, action, { file, ...tally })
    return { name: file, ...tally, content: content.toString("base64") }
  } finally {
    underWay.delete(sessionId)
  }
}

async function* rowsOf({ pages }: ExportedSheet, tally: { rows: number; isCut: boolean }) {
  let written = 0
  for await (const page of pages()) {
    const fitting = page.slice(0, exportLimits.rows - written)
    yield* fitting
    written += fitting.length
    tally.rows += fitting.length
    if (fitting.length === page.length) continue
    tally.isCut = true
    return
  }
}
