import { subscriptionTopics, type SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../db/open.ts"
import { publishEvent } from "./publish-event.ts"

export interface Ring {
  readonly personIds: readonly Id[]
  /** Who has turned it off is not rung for. */
  readonly topic: SubscriptionTopic
  /** What the bell says, plain text: `王芳给您分配了任务：检查消防通道`. */
  readonly title: string
  /** Where it leads, a path of the portal's own: `/task?task=7`. */
  readonly place: `/${string}`
  /** Rings with the same key reach a person once: `task-due:7:2026-11-15`. Without one, each time. */
  readonly key?: string
  /** Also for those who have turned the topic off: only where somebody is in danger. */
  readonly isUrgent?: boolean
}

/**
 * Brings something to the bell of some people. Part of the transaction: whoever is signed in hears it once that is committed.
 * The walls hold: people whom the transaction does not reach are passed over. Gives those whose bell it rang.
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
