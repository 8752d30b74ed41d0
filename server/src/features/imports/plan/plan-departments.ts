import { departmentLimits, departmentMessages } from "@uc/contract/departments/calls"
import { importSeparators } from "@uc/contract/imports/import-kinds"
import { importCellMessages } from "@uc/contract/imports/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { knownDepartments, pathKey, type KnownDepartment } from "./known-departments.ts"
import { chunksOf, mustBeAll, newIds, onlyOnce, organisationOf, toldTogether, whoseOf } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

const hasPeople = "还有人员或在用的下级，不会停用"

interface PlannedDepartment {
  readonly line: number
  readonly orgId: Id
  readonly name: string
  /** Keys of the whole path and of the parent's; the latter null at the top. */
  readonly key: string
  readonly parentKey: string | null
  readonly path: string
  readonly level: number
  readonly sortNo: number | null
  readonly known: KnownDepartment | null
}

function isTooDeep(level: number): boolean {
  return level > departmentLimits.lastLevelIndex
}

/** By their whole path. */
function byPath(all: readonly KnownDepartment[]): Map<string, KnownDepartment> {
  const keys = new Map<Id, string>()
  const found = new Map<string, KnownDepartment>()
  for (const known of all) {
    const above = known.parentId === null ? undefined : keys.get(known.parentId)
    const key =
      above === undefined
        ? `${known.orgId} ${shownNameKey(known.name)}`
        : `${above}${importSeparators.level}${shownNameKey(known.name)}`
    keys.set(known.id, key)
    if (!found.has(key) || found.get(key)?.isDisabled) found.set(key, known)
  }
  return found
}

export const planDepartments: Planner = async (db, importer, lines, problems) => {
  const orgOf = organisationOf(importer, problems)
  const isOnly = onlyOnce(problems, "name")
  const planned: (PlannedDepartment & { readonly source: ImportedLine })[] = []
  for (const line of lines) {
    const org = orgOf(line)
    const { name, parent, sortNo } = line.values
    if (!org || name === undefined) continue
    if (/[/；]/.test(name)) {
      problems.add(line, "name", importCellMessages.pathSign)
      continue
    }
    const path = parent === undefined ? name : `${parent}${importSeparators.level}${name}`
    const key = `${org.id} ${pathKey(path)}`
    const level = path.split(importSeparators.level).length - 1
    if (isTooDeep(level)) problems.add(line, "parent", departmentMessages.tooDeep)
    if (!isOnly(line, key)) continue
    planned.push({
      source: line,
      line: line.line,
      orgId: org.id,
      name,
      key,
      parentKey: parent === undefined ? null : `${org.id} ${pathKey(parent)}`,
      path,
      level,
      sortNo: sortNo === undefined ? null : Number(sortNo),
      known: null,
    })
  }

  const touched = [...new Set(planned.map(({ orgId }) => orgId))]
  const all = await knownDepartments(db, touched)
  const known = byPath(all)
  const inFile = new Set(planned.map(({ key }) => key))
  const counts = new Map<Id, number>()
  for (const { orgId, isDisabled } of all) if (!isDisabled) counts.set(orgId, (counts.get(orgId) ?? 0) + 1)
  const resolved = planned.map((one) => {
    const there = known.get(one.key) ?? null
    const above = one.parentKey === null ? null : known.get(one.parentKey)
    const parentPath = one.source.values["parent"] ?? ""
    if (there?.isDisabled) problems.add(one.source, "name", importCellMessages.departmentDisabled(one.path))
    // The parents of a department that is too deep are not checked: one problem is enough.
    if (one.parentKey !== null && !inFile.has(one.parentKey) && !isTooDeep(one.level)) {
      if (!above) problems.add(one.source, "parent", importCellMessages.parentUnknown(parentPath))
      else if (above.isDisabled)
        problems.add(one.source, "parent", importCellMessages.departmentDisabled(parentPath))
    }
    if (!there) counts.set(one.orgId, (counts.get(one.orgId) ?? 0) + 1)
    if ((counts.get(one.orgId) ?? 0) > departmentLimits.departments && !there)
      problems.add(one.source, "name", departmentMessages.tooMany)
    return { ...one, known: there }
  })

  const kept = new Set(resolved.flatMap((one) => (one.known ? [one.known.id] : [])))
  // The parents of a department in the file stay enabled too.
  for (const { known: there, parentKey } of resolved)
    for (const id of [...(there?.ids ?? []), ...(parentKey === null ? [] : aboveOf(known.get(parentKey)))])
      kept.add(id)
  const gone = all.filter(({ id, isDisabled }) => !isDisabled && !kept.has(id))
  const empty = await withoutPeople(db, gone)
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const whose = whoseOf(importer, touched)
  return {
    lines: resolved.map((one) => plannedLine(one, whose(one.orgId))),
    gone: gone.map(({ id: own, orgId, name, ids }) => ({
      line: null,
      change: "gone" as const,
      what: [...ids.map((id) => names.get(id) ?? ""), name].join(importSeparators.level),
      detail: toldTogether(whose(orgId), empty.has(own) ? "" : hasPeople),
    })),
    canDisable: empty.size,
    touched,
    write: (writing, written) => writeDepartments(writing, { resolved, known, empty }, written),
  } satisfies ImportPlan
}

