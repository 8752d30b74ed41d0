import { adminLabels, type Place, type peopleAdminMessages } from "@uc/contract/people/admin-calls"
import { shownEmail } from "@uc/contract/people/email"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes, type Admintype, type Usertype } from "@uc/contract/account/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { loginLog } from "../../db/schema/logs.ts"
import { department, organisation, post } from "../../db/schema/organisations.ts"
import { credential, person, personDepartment } from "../../db/schema/people.ts"
import { unrestricted } from "../../db/scope.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { isNotActivated } from "../../security/sign-in/not-activated.ts"
import { administeredOrgs } from "../../session/reach.ts"
import { isHeldFor } from "../../session/rights/narrowed.ts"
import type { SignedIn } from "../../session/signed-in.ts"
import { placesOf } from "./people-list.store.ts"

export type Facts = Readonly<Record<string, unknown>>

/** Why it can't be done, by the name of the sentence. */
export type Obstacle = keyof Pick<typeof peopleAdminMessages, "placeGone" | "accountTaken" | "noPlaceLeft">

const columns = {
  id: person.id,
  orgid: person.orgId,
  usercode: person.account,
  nickname: person.name,
  sex: person.sex,
  role: person.role,
  phone: person.phone,
  email: person.email,
  usertype: person.usertype,
  admintype: person.admintype,
  version: person.version,
  isDisabled: sql<boolean>`${person.disabledAt} is not null`,
}

export async function personRow(db: Db, id: Id) {
  const [found] = await db.select(columns).from(person).where(eq(person.id, id))
  return found ?? null
}

/** Locked until the transaction ends. */
export async function lockedPerson(db: Db, id: Id) {
  const [found] = await db.select(columns).from(person).where(eq(person.id, id)).for("no key update")
  return found ?? null
}

/** In the order of ids, so that two who remove each other's rights do not deadlock. */
export async function lockPeople(db: Db, ids: readonly Id[]): Promise<void> {
  const rows = db
    .select({ id: person.id })
    .from(person)
    .where(inArray(person.id, [...ids]))
  await rows.orderBy(person.id).for("no key update")
}

export type PersonRow = NonNullable<Awaited<ReturnType<typeof lockedPerson>>>

/** A person's departments, with the names of all above them. */
export async function placesWithPaths(db: Db, org: Id, id: Id) {
  const own = (await placesOf(db, [id])).get(id) ?? []
  const above = [...new Set(own.flatMap(({ ids }) => ids))]
  const rows =
    above.length === 0
      ? []
      : await db
          .select({ id: department.id, name: department.name })
          .from(department)
          .where(and(eq(department.orgId, org), inArray(department.id, above)))
  const names = new Map(rows.map((row) => [row.id, row.name]))
  return own.map(({ deptid, postid, isMain, deptname, ids, postname, isDisabled }) => ({
    deptid,
    postid,
    isMain,
    path: [...ids.flatMap((one) => names.get(one) ?? []), deptname],
    postname,
    isDisabled,
  }))
}

/** For administrators. */
export async function signInFacts(db: Db, id: Id) {
  const [last] = await db
    .select({ at: asMoment(loginLog.at) })
    .from(loginLog)
    .where(and(eq(loginLog.personId, id), eq(loginLog.result, "signed-in")))
    .orderBy(desc(loginLog.at))
    .limit(1)
  const [kept] = await db
    .select({ until: asMoment(credential.oneTimeUntil) })
    .from(credential)
    .where(and(eq(credential.personId, id), sql`${credential.oneTimeUntil} > now()`))
  const isActivated = (await db.$count(person, and(eq(person.id, id), isNotActivated(db)))) === 0
  return { lastSignIn: last?.at ?? null, oneTimeUntil: kept?.until ?? null, isActivated }
}

export function postsOf(db: Db, org: Id) {
  return db
    .select({ id: post.id, name: post.name })
    .from(post)
    .where(
      and(
        eq(post.orgId, org),
        sql`not exists (select from post below where below.org_id = ${org} and below.parent_id = post.id)`,
      ),
    )
    .orderBy(post.sortNo, post.id)
}

