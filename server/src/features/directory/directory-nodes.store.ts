import {
  directoryKey,
  directoryLimits,
  isFiltered,
  type DirectoryNode,
  type OrganisationFilter,
} from "@uc/contract/directory/calls"
import { usertypes, type CurrentUser } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, exists, inArray, isNull, or, sql, type SQL } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { matchesName } from "../../db/queries/matches-name.ts"
import { matchesOrganisation } from "../../db/queries/matches-organisation.ts"
import type { Db } from "../../db/open.ts"
import { area } from "../../db/schema/areas.ts"
import { department, organisation } from "../../db/schema/organisations.ts"
import type { Scope } from "../../db/scope.ts"
import { seenAreas, seesAreas } from "../areas/public.ts"

/** Who reads the tree, and whether they see disabled nodes. */
export interface Viewer {
  readonly user: Pick<CurrentUser, "usertype" | "orgid">
  readonly scope: Scope
  readonly withDisabled: boolean
}

/** What is meant: nothing (the whole), or one node. */
export type Meant =
  | { readonly kind: "area"; readonly id: Id }
  | { readonly kind: "organisation"; readonly id: Id }
  | { readonly kind: "department"; readonly id: Id; readonly org: Id }

/** HOME-6: a school's people see their school, a bureau's their area, the platform's everything. */
export function topNodes(db: Db, viewer: Viewer): Promise<DirectoryNode[]> {
  const { user, scope } = viewer
  if (user.usertype === usertypes.platform) return areaNodes(db, viewer, isNull(area.parentId))
  if (user.usertype === usertypes.bureau) return areaNodes(db, viewer, eq(area.path, scope.areaPath))
  return organisationNodes(db, viewer, eq(organisation.id, user.orgid))
}

/** Of an area its organisations before the areas below it. */
export async function nodesBelow(db: Db, viewer: Viewer, meant: Meant): Promise<DirectoryNode[]> {
  switch (meant.kind) {
    case "area": {
      const [organisations, areas] = await Promise.all([
        organisationNodes(db, viewer, eq(organisation.areaId, meant.id)),
        areaNodes(db, viewer, eq(area.parentId, meant.id)),
      ])
      return [...organisations, ...areas]
    }
    case "organisation":
      return departmentNodes(db, viewer, and(eq(department.orgId, meant.id), isNull(department.parentId)))
    case "department":
      return departmentNodes(
        db,
        viewer,
        and(eq(department.orgId, meant.org), eq(department.parentId, meant.id)),
      )
  }
}

export async function nodeOf(db: Db, viewer: Viewer, meant: Meant): Promise<DirectoryNode | null> {
  const [found] = await (meant.kind === "area"
    ? areaNodes(db, viewer, eq(area.id, meant.id))
    : meant.kind === "organisation"
      ? organisationNodes(db, viewer, eq(organisation.id, meant.id))
      : departmentNodes(db, viewer, and(eq(department.orgId, meant.org), eq(department.id, meant.id))))
  return found ?? null
}

/** The nodes by their names, those that stand higher first. */
export async function foundNodes(
  db: Db,
  viewer: Viewer,
  name: string,
  filter: OrganisationFilter,
): Promise<(DirectoryNode & { path: string[] })[]> {
  if (isFiltered(filter)) return withPaths(db, await filteredOrganisations(db, viewer, name, filter))
  if (name.trim() === "") return []
  const { found } = directoryLimits
  const { scope } = viewer
  const inReach = scope.reach === "all" ? undefined : sql`${area.path} ^@ ${scope.areaPath}`
  const nodes = [
    ...(seesAreas(viewer.user)
      ? await areaNodes(db, viewer, and(inReach, matchesName(area, name)), found)
      : []),
    ...(await organisationNodes(db, viewer, matchesName(organisation, name), found)),
    ...(await departmentNodes(db, viewer, matchesName(department, name), found)),
  ]
  return withPaths(db, nodes)
}

/** DISTRICT-7: areas and departments have neither 学段 nor tags. */
function filteredOrganisations(db: Db, viewer: Viewer, name: string, filter: OrganisationFilter) {
  const named = name.trim() === "" ? undefined : matchesName(organisation, name)
  return organisationNodes(db, viewer, and(named, matchesOrganisation(filter)), directoryLimits.filtered)
}

