import {
  ingestLimits,
  type AlarmSource,
  type RefusedItem,
  type SourceCall,
} from "@uc/contract/alarm-sources/calls"
import { pageLimit, type Id } from "@uc/contract/core/wire"
import { and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { alarmSource, alarmSourceCall } from "../../db/schema/alarm-sources.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { belowOfBureau } from "./signed-source.ts"

const lastCall = sql`(select max(c.at) from ${alarmSourceCall} c where c.source_id = ${alarmSource.id})`

function selectSources(db: Db) {
  return db
    .select({
      id: alarmSource.id,
      orgid: alarmSource.orgId,
      orgname: organisation.name,
      name: alarmSource.name,
      key: alarmSource.key,
      createdAt: asMoment(alarmSource.createdAt),
      revokedAt: sql<string | null>`${asMoment(alarmSource.revokedAt)}`,
      lastCallAt: sql<string | null>`${asMoment(lastCall)}`,
    })
    .from(alarmSource)
    .innerJoin(organisation, eq(organisation.id, alarmSource.orgId))
}

export function sourcesInReach(
  db: Db,
  { withPlatforms }: { readonly withPlatforms: boolean },
): Promise<AlarmSource[]> {
  return selectSources(db)
    .where(withPlatforms ? undefined : ne(organisation.kind, "platform"))
    .orderBy(sql`${alarmSource.revokedAt} is not null`, asc(organisation.id), asc(alarmSource.id))
    .limit(1000)
}

export async function sourceById(db: Db, id: Id): Promise<AlarmSource | null> {
  const [found] = await selectSources(db).where(eq(alarmSource.id, id))
  return found ?? null
}

/** For which organisations sources of these report: of each of them, itself and what is below a bureau. */
export async function coveredBySources(db: Db, orgs: readonly Id[]): Promise<ReadonlyMap<Id, readonly Id[]>> {
  const { rows } = await db.execute<{ id: Id; below: Id[] }>(sql`
    select o.id::text as id, ${sql.raw(belowOfBureau)} as below from organisation o
    where o.id = any (${sql.param([...orgs])}::bigint[])`)
  return new Map(rows.map(({ id, below }) => [id, [id, ...below]]))
}

/** Null: the organisation has as many as it may. */
export async function addSource(
  db: Db,
  added: { orgId: Id; name: string; key: string; createdBy: Id },
): Promise<AlarmSource | null> {
  // Locked: two at once would both get the same count.
  await db.execute(
    sql`select from ${organisation} where ${eq(organisation.id, added.orgId)} for no key update`,
  )
  const isInForce = and(eq(alarmSource.orgId, added.orgId), isNull(alarmSource.revokedAt))
  if ((await db.$count(alarmSource, isInForce)) >= ingestLimits.sources) return null
  const [row] = await db.insert(alarmSource).values(added).returning({ id: alarmSource.id })
  return row ? sourceById(db, row.id) : null
}

/** False: there was none in force. */
export async function revoke(db: Db, id: Id): Promise<boolean> {
  const { rowCount } = await db
    .update(alarmSource)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(alarmSource.id, id), isNull(alarmSource.revokedAt)))
  return rowCount === 1
}

export async function keepCall(
  db: Db,
  source: { readonly id: Id; readonly orgId: Id },
  counts: Omit<SourceCall, "at">,
): Promise<void> {
  await db.insert(alarmSourceCall).values({ orgId: source.orgId, sourceId: source.id, ...counts })
}

export async function lastCalls(db: Db, sourceId: Id): Promise<SourceCall[]> {
  const rows = await db
    .select({
      at: asMoment(alarmSourceCall.at),
      accepted: alarmSourceCall.accepted,
      repeated: alarmSourceCall.repeated,
      refused: alarmSourceCall.refused,
      refusals: alarmSourceCall.refusals,
    })
    .from(alarmSourceCall)
    .where(eq(alarmSourceCall.sourceId, sourceId))
    .orderBy(desc(alarmSourceCall.at), desc(alarmSourceCall.id))
    .limit(ingestLimits.callsShown)
  return rows.map((row) => ({ ...row, refusals: row.refusals as RefusedItem[] }))
}

/** Organisations in reach, by the beginning of their name. */
export function organisationsCalled(
  db: Db,
  name: string | undefined,
): Promise<{ orgid: Id; name: string }[]> {
  return db
    .select({ orgid: organisation.id, name: organisation.name })
    .from(organisation)
    .where(
      and(
        isNull(organisation.disabledAt),
        name === undefined ? undefined : sql`${organisation.name} ^@ ${name}`,
      ),
    )
    .orderBy(asc(sql`length(${organisation.name})`), asc(organisation.id))
    .limit(pageLimit)
}
