import type { OrganisationKind } from "@uc/contract/directory/calls"
import { organisationLimits, type organisationMessages } from "@uc/contract/organisations/admin-calls"
import { schoolLevelTable, tagsFrom, tagsInWords } from "@uc/contract/organisations/school-levels"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, isNull, max, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { dictionary } from "../../db/schema/dictionary.ts"
import { widenScope } from "../../db/widen-scope.ts"
import { alarm } from "../../db/schema/alarms.ts"
import { area } from "../../db/schema/areas.ts"
import { department, organisation, post } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { keepDomainsBelow } from "../domains/public.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"

/** Why it can't be done, by the name of the sentence. */
export type Obstacle = keyof Pick<
  typeof organisationMessages,
  "nameTaken" | "changedMeanwhile" | "bureauAreaTaken" | "stillBelow" | "levelUnknown" | "levelOfSchools"
>

export type Facts = Readonly<Record<string, unknown>>

/** What stands in the audit log. */
export type Changed =
  | { readonly before: Facts | null; readonly after: Facts }
  | { readonly obstacle: Obstacle }

export interface Written {
  readonly name: string
  readonly shortName: string
  readonly address: string
  readonly phone: string
  readonly schoolLevel: string
  readonly tags: string
}

const columns = {
  id: organisation.id,
  kind: organisation.kind,
  areaId: organisation.areaId,
  areaPath: organisation.areaPath,
  name: organisation.name,
  shortName: organisation.shortName,
  address: organisation.address,
  phone: organisation.phone,
  schoolLevel: organisation.schoolLevel,
  tags: organisation.tags,
  version: organisation.version,
  isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
}

export async function organisationRow(db: Db, org: Id) {
  const [found] = await db.select(columns).from(organisation).where(eq(organisation.id, org))
  return found ?? null
}

/** Locked until the transaction ends: nobody else changes it or adds to it. */
export async function lockedOrganisation(db: Db, org: Id) {
  const [found] = await db.select(columns).from(organisation).where(eq(organisation.id, org)).for("update")
  return found ?? null
}

export async function countsOf(db: Db, org: Id) {
  const [departments, people, disabledPeople] = await Promise.all([
    db.$count(department, and(eq(department.orgId, org), isNull(department.disabledAt))),
    db.$count(person, and(eq(person.orgId, org), isNull(person.disabledAt))),
    db.$count(person, and(eq(person.orgId, org), sql`${person.disabledAt} is not null`)),
  ])
  return { departments, people, disabledPeople }
}

export async function administratorsOf(
  db: Db,
  org: Id,
): Promise<{ id: Id; nickname: string; admintype: Admintype; phone: string | null }[]> {
  const rows = await db
    .select({ id: person.id, nickname: person.name, admintype: person.admintype, phone: person.phone })
    .from(person)
    .where(and(eq(person.orgId, org), ne(person.admintype, admintypes.none), isNull(person.disabledAt)))
    .orderBy(desc(person.admintype), asc(person.id))
    .limit(organisationLimits.administrators)
  return rows.map((row) => ({ ...row, phone: row.phone === null ? null : maskedPhone(row.phone) }))
}

/** The area is locked: two organisations added at the same time could have the same name. */
async function areaOf(db: Db, id: Id) {
  const [found] = await db
    .select({ id: area.id, name: area.name, path: area.path })
    .from(area)
    .where(eq(area.id, id))
    .for("no key update")
  return found ?? null
}

async function isTaken(db: Db, areaId: Id, name: string, except: Id | null): Promise<boolean> {
  const rows = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(and(eq(organisation.areaId, areaId), isNull(organisation.disabledAt)))
  const key = shownNameKey(name)
  return rows.some((row) => row.id !== except && shownNameKey(row.name) === key)
}

async function hasBureau(db: Db, areaId: Id, except: Id | null): Promise<boolean> {
  const rows = await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(
      and(eq(organisation.areaId, areaId), eq(organisation.kind, "bureau"), isNull(organisation.disabledAt)),
    )
  return rows.some(({ id }) => id !== except)
}

const step = 10

/** Null: there is no such area. */
export async function addOrganisation(
  db: Db,
  { areaid, kind, ...written }: Written & { readonly areaid: Id; readonly kind: OrganisationKind },
): Promise<{ readonly id: Id } | { readonly obstacle: Obstacle } | null> {
  const place = await areaOf(db, areaid)
  if (!place) return null
  if (kind === "bureau" && (await hasBureau(db, areaid, null))) return { obstacle: "bureauAreaTaken" }
  if (await isTaken(db, areaid, written.name, null)) return { obstacle: "nameTaken" }
  const obstacle = await levelObstacle(db, kind, written.schoolLevel, null)
  if (obstacle) return { obstacle }
  const [last] = await db
    .select({ sortNo: max(organisation.sortNo) })
    .from(organisation)
    .where(eq(organisation.areaId, areaid))
  const [next] = (
    await db.execute<{ id: Id }>(
      sql`select nextval(pg_get_serial_sequence('organisation', 'id'))::text as id`,
    )
  ).rows
  const id = next?.id ?? ""
  // The request's scope was set before this one existed: it is widened, or row-level security would hide it.
  await widenScope(db, [id])
  await db.insert(organisation).values({
    id,
    kind,
    areaId: areaid,
    areaPath: place.path,
    ...stored(written),
    sortNo: (last?.sortNo ?? 0) + step,
  })
  await addDefaults(db, id, kind)
  return { id }
}

