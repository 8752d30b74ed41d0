import type { OwnOrganisation } from "@uc/contract/account/profile-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNotNull, isNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { person } from "../../db/schema/people.ts"
import { customList, personPicture } from "../../db/schema/profiles.ts"

export interface Owner {
  readonly id: Id
  readonly orgId: Id
}

export async function setSignature(db: Db, id: Id, signature: string | null): Promise<void> {
  await db.update(person).set({ signature }).where(eq(person.id, id))
}

/** Whether another active person has proven this phone. Called only after the proof, and outside row-level security. */
export async function isPhoneTaken(db: Db, phone: string, besides: Id): Promise<boolean> {
  const found = await db
    .select({ id: person.id })
    .from(person)
    .where(
      and(
        eq(person.phone, phone),
        isNotNull(person.phoneProvenAt),
        ne(person.id, besides),
        isNull(person.disabledAt),
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function setPhone(db: Db, id: Id, phone: string): Promise<void> {
  await db
    .update(person)
    .set({ phone, phoneProvenAt: sql`now()` })
    .where(eq(person.id, id))
}

/** Null: they have no phone, or have not yet proven it. */
export async function provenPhoneOf(db: Db, id: Id): Promise<string | null> {
  const [row] = await db
    .select({ phone: person.phone })
    .from(person)
    .where(and(eq(person.id, id), isNotNull(person.phoneProvenAt)))
  return row?.phone ?? null
}

export async function emailOf(db: Db, id: Id): Promise<string | null> {
  const [row] = await db.select({ email: person.email }).from(person).where(eq(person.id, id))
  return row?.email ?? null
}

/** With its moment: applications that ask for what has changed are told. */
export async function setEmail(db: Db, id: Id, email: string | null): Promise<void> {
  await db
    .update(person)
    .set({ email, updatedAt: sql`now()` })
    .where(eq(person.id, id))
}

// The home page is stored with the personal settings.

const homePageKey = "home-page"

export async function homePageOf(db: Db, id: Id): Promise<string | null> {
  const [row] = await db
    .select({ value: customList.value })
    .from(customList)
    .where(and(eq(customList.personId, id), eq(customList.key, homePageKey)))
  return typeof row?.value === "string" ? row.value : null
}

export async function setHomePage(db: Db, owner: Owner, place: string | null): Promise<void> {
  if (place === null) {
    await db.delete(customList).where(and(eq(customList.personId, owner.id), eq(customList.key, homePageKey)))
    return
  }
  const changed = { value: place, updatedAt: sql`now()`, version: sql`${customList.version} + 1` }
  await db
    .insert(customList)
    .values({ orgId: owner.orgId, personId: owner.id, key: homePageKey, value: place })
    .onConflictDoUpdate({ target: [customList.personId, customList.key], set: changed })
}

// Pictures

export async function keepPicture(db: Db, owner: Owner, bytes: Buffer, himg: string): Promise<void> {
  const changed = { mediaType: "image/webp", bytes, updatedAt: sql`now()` }
  await db
    .insert(personPicture)
    .values({ personId: owner.id, orgId: owner.orgId, ...changed })
    .onConflictDoUpdate({ target: personPicture.personId, set: changed })
  await db.update(person).set({ himg }).where(eq(person.id, owner.id))
}

export async function dropPicture(db: Db, id: Id): Promise<void> {
  await db.delete(personPicture).where(eq(personPicture.personId, id))
  await db.update(person).set({ himg: null }).where(eq(person.id, id))
}

/** Null: not there, or not in reach. */
export async function himgOf(db: Db, id: Id): Promise<{ himg: string | null } | null> {
  const [row] = await db.select({ himg: person.himg }).from(person).where(eq(person.id, id))
  return row ?? null
}

export async function pictureOf(db: Db, id: Id): Promise<{ mediaType: string; bytes: Buffer } | null> {
  const [row] = await db
    .select({ mediaType: personPicture.mediaType, bytes: personPicture.bytes })
    .from(personPicture)
    .where(eq(personPicture.personId, id))
  return row ?? null
}

// Organisations. Outside row-level security, which hides the others from the viewer.

/** All accounts of the same human being that may sign in, their own first. */
export async function organisationsOf(db: Db, id: Id): Promise<OwnOrganisation[]> {
  const { rows } = await db.execute<{ id: Id; name: string; usertype: number; admintype: number }>(sql`
    select p.id::text, o.name, p.usertype, p.admintype
    from person p join organisation o on o.id = p.org_id
    where p.disabled_at is null and o.disabled_at is null
      and (p.id = ${id} or p.id in (
        select other.person_id from person_tie own join person_tie other using (human_id) where own.person_id = ${id}))
    order by p.id <> ${id}, o.sort_no, p.id`)
  return rows.map((row) => ({
    personid: row.id,
    orgname: row.name,
    usertype: row.usertype as OwnOrganisation["usertype"],
    admintype: row.admintype as OwnOrganisation["admintype"],
    isCurrent: row.id === id,
  }))
}

export async function tiedPerson(
  db: Db,
  id: Id,
  other: Id,
): Promise<(Owner & { readonly account: string }) | null> {
  const { rows } = await db.execute<{ id: Id; org: Id; account: string }>(sql`
    select p.id::text, p.org_id::text as org, p.account
    from person_tie own
    join person_tie other using (human_id)
    join person p on p.id = other.person_id and p.disabled_at is null
    join organisation o on o.id = p.org_id and o.disabled_at is null
    where own.person_id = ${id} and p.id = ${other} and p.id <> ${id}`)
  const [found] = rows
  return found ? { id: found.id, orgId: found.org, account: found.account } : null
}

/** Both accounts, and all that either was linked with, are linked from now on. */
export async function tiePeople(db: Db, one: Owner, other: Owner): Promise<void> {
  await db.execute(sql`
    with human as (
      select coalesce(
        (select human_id from person_tie where person_id = ${one.id}),
        (select human_id from person_tie where person_id = ${other.id}),
        gen_random_uuid()) as id
    ), moved as (
      update person_tie t set human_id = human.id from human
      where t.human_id in (select human_id from person_tie where person_id in (${one.id}, ${other.id}))
    )
    insert into person_tie (person_id, org_id, human_id)
    select p.id, p.org_id, human.id from person p, human where p.id in (${one.id}, ${other.id})
    on conflict (person_id) do nothing`)
}
