import { admintypes, type CurrentUser } from "@uc/contract/account/calls"
import {
  transferLimits,
  type PersonTransfer,
  type PlaceChange,
  type TransferKind,
} from "@uc/contract/people/transfer-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { person } from "../../db/schema/people.ts"
import { personTransfer } from "../../db/schema/profiles.ts"
import type { Scope } from "../../db/scope.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

export type TransferRow = typeof personTransfer.$inferSelect

const organisationColumns = {
  id: organisation.id,
  name: organisation.name,
  kind: organisation.kind,
  isDisabled: sql<boolean>`${organisation.disabledAt} is not null`,
}
export type Side = NonNullable<Awaited<ReturnType<typeof organisationById>>>

export async function organisationById(db: Db, id: Id) {
  const [found] = await db.select(organisationColumns).from(organisation).where(eq(organisation.id, id))
  return found ?? null
}

/** In use, two at most: who has a full name does not learn of others. */
export function organisationsCalled(systemDb: Db, name: string) {
  return systemDb
    .select(organisationColumns)
    .from(organisation)
    .where(
      and(
        eq(organisation.name, name),
        isNull(organisation.disabledAt),
        // Whoever works for the platform reaches everything: nobody is offered to it by name.
        ne(organisation.kind, "platform"),
      ),
    )
    .limit(2)
}

export interface NewTransfer {
  readonly kind: TransferKind
  readonly person: { readonly id: Id; readonly nickname: string; readonly usercode: string }
  readonly from: Side
  readonly to: Side
  readonly note: string
  readonly by: CurrentUser
}

/** Null: another one waits for an answer already. */
export async function addTransfer(
  db: Db,
  { kind, person: about, from, to, note, by }: NewTransfer,
): Promise<TransferRow | null> {
  const [added] = await db
    .insert(personTransfer)
    .values({
      kind,
      orgId: from.id,
      toOrgId: to.id,
      personId: about.id,
      name: about.nickname,
      account: about.usercode,
      orgName: from.name,
      toOrgName: to.name,
      note,
      askedById: by.id,
      askedBy: by.nickname,
    })
    .onConflictDoNothing()
    .returning()
  return added ?? null
}

/** Locked until the transaction ends: of two answers the second finds it answered. */
export async function lockedTransfer(db: Db, id: Id): Promise<TransferRow | null> {
  const [found] = await db.select().from(personTransfer).where(eq(personTransfer.id, id)).for("update")
  return found ?? null
}

/** As it is read by either side. */
export async function transferById(db: Db, id: Id): Promise<TransferRow | null> {
  const [found] = await db.select().from(personTransfer).where(eq(personTransfer.id, id))
  return found ?? null
}

export async function setAnswered(
  db: Db,
  id: Id,
  answer: Pick<TransferRow, "state" | "answeredBy"> & { readonly newPersonId?: Id | null },
): Promise<void> {
  await db
    .update(personTransfer)
    .set({ ...answer, answeredAt: sql`now()` })
    .where(eq(personTransfer.id, id))
}

/** Those of one side or the other that the viewer administers, the newest first. */
export async function listTransfers(
  db: Db,
  administered: Scope,
  org: Id | undefined,
): Promise<PersonTransfer[]> {
  const theirs = administered.reach === "all" ? null : [...administered.orgs]
  const isOfOrganisations = (orgs: readonly Id[]) =>
    or(inArray(personTransfer.orgId, [...orgs]), inArray(personTransfer.toOrgId, [...orgs]))
  const rows = await db
    .select({
      row: personTransfer,
      askedAt: asMoment(personTransfer.createdAt),
      answeredAt: sql<string | null>`${asMoment(personTransfer.answeredAt)}`,
      newAccount: sql<string | null>`case when ${personTransfer.kind} = 'second'
        then (select p.account from person p where p.id = ${personTransfer.newPersonId}) end`,
    })
    .from(personTransfer)
    .where(
      and(
        theirs ? isOfOrganisations(theirs) : undefined,
        org === undefined ? undefined : isOfOrganisations([org]),
      ),
    )
    .orderBy(desc(personTransfer.id))
    .limit(transferLimits.listed)
  const administers = (id: Id) => theirs === null || theirs.includes(id)
  return rows.map(({ row, askedAt, answeredAt, newAccount }) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    nickname: row.name,
    usercode: row.account,
    orgid: row.orgId,
    orgname: row.orgName,
    toOrgid: row.toOrgId,
    toOrgname: row.toOrgName,
    note: row.note,
    askedBy: row.askedBy,
    askedAt,
    answeredBy: row.answeredBy,
    answeredAt,
    newUsercode: newAccount,
    mayAnswer: row.state === "asked" && administers(row.toOrgId),
    mayWithdraw: row.state === "asked" && administers(row.orgId),
  }))
}

/**
 * The places of one human being: back over moves to who they were before, and second places with their end. Unrestricted, because
 * the other places are out of the viewer's reach; only names of organisations and days are told.
 */
export async function placeHistory(
  systemDb: Db,
  personId: Id,
  mayEnd: (orgs: readonly Id[]) => boolean,
): Promise<PlaceChange[]> {
  const { rows } = await systemDb.execute<{
    id: Id
    kind: TransferKind
    from_id: Id
    to_id: Id
    from_name: string
    to_name: string
    at: string
    is_held: boolean
  }>(sql`
    with recursive one (id) as (
      select ${personId}::bigint
      union
      select case when t.person_id = one.id then t.new_person_id else t.person_id end
      from person_transfer t join one on one.id in (t.person_id, t.new_person_id)
      where t.state = 'accepted' and t.kind <> 'end' and t.new_person_id is not null
    )
    select t.id::text, t.kind, t.org_id::text as from_id, t.to_org_id::text as to_id, t.org_name as from_name,
      t.to_org_name as to_name, ${asMoment(sql`t.answered_at`)} as at,
      t.kind = 'second' and exists (select from person p where p.id = t.new_person_id and p.disabled_at is null) as is_held
    from person_transfer t
    where t.state = 'accepted' and t.person_id in (select id from one)
    order by t.answered_at desc, t.id desc limit ${transferLimits.history}`)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    orgname: row.from_name,
    toOrgname: row.to_name,
    at: row.at,
    mayEnd: row.is_held && mayEnd([row.from_id, row.to_id]),
  }))
}

export async function administratorsIn(db: Db, org: Id): Promise<Id[]> {
  const rows = await db
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.orgId, org), ne(person.admintype, admintypes.none), isNull(person.disabledAt)))
  return rows.map(({ id }) => id)
}
