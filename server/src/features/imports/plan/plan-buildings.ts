import { importCellMessages } from "@uc/contract/imports/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, inArray, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { building, type BuildingNodeType } from "../../../db/schema/buildings.ts"
import { searchKeys } from "../../../db/queries/search-keys.ts"
import { lockTree } from "../../trees/public.ts"
import type { ImportPlan, PlannedLine, Planner, Written } from "./import-plan.ts"
import { chunksOf, newIds, onlyOnce, organisationOf, whoseOf } from "./plan-lines.ts"

interface KnownNode {
  readonly id: Id
  readonly orgId: Id
  readonly parentId: Id | null
  readonly ids: readonly Id[]
  readonly type: BuildingNodeType
  readonly name: string
  readonly sortNo: number
  readonly isDisabled: boolean
}

export function knownNodes(db: Db, orgs: readonly Id[]): Promise<KnownNode[]> {
  if (orgs.length === 0) return Promise.resolve([])
  return db
    .select({
      id: building.id,
      orgId: building.orgId,
      parentId: building.parentId,
      ids: building.ids,
      type: building.type,
      name: building.name,
      sortNo: building.sortNo,
      isDisabled: building.isDisabled,
    })
    .from(building)
    .where(inArray(building.orgId, [...orgs]))
    .orderBy(asc(building.level), asc(building.sortNo), asc(building.id))
}

interface Node {
  readonly key: string
  readonly parentKey: string | null
  readonly orgId: Id
  readonly type: BuildingNodeType
  readonly name: string
  readonly level: number
  readonly line: number
  sortNo: number | null
  readonly known: KnownNode | null
}

export const placeOrder = ["campus", "building", "layer", "room"] as const

/** The parts of a key can't be confused: a name never has a NUL. */
const keyOf = (above: string, type: BuildingNodeType, name: string) =>
  `${above}\0${type}\0${shownNameKey(name)}`

export const planBuildings: Planner = async (db, importer, lines, problems) => {
  const orgOf = organisationOf(importer, problems)
  const isOnly = onlyOnce(problems, "building")
  const owned = lines.flatMap((line) => {
    const org = orgOf(line)
    if (line.values["room"] !== undefined && line.values["layer"] === undefined) {
      problems.add(line, "layer", importCellMessages.layerMissing)
      return []
    }
    return org && line.values["building"] !== undefined ? [{ line, org }] : []
  })
  const touched = [...new Set(owned.map(({ org }) => org.id))]
  for (const org of touched.toSorted()) await lockTree(db, `building:${org}`)
  const all = await knownNodes(db, touched)
  const byId = new Map(all.map((node) => [node.id, node]))
  const { byKey, buildings } = indexOf(all)

  const nodes = new Map<string, Node>()
  const planned: PlannedLine[] = []
  const seen = new Set<Id>()
  for (const { line, org } of owned) {
    const alone = buildings.get(`${org.id} ${shownNameKey(line.values["building"] ?? "")}`) ?? []
    // A line without a campus means the only building of that name, if there is exactly one.
    const [only] = line.values["campus"] === undefined && alone.length === 1 ? alone : []
    const campus = only && only.parentId !== null ? byId.get(only.parentId)?.name : undefined
    const names: Readonly<Record<string, string>> = {
      ...line.values,
      ...(campus === undefined ? {} : { campus }),
    }
    let [key, parentKey, level] = [org.id, null as string | null, 0]
    let isNew = false
    let isOff = false
    let last: Node | null = null
    for (const type of placeOrder) {
      const name = names[type]
      if (name === undefined) continue
      const above = level === 0 ? null : key
      key = keyOf(key, type, name)
      parentKey = above
      const known = byKey.get(key) ?? null
      // The first that is out of use is told; below it everything is.
      if (known?.isDisabled && !isOff) problems.add(line, type, importCellMessages.isDisabled(known.name))
      isOff ||= known?.isDisabled ?? false
      if (known) seen.add(known.id)
      else isNew = true
      last = nodes.get(key) ?? {
        key,
        parentKey,
        orgId: org.id,
        type,
        name,
        level,
        line: line.line,
        sortNo: null,
        known,
      }
      nodes.set(key, last)
      level++
    }
    if (!last || !isOnly(line, key)) continue
    const { sortNo } = line.values
    if (sortNo !== undefined) last.sortNo = Number(sortNo)
    const what = placeOrder.flatMap((type) => names[type] ?? []).join(" / ")
    const isMoved = last.known !== null && last.sortNo !== null && last.sortNo !== last.known.sortNo
    planned.push({
      line: line.line,
      change: isNew ? "new" : isMoved ? "changed" : "unchanged",
      what,
      detail: isMoved ? `排序号：${last.known?.sortNo} → ${last.sortNo}` : isNew ? org.name : "",
    })
  }
  const gone = all.filter(({ id, isDisabled }) => !isDisabled && !seen.has(id))
  const whose = whoseOf(importer, touched)
  return {
    lines: planned,
    gone: gone.map(({ name, ids, orgId }) => ({
      line: null,
      change: "gone" as const,
      what: [...ids.map((id) => byId.get(id)?.name ?? ""), name].join(" / "),
      detail: whose(orgId),
    })),
    canDisable: 0,
    touched,
    write: (writing, written) => writeBuildings(writing, [...nodes.values()], written),
  } satisfies ImportPlan
}

