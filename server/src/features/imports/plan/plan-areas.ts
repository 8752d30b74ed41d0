import { importAreaLevels } from "@uc/contract/imports/import-kinds"
import { importCellMessages } from "@uc/contract/imports/calls"
import type { Id } from "@uc/contract/core/wire"
import { asc, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { area } from "../../../db/schema/areas.ts"
import { unrestricted } from "../../../db/scope.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import { moveArea, organisationsInArea } from "../../areas/public.ts"
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
  const isAll = scope.reach === "all"
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
    all.filter(({ path }) => isAll || path.startsWith(scope.areaPath)).map((each) => [each.id, each]),
  )
  const isOnly = onlyOnce(problems, "code")
  const inFile = new Map<Id, ImportedLine>()
  for (const line of lines) {
    const { code } = line.values
    if (code !== undefined && isOnly(line, code)) inFile.set(code, line)
  }
  const adopted = await adoptedRoots(db, isAll, known, inFile)
  const elsewhere = await takenElsewhere(
    database,
    [...inFile.keys()].filter((code) => !known.has(code)),
  )

  /** From the topmost area to this one; a sentence where there is no such path. */
  const pathOf = (code: Id, below: readonly Id[] = []): { path: string } | { message: string } => {
    const there = known.get(code)
    const root = there?.path.split("/")[0]
    if (there && !(root !== undefined && adopted.has(root))) return there
    if (there && root !== undefined && root !== code) {
      const above = pathOf(root, [...below, code])
      return "path" in above ? { path: above.path + there.path.slice(root.length + 1) } : above
    }
    if (below.includes(code)) return { message: importCellMessages.areaCircle }
    if (below.length > importAreaLevels) return { message: importCellMessages.areaTooDeep }
    const line = inFile.get(code)
    if (!line) return { message: importCellMessages.areaUnknown(code) }
    const { parent } = line.values
    if (parent === undefined)
      return isAll ? { path: `${code}/` } : { message: importCellMessages.areaParentMissing }
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
    const holds = adopted.get(code)
    if (holds !== undefined && holds > 0) problems.add(line, "parent", importCellMessages.areaHolds(holds))
    else if (there && parent !== undefined && parent !== there.parentId && holds === undefined)
      problems.add(line, "parent", importCellMessages.areaMoved)
    else if (
      holds === 0 &&
      "path" in way &&
      deepest(all, code) + way.path.split("/").length - 2 > importAreaLevels
    )
      problems.add(line, "parent", importCellMessages.areaTooDeep)
    if (problems.count > before || !("path" in way) || name === undefined) continue
    planned.push({
      line: line.line,
      code,
      name,
      path: way.path,
      parent: there && holds === undefined ? there.parentId : (parent ?? null),
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

/**
 * OPERATE-5: `first-admin` makes one area without a parent, the platform's. A list of the whole country gives it its parent. By
 * code, with the number of organisations that stand against it: paths of schools are on alarms and lists that others read.
 */
async function adoptedRoots(
  db: Db,
  isAll: boolean,
  known: ReadonlyMap<Id, Known>,
  inFile: ReadonlyMap<Id, ImportedLine>,
): Promise<ReadonlyMap<Id, number>> {
  const adopted = new Map<Id, number>()
  if (!isAll) return adopted
  for (const [code, { values }] of inFile) {
    if (values["parent"] === undefined || known.get(code)?.parentId !== null) continue
    const [held] = await organisationsInArea(db, code, { isWithBelow: true, isPlatformToo: false })
    adopted.set(code, held?.count ?? 0)
  }
  return adopted
}

/** How many levels there are from this topmost area down. */
function deepest(all: readonly Known[], root: Id): number {
  const depths = all
    .filter(({ path }) => path.startsWith(`${root}/`))
    .map(({ path }) => path.split("/").length - 1)
  return Math.max(...depths)
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

function isMoved({ known, parent }: Planned): boolean {
  return known !== null && known.parentId !== parent
}

function changeOf(one: Planned): "new" | "changed" | "unchanged" {
  const { known, name, sortNo } = one
  if (!known) return "new"
  return isMoved(one) || known.name !== name || (sortNo !== null && sortNo !== known.sortNo)
    ? "changed"
    : "unchanged"
}

function plannedLine(one: Planned): PlannedLine {
  const { known, name, sortNo, line, code } = one
  const details = known
    ? [
        isMoved(one) ? `上级：无 → ${one.parent}` : "",
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
  // From the top down: the path of one is the beginning of the next one's.
  for (const { code, parent } of planned.filter(isMoved).toSorted((a, b) => a.path.length - b.path.length))
    await moveArea(db, code, parent)
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
