import { importCellMessages } from "@uc/contract/imports/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import type { Importer, KnownOrganisation } from "./import-plan.ts"
import type { ImportedLine, Problems } from "./problems.ts"

/** Rows of one statement: progress is reported between them, and none reaches the time limit. */
export const rowsAtOnce = 1000

export function* chunksOf<T>(all: readonly T[], size = rowsAtOnce): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}

/** Known before the rows are written: rows that refer to each other need no extra query. */
export async function newIds(
  db: Db,
  table: "person" | "department" | "post" | "building" | "organisation" | "grid" | "module",
  count: number,
): Promise<Id[]> {
  const { rows } = await db.execute<{ id: Id }>(
    sql`select nextval(pg_get_serial_sequence(${table}, 'id'))::text as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => id)
}

/** The data has changed since the plan was made: what was confirmed is not what would be done. */
export class ChangedMeanwhile extends Error {
  constructor() {
    super("What was planned no longer fits")
    this.name = "ChangedMeanwhile"
  }
}

/** Each row still had the planned version. */
export function mustBeAll(rowCount: number | null, planned: readonly unknown[]): void {
  if (rowCount !== planned.length) throw new ChangedMeanwhile()
}

/** The organisation as a prefix of keys where a file is about several (教务处 is in every school), else nothing. */
export function whoseOf({ organisations }: Importer, touched: readonly Id[]): (org: Id) => string {
  if (touched.length < 2) return () => ""
  const names = new Map(organisations.map(({ id, name }) => [id, name]))
  return (org) => names.get(org) ?? ""
}

/** What is reported of one line. */
export function toldTogether(...details: readonly string[]): string {
  return details.filter((text) => text !== "").join("，")
}

/** The organisation of each line. A line without one is reported and left out. */
export function organisationOf(
  { organisations }: Importer,
  problems: Problems,
): (line: ImportedLine) => KnownOrganisation | null {
  const byName = new Map<string, KnownOrganisation[]>()
  for (const organisation of organisations) {
    const key = shownNameKey(organisation.name)
    byName.set(key, [...(byName.get(key) ?? []), organisation])
  }
  const [only] = organisations
  const found = (line: ImportedLine): KnownOrganisation | string => {
    const name = line.values["org"]
    if (name === undefined) return organisations.length === 1 && only ? only : importCellMessages.orgMissing
    const [first, second] = byName.get(shownNameKey(name)) ?? []
    if (!first) return importCellMessages.orgUnknown(name)
    return second ? importCellMessages.orgAmbiguous(name) : first
  }
  return (line) => {
    const organisation = found(line)
    if (typeof organisation !== "string" && !organisation.isDisabled) return organisation
    problems.add(
      line,
      "org",
      typeof organisation === "string" ? organisation : importCellMessages.orgDisabled,
    )
    return null
  }
}

/** Reports both lines of a duplicate; true: it is the first. */
export function onlyOnce(
  problems: Problems,
  key: string,
): (line: ImportedLine, what: string | undefined) => boolean {
  const first = new Map<string, ImportedLine>()
  const told = new Set<string>()
  return (line, what) => {
    if (what === undefined) return true
    const before = first.get(what)
    if (!before) {
      first.set(what, line)
      return true
    }
    if (!told.has(what)) problems.add(before, key, importCellMessages.twice(line.line))
    told.add(what)
    problems.add(line, key, importCellMessages.twice(before.line))
    return false
  }
}

/** A column that was given and differs from the stored value. */
export function isOther(given: string | undefined, there: string | null): given is string {
  return given !== undefined && given !== (there ?? "")
}
