import { importCellMessages } from "@uc/contract/imports/calls"
import { importSeparators } from "@uc/contract/imports/import-kinds"
import { patrolLimits, patrolMessages } from "@uc/contract/patrols/admin-calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, inArray, sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { patrolPoint } from "../../../db/schema/patrols.ts"
import { lockPoints, newCode } from "../../patrols/public.ts"
import type { ImportPlan, Planner } from "./import-plan.ts"
import { pathKey } from "./known-departments.ts"
import { knownNodes } from "./plan-buildings.ts"
import { chunksOf, mustBeAll, onlyOnce, organisationOf, toldTogether, whoseOf } from "./plan-lines.ts"
import type { ImportedLine } from "./problems.ts"

export function knownPoints(db: Db, orgs: readonly Id[]) {
  if (orgs.length === 0) return Promise.resolve([])
  return db
    .select({
      id: patrolPoint.id,
      orgId: patrolPoint.orgId,
      name: patrolPoint.name,
      placeId: patrolPoint.placeId,
      sortNo: patrolPoint.sortNo,
      version: patrolPoint.version,
      isDisabled: sql<boolean>`${patrolPoint.disabledAt} is not null`,
    })
    .from(patrolPoint)
    .where(inArray(patrolPoint.orgId, [...orgs]))
    .orderBy(asc(patrolPoint.sortNo), asc(patrolPoint.id))
}

type KnownPoint = Awaited<ReturnType<typeof knownPoints>>[number]

interface Places {
  /** Null: there is none; `several`: more than one is called so. */
  find(org: Id, path: string): { readonly id: Id; readonly isOff: boolean } | "several" | null
  nameOf(id: Id): string
}

/** `博学楼/3层/301`, with or without the campus where only one building is called so. */
export async function placePaths(db: Db, orgs: readonly Id[]): Promise<Places> {
  const all = await knownNodes(db, orgs)
  const byId = new Map(all.map((node) => [node.id, node]))
  const names = new Map<Id, string>()
  const found = new Map<string, { id: Id; isOff: boolean }[]>()
  for (const node of all) {
    const trail = [...node.ids.flatMap((id) => byId.get(id) ?? []), node]
    const isOff = trail.some(({ isDisabled }) => isDisabled)
    const written = trail.map(({ name }) => name)
    names.set(node.id, written.join(importSeparators.level))
    const short = trail.filter(({ type }) => type !== "campus").map(({ name }) => name)
    for (const path of new Set([written, short].map((parts) => parts.join(importSeparators.level)))) {
      if (path === "") continue
      const key = `${node.orgId} ${pathKey(path)}`
      found.set(key, [...(found.get(key) ?? []), { id: node.id, isOff }])
    }
  }
  return {
    find(org, path) {
      const [first, second] = found.get(`${org} ${pathKey(path)}`) ?? []
      return first ? (second ? "several" : first) : null
    },
    nameOf: (id) => names.get(id) ?? "",
  }
}

interface Planned {
  readonly source: ImportedLine
  readonly orgId: Id
  readonly name: string
  /** Undefined: the file says nothing of it. */
  readonly placeId: Id | undefined
  readonly sortNo: number | null
  readonly known: KnownPoint | null
}

