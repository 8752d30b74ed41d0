import {
  peopleLimits,
  usertypeOfPersonType,
  type PersonType,
  type SearchedPerson,
} from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"
import { grouped } from "../../db/queries/grouped.ts"
import type { Db } from "../../db/open.ts"
import { department, post } from "../../db/schema/organisations.ts"
import { person, personDepartment } from "../../db/schema/people.ts"

interface Found {
  readonly id: Id
  readonly usercode: string
  readonly username: string
}

const columns = { id: person.id, usercode: person.account, username: person.name }

/** Shorter texts would match nearly everybody. */
const shortestPart = { initials: 2, pinyin: 3 } as const

/**
 * PERSON-1: exact matches first, then beginnings, then parts. An index finds the organisation; within it every name is
 * compared, because with row-level security no index finds the middle of a text.
 */
export async function searchPeople(
  db: Db,
  { org, name, type }: { org: Id; name: string; type: PersonType | undefined },
): Promise<SearchedPerson[]> {
  const given = compact(name)
  const latin = given.toLowerCase()
  // Readings are separated by spaces, so a space before the text means the beginning of one.
  const words = (column: PgColumn) => sql`(' ' || ${column} || ' ')`
  const holds = (text: SQL, part: string) => sql`position(${part} in ${text}) > 0`
  const exact = or(
    eq(person.name, given),
    sql`lower(${person.account}) = ${latin}`,
    holds(words(person.pinyin), ` ${latin} `),
    holds(words(person.initials), ` ${latin} `),
  )
  const beginning = or(
    sql`${person.name} ^@ ${given}`,
    sql`lower(${person.account}) ^@ ${latin}`,
    holds(words(person.pinyin), ` ${latin}`),
    holds(words(person.initials), ` ${latin}`),
  )
  const containing = or(
    holds(sql`${person.name}`, given),
    latin.length < shortestPart.pinyin ? undefined : holds(sql`${person.pinyin}`, latin),
    latin.length < shortestPart.initials ? undefined : holds(sql`${person.initials}`, latin),
  )
  const ranked = db
    .select({
      ...columns,
      pinyin: person.pinyin,
      rank: sql<
        number | null
      >`case when ${exact} then 0 when ${beginning} then 1 when ${containing} then 2 end`.as("rank"),
    })
    .from(person)
    .where(
      and(
        eq(person.orgId, org),
        isNull(person.disabledAt),
        type === undefined ? undefined : eq(person.usertype, usertypeOfPersonType[type]),
      ),
    )
    .as("ranked")
  const rows = await db
    .select({ id: ranked.id, usercode: ranked.usercode, username: ranked.username })
    .from(ranked)
    .where(isNotNull(ranked.rank))
    .orderBy(asc(ranked.rank), asc(ranked.pinyin), asc(ranked.username), asc(ranked.id))
    .limit(peopleLimits.found)
  return withPlaces(db, org, rows)
}

/**
 * Spreadsheets pad short names with spaces, and input methods write full-width letters. An apostrophe alone stays: without it
 * nothing would be left, and everything begins with nothing.
 */
function compact(name: string): string {
  const typed = name.normalize("NFKC").trim()
  return typed.replaceAll(/[\s'’]/gu, "") || typed
}

/**
 * For each name, in order: the people of that name, else the one with that account; as many names, at least one, as fit
 * into `peopleLimits.told` people.
 */
export async function matchPeople(
  db: Db,
  org: Id,
  names: readonly string[],
): Promise<{ name: string; people: SearchedPerson[] }[]> {
  const asked = [...new Set(names.map(compact))].filter((name) => name !== "")
  const ownName = sql<string>`replace(${person.name}, ' ', '')`
  const rows = await db
    .select({ ...columns, called: ownName })
    .from(person)
    .where(
      and(
        eq(person.orgId, org),
        isNull(person.disabledAt),
        or(
          sql`${ownName} = any(${sql.param(asked)}::text[])`,
          sql`lower(${person.account}) = any(${sql.param(asked.map((name) => name.toLowerCase()))}::text[])`,
        ),
      ),
    )
    .orderBy(asc(person.id))
  const byName = grouped(rows, ({ called }) => called)
  const byAccount = grouped(rows, ({ usercode }) => usercode.toLowerCase())
  const meant: { name: string; own: Found[] }[] = []
  let told = 0
  for (const name of names) {
    const key = compact(name)
    const own = (byName.get(key) ?? byAccount.get(key.toLowerCase()) ?? []).slice(0, peopleLimits.alike)
    told += own.length
    if (told > peopleLimits.told) break
    meant.push({ name, own })
  }
  const each = [...new Map(meant.flatMap(({ own }) => own).map((row) => [row.id, row])).values()]
  const people = new Map((await withPlaces(db, org, each)).map((one) => [one.id, one]))
  return meant.map(({ name, own }) => ({ name, people: own.flatMap(({ id }) => people.get(id) ?? []) }))
}

/** Those who exist, in the order asked. */
export async function peopleOfIds(db: Db, org: Id, ids: readonly Id[]): Promise<SearchedPerson[]> {
  const rows = await db
    .select(columns)
    .from(person)
    .where(
      and(
        eq(person.orgId, org),
        isNull(person.disabledAt),
        sql`${person.id} = any(${sql.param([...ids])}::bigint[])`,
      ),
    )
  const byId = new Map((await withPlaces(db, org, rows)).map((one) => [one.id, one]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** Everybody's departments and posts in one query. */
async function withPlaces(db: Db, org: Id, people: readonly Found[]): Promise<SearchedPerson[]> {
  if (people.length === 0) return []
  const rows = await db
    .select({
      personId: personDepartment.personId,
      deptid: department.id,
      above: department.ids,
      deptname: department.name,
      postname: post.name,
    })
    .from(personDepartment)
    .innerJoin(department, eq(department.id, personDepartment.departmentId))
    .leftJoin(post, and(eq(post.orgId, org), eq(post.id, personDepartment.postId)))
    .where(
      and(
        eq(personDepartment.orgId, org),
        eq(department.orgId, org),
        isNull(department.disabledAt),
        sql`${personDepartment.personId} = any(${sql.param(people.map(({ id }) => id))}::bigint[])`,
      ),
    )
    .orderBy(desc(personDepartment.isMain), asc(personDepartment.sortNo), asc(personDepartment.id))
  const places = grouped(rows, ({ personId }) => personId)
  return people.map(({ id, usercode, username }) => {
    const own = places.get(id) ?? []
    return {
      id,
      usercode,
      username,
      deptname: joined(own.map(({ deptname }) => deptname)),
      postname: joined(own.flatMap(({ postname }) => postname ?? [])),
      ids: [...new Set(own.flatMap(({ above, deptid }) => [...above, deptid]))],
    }
  })
}

function joined(names: readonly string[]): string {
  return [...new Set(names)].join("、")
}