/** The tags of the organisations in reach, those that most have first. */
export async function tagsInUse(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    select tag from ${organisation}, unnest(${organisation.tags}) as tag where ${organisation.disabledAt} is null
    group by tag order by count(*) desc, tag limit ${directoryLimits.tags}`)
  return rows.map(({ tag }) => tag)
}

async function withPaths(
  db: Db,
  nodes: readonly DirectoryNode[],
): Promise<(DirectoryNode & { path: string[] })[]> {
  const names = await namesOf(
    db,
    nodes.flatMap(({ above }) => above),
  )
  return nodes.map((node) => ({ ...node, path: node.above.flatMap((key) => names.get(key) ?? []) }))
}

async function namesOf(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: DirectoryNode["kind"]) => [
    ...new Set(keys.flatMap((key) => (key.startsWith(`${kind}-`) ? [key.slice(kind.length + 1)] : []))),
  ]
  const names = new Map<string, string>()
  for (const [kind, table] of [
    ["area", area],
    ["organisation", organisation],
    ["department", department],
  ] as const) {
    const ids = idsOf(kind)
    if (ids.length === 0) continue
    const rows = await db.select({ id: table.id, name: table.name }).from(table).where(inArray(table.id, ids))
    for (const { id, name } of rows) names.set(directoryKey({ kind, id }), name)
  }
  return names
}

/** Keys of the areas of a path, its own included. */
function areaKeys(viewer: Viewer, path: string): string[] {
  return seenAreas(viewer, path).map((id) => directoryKey({ kind: "area", id }))
}

async function areaNodes(
  db: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  limit: number = directoryLimits.level,
): Promise<DirectoryNode[]> {
  const child = alias(area, "child")
  const one = { one: sql`1` }
  const inIt = viewer.withDisabled ? undefined : isNull(organisation.disabledAt)
  const rows = await db
    .select({
      id: area.id,
      name: area.name,
      path: area.path,
      hasBelow: or(
        exists(db.select(one).from(child).where(eq(child.parentId, area.id))),
        exists(
          db
            .select(one)
            .from(organisation)
            .where(and(eq(organisation.areaId, area.id), inIt)),
        ),
      ) as SQL<boolean>,
    })
    .from(area)
    .where(condition)
    .orderBy(asc(area.level), asc(area.sortNo), asc(area.id))
    .limit(limit)
  return rows.map(({ id, name, path, hasBelow }) => ({
    kind: "area",
    id,
    name,
    orgid: null,
    orgKind: null,
    level: null,
    isLeaf: !hasBelow,
    isDisabled: false,
    above: areaKeys(viewer, path).slice(0, -1),
  }))
}

const kindOrder = sql`array_position(array['platform', 'bureau', 'school', 'enterprise'], ${organisation.kind})`

async function organisationNodes(
  db: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  limit: number = directoryLimits.level,
): Promise<DirectoryNode[]> {
  const rows = await db
    .select({
      id: organisation.id,
      name: organisation.name,
      kind: organisation.kind,
      areaPath: organisation.areaPath,
      isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
      hasBelow: exists(
        db
          .select({ one: sql`1` })
          .from(department)
          .where(
            and(
              eq(department.orgId, organisation.id),
              viewer.withDisabled ? undefined : isNull(department.disabledAt),
            ),
          ),
      ) as SQL<boolean>,
    })
    .from(organisation)
    .where(and(condition, viewer.withDisabled ? undefined : isNull(organisation.disabledAt)))
    .orderBy(kindOrder, asc(organisation.sortNo), asc(organisation.id))
    .limit(limit)
  return rows.map(({ id, name, kind, areaPath, isDisabled, hasBelow }) => ({
    kind: "organisation",
    id,
    name,
    orgid: id,
    orgKind: kind,
    level: null,
    isLeaf: !hasBelow,
    isDisabled,
    above: areaKeys(viewer, areaPath),
  }))
}

async function departmentNodes(
  db: Db,
  viewer: Viewer,
  condition: SQL | undefined,
  limit: number = directoryLimits.level,
): Promise<DirectoryNode[]> {
  const child = alias(department, "child")
  const rows = await db
    .select({
      id: department.id,
      org: department.orgId,
      name: department.name,
      ids: department.ids,
      level: department.level,
      orgKind: organisation.kind,
      areaPath: organisation.areaPath,
      isDisabled: sql<boolean>`${department.disabledAt} is not null`,
      hasBelow: exists(
        db
          .select({ one: sql`1` })
          .from(child)
          .where(
            and(
              eq(child.orgId, department.orgId),
              eq(child.parentId, department.id),
              viewer.withDisabled ? undefined : isNull(child.disabledAt),
            ),
          ),
      ) as SQL<boolean>,
    })
    .from(department)
    .innerJoin(organisation, eq(organisation.id, department.orgId))
    .where(
      and(
        condition,
        viewer.withDisabled ? undefined : and(isNull(department.disabledAt), isNull(organisation.disabledAt)),
      ),
    )
    .orderBy(asc(department.level), asc(department.sortNo), asc(department.id))
    .limit(limit)
  return rows.map((row) => ({
    kind: "department",
    id: row.id,
    name: row.name,
    orgid: row.org,
    orgKind: row.orgKind,
    level: row.level,
    isLeaf: !row.hasBelow,
    isDisabled: row.isDisabled,
    above: [
      ...areaKeys(viewer, row.areaPath),
      directoryKey({ kind: "organisation", id: row.org }),
      ...row.ids.map((id) => directoryKey({ kind: "department", id })),
    ],
  }))
}
