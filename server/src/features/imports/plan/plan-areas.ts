import { importAreaLevels } from "@uc/contract/imports/import-kinds"
import { importCellMessages } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { asc, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { area } from "../../../db/schema/areas.ts"
import { unrestricted } from "../../../db/scope.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import { lockTree } from "../../trees/public.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { chunksOf, onlyOnce } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

interface Known {
  readonly id: Id
  readonly parentId: Id | null
  readonly path: string
  readonly name: string
  readonly sortNo: number
  readonly isDisabled: boolean
}

interface Planned {
  readonly line: number
  readonly code: Id
  readonly name: string
  readonly path: string
  readonly parent: Id | null
  readonly sortNo: number | null
  readonly known: Known | null
}

export const planAreas: Planner = async (db, { database, scope }, lines, problems) => {
  await lockTree(db, "area")
  const all = await db
    .select({
      id: area.id,
      parentId: area.parentId,
      path: area.path,
      name: area.name,
      sortNo: area.sortNo,
      isDisabled: area.isDisabled,
    })
    .from(area)
    .orderBy(asc(area.path))
  const known = new Map(
    all
      .filter(({ path }) => scope.reach === "all" || path.startsWith(scope.areaPath))
      .map((each) => [each.id, each]),
  )
  const isOnly = onlyOnce(problems, "code")
  const inFile = new Map<Id, ImportedLine>()
  for (const line of lines) {
    const { code } = line.values
    if (code !== undefined && isOnly(line, code)) inFile.set(code, line)
  }
  const elsewhere = await takenElsewhere(
    database,
    [...inFile.keys()].filter((code) => !known.has(code)),
  )

  /** From the topmost area to this one; a sentence where there is no such path. */
  const pathOf = (code: Id, below: readonly Id[] = []): { path: string } | { message: string } => {
    const there = known.get(code)
    if (there) return there
    if (below.includes(code)) return { message: importCellMessages.areaCircle }
    if (below.length > importAreaLevels) return { message: importCellMessages.areaTooDeep }
    const line = inFile.get(code)
    if (!line) return { message: importCellMessages.areaUnknown(code) }
    const { parent } = line.values
    if (parent === undefined)
      return scope.reach === "all" ? { path: `${code}/` } : { message: importCellMessages.areaParentMissing }
    const above = pathOf(parent, [...below, code])
    return "path" in above ? { path: `${above.path}${code}/` } : above
  }

  const planned: Planned[] = []
  for (const [code, line] of inFile) {
    const { name, parent, sortNo } = line.values
    const before = problems.count
    const there = known.get(code) ?? null
    const way = pathOf(code)
    if (elsewhere.has(code)) problems.add(line, "code", importCellMessages.areaElsewhere)
    else if (!("path" in way)) problems.add(line, "parent", way.message)
    else if (way.path.split("/").length - 1 > importAreaLevels)
      problems.add(line, "parent", importCellMessages.areaTooDeep)
    const above = parent === undefined ? undefined : known.get(parent)
    if (!there && above?.isDisabled) problems.add(line, "parent", importCellMessages.isDisabled(above.name))
    if (there && parent !== undefined && parent !== there.parentId)
      problems.add(line, "parent", importCellMessages.areaMoved)
    if (problems.count > before || !("path" in way) || name === undefined) continue
    planned.push({
      line: line.line,
      code,
      name,
      path: way.path,
      parent: there ? there.parentId : (parent ?? null),
      sortNo: sortNo === undefined ? null : Number(sortNo),
      known: there,
    })
  }
  const gone = [...known.values()].filter(({ id, path }) => !inFile.has(id) && path !== scope.areaPath)
  return {
    lines: planned.map(plannedLine),
    gone: gone.map(({ name, id }) => ({
      line: null,
      change: "gone" as const,
      what: `${name}（${id}）`,
      detail: "",
    })),
    canDisable: 0,
    touched: [],
    write: (writing, written) => writeAreas(writing, planned, written),
  } satisfies ImportPlan
}

/** Codes are unique over all areas: this says that one is taken, but not where. */
async function takenElsewhere(database: Database, codes: readonly Id[]): Promise<ReadonlySet<Id>> {
  const { rows } = await database.transaction(unrestricted, (db) =>
    db.execute<{ id: Id }>(
      sql`select id::text as id from area where id = any(${sql.param(codes)}::bigint[])`,
    ),
  )
  return new Set(rows.map(({ id }) => id))
}

function changeOf({ known, name, sortNo }: Planned): "new" | "changed" | "unchanged" {
  if (!known) return "new"
  return known.name !== name || (sortNo !== null && sortNo !== known.sortNo) ? "changed" : "unchanged"
}

function plannedLine(one: Planned): PlannedLine {
  const { known, name, sortNo, line, code } = one
  const details = known
    ? [
        known.name === name ? "" : `名称：${known.name} → ${name}`,
        sortNo === null || sortNo === known.sortNo ? "" : `排序号：${known.sortNo} → ${sortNo}`,
      ]
    : [one.parent === null ? "最高一级" : `上级：${one.parent}`]
  return {
    line,
    change: changeOf(one),
    what: `${name}（${code}）`,
    detail: details.filter((text) => text !== "").join("，"),
  }
}

async function writeAreas(
  db: Db,
  planned: readonly Planned[],
  { onDone }: Written,
): Promise<{ disabled: number }> {
  let done = 0
  const added = planned
    .filter(({ known }) => known === null)
    .toSorted((a, b) => a.path.length - b.path.length)
  for (const chunk of chunksOf(added)) {
    const keys = chunk.map(({ name }) => searchKeys(name))
    const levels = chunk.map(({ path }) => path.split("/").length - 2)
    await db.execute(sql`
      insert into area (id, parent_id, name, path, level, data_type, sort_no, pinyin, initials)
      select id, parent_id, name, path, level, (level + 1)::text, sort_no, pinyin, initials from unnest(
        ${sql.param(chunk.map(({ code }) => code))}::bigint[],
        ${sql.param(chunk.map(({ parent }) => parent))}::bigint[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ path }) => path))}::text[],
        ${sql.param(levels)}::int[],
        ${sql.param(chunk.map(({ sortNo, line }) => sortNo ?? 1_000_000 + line))}::int[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[])
        as w (id, parent_id, name, path, level, sort_no, pinyin, initials)`)
    onDone((done += chunk.length))
  }
  for (const chunk of chunksOf(planned.filter((one) => changeOf(one) === "changed"))) {
    const keys = chunk.map(({ name }) => searchKeys(name))
    await db.execute(sql`
      update area a set name = w.name, sort_no = coalesce(w.sort_no, a.sort_no), pinyin = w.pinyin,
        initials = w.initials
      from unnest(
        ${sql.param(chunk.map(({ code }) => code))}::bigint[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[]) as w (id, name, sort_no, pinyin, initials)
      where a.id = w.id`)
    onDone((done += chunk.length))
  }
  return { disabled: 0 }
}
