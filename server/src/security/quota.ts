import { sql, type SQL } from "drizzle-orm"
import { statementOnce } from "../db/built-once.ts"
import type { Db } from "../db/open.ts"

export interface QuotaLimit {
  readonly key: string
  /** The length of the rolling window: no span of this length has more. */
  readonly seconds: number
  readonly atMost: number
}

export type QuotaTaken = { ok: true } | { ok: false; retryAfterS: number; key: string }

/** A millisecond late rather than early: the column has no finer precision, and none may leave its window too soon. */
const thisMoment = sql`clock_timestamp() + interval '1 millisecond'`

/**
 * Takes one of each, or none where one of them is used up. Each is a row of its own, so a key never has more rows than its
 * limit. Other transactions wait for the same key until this one ends: keep what follows short, and take all keys of a
 * transaction in one call, because only within one call the locks have an order that excludes a deadlock.
 * A key that is given with several windows is taken once.
 */
export async function takeQuota(db: Db, limits: readonly QuotaLimit[]): Promise<QuotaTaken> {
  const keys = sql.param(limits.map(({ key }) => key))
  const seconds = sql.param(limits.map((limit) => limit.seconds))
  const atMost = sql.param(limits.map((limit) => limit.atMost))
  await lockQuotas(
    db,
    limits.map(({ key }) => key),
  )
  // A statement of its own: it must see what the transactions before it have written.
  const { rows } = await db.execute<{ key: string; wait: number }>(sql`
    with asked as (
      select * from unnest(${keys}::text[], ${seconds}::float8[], ${atMost}::int[]) as a (key, seconds, at_most)
    ), full_up as (
      select a.key, coalesce(
        (select least(a.seconds, extract(epoch from done.bucket - clock_timestamp()) + a.seconds)
           from (select bucket, sum(n) over (order by bucket desc) as since
                   from quota where key = a.key and bucket > clock_timestamp() - make_interval(secs => a.seconds)) done
          where done.since >= a.at_most order by done.bucket desc limit 1),
        case when a.at_most < 1 then a.seconds end)::float8 as wait
      from asked a
    ), taken as (
      insert into quota as q (key, bucket, n)
      select key, ${thisMoment}, 1 from (select distinct key from asked) keys
      where not exists (select from full_up where wait is not null)
      on conflict (key, bucket) do update set n = q.n + 1
    )
    select key, wait from full_up where wait is not null order by wait desc limit 1`)
  const full = rows[0]
  return full ? { ok: false, key: full.key, retryAfterS: Math.max(1, Math.ceil(full.wait)) } : { ok: true }
}

/** Until the transaction ends, no other takes or counts these. */
export async function lockQuotas(db: Db, keys: readonly string[]): Promise<void> {
  await db.execute(sql`
    select pg_advisory_xact_lock(h) from
      (select distinct hashtextextended(key, 3) as h from unnest(${sql.param(keys)}::text[]) key order by 1) locks`)
}

const waitOf = statementOnce(
  "quota_wait",
  ["key", "seconds", "atMost"],
  (given) => sql<{ wait: number }>`${waitOfQuota(given)}`,
)

/** As a part of another statement: seconds, or no row where one is free. */
export function waitOfQuota({
  key,
  seconds,
  atMost,
}: Readonly<Record<"key" | "seconds" | "atMost", SQL>>): SQL {
  return sql`
    select extract(epoch from done.bucket - clock_timestamp())::float8 + ${seconds}::float8 as wait
      from (select bucket, sum(n) over (order by bucket desc) as since
              from quota where key = ${key} and bucket > clock_timestamp() - make_interval(secs => ${seconds}::float8)) done
     where done.since >= ${atMost}::int order by done.bucket desc limit 1`
}

/** Seconds until one is free again; null: now. Takes and locks nothing: for what `countOne` counts. */
export async function quotaWait(db: Db, { key, seconds, atMost }: QuotaLimit): Promise<number | null> {
  const [full] = await waitOf(db, { key, seconds, atMost })
  return full ? Math.max(1, Math.ceil(full.wait)) : null
}

/** Counts something that is not refused, such as a failure. */
export async function countOne(db: Db, key: string): Promise<void> {
  await db.execute(sql`
    insert into quota as q (key, bucket, n) values (${key}, ${thisMoment}, 1)
    on conflict (key, bucket) do update set n = q.n + 1`)
}
