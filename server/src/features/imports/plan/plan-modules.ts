import { importCellMessages } from "@uc/contract/imports/calls"
import { moduleTree } from "@uc/contract/modules/admin-calls"
import { treeMessages } from "@uc/contract/trees/tree-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { module } from "../../../db/schema/menus.ts"
import { lockTree } from "../../trees/public.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { newIds, onlyOnce, toldTogether } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

interface KnownModule {
  readonly id: Id
  readonly parentId: Id | null
  readonly code: string
  readonly name: string
  readonly sortNo: number
  readonly isDisabled: boolean
}

export function knownModules(db: Db): Promise<KnownModule[]> {
  return db
    .select({
      id: module.id,
      parentId: module.parentId,
      code: module.identifier,
      name: module.name,
      sortNo: module.sortNo,
      isDisabled: module.isDisabled,
    })
    .from(module)
    .orderBy(asc(module.sortNo), asc(module.id))
}

interface Planned {
  readonly source: ImportedLine
  readonly code: string
  readonly name: string
  /** By its code; null at the top. */
  readonly parent: string | null
  readonly sortNo: number | null
  readonly known: KnownModule | null
}

/** By their codes. A module that is there stays where it is: it is moved on its page, where one sees what goes with it. */
export const planModules: Planner = async (db, _importer, lines, problems) => {
  await lockTree(db, "module")
  const all = await knownModules(db)
  const byId = new Map(all.map((one) => [one.id, one]))
  const byCode = new Map(all.map((one) => [one.code, one]))
  const codeOf = (id: Id | null) => (id === null ? null : (byId.get(id)?.code ?? null))
  const isOnly = onlyOnce(problems, "code")
  const inFile = new Map<string, ImportedLine>()
  for (const line of lines) {
    const { code } = line.values
    if (code !== undefined && isOnly(line, code)) inFile.set(code, line)
  }

  /** How many stand above, itself included; a sentence where there is no such way. */
  const depthOf = (code: string, below: readonly string[] = []): number | string => {
    if (below.includes(code)) return treeMessages.belowItself
    if (below.length > moduleTree.levels) return treeMessages.tooDeep(moduleTree.levels)
    const known = byCode.get(code)
    const parent = known ? codeOf(known.parentId) : (inFile.get(code)?.values["parent"] ?? null)
    if (!known && !inFile.has(code)) return importCellMessages.aboveUnknown(code)
    if (parent === null) return 1
    const above = depthOf(parent, [...below, code])
    return typeof above === "number" ? above + 1 : above
  }

  const planned: Planned[] = []
  const names = new Map<string, string>()
  for (const { code, name, parentId } of all) names.set(nameKey(codeOf(parentId), name), code)
  for (const [code, source] of inFile) {
    const { name, parent, sortNo } = source.values
    const before = problems.count
    const known = byCode.get(code) ?? null
    const depth = depthOf(code)
    if (typeof depth === "string") problems.add(source, "parent", depth)
    else if (depth > moduleTree.levels)
      problems.add(source, "parent", treeMessages.tooDeep(moduleTree.levels))
    if (known?.isDisabled) problems.add(source, "code", importCellMessages.isDisabled(code))
    const above = parent === undefined ? undefined : byCode.get(parent)
    if (above?.isDisabled) problems.add(source, "parent", importCellMessages.isDisabled(above.name))
    if (known && parent !== undefined && parent !== codeOf(known.parentId))
      problems.add(source, "parent", importCellMessages.moduleMoved)
    if (name === undefined) continue
    const place = nameKey(known ? codeOf(known.parentId) : (parent ?? null), name)
    const taken = names.get(place)
    if (taken !== undefined && taken !== code) problems.add(source, "name", treeMessages.nameTaken)
    names.set(place, code)
    if (problems.count > before) continue
    planned.push({
      source,
      code,
      name,
      parent: known ? codeOf(known.parentId) : (parent ?? null),
      sortNo: sortNo === undefined ? null : Number(sortNo),
      known,
    })
  }
  const gone = all.filter(({ code, isDisabled }) => !isDisabled && !inFile.has(code))
  return {
    lines: planned.map(plannedLine),
    gone: gone.map(({ name, code }) => ({
      line: null,
      change: "gone" as const,
      what: `${name}（${code}）`,
      detail: "",
    })),
    canDisable: 0,
    touched: [],
    write: (writing, written) => writeModules(writing, planned, byCode, written),
  } satisfies ImportPlan
}

function nameKey(parent: string | null, name: string): string {
  return `${parent ?? ""}\0${shownNameKey(name)}`
}

function isChanged({ known, name, sortNo }: Planned): boolean {
  return known !== null && (known.name !== name || (sortNo !== null && sortNo !== known.sortNo))
}

function plannedLine(one: Planned): PlannedLine {
  const { source, known, name, code, parent, sortNo } = one
  const details = known
    ? [
        known.name === name ? "" : `名称：${known.name} → ${name}`,
        sortNo === null || sortNo === known.sortNo ? "" : `排序号：${known.sortNo} → ${sortNo}`,
      ]
    : [parent === null ? "一级模块" : `上级：${parent}`]
  const change = known ? (isChanged(one) ? "changed" : "unchanged") : "new"
  return { line: source.line, change, what: `${name}（${code}）`, detail: toldTogether(...details) }
}

/** At most some hundreds: all at once. */
async function writeModules(
  db: Db,
  planned: readonly Planned[],
  byCode: ReadonlyMap<string, KnownModule>,
  { onDone }: Written,
): Promise<{ disabled: number }> {
  const added = planned.filter(({ known }) => known === null)
  const ids = await newIds(db, "module", added.length)
  const idOf = new Map([...byCode].map(([code, { id }]) => [code, id]))
  for (const [at, { code }] of added.entries()) idOf.set(code, ids[at] ?? "")
  await db.execute(sql`
    insert into module (id, parent_id, identifier, name, sort_no)
    select * from unnest(
      ${sql.param(ids)}::bigint[],
      ${sql.param(added.map(({ parent }) => (parent === null ? null : (idOf.get(parent) ?? null))))}::bigint[],
      ${sql.param(added.map(({ code }) => code))}::text[],
      ${sql.param(added.map(({ name }) => name))}::text[],
      ${sql.param(added.map(({ sortNo, source }) => sortNo ?? 1_000_000 + source.line))}::int[])`)
  const changed = planned.filter(isChanged)
  await db.execute(sql`
    update module m set name = w.name, sort_no = coalesce(w.sort_no, m.sort_no)
    from unnest(${sql.param(changed.map(({ known }) => known?.id ?? ""))}::bigint[],
      ${sql.param(changed.map(({ name }) => name))}::text[],
      ${sql.param(changed.map(({ sortNo }) => sortNo))}::int[]) as w (id, name, sort_no)
    where m.id = w.id`)
  onDone(added.length + changed.length)
  return { disabled: 0 }
}