export interface NewPerson {
  readonly org: Id
  readonly account: string
  readonly nickname: string
  readonly sex: string
  readonly role: string
  readonly phone: string
  readonly email: string
  readonly usertype: Usertype
  readonly places: readonly Place[]
}

/** Compared without case: `Admin` beside `admin` would be confused. By whom it is taken is not said. */
export async function isAccountTaken(database: Database, account: string): Promise<boolean> {
  const { rows } = await database.transaction(unrestricted, (db) =>
    db.execute(sql`select from person where lower(account) = lower(${account}) limit 1`),
  )
  return rows.length > 0
}

export async function addPerson(
  db: Db,
  { org, account, nickname, sex, role, phone, email, usertype, places }: NewPerson,
): Promise<{ readonly id: Id } | { readonly obstacle: Obstacle }> {
  if (!(await arePlaces(db, org, places))) return { obstacle: "placeGone" }
  // The account may be of somebody out of reach: only that it is taken is said.
  const [made] = await db
    .insert(person)
    .values({
      orgId: org,
      account,
      name: nickname,
      sex: sex || null,
      role,
      phone: phone || null,
      email: email || null,
      usertype,
      ...searchKeys(nickname, "person"),
    })
    .onConflictDoNothing()
    .returning({ id: person.id })
  if (!made) return { obstacle: "accountTaken" }
  await putPlaces(db, org, made.id, places)
  return { id: made.id }
}

/** Enabled and of this organisation; locked, so that nobody disables it meanwhile. */
export async function arePlaces(db: Db, org: Id, places: readonly Place[]): Promise<boolean> {
  const departments = await db
    .select({ id: department.id })
    .from(department)
    .where(
      and(
        eq(department.orgId, org),
        isNull(department.disabledAt),
        inArray(
          department.id,
          places.map(({ deptid }) => deptid),
        ),
      ),
    )
    .for("share")
  if (departments.length !== places.length) return false
  const wanted = [...new Set(places.flatMap(({ postid }) => postid ?? []))]
  if (wanted.length === 0) return true
  // Locked, so that none is deleted meanwhile.
  const posts = await db
    .select({ id: post.id })
    .from(post)
    .where(and(eq(post.orgId, org), inArray(post.id, wanted)))
    .for("key share")
  return posts.length === wanted.length
}

export async function putPlaces(db: Db, org: Id, id: Id, places: readonly Place[]): Promise<void> {
  const isTheirs = and(eq(personDepartment.orgId, org), eq(personDepartment.personId, id))
  const kept = places.map(({ deptid }) => deptid)
  await db
    .delete(personDepartment)
    .where(and(isTheirs, sql`${personDepartment.departmentId} <> all(${sql.param(kept)}::bigint[])`))
  // At most one main department at any moment, because of the unique index.
  await db.update(personDepartment).set({ isMain: false }).where(isTheirs)
  for (const { deptid, postid, isMain } of places)
    await db
      .insert(personDepartment)
      .values({ orgId: org, personId: id, departmentId: deptid, postId: postid, isMain, sortNo: lastSortNo })
      .onConflictDoUpdate({
        target: [personDepartment.personId, personDepartment.departmentId],
        set: { postId: postid, isMain },
      })
}

/** After those that existed. */
const lastSortNo = 1000

const bumped = { version: sql`${person.version} + 1`, updatedAt: sql`now()` }

export async function changePerson(
  db: Db,
  own: PersonRow,
  written: {
    readonly nickname: string
    readonly sex: string
    readonly role: string
    readonly phone?: string | undefined
    readonly email?: string | undefined
  },
): Promise<{ before: Facts; after: Facts }> {
  const { nickname, sex, role, phone, email } = written
  await db
    .update(person)
    .set({
      name: nickname,
      sex: sex || null,
      role,
      ...(phone !== undefined && { phone: phone || null }),
      ...(email !== undefined && { email: email || null }),
      ...searchKeys(nickname, "person"),
      ...bumped,
    })
    .where(eq(person.id, own.id))
  const shown = (number: string | null) => (number ? maskedPhone(number) : null)
  return {
    before: {
      nickname: own.nickname,
      sex: own.sex,
      role: own.role,
      phone: shown(own.phone),
      email: shownEmail(own.email),
    },
    after: {
      nickname,
      sex: sex || null,
      role,
      phone: shown(phone ?? own.phone),
      email: shownEmail(email === undefined ? own.email : email || null),
    },
  }
}

