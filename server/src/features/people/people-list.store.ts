import type { ListedPerson, PersonState } from "@uc/contract/people/admin-calls"
import { shownEmail } from "@uc/contract/people/email"
import { maskedPhone } from "@uc/contract/reauth/calls"
import { admintypes } from "@uc/contract/account/calls"
import type { SortBy } from "@uc/contract/core/sorting"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm"
import { z } from "zod"
import { grouped } from "../../db/queries/grouped.ts"
import { matchesName } from "../../db/queries/matches-name.ts"
import { mustBeSortable, sortedOrder } from "../../db/queries/sorted.ts"
import type { Db } from "../../db/open.ts"
import { department, organisation, post } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"
import { isNotActivated } from "../../security/sign-in/not-activated.ts"

/** Whose people: each is narrower than the one before. */
export type Where =
  | { readonly in: "reach" }
  | { readonly in: "area"; readonly path: string }
  | { readonly in: "organisation"; readonly org: Id }
  | { readonly in: "department"; readonly org: Id; readonly id: Id; readonly isDirect: boolean }

export interface PeopleFilter {
  readonly where: Where
  readonly name: string
  readonly state: PersonState
  readonly isAdmin: boolean
  readonly isInactive: boolean
  /** Whose disabled and inactive people are shown; undefined: everybody's. */
  readonly held: SQL | undefined
  /** Of these organisations alone; null: of all in reach. */
  readonly only: readonly Id[] | null
  /** Undefined: by organisation, in each by name. */
  readonly sort?: SortBy<keyof typeof sortable> | undefined
}

const sortable = {
  name: person.pinyin,
  account: person.account,
  orgname: sql`(select o.pinyin from organisation o where o.id = ${person.orgId})`,
  admintype: person.admintype,
}

const Cursor = z.tuple([
  z.string().regex(/^[0-9]{1,18}$/),
  z.string().max(200),
  z.string().regex(/^[0-9]{1,18}$/),
])
/** Of a sorted list: how many people stand before the page. */
const SortedPlace = z.tuple([z.int().min(0)])
export type PeoplePlace = z.infer<typeof Cursor> | z.infer<typeof SortedPlace>

/** Null: not a cursor of ours, or of another order. */
export function cursorFrom(text: string, { sort }: Pick<PeopleFilter, "sort">): PeoplePlace | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString())
    return sort === undefined ? Cursor.parse(read) : SortedPlace.parse(read)
  } catch {
    return null
  }
}

const written = (place: PeoplePlace) => Buffer.from(JSON.stringify(place)).toString("base64url")

/** HOME-6: in the order of an index, from where the page before ended. */
export async function listPeople(
  db: Db,
  filter: PeopleFilter,
  { after, limit }: { readonly after: PeoplePlace | null; readonly limit: number },
): Promise<{ items: ListedPerson[]; next: string | null }> {
  const { sort } = filter
  const where = condition(db, filter)
  if (sort !== undefined) await mustBeSortable(db, sql`select 1 from ${person} where ${where ?? sql`true`}`)
  const start = after?.length === 1 ? after[0] : 0
  const isBeyond =
    after?.length === 3
      ? sql`(${person.orgId}, ${person.pinyin}, ${person.id}) > (${after[0]}::bigint, ${after[1]}, ${after[2]}::bigint)`
      : undefined
  const rows = await db
    .select({
      id: person.id,
      orgid: person.orgId,
      pinyin: person.pinyin,
      usercode: person.account,
      nickname: person.name,
      phone: person.phone,
      email: person.email,
      admintype: person.admintype,
      isDisabled: sql<boolean>`${person.disabledAt} is not null`,
    })
    .from(person)
    .where(and(where, isBeyond))
    .orderBy(
      ...(sort === undefined
        ? [asc(person.orgId), asc(person.pinyin), asc(person.id)]
        : [sortedOrder(sort, sortable, person.id)]),
    )
    .offset(start)
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const names = await organisationNames(db, [...new Set(shown.map(({ orgid }) => orgid))])
  const places = await placesOf(
    db,
    shown.map(({ id }) => id),
  )
  const joined = (words: readonly (string | null)[]) =>
    [...new Set(words.filter((word) => word !== null))].join("、")
  return {
    items: shown.map(({ pinyin: _pinyin, phone, email, ...row }) => {
      const own = places.get(row.id) ?? []
      return {
        ...row,
        orgname: names.get(row.orgid) ?? "",
        phone: phone === null ? null : maskedPhone(phone),
        email: shownEmail(email),
        deptname: joined(own.map(({ deptname }) => deptname)),
        postname: joined(own.map(({ postname }) => postname)),
      }
    }),
    next: last ? written(sort === undefined ? [last.orgid, last.pinyin, last.id] : [start + limit]) : null,
  }
}

