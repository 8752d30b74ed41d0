import { scimMessages } from "@uc/contract/applications/scim"
import { isStorable } from "@uc/contract/core/wire"
import { sql, type SQL } from "drizzle-orm"
import type { AttributePath, Comparison, Filter, FilterValue } from "./parse-filter.ts"
import { badRequest } from "./scim-error.ts"

type ColumnKind = "text" | "exact" | "boolean" | "moment"

export interface FilterColumn {
  readonly kind: ColumnKind
  readonly sql: SQL
}

/** A list: `exists` says whether one of its values fulfils a condition over `parts`. */
export interface FilterList {
  readonly kind: "list"
  readonly exists: (condition: SQL) => SQL
  readonly parts: Readonly<Record<string, FilterColumn>>
}

/** By the path in lower case, without the schema. A known attribute that is not here has no value, as the protocol wants it. */
export type FilterColumns = Readonly<Record<string, FilterColumn | FilterList>>

/**
 * A condition of a statement; what the client wrote is a parameter of it, always. A value that is not there makes a comparison null,
 * which a `where` takes for false; `not` turns null into true.
 */
export function filterToSql(filter: Filter, columns: FilterColumns): SQL {
  switch (filter.is) {
    case "and":
    case "or": {
      const parts = filter.of.map((each) => sql`(${filterToSql(each, columns)})`)
      return sql.join(parts, filter.is === "and" ? sql` and ` : sql` or `)
    }
    case "not":
      return sql`(${filterToSql(filter.of, columns)}) is not true`
    case "some": {
      const list = ownIn(columns, nameOf(filter.path))
      if (list?.kind !== "list") return sql`false`
      return list.exists(filterToSql(filter.of, list.parts))
    }
    case "present":
    case "compared":
      return termToSql(filter, columns)
  }
}

/** What every object inherits (`constructor`) is no column. */
export function ownIn<T>(columns: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(columns, name) ? columns[name] : undefined
}

function nameOf({ attribute, sub }: AttributePath): string {
  return (sub === null ? attribute : `${attribute}.${sub}`).toLowerCase()
}

type Term = Extract<Filter, { is: "present" | "compared" }>

function termToSql(term: Term, columns: FilterColumns): SQL {
  const name = nameOf(term.path)
  const whole = ownIn(columns, term.path.attribute.toLowerCase())
  if (whole?.kind === "list") {
    const part = ownIn(whole.parts, (term.path.sub ?? "value").toLowerCase())
    if (!part) return compareNothing(term)
    // `ne` and `eq null` are about the list as a whole: that none is such.
    if (term.is === "compared" && (term.by === "ne" || term.value === null)) {
      const isSuch = term.value === null ? sql`${part.sql} is not null` : compared(part, "eq", term, name)
      const some = whole.exists(isSuch)
      return (term.by === "ne") === (term.value === null) ? some : sql`not ${some}`
    }
    return whole.exists(columnToSql(term, part, name))
  }
  const column = ownIn(columns, name)
  if (!column || column.kind === "list") return compareNothing(term)
  return columnToSql(term, column, name)
}

/** RFC 7644, 3.4.2.2: as if there were no value. */
function compareNothing(term: Term): SQL {
  if (term.is === "present") return sql`false`
  return (term.by === "eq") === (term.value === null) && (term.by === "eq" || term.by === "ne")
    ? sql`true`
    : sql`false`
}

function columnToSql(term: Term, column: FilterColumn, name: string): SQL {
  if (term.is === "present")
    return column.kind === "text" || column.kind === "exact"
      ? sql`${column.sql} <> ''`
      : sql`${column.sql} is not null`
  if (term.value === null) {
    if (term.by === "eq") return sql`${column.sql} is null`
    if (term.by === "ne") return sql`${column.sql} is not null`
    throw badRequest("invalidFilter", scimMessages.filterType(name))
  }
  return term.by === "ne"
    ? sql`(${compared(column, "eq", term, name)}) is not true`
    : compared(column, term.by, term, name)
}

const signs = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function compared(
  { kind, sql: column }: FilterColumn,
  by: Comparison,
  { value }: { readonly value: FilterValue },
  name: string,
): SQL {
  const refused = () => badRequest("invalidFilter", scimMessages.filterType(name))
  if (kind === "boolean") {
    if (by !== "eq" || typeof value !== "boolean") throw refused()
    return sql`${column} = ${value}`
  }
  if (typeof value !== "string") throw refused()
  // PostgreSQL can't hold it, so nothing is equal to it.
  if (!isStorable(value)) throw refused()
  if (kind === "moment") {
    if (!(by in signs) || !/^\d{4}-\d{2}-\d{2}T/.test(value) || Number.isNaN(Date.parse(value)))
      throw refused()
    return sql`${column} ${signs[by as keyof typeof signs]} ${new Date(value).toISOString()}::timestamptz`
  }
  const isExact = kind === "exact"
  const own = isExact ? column : sql`lower(${column})`
  const given = isExact ? sql`${value}::text` : sql`lower(${value}::text)`
  if (by === "co") return sql`strpos(${own}, ${given}) > 0`
  if (by === "sw") return sql`starts_with(${own}, ${given})`
  if (by === "ew") return sql`right(${own}, length(${given})) = ${given}`
  if (by === "ne") return sql`${own} <> ${given}`
  if (by === "eq") return sql`${own} = ${given}`
  // By code points, as other software compares them.
  return sql`${own} collate "C" ${signs[by]} ${given} collate "C"`
}