function aboveOf(known: KnownDepartment | undefined): Id[] {
  return known ? [...known.ids, known.id] : []
}

/** Of those, the ones without people in them or below: only these can be disabled. */
async function withoutPeople(db: Db, gone: readonly KnownDepartment[]): Promise<ReadonlySet<Id>> {
  if (gone.length === 0) return new Set()
  const ids = gone.map(({ id }) => id)
  const { rows } = await db.execute<{ id: Id }>(sql`
    select d.id::text as id from unnest(${sql.param(ids)}::bigint[]) as d (id)
    where not exists (
      select from person_department pd
      join person p on p.id = pd.person_id and p.disabled_at is null
      join department below on below.id = pd.department_id
      where below.id = d.id or below.ids @> array[d.id]
    ) and not exists (
      select from department below
      where below.ids @> array[d.id] and below.disabled_at is null and below.id <> all(${sql.param(ids)}::bigint[])
    )`)
  return new Set(rows.map(({ id }) => id))
}

function changeOf({ known, name, sortNo }: PlannedDepartment): "new" | "changed" | "unchanged" {
  if (!known) return "new"
  return known.name !== name || (sortNo !== null && sortNo !== known.sortNo) ? "changed" : "unchanged"
}

function plannedLine(one: PlannedDepartment, whose: string): PlannedLine {
  const { known, name, sortNo, line, path } = one
  const details = known
    ? [
        known.name === name ? "" : `名称：${known.name} → ${name}`,
        sortNo === null || sortNo === known.sortNo ? "" : `排序号：${known.sortNo} → ${sortNo}`,
      ]
    : [`第${one.level + 1}级部门`]
  return { line, change: changeOf(one), what: path, detail: toldTogether(whose, ...details) }
}

interface Writing {
  readonly resolved: readonly PlannedDepartment[]
  readonly known: ReadonlyMap<string, KnownDepartment>
  readonly empty: ReadonlySet<Id>
}

async function writeDepartments(
  db: Db,
  { resolved, known, empty }: Writing,
  { disablesMissing, onDone }: Written,
): Promise<{ disabled: number }> {
  const added = resolved.filter((one) => one.known === null)
  const placed = new Map<string, { id: Id; ids: readonly Id[] }>()
  for (const [key, { id, ids }] of known) placed.set(key, { id, ids })
  const newOnes = await newIds(db, "department", added.length)
  let done = 0
  // Parents first: each knows its ancestors when it is written.
  const inOrder = added
    .map((one, at) => ({ ...one, id: newOnes[at] ?? "" }))
    .toSorted((a, b) => a.level - b.level)
  const rows = inOrder.map(({ id, orgId, name, key, parentKey, sortNo, line }) => {
    const above = parentKey === null ? undefined : placed.get(parentKey)
    const ids = above ? [...above.ids, above.id] : []
    placed.set(key, { id, ids })
    return { id, orgId, ids, name, sortNo: sortNo ?? 1_000_000 + line, ...searchKeys(name) }
  })
  for (const chunk of chunksOf(rows)) {
    await db.execute(sql`
      insert into department (id, org_id, parent_id, ids, level, name, sort_no, pinyin, initials)
      select id, org_id, ids[cardinality(ids)], ids, cardinality(ids), name, sort_no, pinyin, initials
      from (select id, org_id, ids::bigint[] as ids, name, sort_no, pinyin, initials from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::bigint[],
        ${sql.param(chunk.map(({ orgId }) => orgId))}::bigint[],
        ${sql.param(chunk.map(({ ids }) => `{${ids.join(",")}}`))}::text[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(chunk.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(chunk.map(({ initials }) => initials))}::text[])
        as w (id, org_id, ids, name, sort_no, pinyin, initials)) w`)
    onDone((done += chunk.length))
  }
  for (const chunk of chunksOf(resolved.filter((one) => changeOf(one) === "changed"))) {
    const keys = chunk.map(({ name }) => searchKeys(name))
    const { rowCount } = await db.execute(sql`
      update department d set name = w.name, sort_no = coalesce(w.sort_no, d.sort_no), pinyin = w.pinyin,
        initials = w.initials, version = d.version + 1
      from unnest(
        ${sql.param(chunk.map((one) => one.known?.id ?? ""))}::bigint[],
        ${sql.param(chunk.map((one) => one.known?.version ?? 0))}::int[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(keys.map(({ initials }) => initials))}::text[]) as w (id, version, name, sort_no, pinyin, initials)
      where d.id = w.id and d.version = w.version`)
    mustBeAll(rowCount, chunk)
    onDone((done += chunk.length))
  }
  if (!disablesMissing || empty.size === 0) return { disabled: 0 }
  await db.execute(sql`
    update department set disabled_at = now(), version = version + 1
    where id = any(${sql.param([...empty])}::bigint[]) and disabled_at is null`)
  return { disabled: empty.size }
}
