import type { Admintype } from "@uc/contract/account/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { asc, inArray, isNull, sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { post } from "../../../db/schema/organisations.ts"
import { person, personDepartment } from "../../../db/schema/people.ts"
import { unrestricted } from "../../../db/scope.ts"

export interface KnownPlace {
  readonly departmentId: Id
  readonly postId: Id | null
  readonly isMain: boolean
}

export interface KnownPerson {
  readonly id: Id
  readonly orgId: Id
  readonly account: string
  readonly name: string
  readonly phone: string | null
  readonly email: string | null
  readonly idcard: string | null
  readonly sex: string | null
  readonly admintype: Admintype
  readonly version: number
  readonly isDisabled: boolean
  readonly places: KnownPlace[]
}

export interface KnownPeople {
  readonly all: readonly KnownPerson[]
  readonly byAccount: ReadonlyMap<string, KnownPerson>
  readonly byIdcard: ReadonlyMap<string, KnownPerson[]>
}

/** Everybody of these organisations, with where they work. */
export async function knownPeople(db: Db, orgs: readonly Id[]): Promise<KnownPeople> {
  const byId = new Map<Id, KnownPerson>()
  if (orgs.length > 0) {
    const people = await db
      .select({
        id: person.id,
        orgId: person.orgId,
        account: person.account,
        name: person.name,
        phone: person.phone,
        email: person.email,
        idcard: person.idcard,
        sex: person.sex,
        admintype: person.admintype,
        version: person.version,
        isDisabled: sql<boolean>`${person.disabledAt} is not null`,
      })
      .from(person)
      .where(inArray(person.orgId, [...orgs]))
      .orderBy(asc(person.id))
    for (const known of people) byId.set(known.id, { ...known, places: [] })
    const places = await db
      .select({
        personId: personDepartment.personId,
        departmentId: personDepartment.departmentId,
        postId: personDepartment.postId,
        isMain: personDepartment.isMain,
      })
      .from(personDepartment)
      .where(inArray(personDepartment.orgId, [...orgs]))
    for (const { personId, ...place } of places) byId.get(personId)?.places.push(place)
  }
  const all = [...byId.values()]
  return {
    all,
    byAccount: new Map([
      // Accounts are compared without case (T001, t001), the exact spelling first.
      ...all.map((known) => [accountKey(known.account), known] as const),
      ...all.map((known) => [known.account, known] as const),
    ]),
    byIdcard: by(all, ({ idcard }) => idcard),
  }
}

function by(all: readonly KnownPerson[], keyOf: (known: KnownPerson) => string | null) {
  const found = new Map<string, KnownPerson[]>()
  for (const known of all) {
    const key = keyOf(known)
    if (!key) continue
    const others = found.get(key)
    if (others) others.push(known)
    else found.set(key, [known])
  }
  return found
}

export function accountKey(account: string): string {
  return account.toLowerCase()
}

/** Accounts are unique over all organisations: this says that one is taken, but not by whom. */
export async function takenElsewhere(
  database: Database,
  accounts: readonly string[],
  orgs: readonly Id[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.transaction(unrestricted, (db) =>
    db.execute<{ account: string }>(sql`
      select lower(account) as account from person
      where lower(account) = any(${sql.param(accounts.map(accountKey))}::text[]) and not org_id = any(${sql.param(orgs)}::bigint[])`),
  )
  return new Set(rows.map(({ account }) => account))
}

/** By organisation and name, without categories. */
export async function postsOf(
  db: Db,
  orgs: readonly Id[],
): Promise<ReadonlyMap<Id, ReadonlyMap<string, Id>>> {
  const found = new Map<Id, Map<string, Id>>()
  if (orgs.length === 0) return found
  const rows = await db
    .select({ id: post.id, orgId: post.orgId, name: post.name, isCategory: isNull(post.parentId) })
    .from(post)
    .where(inArray(post.orgId, [...orgs]))
    .orderBy(asc(post.sortNo), asc(post.id))
  for (const { id, orgId, name, isCategory } of rows) {
    if (isCategory) continue
    const own = found.get(orgId) ?? new Map<string, Id>()
    found.set(orgId, own)
    if (!own.has(shownNameKey(name))) own.set(shownNameKey(name), id)
  }
  return found
}