export function countPeople(db: Db, filter: PeopleFilter): Promise<number> {
  return db.$count(person, condition(db, filter))
}

function condition(db: Db, filter: PeopleFilter): SQL | undefined {
  const { where, name, state, isAdmin, isInactive, held, only } = filter
  const isOn = isNull(person.disabledAt)
  const isInState = { on: isOn, off: and(isNotNull(person.disabledAt), held), all: held && or(isOn, held) }
  return and(
    placed(db, where),
    isInState[state],
    isOfOrganisations(only),
    isAdmin ? ne(person.admintype, admintypes.none) : undefined,
    isInactive ? and(isNotActivated(db), held) : undefined,
    name.trim() === "" ? undefined : called(where, name),
  )
}

export function isOfOrganisations(only: readonly Id[] | null): SQL | undefined {
  return only === null ? undefined : sql`${person.orgId} = any (${sql.param([...only])}::bigint[])`
}

function placed(db: Db, where: Where): SQL | undefined {
  switch (where.in) {
    case "reach":
      return undefined
    case "area":
      return sql`${person.orgId} in (select id from organisation where area_path ^@ ${where.path})`
    case "organisation":
      return eq(person.orgId, where.org)
    case "department":
      return and(
        eq(person.orgId, where.org),
        exists(
          db
            .select({ one: sql`1` })
            .from(personDepartment)
            .innerJoin(department, eq(department.id, personDepartment.departmentId))
            .where(
              and(
                eq(personDepartment.personId, person.id),
                eq(personDepartment.orgId, where.org),
                or(
                  eq(department.id, where.id),
                  where.isDirect ? undefined : sql`${where.id}::bigint = any(${department.ids})`,
                ),
              ),
            ),
        ),
      )
  }
}

/** Decision 017: within one organisation by any part of a name; across organisations by its beginning, which has an index. */
function called(where: Where, text: string): SQL | undefined {
  const typed = text.normalize("NFKC").trim()
  // An apostrophe alone stays: without it nothing would be left, and everything begins with nothing.
  const plain = typed.replaceAll(/[\s'’]/gu, "") || typed
  const latin = plain.toLowerCase()
  if (where.in === "organisation" || where.in === "department")
    return or(matchesName(person, plain), sql`lower(${person.account}) ^@ ${latin}`)
  return or(
    sql`${person.name} ^@ ${plain}`,
    sql`${person.pinyin} ^@ ${latin}`,
    sql`${person.initials} ^@ ${latin}`,
    eq(person.account, plain),
  )
}

async function organisationNames(db: Db, ids: readonly Id[]): Promise<ReadonlyMap<Id, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: organisation.id, name: organisation.name })
    .from(organisation)
    .where(inArray(organisation.id, [...ids]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Everybody's departments and posts in one query, the main one first. */
export async function placesOf(db: Db, people: readonly Id[]) {
  const rows =
    people.length === 0
      ? []
      : await db
          .select({
            personId: personDepartment.personId,
            deptid: department.id,
            deptname: department.name,
            ids: department.ids,
            isDisabled: sql<boolean>`${department.disabledAt} is not null`,
            postid: personDepartment.postId,
            postname: post.name,
            isMain: personDepartment.isMain,
          })
          .from(personDepartment)
          .innerJoin(department, eq(department.id, personDepartment.departmentId))
          .leftJoin(post, eq(post.id, personDepartment.postId))
          .where(sql`${personDepartment.personId} = any(${sql.param([...people])}::bigint[])`)
          .orderBy(desc(personDepartment.isMain), asc(personDepartment.sortNo), asc(personDepartment.id))
  return grouped(rows, ({ personId }) => personId)
}
