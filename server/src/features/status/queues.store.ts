import type { StatusQueue } from "@uc/contract/status/calls"
import { queueTitles, type QueueName } from "@uc/contract/status/names"
import { sql } from "drizzle-orm"
import { noticeFacts, type NoticeFacts } from "../../db/application-notices.ts"
import type { Db } from "../../db/open.ts"
import { stuckMinutes } from "./checks/work-checks.ts"

export interface QueueFacts {
  readonly queues: readonly StatusQueue[]
  /** Messages that were given up in the last hour. */
  readonly failedMessages: number
  readonly stuckImports: number
  /** SSO-5, SSO-7 */
  readonly notices: readonly NoticeFacts[]
}

interface Counted extends Record<string, unknown> {
  readonly name: QueueName
  readonly waiting: number
  readonly oldestS: number | null
  readonly bad: number
}

/**
 * Numbers alone, of all organisations: nothing of what waits is read. Messages without a try were never meant to be sent: there
 * is no gateway, or nobody has that phone.
 */
export async function queuesIn(db: Db): Promise<QueueFacts> {
  const messages = (channel: "sms" | "webhook") => sql`
    select ${channel}::text as name, count(*) filter (where state = 'waiting')::int as waiting,
      extract(epoch from now() - min(created_at) filter (where state = 'waiting'))::int as "oldestS",
      count(*) filter (where state = 'failed' and tries > 0 and created_at > now() - interval '1 hour')::int as bad
    from sms_outbox where channel = ${channel} and created_at > now() - interval '1 day'`
  const { rows } = await db.execute<Counted>(sql`
    ${messages("sms")} union all ${messages("webhook")} union all
    select 'imports', count(*)::int, extract(epoch from now() - min(created_at))::int,
      count(*) filter (where alive_at < now() - make_interval(mins => ${stuckMinutes}::int))::int
    from data_import where state in ('checking', 'running') union all
    select 'firstPasswords', count(*)::int, null, 0 from first_password where state = 'waiting' and until > now()`)
  const notices = await noticeFacts(db)
  const badIn = (name: QueueName) => rows.find((row) => row.name === name)?.bad ?? 0
  return {
    queues: [...rows, ...notices.map(queueOf)].map(({ name, waiting, oldestS }) => ({
      name,
      title: queueTitles[name],
      waiting,
      oldestS: oldestS === null ? null : Math.max(0, oldestS),
    })),
    failedMessages: badIn("sms") + badIn("webhook"),
    stuckImports: badIn("imports"),
    notices,
  }
}

function queueOf({ kind, waiting, oldestS }: NoticeFacts) {
  const name: QueueName = kind === "change" ? "changes" : "signOuts"
  return { name, waiting, oldestS }
}
