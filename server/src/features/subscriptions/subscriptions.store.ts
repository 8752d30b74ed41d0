import type { SubscriptionTopic } from "@uc/contract/subscriptions/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { subscription } from "../../db/schema/notices.ts"

interface Owner {
  readonly id: Id
  readonly orgid: Id
}

export async function savedTopics(db: Db, { id, orgid }: Owner): Promise<ReadonlyMap<string, boolean>> {
  const rows = await db
    .select({ topic: subscription.topic, isOn: subscription.isOn })
    .from(subscription)
    .where(and(eq(subscription.orgId, orgid), eq(subscription.personId, id)))
  return new Map(rows.map(({ topic, isOn }) => [topic, isOn]))
}

export async function saveTopic(
  db: Db,
  { id, orgid }: Owner,
  topic: SubscriptionTopic,
  isOn: boolean,
): Promise<void> {
  await db
    .insert(subscription)
    .values({ orgId: orgid, personId: id, topic, isOn })
    .onConflictDoUpdate({
      target: [subscription.personId, subscription.topic],
      set: { isOn, updatedAt: sql`now()` },
    })
}