/** A person needs a department and a post, so a new organisation gets one of each. */
const firstPosts: Readonly<Record<OrganisationKind, readonly string[]>> = {
  platform: [],
  bureau: ["局长", "科长", "科员"],
  school: ["校长", "主任", "教师", "职工"],
  enterprise: ["负责人", "主管", "员工"],
}
const firstDepartment = "办公室"

async function addDefaults(db: Db, orgId: Id, kind: OrganisationKind): Promise<void> {
  await db
    .insert(department)
    .values({ orgId, name: firstDepartment, sortNo: step, ...searchKeys(firstDepartment) })
  const [category] = await db
    .insert(post)
    .values({ orgId, name: "岗位", sortNo: step })
    .returning({ id: post.id })
  const posts = firstPosts[kind].map((name, at) => ({
    orgId,
    parentId: category?.id ?? null,
    name,
    sortNo: (at + 1) * step,
  }))
  if (posts.length > 0) await db.insert(post).values(posts)
}

/** DISTRICT-7: a code of the table, offered or the one that it has; so a filter by 学段 never meets a company. */
async function levelObstacle(
  db: Db,
  kind: OrganisationKind,
  level: string,
  before: string | null,
): Promise<Obstacle | null> {
  if (level === "" || level === before) return null
  if (kind !== "school") return "levelOfSchools"
  const isOffered = and(
    eq(dictionary.parentCode, schoolLevelTable),
    eq(dictionary.code, level),
    eq(dictionary.isDisabled, false),
  )
  return (await db.$count(dictionary, isOffered)) > 0 ? null : "levelUnknown"
}

function stored({ name, shortName, address, phone, schoolLevel, tags }: Written) {
  return {
    name,
    shortName: shortName || null,
    address: address || null,
    phone: phone || null,
    schoolLevel: schoolLevel || null,
    tags: tagsFrom(tags),
    ...searchKeys(name),
  }
}

const shown = (row: {
  name: string
  shortName: string | null
  address: string | null
  phone: string | null
  schoolLevel: string | null
  tags: readonly string[]
}): Facts => ({
  name: row.name,
  shortName: row.shortName,
  address: row.address,
  phone: row.phone,
  schoolLevel: row.schoolLevel,
  tags: tagsInWords(row.tags),
})

export async function changeOrganisation(
  db: Db,
  org: Id,
  version: number,
  written: Written,
  /** A school's administrator does not see other schools, but must not use their names. */
  beyondWalls: <T>(look: (all: Db) => Promise<T>) => Promise<T>,
): Promise<Changed | null> {
  const own = await lockedOrganisation(db, org)
  if (!own) return null
  if (own.version !== version) return { obstacle: "changedMeanwhile" }
  if (!(await areaOf(db, own.areaId))) return null
  if (await beyondWalls((all) => isTaken(all, own.areaId, written.name, org)))
    return { obstacle: "nameTaken" }
  const obstacle = await levelObstacle(db, own.kind, written.schoolLevel, own.schoolLevel)
  if (obstacle) return { obstacle }
  const values = stored(written)
  await db
    .update(organisation)
    .set({ ...values, version: version + 1 })
    .where(eq(organisation.id, org))
  return { before: shown(own), after: shown(values) }
}

/** Copies of the area's path move too, or the statistics of two bureaus would be wrong. */
export async function moveOrganisation(
  db: Db,
  org: Id,
  version: number,
  areaid: Id,
): Promise<Changed | null> {
  const own = await lockedOrganisation(db, org)
  const place = await areaOf(db, areaid)
  if (!own || !place) return null
  if (own.version !== version) return { obstacle: "changedMeanwhile" }
  if (own.kind === "bureau" && (await hasBureau(db, areaid, org))) return { obstacle: "bureauAreaTaken" }
  if (await isTaken(db, areaid, own.name, org)) return { obstacle: "nameTaken" }
  await db
    .update(organisation)
    .set({ areaId: areaid, areaPath: place.path, version: version + 1 })
    .where(eq(organisation.id, org))
  await db.update(alarm).set({ areaPath: place.path }).where(eq(alarm.orgId, org))
  await keepDomainsBelow(db, org, place.path)
  const [left] = await db.select({ name: area.name }).from(area).where(eq(area.id, own.areaId))
  return {
    before: { name: own.name, area: left?.name ?? own.areaId },
    after: { name: own.name, area: place.name },
  }
}

export async function setOrganisationState(
  db: Db,
  org: Id,
  version: number,
  isDisabled: boolean,
): Promise<Changed | null> {
  const own = await lockedOrganisation(db, org)
  if (!own) return null
  if (own.version !== version) return { obstacle: "changedMeanwhile" }
  if (isDisabled && own.kind === "bureau") {
    const below = await db.$count(
      organisation,
      and(
        sql`${organisation.areaPath} ^@ ${own.areaPath}`,
        ne(organisation.id, org),
        ne(organisation.kind, "platform"),
        isNull(organisation.disabledAt),
      ),
    )
    if (below > 0) return { obstacle: "stillBelow" }
  }
  if (!isDisabled) {
    await areaOf(db, own.areaId)
    if (await isTaken(db, own.areaId, own.name, org)) return { obstacle: "nameTaken" }
    if (own.kind === "bureau" && (await hasBureau(db, own.areaId, org)))
      return { obstacle: "bureauAreaTaken" }
  }
  await db
    .update(organisation)
    .set({ disabledAt: isDisabled ? sql`now()` : null, version: version + 1 })
    .where(eq(organisation.id, org))
  const shownState = (isOff: boolean) => ({ name: own.name, state: isOff ? "已停用" : "在用" })
  return { before: shownState(own.isDisabled), after: shownState(isDisabled) }
}
