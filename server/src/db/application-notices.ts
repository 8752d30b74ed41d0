import { sql } from "drizzle-orm"
import type { Db } from "./open.ts"

export interface NoticeFacts {
  /** Sign-outs (SSO-7), or changes of the directory (SSO-5). */
  readonly kind: "sign-out" | "change"
  readonly waiting: number
  /** How long the oldest of them has been waiting; null: none is. */
  readonly oldestS: number | null
  /** In the last day. */
  readonly givenUp: number
  /** Applications that accepted none of the last ones. */
  readonly failing: number
}

/** What applications are still to be told, for 运行状态 and the metrics. Of sign-ons that are not over nothing is to be told yet. */
export async function noticeFacts(db: Db): Promise<readonly NoticeFacts[]> {
  const { rows } = await db.execute<NoticeFacts & Record<string, unknown>>(sql`
    select 'sign-out' as kind, count(*) filter (where next_at is not null)::int as waiting,
      extract(epoch from now() - min(coalesce(ended_at, next_at)) filter (where next_at is not null))::int as "oldestS",
      count(*) filter (where next_at is null and answer <> 'disabled' and answered_at > now() - interval '1 day')::int as "givenUp",
      count(distinct application_id) filter (where next_at is not null and tries > 1)::int as failing
    from application_sign_on where told_at is null and (ended_at is not null or next_at <= now())
    union all
    select 'change', count(*) filter (where next_at is not null)::int,
      extract(epoch from now() - min(changed_at) filter (where next_at is not null))::int,
      count(*) filter (where next_at is null and answer <> 'disabled' and answered_at > now() - interval '1 day')::int,
      (select count(*)::int from application_webhook where not is_off and failures > 1)
    from (
      select changed_at, next_at, answer, answered_at from webhook_delivery where told_at is null and object <> 'test'
      union all
      select created_at, created_at, null, null from directory_change
    ) untold`)
  return rows.map((row) => ({ ...row, oldestS: row.oldestS === null ? null : Math.max(0, row.oldestS) }))
}
