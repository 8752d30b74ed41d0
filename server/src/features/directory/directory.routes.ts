import {
  directoryCalls,
  directoryKey,
  directoryMessages,
  isFiltered,
  type DirectoryNode,
  type OrganisationKind,
} from "@uc/contract/directory/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, sql } from "drizzle-orm"
import { organisationOf } from "../organisations/public.ts"
import { mustBeInArea, reachedArea, seenAreaNames, seesAreas } from "../areas/public.ts"
import { area } from "../../db/schema/areas.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { exportedFile } from "../../http/exported-file.ts"
import { heldOf } from "../../session/rights/held-permissions.ts"
import {
  administeredOrgs,
  administersAny,
  foundOrForbidden,
  mustAdminister,
  mustReach,
  outOfReach,
} from "../../session/reach.ts"
import { Refusal } from "../../errors/refusal.ts"
import { directorySheets } from "./directory-export.ts"
import {
  foundNodes,
  nodeOf,
  nodesBelow,
  tagsInUse,
  topNodes,
  type Viewer,
  type Meant,
} from "./directory-nodes.store.ts"

interface Place {
  readonly areaid?: Id | undefined
  readonly orgid?: Id | undefined
  readonly deptid?: Id | undefined
}

export const directoryRoutes = implementCalls(directoryCalls, () => ({
  below: async ({ disabled, ...place }, context) => {
    const meant = await meantBy(context, place)
    const viewer = viewerOf(context, disabled)
    return meant ? nodesBelow(context.db, viewer, meant) : topNodes(context.db, viewer)
  },

  opened: async ({ disabled, ...place }, context) => {
    const meant = await meantBy(context, place)
    const asked = viewerOf(context, disabled)
    // The requested node may be disabled; then its disabled siblings are shown too.
    const wide = { ...asked, withDisabled: administersAny(context.user) }
    const chosen = meant && foundOrForbidden(await nodeOf(context.db, wide, meant))
    const viewer = chosen?.isDisabled ? wide : asked
    const above = chosen?.above ?? []
    const parents = chosen ? [...above, ...(chosen.isLeaf ? [] : [directoryKey(chosen)])] : []
    const levels: { parent: string | null; nodes: DirectoryNode[] }[] = [
      { parent: null, nodes: await topNodes(context.db, viewer) },
    ]
    for (const parent of parents)
      levels.push({
        parent,
        nodes: await nodesBelow(context.db, viewer, meantByKey(parent, chosen?.orgid ?? null)),
      })
    return { levels, chosen: chosen && directoryKey(chosen) }
  },

  found: ({ name, disabled, ...filter }, context) =>
    foundNodes(context.db, viewerOf(context, disabled), name, filter),

  tags: (_input, { db }) => tagsInUse(db),

  area: async ({ areaid }, context) => {
    const { db, user } = context
    mustSeeAreas(context)
    const reached = foundOrForbidden(await reachedArea(db, context.scope, areaid))
    const [named] = await db.select({ name: area.name }).from(area).where(eq(area.id, areaid))
    const rows = await db
      .select({
        kind: organisation.kind,
        organisations: sql<number>`count(*)::int`,
        people: sql<number>`sum((select count(*) from person p
          where p.org_id = organisation.id and p.disabled_at is null))::int`,
      })
      .from(organisation)
      .where(and(sql`${organisation.areaPath} ^@ ${reached.path}`, isNull(organisation.disabledAt)))
      .groupBy(organisation.kind)
    const count = (kind: OrganisationKind) => rows.find((row) => row.kind === kind)?.organisations ?? 0
    const hasBureau =
      (await db.$count(
        organisation,
        and(
          eq(organisation.areaId, areaid),
          eq(organisation.kind, "bureau"),
          isNull(organisation.disabledAt),
        ),
      )) > 0
    const mayAdd: OrganisationKind[] = heldOf(user, "organisations.manage")
      ? [...(hasBureau ? [] : (["bureau"] as const)), "school", "enterprise"]
      : []
    return {
      areaid,
      areaname: named?.name ?? "",
      path: await seenAreaNames(db, { user: user.user, scope: context.scope }, reached.path),
      bureaus: count("bureau"),
      schools: count("school"),
      enterprises: count("enterprise"),
      people: rows.reduce((sum, row) => sum + row.people, 0),
      mayAdd,
    }
  },

  export: async ({ areaid, orgid, disabled, ...filter }, context) => {
    const { db, scope } = context
    const meant = await meantBy(context, { areaid, orgid })
    const org = meant?.kind === "organisation" ? meant.id : null
    const reached = meant?.kind === "area" ? foundOrForbidden(await reachedArea(db, scope, meant.id)) : null
    // DISTRICT-8: of what the permission is held for.
    if (org !== null) {
      mustAdminister(context, org)
      // DISTRICT-15: its departments would not be filtered.
      if (isFiltered(filter)) throw new Refusal(directoryMessages.oneIsNotFiltered, { field: "orgid" })
    }
    const asked = {
      org,
      areaPath: reached?.path ?? scope.areaPath,
      only: administeredOrgs(context.user),
      withDisabled: disabled === 1,
      filter,
    }
    const sheets = await directorySheets(db, asked)
    return exportedFile(context, { action: "directory.export", name: "组织机构", sheets })
  },
}))

function viewerOf({ scope, user }: RequestContext, disabled: 0 | 1): Viewer {
  // DISTRICT-15: refused and not dropped.
  if (disabled === 1 && !administersAny(user))
    throw new Refusal(directoryMessages.disabledForAdministrators, { status: 403, field: "disabled" })
  return { user: user.user, scope, withDisabled: disabled === 1 }
}

/** Viewers of one organisation are not shown how many others there are. */
function mustSeeAreas({ user: { user } }: RequestContext): void {
  if (!seesAreas(user)) throw outOfReach()
}

/** The narrowest filter counts; what it stands in must be what the others name. */
async function meantBy(context: RequestContext, { areaid, orgid, deptid }: Place): Promise<Meant | null> {
  const { db, scope } = context
  let path: string | null = null
  if (areaid !== undefined) {
    mustSeeAreas(context)
    ;({ path } = foundOrForbidden(await reachedArea(db, scope, areaid)))
  }
  if (orgid !== undefined) mustReach(scope, orgid)
  if (deptid !== undefined) {
    const org = mustReach(scope, foundOrForbidden(await organisationOf(db, "department", deptid, true)))
    if (orgid !== undefined && org !== orgid) throw outOfReach()
    if (path !== null) await mustBeInArea(db, path, org, "deptid")
    return { kind: "department", id: deptid, org }
  }
  if (orgid !== undefined) {
    if (path !== null) await mustBeInArea(db, path, orgid, "orgid")
    return { kind: "organisation", id: orgid }
  }
  return areaid === undefined ? null : { kind: "area", id: areaid }
}

function meantByKey(key: string, org: Id | null): Meant {
  const [kind, id = ""] = key.split("-")
  if (kind === "department") return { kind, id, org: org ?? "" }
  return { kind: kind === "area" ? "area" : "organisation", id }
}
