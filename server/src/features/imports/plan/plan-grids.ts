import { importCellMessages } from "@uc/contract/imports/calls"
import { importSeparators } from "@uc/contract/imports/import-kinds"
import { gridTree } from "@uc/contract/grids/admin-calls"
import { treeMessages } from "@uc/contract/trees/tree-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, inArray, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { grid } from "../../../db/schema/grids.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import { lockTree } from "../../trees/public.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { pathKey } from "./known-departments.ts"
import { chunksOf, isOther, newIds, onlyOnce, organisationOf, toldTogether, whoseOf } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

interface KnownGrid {
  readonly id: Id
  readonly orgId: Id
  readonly parentId: Id | null
  readonly ids: readonly Id[]
  readonly name: string
  readonly space: string | null
  readonly sortNo: number
  readonly isDisabled: boolean
}

/** All of these organisations, those above first. */
export function knownGrids(db: Db, orgs: readonly Id[]): Promise<KnownGrid[]> {
  if (orgs.length === 0) return Promise.resolve([])
  return db
    .select({
      id: grid.id,
      orgId: grid.orgId,
      parentId: grid.parentId,
      ids: grid.ids,
      name: grid.name,
      space: grid.spaceName,
      sortNo: grid.sortNo,
      isDisabled: grid.isDisabled,
    })
    .from(grid)
    .where(inArray(grid.orgId, [...orgs]))
    .orderBy(asc(grid.level), asc(grid.sortNo), asc(grid.id))
}

interface Planned {
  readonly source: ImportedLine
  readonly orgId: Id
  readonly name: string
  readonly path: string
  /** Of the whole path and of what stands above; the latter null at the top. */
  readonly key: string
  readonly parentKey: string | null
  readonly level: number
  readonly space: string | undefined
  readonly sortNo: number | null
  readonly known: KnownGrid | null
}

export const planGrids: Planner = async (db, importer, lines, problems) => {
  const orgOf = organisationOf(importer, problems)
  const isOnly = onlyOnce(problems, "name")
  const read: Planned[] = []
  for (const source of lines) {
    const org = orgOf(source)
    const { name, parent, space, sortNo } = source.values
    if (!org || name === undefined) continue
    if (/[/；]/.test(name)) {
      problems.add(source, "name", importCellMessages.pathSign)
      continue
    }
    const path = parent === undefined ? name : `${parent}${importSeparators.level}${name}`
    const key = `${org.id} ${pathKey(path)}`
    const level = path.split(importSeparators.level).length - 1
    if (level >= gridTree.levels) problems.add(source, "parent", treeMessages.tooDeep(gridTree.levels))
    if (!isOnly(source, key)) continue
    read.push({
      source,
      orgId: org.id,
      name,
      path,
      key,
      parentKey: parent === undefined ? null : `${org.id} ${pathKey(parent)}`,
      level,
      space,
      sortNo: sortNo === undefined ? null : Number(sortNo),
      known: null,
    })
  }
  const touched = [...new Set(read.map(({ orgId }) => orgId))]
  for (const org of touched.toSorted()) await lockTree(db, `grid:${org}`)
  const all = await knownGrids(db, touched)
  const byPath = indexed(all)
  const inFile = new Set(read.map(({ key }) => key))
  const counts = new Map<Id, number>()
  for (const { orgId } of all) counts.set(orgId, (counts.get(orgId) ?? 0) + 1)
  const planned = read.map((one) => {
    const there = byPath.get(one.key) ?? null
    if (there?.isDisabled) problems.add(one.source, "name", importCellMessages.isDisabled(one.path))
    const above = one.parentKey === null ? null : byPath.get(one.parentKey)
    const parentPath = one.source.values["parent"] ?? ""
    if (above?.isDisabled) problems.add(one.source, "parent", importCellMessages.isDisabled(parentPath))
    // Above what is too deep nothing is looked for: one fault is told once.
    else if (one.parentKey !== null && !above && !inFile.has(one.parentKey) && one.level < gridTree.levels)
      problems.add(one.source, "parent", importCellMessages.aboveUnknown(parentPath))
    if (!there) {
      const count = (counts.get(one.orgId) ?? 0) + 1
      counts.set(one.orgId, count)
      if (count > gridTree.nodes) problems.add(one.source, "name", treeMessages.tooMany(gridTree.nodes))
    }
    return { ...one, known: there }
  })
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const whose = whoseOf(importer, touched)
  return {
    lines: planned.map((one) => plannedLine(one, whose(one.orgId))),
    gone: all
      .filter(({ id, isDisabled }) => !isDisabled && !planned.some(({ known }) => known?.id === id))
      .map(({ ids, name, orgId }) => ({
        line: null,
        change: "gone" as const,
        what: [...ids.map((id) => names.get(id) ?? ""), name].join(importSeparators.level),
        detail: whose(orgId),
      })),
    canDisable: 0,
    touched,
    write: (writing, written) => writeGrids(writing, planned, byPath, written),
  } satisfies ImportPlan
}

