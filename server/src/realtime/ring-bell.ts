import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { publishEvent } from "./publish-event.ts"

export interface Ring {
  readonly personIds: readonly Id[]
  /** People who have turned it off get nothing. */
  readonly topic: SubscriptionTopic
  /** The text of the entry, plain: `王芳给您分配了任务：检查消防通道`. */
  readonly title: string
  /** Where it leads, a path of the portal's own: `/task?task=7`. */
  readonly place: `/${string}`
  /** Of several entries with the same key a person gets one: `task-due:7:2026-11-15`. Without a key, each. */
  readonly key?: string
  /** Also for those who have turned the topic off: only where somebody is in danger. */
  readonly isUrgent?: boolean
}

/**
 * Adds an entry to the bell of some people. Part of the transaction: those who are signed in get an event when that is
 * committed. Row-level security applies: people whom the transaction does not reach get nothing. Gives those who got it.
 */
export async function ringBell(
  db: Db,
  { personIds, topic, title, place, key, isUrgent = false }: Ring,
): Promise<Id[]> {
  if (personIds.length === 0) return []
  const { rows } = await db.execute<{ id: Id }>(sql`
    insert into bell_ring (org_id, person_id, topic, title, place, key)
    select p.org_id, p.id, ${topic}, ${title}, ${place}, ${key ?? null}
    from person p
    left join subscription s on s.person_id = p.id and s.topic = ${topic}
    where p.id = any (${sql.param([...personIds])}::bigint[]) and p.disabled_at is null 
      and (${isUrgent} or coalesce(s.is_on, ${subscriptionTopics[topic].isOnAtFirst}))
    on conflict (person_id, key) do nothing
    returning person_id::text as id`)
  const rung = rows.map(({ id }) => id)
  if (rung.length > 0) await publishEvent(db, "bell", { people: rung })
  return rung
}
