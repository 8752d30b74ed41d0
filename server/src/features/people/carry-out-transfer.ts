import { profileLimits } from "@uc/contract/account/profile-calls"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { peopleAdminLimits, type Place, type peopleAdminMessages } from "@uc/contract/people/admin-calls"
import type { transferMessages } from "@uc/contract/people/transfer-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { grid } from "../../db/schema/grids.ts"
import { patrolPlanPoint, patrolRecord } from "../../db/schema/patrols.ts"
import { credential, person, personRole } from "../../db/schema/people.ts"
import { personTie } from "../../db/schema/profiles.ts"
import { taskAssignee } from "../../db/schema/tasks.ts"
import { unrestricted } from "../../db/scope.ts"
import { untiePeople } from "../../security/sign-in/person-ties.ts"
import { peopleWithRolesBeyond } from "../../session/rights/covers-roles.ts"
import { rightsOfPerson } from "../../session/rights/person-rights.ts"
import { releaseHazards } from "../hazards/public.ts"
import { arePlaces, putPlaces } from "./person-actions.ts"
import type { Side, TransferRow } from "./transfers.store.ts"

/** Why it can't be done, by the name of the sentence. */
export type TransferObstacle =
  | keyof Pick<typeof transferMessages, "alreadyThere" | "tooMany" | "targetDisabled" | "rightsChanged">
  | keyof Pick<typeof peopleAdminMessages, "placeGone" | "disabledPerson" | "accountTaken">

type CarriedOut = { readonly newPersonId: Id | null } | { readonly obstacle: TransferObstacle }

interface Target {
  readonly to: Side
  readonly places: readonly Place[]
}

/**
 * DISTRICT-6, decision 070: somebody who moves is a new person of the new organisation with the same account and password. The old one
 * stays in the old organisation, out of use: what they did there keeps its author. The transaction must reach both organisations.
 */
export async function carryOutMove(
  db: Db,
  database: Database,
  transfer: TransferRow,
  target: Target,
): Promise<CarriedOut> {
  const own = await lockedWhole(db, transfer.personId)
  const obstacle =
    own && (await hasRisenAbove(database, own, transfer))
      ? "rightsChanged"
      : await obstacleTo(db, own, target)
  if (!own || obstacle) return { obstacle: obstacle ?? "disabledPerson" }
  await db
    .update(person)
    .set({
      // No account may have this sign, so it is never taken.
      account: `${own.account}#${own.id}`,
      phone: null,
      email: null,
      idcard: null,
      ...outOfUse,
    })
    .where(eq(person.id, own.id))
  const id = await addCopy(db, own, own.account, target)
  await settleOpenWork(db, own)
  // The old organisation's administrator made it, and may know it: nobody of theirs gets into the new account by it.
  await db.delete(credential).where(and(eq(credential.personId, own.id), isNotNull(credential.oneTimeUntil)))
  for (const table of [credential, personTie])
    await db.update(table).set({ personId: id, orgId: target.to.id }).where(eq(table.personId, own.id))
  return { newPersonId: id }
}

const outOfUse = {
  admintype: admintypes.none,
  disabledAt: sql`now()`,
  version: sql`${person.version} + 1`,
  updatedAt: sql`now()`,
} as const

/** A second account, which is reached from the first one by switching; it has no password of its own. */
export async function carryOutSecondPlace(
  db: Db,
  database: Database,
  transfer: TransferRow,
  target: Target,
): Promise<CarriedOut> {
  const own = await lockedWhole(db, transfer.personId)
  const obstacle = await obstacleTo(db, own, target)
  if (!own || obstacle) return { obstacle: obstacle ?? "disabledPerson" }
  const { tied, account } = await database.transaction(unrestricted, async (systemDb) => ({
    tied: await systemDb.$count(
      personTie,
      sql`${personTie.humanId} = (select human_id from person_tie where person_id = ${own.id})`,
    ),
    account: await freeAccount(systemDb, own.account),
  }))
  if (tied >= profileLimits.tied) return { obstacle: "tooMany" }
  if (account === null) return { obstacle: "accountTaken" }
  const id = await addCopy(db, own, account, target)
  await db.execute(sql`insert into person_tie (person_id, org_id, human_id)
    values (${own.id}, ${own.orgId}, gen_random_uuid()) on conflict (person_id) do nothing`)
  await db.execute(sql`insert into person_tie (person_id, org_id, human_id)
    select ${id}, ${target.to.id}, human_id from person_tie where person_id = ${own.id}`)
  return { newPersonId: id }
}

