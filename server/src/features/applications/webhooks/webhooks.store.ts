import type { ApplicationWebhook, WebhookDelivery } from "@uc/contract/applications/webhook-calls"
import { webhookLimits, type ChangedObject } from "@uc/contract/applications/webhooks"
import type { Id } from "@uc/contract/core/wire"
import { and, desc, eq, isNotNull, lt, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { asMoment } from "../../../db/queries/wire-moment.ts"
import { application } from "../../../db/schema/domains.ts"
import { applicationWebhook, webhookDelivery } from "../../../db/schema/webhooks.ts"

const givenUp = sql`count(*) filter (where next_at is null and told_at is null and object <> 'test')`

/** SSO-5: what the list of applications says about it. */
export const webhookStateOf: SQL<{
  isOff: boolean
  isGone: boolean
  failingSince: string | null
  givenUp: number
} | null> = sql`(
  select json_build_object('isOff', w.is_off, 'isGone', w.gone_at is not null,
    'failingSince', case when w.failing_since < now() - make_interval(mins => ${webhookLimits.failingMinutes}::int)
      and not w.is_off then ${asMoment(sql`w.failing_since`)} end,
    'givenUp', (select ${givenUp} from ${webhookDelivery} where application_id = w.application_id))
  from ${applicationWebhook} w where ${eq(sql`w.application_id`, application.id)})`

/** Whose application it is has been looked at before, here and below. Null: it is not told of changes. */
export async function webhookOf(db: Db, applicationId: Id): Promise<ApplicationWebhook | null> {
  const counted = (what: SQL) =>
    sql<number>`(select ${what}::int from ${webhookDelivery}
      where ${eq(webhookDelivery.applicationId, applicationWebhook.applicationId)})`
  const [found] = await db
    .select({
      address: applicationWebhook.address,
      objects: applicationWebhook.objects,
      isOff: applicationWebhook.isOff,
      goneAt: sql<string | null>`${asMoment(applicationWebhook.goneAt)}`,
      oldSecretUntil: sql<string | null>`case when ${applicationWebhook.oldSecretUntil} > now()
        then ${asMoment(applicationWebhook.oldSecretUntil)} end`,
      failingSince: sql<string | null>`${asMoment(applicationWebhook.failingSince)}`,
      pausedUntil: sql<string | null>`case when ${applicationWebhook.pausedUntil} > now()
        then ${asMoment(applicationWebhook.pausedUntil)} end`,
      waiting: counted(sql`count(*) filter (where next_at is not null)`),
      givenUp: counted(givenUp),
    })
    .from(applicationWebhook)
    .where(eq(applicationWebhook.applicationId, applicationId))
  return found ?? null
}

/**
 * Of those older than `before` the newest first, one more than a page has where there are more. Names come through row-level security: an
 * object that is the viewer's no more has none.
 */
export async function deliveriesOf(
  db: Db,
  applicationId: Id,
  before: Id | undefined,
): Promise<WebhookDelivery[]> {
  return db
    .select({
      id: webhookDelivery.id,
      object: webhookDelivery.object,
      objectId: webhookDelivery.objectId,
      objectName: sql<string | null>`case ${webhookDelivery.object}
        when 'person' then (select name from person where id = ${webhookDelivery.objectId})
        when 'department' then (select name from department where id = ${webhookDelivery.objectId})
        when 'organisation' then (select name from organisation where id = ${webhookDelivery.objectId}) end`,
      what: webhookDelivery.what,
      changedAt: sql<string>`${asMoment(webhookDelivery.changedAt)}`,
      tries: webhookDelivery.tries,
      answer: webhookDelivery.answer,
      answerMs: webhookDelivery.answerMs,
      answerWords: webhookDelivery.answerWords,
      isTold: sql<boolean>`${isNotNull(webhookDelivery.toldAt)}`,
      nextAt: sql<string | null>`${asMoment(webhookDelivery.nextAt)}`,
    })
    .from(webhookDelivery)
    .where(
      and(
        eq(webhookDelivery.applicationId, applicationId),
        before === undefined ? undefined : lt(webhookDelivery.id, before),
      ),
    )
    .orderBy(desc(webhookDelivery.id))
    .limit(webhookLimits.shown + 1)
}

interface WantedWebhook {
  readonly applicationId: Id
  readonly address: string
  readonly objects: readonly ChangedObject[]
  readonly isOff: boolean
  /** Of a new one. */
  readonly sealedSecret: Buffer
}

/** Another address is tried at once, and its failures are its own. Gives whether it is new. */
export async function saveWebhook(db: Db, { sealedSecret, ...wanted }: WantedWebhook): Promise<boolean> {
  const values = { ...wanted, objects: [...wanted.objects] }
  const rest = { failures: 0, failingSince: null, pausedUntil: null, goneAt: null }
  const changed = await db
    .update(applicationWebhook)
    .set({ ...values, ...rest })
    .where(eq(applicationWebhook.applicationId, wanted.applicationId))
    .returning({ id: applicationWebhook.applicationId })
  if (changed.length > 0) return false
  await db.insert(applicationWebhook).values({ ...values, sealedSecret })
  return true
}

/** False: there is no webhook. */
export async function renewWebhookSecret(
  db: Db,
  applicationId: Id,
  { sealedSecret, endsOld }: { readonly sealedSecret: Buffer; readonly endsOld: boolean },
): Promise<boolean> {
  const renewed = await db
    .update(applicationWebhook)
    .set({
      sealedSecret,
      oldSealedSecret: sql`case when not ${endsOld} then ${applicationWebhook.sealedSecret} end`,
      oldSecretUntil: sql`case when not ${endsOld}
        then now() + make_interval(hours => ${webhookLimits.overlapHours}::int) end`,
    })
    .where(eq(applicationWebhook.applicationId, applicationId))
    .returning({ id: applicationWebhook.applicationId })
  return renewed.length > 0
}

const again = {
  nextAt: sql`now()`,
  triedUntil: sql`now() + make_interval(hours => ${webhookLimits.hours}::int)`,
} as const

export async function queueTest(db: Db, applicationId: Id): Promise<void> {
  await db
    .insert(webhookDelivery)
    .values({ applicationId, object: "test", objectId: "0", what: "changed", ...again })
  await endPause(db, applicationId)
}

/** What was given up, all or this one; gives how many. */
export async function resendGivenUp(db: Db, applicationId: Id, delivery: Id | undefined): Promise<number> {
  const resent = await db
    .update(webhookDelivery)
    .set({ ...again, tries: 0 })
    .where(
      and(
        eq(webhookDelivery.applicationId, applicationId),
        delivery === undefined ? undefined : eq(webhookDelivery.id, delivery),
        sql`${webhookDelivery.nextAt} is null and ${webhookDelivery.toldAt} is null and ${webhookDelivery.object} <> 'test'`,
      ),
    )
    .returning({ id: webhookDelivery.id })
  if (resent.length > 0) await endPause(db, applicationId)
  return resent.length
}

async function endPause(db: Db, applicationId: Id): Promise<void> {
  await db
    .update(applicationWebhook)
    .set({ pausedUntil: null })
    .where(eq(applicationWebhook.applicationId, applicationId))
}
