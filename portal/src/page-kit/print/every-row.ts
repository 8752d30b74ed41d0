import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { pageLimit } from "@uc/contract/core/wire"
import { send } from "../../platform/http/send.ts"
import { inThousands } from "../../ui/format/in-thousands.ts"
import type { Paging } from "../list/paging.tsx"

/** More is a matter for the exported table: about 20 sheets. */
const mostRows = 500

/** Sizes of a page, the largest first: the fewest requests. */
const sizes = [pageLimit, 100, 50, 20] as const

interface EveryRowOf<S extends object, C extends Call, Row> {
  readonly call: C
  /** The filters and the order, without the page. */
  readonly input: Readonly<Record<string, unknown>>
  readonly paging: Paging<S, OutputOf<C>>
  readonly rowsOf: (answer: OutputOf<C>) => readonly Row[]
}

export interface PrintedRows<Row> {
  readonly rows: readonly Row[]
  /** How many there are, and how many of them are on the paper. */
  readonly told: string
}

/** DAY-13: the rows of all pages that these filters find, from the first on, whatever page the screen shows. */
export async function everyRow<S extends object, C extends Call, Row>({
  call,
  input,
  paging,
  rowsOf,
}: EveryRowOf<S, C, Row>): Promise<PrintedRows<Row>> {
  const limit = sizes.find((size) => call.input.shape["limit"]?.safeParse(size).success)
  const rows: Row[] = []
  let at: Readonly<Record<string, string | number>> = paging.by === "number" ? { start: 0 } : {}
  let total: number | null = null
  for (;;) {
    const answer = await send(call, { ...input, ...(limit !== undefined && { limit }), ...at } as InputOf<C>)
    const page = rowsOf(answer)
    rows.push(...page)
    if (paging.by === "number" || paging.by === "cursor") total ??= paging.totalOf?.(answer) ?? null
    const next = nextOf(paging, answer, rows.length)
    if (next === null || page.length === 0) return { rows, told: `共 ${inThousands(rows.length)} 条` }
    if (rows.length >= mostRows) return { rows: rows.slice(0, mostRows), told: partTold(total) }
    at = next
  }
}

function partTold(total: number | null): string {
  const part = `打印前 ${mostRows} 条，全部内容请导出表格或缩小筛选范围。`
  return total === null ? `只${part}` : `共 ${inThousands(total)} 条，${part}`
}

function nextOf<S extends object, A>(
  paging: Paging<S, A>,
  answer: A,
  loaded: number,
): Readonly<Record<string, string | number>> | null {
  switch (paging.by) {
    case "none":
      return null
    case "number":
      return loaded < paging.totalOf(answer) ? { start: loaded } : null
    case "cursor": {
      const next = paging.nextOf(answer)
      return next === null ? null : { [paging.input]: next }
    }
    case "keys": {
      const older = paging.olderOf(answer)
      return older === null ? null : { before: older }
    }
  }
}