export async function carryOutEnd(db: Db, transfer: TransferRow): Promise<CarriedOut> {
  const own = await lockedWhole(db, transfer.personId)
  if (!own || own.disabledAt !== null) return { obstacle: "disabledPerson" }
  await db.update(person).set(outOfUse).where(eq(person.id, own.id))
  await settleOpenWork(db, own)
  await untiePeople(db, [own.id])
  return { newPersonId: null }
}

type Whole = typeof person.$inferSelect

async function lockedWhole(db: Db, id: Id): Promise<Whole | null> {
  const [found] = await db.select().from(person).where(eq(person.id, id)).for("update")
  return found ?? null
}

/** HOME-6, FAULT-1: whoever asked may no longer change them; they have become an administrator above, or hold a role beyond. */
async function hasRisenAbove(
  database: Database,
  { id, admintype }: Whole,
  { askedById }: TransferRow,
): Promise<boolean> {
  const { systemDb } = database
  const asker = askedById === null ? null : await rightsOfPerson(systemDb, askedById)
  const isThere = asker !== null && asker.person.disabledAt === null
  const holder = isThere
    ? { ...asker, user: { admintype: asker.person.admintype, orgid: asker.person.orgId } }
    : null
  if ((await peopleWithRolesBeyond(database, holder, [id])).size > 0) return true
  if (admintype === admintypes.none) return false
  const isTheirs = and(
    sql`${person.id} = ${askedById}`,
    gte(person.admintype, admintype),
    isNull(person.disabledAt),
  )
  return (await systemDb.$count(person, isTheirs)) === 0
}

async function obstacleTo(
  db: Db,
  own: Whole | null,
  { to, places }: Target,
): Promise<TransferObstacle | null> {
  if (!own || own.disabledAt !== null) return "disabledPerson"
  if (to.isDisabled) return "targetDisabled"
  const there = sql`${person.id} in (select other.person_id from person_tie own join person_tie other using (human_id)
    where own.person_id = ${own.id})`
  if ((await db.$count(person, and(eq(person.orgId, to.id), isNull(person.disabledAt), there))) > 0)
    return "alreadyThere"
  return (await arePlaces(db, to.id, places)) ? null : "placeGone"
}

/** With what belongs to the human being; rights, role and picture stay behind. */
async function addCopy(db: Db, own: Whole, account: string, { to, places }: Target): Promise<Id> {
  const { name, phone, phoneProvenAt, email, idcard, sex, mustUseSecondFactor, pinyin, initials } = own
  const copied = { name, phone, phoneProvenAt, email, idcard, sex, mustUseSecondFactor, pinyin, initials }
  const [made] = await db
    .insert(person)
    .values({ ...copied, orgId: to.id, account, usertype: usertypes[to.kind] })
    .returning({ id: person.id })
  if (!made) throw new Error("A person is not there after they were added")
  await putPlaces(db, to.id, made.id, places)
  return made.id
}

const accountsTried = 20

/** `lisi-2`, or the first number that is free. Null: none is. */
async function freeAccount(systemDb: Db, account: string): Promise<string | null> {
  const stem = account.slice(0, peopleAdminLimits.account - 3)
  const wanted = Array.from({ length: accountsTried }, (_, at) => `${stem}-${at + 2}`)
  const { rows } = await systemDb.execute<{ account: string }>(sql`
    select lower(account) as account from person
    where lower(account) = any (${sql.param(wanted.map((each) => each.toLowerCase()))}::text[])`)
  const taken = new Set(rows.map((row) => row.account))
  return wanted.find((each) => !taken.has(each.toLowerCase())) ?? null
}

/**
 * What is still to be done there falls to the organisation: to its administrators, or to whoever comes. Roles end: they must not
 * return should the account ever be enabled again.
 */
async function settleOpenWork(db: Db, { id, orgId }: Whole): Promise<void> {
  await db.delete(personRole).where(eq(personRole.personId, id))
  const isOpen = and(eq(taskAssignee.personId, id), inArray(taskAssignee.state, ["new", "doing"]))
  await db
    .update(taskAssignee)
    .set({ personId: null })
    .where(
      and(
        isOpen,
        sql`not exists (select from task_assignee other where other.task_id = ${taskAssignee.taskId}
          and other.org_id = ${orgId} and other.person_id is null)`,
      ),
    )
  // The organisation has these already.
  await db.delete(taskAssignee).where(isOpen)
  await db.update(patrolPlanPoint).set({ personId: null }).where(eq(patrolPlanPoint.personId, id))
  await db
    .update(patrolRecord)
    .set({ personId: null })
    .where(and(eq(patrolRecord.personId, id), eq(patrolRecord.result, "due")))
  await releaseHazards(db, id)
  await db.update(grid).set({ keeperId: null }).where(eq(grid.keeperId, id))
}
