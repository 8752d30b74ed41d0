import {
  importColumns,
  importKinds,
  importSeparators,
  organisationKindLabels,
  type ImportKind,
} from "@uc/contract/imports/import-kinds"
import { schoolLevels, schoolLevelTable, tagsInWords } from "@uc/contract/organisations/school-levels"
import { adminLabels } from "@uc/contract/people/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm"
import { grouped } from "../../../db/queries/grouped.ts"
import type { Db } from "../../../db/open.ts"
import { area } from "../../../db/schema/areas.ts"
import { department, organisation, post } from "../../../db/schema/organisations.ts"
import { person, personDepartment } from "../../../db/schema/people.ts"
import type { RequestContext } from "../../../http/calls/request-context.ts"
import { exportedSheet, type ExportedSheet } from "../../../http/exported-file.ts"
import { codeLabels } from "../../dictionary/public.ts"
import { departmentPaths, knownDepartments } from "../plan/known-departments.ts"
import { knownNodes, placeOrder } from "../plan/plan-buildings.ts"
import { areTheirs, joined, organisationsFrom, type Reader, type Row } from "./present-rows.ts"
import { tableReaders } from "./present-tables.ts"

/** DATA-3: what is there, in the columns in which it comes in: what is brought back as it is changes nothing. */
export function presentSheet(context: RequestContext, kind: ImportKind, orgid?: Id): ExportedSheet {
  return exportedSheet({
    name: importKinds[kind],
    columns: importColumns[kind].map(({ key, title, isRequired }) => ({
      title: isRequired ? `${title}*` : title,
      width: Math.max(14, title.length * 2 + 6),
      cell: (row: Row) => row[key] ?? null,
    })),
    read: (from: Id | undefined, limit) => readers[kind](context, from, limit, orgid),
  })
}

const departments: Reader = async (context, from, _limit, orgid) => {
  const { ids, nameOf, next } = await organisationsFrom(context, from, orgid)
  const all = (await knownDepartments(context.db, ids)).filter(({ isDisabled }) => !isDisabled)
  const names = new Map(all.map(({ id, name }) => [id, name]))
  const items = all
    .toSorted((a, b) => ids.indexOf(a.orgId) - ids.indexOf(b.orgId))
    .map(({ ids: above, name, sortNo, orgId }) => ({
      name,
      parent: joined(above.flatMap((id) => names.get(id) ?? [])),
      sortNo,
      org: nameOf.get(orgId) ?? null,
    }))
  return { items, next }
}

const buildings: Reader = async (context, from, _limit, orgid) => {
  const { ids, nameOf, next } = await organisationsFrom(context, from, orgid)
  const all = await knownNodes(context.db, ids)
  const byId = new Map(all.map((node) => [node.id, node]))
  const items = all
    // A campus has no line of its own: it stands in the lines of its buildings.
    .filter(({ type }) => type !== "campus")
    // Out of use, or below what is, it would be refused when it comes back.
    .filter((node) => [...node.ids, node.id].every((id) => byId.get(id)?.isDisabled === false))
    .toSorted((a, b) => ids.indexOf(a.orgId) - ids.indexOf(b.orgId))
    .map((node) => {
      const way = [...node.ids.flatMap((id) => byId.get(id) ?? []), node]
      const named = placeOrder.map((type) => [type, way.find((each) => each.type === type)?.name ?? null])
      return { ...Object.fromEntries(named), sortNo: node.sortNo, org: nameOf.get(node.orgId) ?? null }
    })
  return { items, next }
}

const kindLabels = new Map<string, string>(
  Object.entries(organisationKindLabels).map(([word, kind]) => [kind, word]),
)