/** DISTRICT-11: by their names within an organisation; a new one gets its code here, and it is printed on the page. */
export const planPatrolPoints: Planner = async (db, importer, lines, problems) => {
  const orgOf = organisationOf(importer, problems)
  const isOnly = onlyOnce(problems, "name")
  const linesOf = new Map<string, number>()
  const owned = lines.flatMap((source) => {
    const org = orgOf(source)
    const { name, place } = source.values
    if (!org || name === undefined) return []
    const key = `${org.id} ${shownNameKey(name)}`
    // Every building has its 楼梯口: a name stands once at a place.
    if (!isOnly(source, `${key}\0${pathKey(place ?? "")}`)) return []
    linesOf.set(key, (linesOf.get(key) ?? 0) + 1)
    return [{ source, orgId: org.id, name, key }]
  })
  const touched = [...new Set(owned.map(({ orgId }) => orgId))]
  for (const org of touched.toSorted()) await lockPoints(db, org)
  const all = await knownPoints(db, touched)
  const places = await placePaths(db, touched)
  const byName = new Map<string, KnownPoint[]>()
  const counts = new Map<Id, number>()
  for (const point of all) {
    const key = `${point.orgId} ${shownNameKey(point.name)}`
    byName.set(key, [...(byName.get(key) ?? []), point])
    if (!point.isDisabled) counts.set(point.orgId, (counts.get(point.orgId) ?? 0) + 1)
  }
  const planned: Planned[] = owned.map(({ source, orgId, name, key }) => {
    const alike = byName.get(key) ?? []
    const inUse = alike.filter(({ isDisabled }) => !isDisabled)
    const { place: path, sortNo } = source.values
    const place = path === undefined ? null : places.find(orgId, path)
    const isFound = place !== null && place !== "several"
    const there = inUse.filter(({ placeId }) => placeId === (isFound ? place.id : null))
    const isAlone = inUse.length === 1 && linesOf.get(key) === 1
    if (path === undefined && there.length === 0 && inUse.length > 1)
      problems.add(source, "name", importCellMessages.pointsAlike(name))
    const known = there[0] ?? (isAlone ? (inUse[0] ?? null) : null)
    if (inUse.length === 0 && alike.length > 0)
      problems.add(source, "name", importCellMessages.isDisabled(name))
    if (!known) {
      const count = (counts.get(orgId) ?? 0) + 1
      counts.set(orgId, count)
      if (count > patrolLimits.points) problems.add(source, "name", patrolMessages.tooManyPoints)
    }
    if (path !== undefined && place === null)
      problems.add(source, "place", importCellMessages.placeUnknown(path))
    if (place === "several") problems.add(source, "place", importCellMessages.placesAlike(path ?? ""))
    // Who has stood there stays there; nobody new is sent to what is out of use.
    if (isFound && place.isOff && known?.placeId !== place.id)
      problems.add(source, "place", importCellMessages.isDisabled(path ?? ""))
    return {
      source,
      orgId,
      name,
      placeId: isFound ? place.id : undefined,
      sortNo: sortNo === undefined ? null : Number(sortNo),
      known,
    }
  })
  const whose = whoseOf(importer, touched)
  const shown = (id: Id | null) => (id === null ? "无" : places.nameOf(id))
  return {
    lines: planned.map((one) => {
      const { source, orgId, name, placeId, sortNo, known } = one
      const details = known
        ? [
            known.name === name ? "" : `名称：${known.name} → ${name}`,
            placeId === undefined || placeId === known.placeId
              ? ""
              : `位置：${shown(known.placeId)} → ${shown(placeId)}`,
            sortNo === null || sortNo === known.sortNo ? "" : `排序号：${known.sortNo} → ${sortNo}`,
          ]
        : [placeId === undefined ? "" : shown(placeId)]
      return {
        line: source.line,
        change: known ? (isChanged(one) ? "changed" : "unchanged") : "new",
        what: name,
        detail: toldTogether(whose(orgId), ...details),
      }
    }),
    gone: all
      .filter(({ id, isDisabled }) => !isDisabled && !planned.some(({ known }) => known?.id === id))
      .map(({ name, orgId }) => ({ line: null, change: "gone" as const, what: name, detail: whose(orgId) })),
    canDisable: 0,
    touched,
    async write(writing, { onDone }) {
      let done = 0
      for (const chunk of chunksOf(planned.filter(({ known }) => known === null))) {
        await addPoints(writing, chunk)
        onDone((done += chunk.length))
      }
      for (const chunk of chunksOf(planned.filter(isChanged))) {
        await changePoints(writing, chunk)
        onDone((done += chunk.length))
      }
      return { disabled: 0 }
    },
  } satisfies ImportPlan
}

function isChanged({ known, name, placeId, sortNo }: Planned): boolean {
  return (
    known !== null &&
    (known.name !== name ||
      (placeId !== undefined && placeId !== known.placeId) ||
      (sortNo !== null && sortNo !== known.sortNo))
  )
}

async function addPoints(db: Db, points: readonly Planned[]): Promise<void> {
  await db.insert(patrolPoint).values(
    points.map(({ orgId, name, placeId, sortNo, source }) => ({
      orgId,
      name,
      placeId: placeId ?? null,
      code: newCode(),
      sortNo: sortNo ?? 1_000_000 + source.line,
    })),
  )
}

async function changePoints(db: Db, points: readonly Planned[]): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update patrol_point p set name = w.name, place_id = coalesce(w.place_id, p.place_id),
      sort_no = coalesce(w.sort_no, p.sort_no), version = p.version + 1
    from unnest(
      ${sql.param(points.map(({ known }) => known?.id ?? ""))}::bigint[],
      ${sql.param(points.map(({ known }) => known?.version ?? 0))}::int[],
      ${sql.param(points.map(({ name }) => name))}::text[],
      ${sql.param(points.map(({ placeId }) => placeId ?? null))}::bigint[],
      ${sql.param(points.map(({ sortNo }) => sortNo))}::int[]) as w (id, version, name, place_id, sort_no)
    where p.id = w.id and p.version = w.version and p.disabled_at is null`)
  mustBeAll(rowCount, points)
}