function indexOf(all: readonly KnownNode[]) {
  const keys = new Map<Id, string>()
  const byKey = new Map<string, KnownNode>()
  const buildings = new Map<string, KnownNode[]>()
  for (const node of all) {
    const above = node.parentId === null ? node.orgId : (keys.get(node.parentId) ?? node.orgId)
    const key = keyOf(above, node.type, node.name)
    keys.set(node.id, key)
    if (!byKey.has(key)) byKey.set(key, node)
    if (node.type !== "building") continue
    const name = `${node.orgId} ${shownNameKey(node.name)}`
    buildings.set(name, [...(buildings.get(name) ?? []), node])
  }
  return { byKey, buildings }
}

async function writeBuildings(
  db: Db,
  nodes: readonly Node[],
  { onDone }: Written,
): Promise<{ disabled: number }> {
  const placed = new Map<string, { id: Id; ids: readonly Id[] }>()
  for (const { key, known } of nodes) if (known) placed.set(key, { id: known.id, ids: known.ids })
  const added = nodes.filter(({ known }) => known === null).toSorted((a, b) => a.level - b.level)
  const ids = await newIds(db, "building", added.length)
  const rows = added.map(({ key, parentKey, orgId, type, name, sortNo, line }, at) => {
    const above = parentKey === null ? undefined : placed.get(parentKey)
    const id = ids[at] ?? ""
    const place = { id, ids: above ? [...above.ids, above.id] : [] }
    placed.set(key, place)
    return { ...place, orgId, type, name, sortNo: sortNo ?? 1_000_000 + line, ...searchKeys(name) }
  })
  let done = 0
  for (const chunk of chunksOf(rows)) {
    await db.execute(sql`
      insert into building (id, org_id, parent_id, ids, level, type, name, sort_no, pinyin, initials)
      select id, org_id, ids[cardinality(ids)], ids, cardinality(ids), type, name, sort_no, pinyin, initials
      from (select id, org_id, ids::bigint[] as ids, type, name, sort_no, pinyin, initials from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::bigint[],
        ${sql.param(chunk.map(({ orgId }) => orgId))}::bigint[],
        ${sql.param(chunk.map((row) => `{${row.ids.join(",")}}`))}::text[],
        ${sql.param(chunk.map(({ type }) => type))}::text[],
        ${sql.param(chunk.map(({ name }) => name))}::text[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[],
        ${sql.param(chunk.map(({ pinyin }) => pinyin))}::text[],
        ${sql.param(chunk.map(({ initials }) => initials))}::text[])
        as w (id, org_id, ids, type, name, sort_no, pinyin, initials)) w`)
    const parents = chunk.flatMap((row) => row.ids.at(-1) ?? [])
    await db.execute(sql`
      update building set is_leaf = false where id = any(${sql.param(parents)}::bigint[]) and is_leaf`)
    onDone((done += chunk.length))
  }
  const moved = nodes.filter(({ known, sortNo }) => known && sortNo !== null && sortNo !== known.sortNo)
  for (const chunk of chunksOf(moved)) {
    await db.execute(sql`
      update building b set sort_no = w.sort_no
      from unnest(${sql.param(chunk.map(({ known }) => known?.id ?? ""))}::bigint[],
        ${sql.param(chunk.map(({ sortNo }) => sortNo))}::int[]) as w (id, sort_no)
      where b.id = w.id`)
    onDone((done += chunk.length))
  }
  return { disabled: 0 }
}
