import {
  awarenessLimits,
  awarenessMessages,
  awarenessRings,
  remindText,
  toldSentence,
} from "@uc/contract/awareness/told"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import type { Services } from "../../http/services.ts"
import { publishEvent } from "../../realtime/publish-event.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { queueManySms } from "../../security/sms/sms-outbox.ts"
import { everybodyMissing, markReminded, type Subject } from "./awareness.store.ts"

interface Reminder {
  readonly subject: Subject
  /** Where the bell leads. */
  readonly place: `/${string}`
  readonly bySms: boolean
}

/**
 * DAY-2: the cards of those who have not confirmed ask once more and their bell rings; with `bySms` they get a message. Each
 * way waits for itself alone: whoever does not look at the portal needs the message at once. It rings as well, unless that
 * was done lately.
 */
export async function remind(
  services: Services,
  { db }: RequestContext,
  { subject, place, bySms }: Reminder,
): Promise<{ reminded: number; messages: number }> {
  if (subject.isOver)
    throw new Refusal(
      subject.kind === "alarm" ? awarenessMessages.nothingToRemind : awarenessMessages.drillOver,
      { status: 409 },
    )
  if (bySms && services.sms === null) throw new Refusal(awarenessMessages.noGateway)
  const missing = await everybodyMissing(db, subject)
  if (missing.length === 0) throw new Refusal(awarenessMessages.everybodyKnows, { status: 409 })
  if (!(await markReminded(db, subject, bySms ? "remindedBySmsAt" : "remindedAt")))
    throw new Refusal(awarenessMessages.remindedLately, { status: 429 })
  if (!bySms || (await markReminded(db, subject, "remindedAt")))
    await ringBell(db, {
      personIds: missing.map(({ id }) => id),
      topic: subject.kind === "alarm" ? "alarm" : "drill",
      title: ringOf(subject),
      place,
      isUrgent: true,
    })
  const messages = bySms ? await sendMessages(services, db, subject, missing) : 0
  await publishEvent(db, "told", subject.orgId)
  await publishEvent(db, "confirmed", subject.orgId)
  return { reminded: missing.length, messages }
}

function ringOf({ kind, levelName, title }: Subject): string {
  return kind === "alarm" ? awarenessRings.alarm(levelName ?? "", title) : awarenessRings[kind](title)
}

async function sendMessages(
  { keyed, sms, site }: Services,
  db: RequestContext["db"],
  subject: Subject,
  missing: readonly { readonly phone: string | null }[],
): Promise<number> {
  const phones = [...new Set(missing.flatMap(({ phone }) => (phone === null ? [] : [phone])))]
  const reached = phones.slice(0, awarenessLimits.messages)
  const text = remindText({ site: site.brand.name, school: subject.orgname, what: toldSentence(subject) })
  await queueManySms(db, keyed, sms, { phones: reached, text })
  return reached.length
}
