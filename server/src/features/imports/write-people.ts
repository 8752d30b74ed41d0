import { cutText } from "@uc/contract/core/cut-text"
import { admintypes, usertypes, type Usertype } from "@uc/contract/account/calls"
import { shownNameKey } from "@uc/contract/core/shown-name"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import type { OrganisationKind } from "../../db/schema/organisations.ts"
import { searchKeys } from "../../db/queries/search-keys.ts"
import { endAllSessions } from "../../session/end-all-sessions.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { peopleWithRolesBeyond } from "../../session/rights/covers-roles.ts"
import { yieldToEventLoop } from "../../sheet/sheet.ts"
import type { Importer, Written } from "./plan/import-plan.ts"
import type { KnownPerson } from "./plan/known-people.ts"
import { ChangedMeanwhile, chunksOf, isOther, mustBeAll, newIds } from "./plan/plan-lines.ts"
import { changesAccess, isChanged, isGranted, type PlannedPerson } from "./plan/planned-person.ts"
import { mustStillGrant, recordGrants } from "./write-grants.ts"

const usertypeOf: Readonly<Record<OrganisationKind, Usertype>> = {
  platform: usertypes.platform,
  bureau: usertypes.bureau,
  school: usertypes.school,
  enterprise: usertypes.enterprise,
}

/**
 * New people have no password: hashing thousands would take minutes. They sign in by a code, or get first passwords
 * afterwards (DISTRICT-1), by the import that added them.
 */
export async function writePeople(
  db: Db,
  importer: Importer,
  planned: readonly PlannedPerson[],
  missing: readonly KnownPerson[],
  { importId, disablesMissing, onDone }: Written,
): Promise<{ disabled: number }> {
  const { services } = importer
  const granted = planned.filter(isGranted)
  await mustStillGrant(db, importer, granted)
  await mustStillCover(db, importer, planned)
  const postId = await writePosts(db, planned)
  const newIdOf = new Map<PlannedPerson, Id>()
  let done = 0
  for (const people of chunksOf(planned.filter(({ known }) => known === null))) {
    const ids = await newIds(db, "person", people.length)
    await insertPeople(db, people, ids, importId)
    await insertPlaces(db, people, ids, postId)
    for (const [at, person] of people.entries()) newIdOf.set(person, ids[at] ?? "")
    onDone((done += people.length))
    await yieldToEventLoop()
  }
  for (const people of chunksOf(planned.filter(isChanged))) {
    await updatePeople(db, people)
    const given = people.filter(({ phone, known }) => known && isOther(phone, known.phone))
    await untiePeople(
      db,
      given.flatMap(({ known }) => known?.id ?? []),
    )
    const moved = people.filter(({ changesPlaces }) => changesPlaces)
    const ids = moved.map(({ known }) => known?.id ?? "")
    await db.execute(sql`delete from person_department where person_id = any(${sql.param(ids)}::bigint[])`)
    await insertPlaces(db, moved, ids, postId)
    onDone((done += people.length))
    await yieldToEventLoop()
  }
  await recordGrants(
    db,
    importer,
    granted.map((person) => ({ ...person, id: person.known?.id ?? newIdOf.get(person) ?? "" })),
  )
  if (!disablesMissing || missing.length === 0) return { disabled: 0 }
  for (const people of chunksOf(missing)) {
    const ids = people.map(({ id }) => id)
    await db.execute(sql`
      update person set disabled_at = now(), version = version + 1, updated_at = now()
      where id = any(${sql.param(ids)}::bigint[]) and disabled_at is null`)
    const { rows } = await db.execute<{ id: Id }>(sql`
      select distinct person_id::text as id from session
      where person_id = any(${sql.param(ids)}::bigint[]) and revoked_at is null and absolute_until > now()`)
    for (const { id } of rows) await endAllSessions(services, db, id)
    onDone(done)
  }
  return { disabled: missing.length }
}

/** A role may have been given to one of them after the file was checked. */
async function mustStillCover(
  db: Db,
  { database, signedIn }: Importer,
  planned: readonly PlannedPerson[],
): Promise<void> {
  const ids = planned.filter(changesAccess).flatMap(({ known }) => known?.id ?? [])
  await db.execute(sql`
    select from person where id = any(${sql.param(ids)}::bigint[]) order by id for no key update`)
  if ((await peopleWithRolesBeyond(database, signedIn, ids)).size > 0) throw new ChangedMeanwhile()
}

type PostIdOf = (org: Id, place: PlannedPerson["places"][number], known: KnownPerson | null) => Id | null

const category = "岗位"