export async function placePerson(
  db: Db,
  own: PersonRow,
  places: readonly Place[],
): Promise<{ before: Facts; after: Facts } | { readonly obstacle: Obstacle }> {
  if (!(await arePlaces(db, own.orgid, places))) return { obstacle: "placeGone" }
  const before = await placeFacts(db, own)
  await putPlaces(db, own.orgid, own.id, places)
  await db.update(person).set(bumped).where(eq(person.id, own.id))
  return { before, after: await placeFacts(db, own) }
}

async function placeFacts(db: Db, { id, nickname }: PersonRow): Promise<Facts> {
  const own = (await placesOf(db, [id])).get(id) ?? []
  const words = own.map(({ deptname, postname, isMain }) =>
    [isMain ? "主" : "", deptname, postname ?? ""].filter((word) => word !== "").join(" "),
  )
  return { nickname, places: words.toSorted().join("；") }
}

export async function setPersonState(
  db: Db,
  own: PersonRow,
  isDisabled: boolean,
): Promise<{ before: Facts; after: Facts } | { readonly obstacle: Obstacle }> {
  const places = (await placesOf(db, [own.id])).get(own.id) ?? []
  // Whoever has no department at all is in the organisation itself.
  if (!isDisabled && places.length > 0 && !places.some((place) => !place.isDisabled))
    return { obstacle: "noPlaceLeft" }
  await db
    .update(person)
    .set({ disabledAt: isDisabled ? sql`now()` : null, ...bumped })
    .where(eq(person.id, own.id))
  const shown = (isOff: boolean) => ({ nickname: own.nickname, state: isOff ? "已停用" : "在用" })
  return { before: shown(own.isDisabled), after: shown(isDisabled) }
}

export async function setAdmintype(
  db: Db,
  own: PersonRow,
  admintype: Admintype,
): Promise<{ before: Facts; after: Facts }> {
  await db
    .update(person)
    .set({ admintype, ...bumped })
    .where(eq(person.id, own.id))
  const shown = (type: Admintype) => ({ nickname: own.nickname, admintype: adminLabels[type] })
  return { before: shown(own.admintype), after: shown(admintype) }
}

const holdersAtMost = 5

/** DISTRICT-3: as far as the viewer manages people, by their admintype or by a role. */
export function phoneHolders(
  db: Db,
  viewer: SignedIn,
  { phone, except }: { readonly phone: string; readonly except: Id | null },
) {
  const managed = administeredOrgs(viewer)
  return db
    .select({ orgname: organisation.name, nickname: person.name, usercode: person.account })
    .from(person)
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(
      and(
        eq(person.phone, phone),
        isNull(person.disabledAt),
        except === null ? undefined : ne(person.id, except),
        managed === null ? undefined : inArray(person.orgId, [...managed]),
        isHeldFor(viewer, { personId: person.id, orgId: person.orgId }),
        viewer.user.admintype === admintypes.platform ? undefined : ne(organisation.kind, "platform"),
      ),
    )
    .orderBy(organisation.name, person.id)
    .limit(holdersAtMost)
}

/** The platform's own people are the platform's. */
export async function isChangeable(db: Db, org: Id, admintype: number): Promise<boolean> {
  if (admintype === admintypes.platform) return true
  const [row] = await db
    .select({ kind: organisation.kind })
    .from(organisation)
    .where(eq(organisation.id, org))
  return row?.kind !== "platform"
}

export async function nameOf(db: Db, org: Id): Promise<string | null> {
  const [row] = await db
    .select({ name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, org))
  return row?.name ?? null
}
