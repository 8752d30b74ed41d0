import { webhookLimits } from "@uc/contract/applications/webhooks"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { pausesS } from "../told-answers.ts"

/** Answers that say nothing of the notice: it was not sent, or nobody read it. */
const ofAddress: ReadonlySet<string> = new Set(["unreachable", "certificate", "inner", "plain", "redirect"])

/** The notice that was not accepted. */
interface Notice {
  readonly applicationId: Id
  readonly object: string
  readonly objectId: Id
  readonly address: string
}

interface Failed {
  readonly answer: string
  readonly afterS: number | null
}

/**
 * A receiver that accepts nothing is left alone for a while, and one that does not accept a notice gets all others (SSO-16). Which of the
 * two it is shows in whether another object's notice has failed as well and waits. That pause is short: there
 * may be several notices that are never accepted, and what is new must not wait for them. Where the address itself fails the pause grows
 * with the failures; requests that were under way together count once. A receiver that says when it wants the next one is obeyed.
 */
export async function noteFailure(
  db: Db,
  { applicationId, object, objectId }: Notice,
  { answer, afterS }: Failed,
): Promise<void> {
  const most = ofAddress.has(answer) ? pausesS.at(-1) : webhookLimits.pauseS
  const pause = sql`least((${sql.param([...pausesS])}::int[])[least(w.failures + 1, ${pausesS.length}::int)], ${most}::int)`
  const others = sql`exists (select from webhook_delivery d where d.application_id = w.application_id
    and (d.object, d.object_id) <> (${object}, ${objectId}::bigint) and d.next_at is not null
    and d.answer is not null)`
  await db.execute(sql`update application_webhook w
    set failures = w.failures + 1, failing_since = coalesce(w.failing_since, now()),
      paused_until = greatest(
        case when ${ofAddress.has(answer)} or ${others} then now() + make_interval(secs => ${pause}) else w.paused_until end,
        now() + make_interval(secs => ${afterS}::int))
    where w.application_id = ${applicationId} and (w.paused_until is null or w.paused_until <= now() or ${afterS !== null})`)
}

/** SSO-16: an answer 410. An address that was entered meanwhile has said nothing of the kind. */
export async function switchOff(db: Db, { applicationId, address }: Notice): Promise<void> {
  await db.execute(sql`update application_webhook set is_off = true, gone_at = now()
    where application_id = ${applicationId} and address = ${address} and not is_off`)
}