/** Missing posts are added below the organisation's first category. */
async function writePosts(db: Db, planned: readonly PlannedPerson[]): Promise<PostIdOf> {
  const added = new Map<string, { org: Id; name: string; id: Id }>()
  const key = (org: Id, name: string) => `${org} ${shownNameKey(name)}`
  for (const { org, places } of planned)
    for (const { post } of places)
      if (post && post.id === null)
        added.set(key(org.id, post.name), { org: org.id, name: post.name, id: "" })
  if (added.size > 0) {
    const posts = [...added.values()]
    const orgs = [...new Set(posts.map(({ org }) => org))]
    await db.execute(sql`
      insert into post (org_id, name, sort_no)
      select org, ${category}, 10 from unnest(${sql.param(orgs)}::bigint[]) org
      where not exists (select from post where org_id = org and parent_id is null)`)
    const ids = await newIds(db, "post", posts.length)
    for (const [at, post] of posts.entries()) post.id = ids[at] ?? ""
    await db.execute(sql`
      insert into post (id, org_id, parent_id, name, sort_no)
      select added.id, added.org,
        (select id from post where org_id = added.org and parent_id is null order by sort_no, id limit 1),
        added.name, (added.no + (select coalesce(max(sort_no), 0) / 10 from post where org_id = added.org)) * 10
      from unnest(${sql.param(ids)}::bigint[], ${sql.param(posts.map(({ org }) => org))}::bigint[],
        ${sql.param(posts.map(({ name }) => name))}::text[]) with ordinality as added (id, org, name, no)`)
  }
  return (org, { departmentId, post }, known) => {
    // Columns that the file does not have stay unchanged.
    if (!post) return known?.places.find((place) => place.departmentId === departmentId)?.postId ?? null
    return post.id ?? added.get(key(org, post.name))?.id ?? null
  }
}

async function insertPeople(
  db: Db,
  people: readonly PlannedPerson[],
  ids: readonly Id[],
  importId: Id,
): Promise<void> {
  const keys = people.map(({ name }) => searchKeys(name, "person"))
  await db.execute(sql`
    insert into person (id, org_id, account, name, phone, email, sex, idcard, role, usertype, admintype, pinyin, initials, import_id)
    select added.*, ${importId}::bigint from unnest(
      ${sql.param(ids)}::bigint[],
      ${sql.param(people.map(({ org }) => org.id))}::bigint[],
      ${sql.param(people.map(({ account }) => account))}::text[],
      ${sql.param(people.map(({ name }) => name))}::text[],
      ${sql.param(people.map(({ phone }) => phone ?? null))}::text[],
      ${sql.param(people.map(({ email }) => email ?? null))}::text[],
      ${sql.param(people.map(({ sex }) => sex ?? null))}::text[],
      ${sql.param(people.map(({ idcard }) => idcard ?? null))}::text[],
      ${sql.param(people.map(({ places }) => cutText(places[0]?.post?.name ?? "", 30)))}::text[],
      ${sql.param(people.map(({ org }) => usertypeOf[org.kind]))}::smallint[],
      ${sql.param(people.map(({ admintype }) => admintype ?? admintypes.none))}::smallint[],
      ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
      ${sql.param(keys.map(({ initials }) => initials))}::text[]) as added`)
}

async function insertPlaces(
  db: Db,
  people: readonly PlannedPerson[],
  ids: readonly Id[],
  postId: PostIdOf,
): Promise<void> {
  const places = people.flatMap((person, at) =>
    person.places.map((place, no) => ({
      personId: ids[at] ?? "",
      orgId: person.org.id,
      departmentId: place.departmentId,
      postId: postId(person.org.id, place, person.known),
      isMain: no === 0,
      // In the order of the file.
      sortNo: person.line,
    })),
  )
  if (places.length === 0) return
  await db.execute(sql`
    insert into person_department (person_id, org_id, department_id, post_id, is_main, sort_no)
    select * from unnest(
      ${sql.param(places.map((place) => place.personId))}::bigint[],
      ${sql.param(places.map((place) => place.orgId))}::bigint[],
      ${sql.param(places.map((place) => place.departmentId))}::bigint[],
      ${sql.param(places.map((place) => place.postId))}::bigint[],
      ${sql.param(places.map((place) => place.isMain))}::boolean[],
      ${sql.param(places.map((place) => place.sortNo))}::int[])`)
}

/** Columns that the file does not have stay unchanged. */
async function updatePeople(db: Db, people: readonly PlannedPerson[]): Promise<void> {
  const keys = people.map(({ name }) => searchKeys(name, "person"))
  const { rowCount } = await db.execute(sql`
    update person p set name = w.name, phone = coalesce(w.phone, p.phone), email = coalesce(w.email, p.email), sex = coalesce(w.sex, p.sex),
      idcard = coalesce(w.idcard, p.idcard), admintype = coalesce(w.admintype, p.admintype), pinyin = w.pinyin, initials = w.initials,
      version = p.version + 1, updated_at = now()
    from unnest(
      ${sql.param(people.map(({ known }) => known?.id ?? ""))}::bigint[],
      ${sql.param(people.map(({ known }) => known?.version ?? 0))}::int[],
      ${sql.param(people.map(({ name }) => name))}::text[],
      ${sql.param(people.map(({ phone }) => phone ?? null))}::text[],
      ${sql.param(people.map(({ email }) => email ?? null))}::text[],
      ${sql.param(people.map(({ sex }) => sex ?? null))}::text[],
      ${sql.param(people.map(({ idcard }) => idcard ?? null))}::text[],
      ${sql.param(people.map(({ admintype }) => admintype ?? null))}::smallint[],
      ${sql.param(keys.map(({ pinyin }) => pinyin))}::text[],
      ${sql.param(keys.map(({ initials }) => initials))}::text[]) as w (id, version, name, phone, email, sex, idcard, admintype, pinyin, initials)
    where p.id = w.id and p.version = w.version and p.disabled_at is null`)
  mustBeAll(rowCount, people)
}
