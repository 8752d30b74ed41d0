import { domainLimits, type RefusedOrigin } from "@uc/contract/domains/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, gt, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain, refusedOrigin } from "../../db/schema/domains.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { entryInForce } from "./domains-in-force.ts"
import { keepInheritedUse } from "./inherited-domains.ts"
import { lockList } from "./lock-list.ts"

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/**
 * What a browser reports about a page that it hosted or refused is only a hint; the list decides how it counts: a listed
 * domain was used, another was refused. A contradicting report comes from a browser with an older list.
 */
export async function keepSeen(
  db: Db,
  org: Id,
  { origin, wasRefused }: { readonly origin: string; readonly wasRefused: boolean },
): Promise<void> {
  const listed = await entryInForce(db, org, origin)
  if (!listed) {
    if (wasRefused) await countRefused(db, org, origin)
    return
  }
  if (wasRefused) return
  if (!listed.isOwn) return keepInheritedUse(db, org, listed.id)
  await db
    .update(authDomain)
    .set({ lastUsedAt: sql`now()` })
    .where(
      and(
        eq(authDomain.id, listed.id),
        sql`coalesce(${authDomain.lastUsedAt} < now() - interval '1 minute', true)`,
      ),
    )
}

async function countRefused(db: Db, org: Id, origin: string): Promise<void> {
  // Locked, or two at once would both find room for the last one.
  await lockList(db, org)
  await db.execute(sql`
    insert into ${refusedOrigin} as kept (org_id, day, origin, times, last_at)
    select ${org}::bigint, ${today}, ${origin}, 1, now()
    where (select count(*) filter (where origin <> ${origin}) from ${refusedOrigin}
           where org_id = ${org}::bigint and day = ${today}) < ${domainLimits.refusedADay}
    on conflict (org_id, day, origin) do update set times = kept.times + 1, last_at = now()`)
}

/** Of the last days, the newest first; those that were listed since are no longer of interest. */
export async function refusedOrigins(db: Db, org: Id, listed: readonly string[]): Promise<RefusedOrigin[]> {
  const lastAt = sql`max(${refusedOrigin.lastAt})`
  const rows = await db
    .select({
      origin: refusedOrigin.origin,
      times: sql<number>`sum(${refusedOrigin.times})::int`,
      lastAt: asMoment(lastAt),
    })
    .from(refusedOrigin)
    .where(
      and(
        eq(refusedOrigin.orgId, org),
        gt(refusedOrigin.day, sql`${today} - ${domainLimits.refusedDays}::int`),
      ),
    )
    .groupBy(refusedOrigin.origin)
    .orderBy(desc(lastAt), refusedOrigin.origin)
    .limit(domainLimits.refusedADay)
  return rows.filter(({ origin }) => !listed.includes(origin))
}