const organisations: Reader = async (context, from, limit) => {
  const rows = await context.db
    .select({
      id: organisation.id,
      name: organisation.name,
      kind: organisation.kind,
      area: organisation.areaId,
      shortName: organisation.shortName,
      address: organisation.address,
      phone: organisation.phone,
      foundedOn: sql<string | null>`${organisation.profile} ->> 'foundedOn'`,
      schoolLevel: organisation.schoolLevel,
      tags: organisation.tags,
    })
    .from(organisation)
    .where(
      and(
        areTheirs(context),
        // It is made by the first administrator alone.
        ne(organisation.kind, "platform"),
        from === undefined ? undefined : gt(organisation.id, from),
      ),
    )
    .orderBy(asc(organisation.id))
    .limit(limit + 1)
  const kept = rows.slice(0, limit)
  const levelOf = await codeLabels<string>(context.db, schoolLevelTable, schoolLevels)
  return {
    items: kept.map(({ id: _id, kind, schoolLevel, tags, ...row }) => ({
      ...row,
      kind: kindLabels.get(kind) ?? null,
      schoolLevel: schoolLevel === null ? null : levelOf(schoolLevel),
      tags: tagsInWords(tags) || null,
    })),
    next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null,
  }
}

/** All of them: a country has some thousands. */
const areas: Reader = async ({ db, scope }) => {
  const rows = await db
    .select({ code: area.id, name: area.name, parent: area.parentId, sortNo: area.sortNo, path: area.path })
    .from(area)
    .orderBy(asc(area.path))
  const reached = rows.filter(({ path }) => scope.reach === "all" || path.startsWith(scope.areaPath))
  const codes = new Set(reached.map(({ code }) => code))
  return {
    items: reached.map(({ path: _path, parent, ...row }) => ({
      ...row,
      // Areas above the viewer's own are neither exported nor changed.
      parent: parent !== null && codes.has(parent) ? parent : null,
    })),
    next: null,
  }
}

const people: Reader = async (context, from, limit, orgid) => {
  const { db } = context
  const rows = await db
    .select({
      id: person.id,
      orgId: person.orgId,
      org: organisation.name,
      account: person.account,
      name: person.name,
      sex: person.sex,
      admintype: person.admintype,
    })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        areTheirs(context),
        orgid === undefined ? undefined : eq(organisation.id, orgid),
        isNull(person.disabledAt),
        from === undefined ? undefined : gt(person.id, from),
      ),
    )
    .orderBy(asc(person.id))
    .limit(limit + 1)
  const kept = rows.slice(0, limit)
  const paths = await departmentPaths(db, [...new Set(kept.map(({ orgId }) => orgId))])
  const places = grouped(
    await placesOf(
      db,
      kept.map(({ id }) => id),
    ),
    ({ personId }) => personId,
  )
  return {
    items: kept.map(({ id, orgId: _orgId, admintype, ...row }) => {
      const own = places.get(id) ?? []
      return {
        ...row,
        departments: own.map(({ departmentId }) => paths.nameOf(departmentId)).join(importSeparators.each),
        posts: own.some(({ post: name }) => name !== null)
          ? own.map(({ post: name }) => name ?? "").join(importSeparators.each)
          : null,
        // Empty changes nothing when it returns: who became an administrator meanwhile stays one.
        admintype: admintype === admintypes.none ? null : adminLabels[admintype],
      }
    }),
    next: rows.length > limit ? (kept.at(-1)?.id ?? null) : null,
  }
}

/** The main one first, as in an import; disabled ones are left out. */
function placesOf(db: Db, ids: readonly Id[]) {
  return db
    .select({
      personId: personDepartment.personId,
      departmentId: personDepartment.departmentId,
      post: post.name,
    })
    .from(personDepartment)
    .innerJoin(department, eq(department.id, personDepartment.departmentId))
    .leftJoin(post, eq(post.id, personDepartment.postId))
    .where(and(inArray(personDepartment.personId, [...ids]), isNull(department.disabledAt)))
    .orderBy(sql`${personDepartment.isMain} desc`, asc(personDepartment.sortNo), asc(personDepartment.id))
}

const readers: Readonly<Record<ImportKind, Reader>> = {
  people,
  departments,
  organisations,
  areas,
  buildings,
  ...tableReaders,
}