function indexed(all: readonly KnownGrid[]): ReadonlyMap<string, KnownGrid> {
  const keys = new Map<Id, string>()
  const found = new Map<string, KnownGrid>()
  for (const known of all) {
    const above = known.parentId === null ? undefined : keys.get(known.parentId)
    const name = shownNameKey(known.name)
    const key = above === undefined ? `${known.orgId} ${name}` : `${above}${importSeparators.level}${name}`
    keys.set(known.id, key)
    if (!found.has(key)) found.set(key, known)
  }
  return found
}

function isChanged({ known, name, space, sortNo }: Planned): boolean {
  if (!known) return false
  return known.name !== name || isOther(space, known.space) || (sortNo !== null && sortNo !== known.sortNo)
}

function plannedLine(one: Planned, whose: string): PlannedLine {
  const { known, name, space, sortNo, source, path } = one
  const details = known
    ? [
        known.name === name ? "" : `名称：${known.name} → ${name}`,
        isOther(space, known.space) ? `覆盖空间：${known.space ?? "无"} → ${space}` : "",
        sortNo === null || sortNo === known.sortNo ? "" : `排序号：${known.sortNo} → ${sortNo}`,
      ]
    : [`第${one.level + 1}级网格`]
  const change = known ? (isChanged(one) ? "changed" : "unchanged") : "new"
  return { line: source.line, change, what: path, detail: toldTogether(whose, ...details) }
}

async function writeGrids(
  db: Db,
  planned: readonly Planned[],
  byPath: ReadonlyMap<string, KnownGrid>,
  { onDone }: Written,
): Promise<{ disabled: number }> {
  const placed = new Map<string, { id: Id; ids: readonly Id[] }>(byPath)
  // Those above first: each knows its ancestors when it is written.
  const added = planned.filter(({ known }) => known === null).toSorted((a, b) => a.level - b.level)
  const newOnes = await newIds(db, "grid", added.length)
  const rows = added.map(({ orgId, name, key, parentKey, space, sortNo, source }, at) => {
    const above = parentKey === null ? undefined : placed.get(parentKey)
    const id = newOnes[at] ?? ""
    const ids = above ? [...above.ids, above.id] : []
    placed.set(key, { id, ids })
    const order = sortNo ?? 1_000_000 + source.line
    return { id, orgId, ids, name, space: space ?? null, sortNo: order, ...searchKeys(name) }
  })
  let done = 0
  for (const chunk of chunksOf(rows)) {
    await db.execute(sql`
      insert into grid (id, org_id, parent_id, ids, level, name, space_name, sort_no, pinyin, initials)
      select id, org_id, ids[cardinality(ids)], ids, cardinality(ids), name, space, sort_no, pinyin, initials
      from (select id, org_id, ids::bigint[] as ids, name, space, sort_no, pinyin, initials from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::bigint[],
        ${sql.param(chunk.map(({ orgId }) => orgId))}::bigint[],
        ${sql.param(chunk.map(({ ids }) => `{${ids.join(",")}}`))}::text[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ space }) => space))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(chunk.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(chunk.map(({ initials }) => initials))}::text[])
        as w (id, org_id, ids, name, space, sort_no, pinyin, initials)) w`)
    onDone((done += chunk.length))
  }
  for (const chunk of chunksOf(planned.filter(isChanged))) {
    const keys = chunk.map(({ name }) => searchKeys(name))
    await db.execute(sql`
      update grid g set name = w.name, space_name = coalesce(w.space, g.space_name),
        sort_no = coalesce(w.sort_no, g.sort_no), pinyin = w.pinyin, initials = w.initials
      from unnest(
        ${sql.param(chunk.map(({ known }) => known?.id ?? ""))}::bigint[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ space }) => space ?? null))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[]) as w (id, name, space, sort_no, pinyin, initials)
      where g.id = w.id`)
    onDone((done += chunk.length))
  }
  return { disabled: 0 }
}
