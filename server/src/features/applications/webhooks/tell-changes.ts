import {
  webhookLimits,
  webhookType,
  type ChangedObject,
  type DirectoryChange,
} from "@uc/contract/applications/webhooks"
import type { Id } from "@uc/contract/core/wire"
import { sql } from "drizzle-orm"
import type { Database, Db } from "../../../db/open.ts"
import { unrestricted } from "../../../db/scope.ts"
import type { OutboundOf } from "../../../http/outbound/outbound.ts"
import type { Keyed } from "../../../security/keyed.ts"
import { answerOf, answerOfStatus, pauseAfter, retryAfterS } from "../told-answers.ts"
import { knownObject } from "./known-object.ts"
import { noteFailure, switchOff } from "./pause-receiver.ts"
import { endFailures } from "./ring-of-failures.ts"
import { signatureHeaders } from "./sign-webhook.ts"

/** Longer than a request may take: what a process that died has taken becomes free again. */
const leaseS = webhookLimits.answerS + 10
const applicationsAtOnce = 20
/** HTTP 410: it wants no more notices. */
const gone = "410"

export interface TellParts {
  readonly database: Database
  readonly outboundOf: OutboundOf
  readonly keyed: Keyed
  readonly dateMs: () => number
  readonly warn: (message: string, error?: unknown) => void
}

export interface TakenDelivery extends Record<string, unknown> {
  readonly id: Id
  readonly applicationId: Id
  readonly object: ChangedObject | "test"
  readonly objectId: Id
  readonly what: DirectoryChange
  readonly changedAt: string
  readonly tries: number
  readonly isLate: boolean
  readonly address: string
  readonly sealedSecret: Buffer
  /** Null: it signs no more. */
  readonly oldSealedSecret: Buffer | null
  readonly isOfPlatform: boolean
  /** The application or its webhook was switched off meanwhile. */
  readonly isOff: boolean
}

/**
 * SSO-5: takes what is due, with a lease, as sign-outs are (decision 096): a few of each application, and of one object only the oldest
 * that is not done, so that its changes arrive in order. Nothing of the applications `except`, which this process is busy with.
 */
export async function takeDeliveries(db: Db, except: readonly Id[]): Promise<readonly TakenDelivery[]> {
  const { rows } = await db.execute<TakenDelivery>(sql`
    update webhook_delivery t set tries = t.tries + 1, next_at = now() + make_interval(secs => ${leaseS}::int)
    from application_webhook w join application a on a.id = w.application_id join organisation o on o.id = a.org_id
    where w.application_id = t.application_id and t.id in (
      select due.id
      from (select v.application_id from application_webhook v
        where (v.paused_until is null or v.paused_until <= now())
          and v.application_id <> all (${sql.param([...except])}::bigint[])
          and exists (select from webhook_delivery d where d.application_id = v.application_id and d.next_at <= now())
        limit ${applicationsAtOnce}::int) waiting
      cross join lateral (select d.id from webhook_delivery d
        where d.application_id = waiting.application_id and d.next_at <= now()
          and not exists (select from webhook_delivery before where before.application_id = d.application_id
            and before.object = d.object and before.object_id = d.object_id and before.id < d.id
            and before.next_at is not null)
        order by d.next_at, d.id limit ${webhookLimits.parallel}::int for update skip locked) due)
    returning t.id::text, t.application_id::text as "applicationId", t.object, t.object_id::text as "objectId", t.what,
      to_char(t.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt", t.tries,
      t.tried_until < now() as "isLate", w.address, w.sealed_secret as "sealedSecret",
      case when w.old_secret_until > now() then w.old_sealed_secret end as "oldSealedSecret",
      w.is_off or a.disabled_at is not null or o.disabled_at is not null as "isOff",
      o.kind = 'platform' as "isOfPlatform"`)
  return rows
}

interface Answer {
  readonly answer: string
  /** For how long the application asks to be left alone; null: it does not say. */
  readonly afterS?: number | null
  readonly ms: number | null
  readonly words: string | null
}

/** `signal`: the process is being stopped. */
export async function tellChange(
  due: TakenDelivery,
  parts: TellParts,
  signal?: AbortSignal,
): Promise<boolean> {
  const answered = due.isOff ? { answer: "disabled", ms: null, words: null } : await send(due, parts, signal)
  if (!answered) {
    await giveBack(parts.database.systemDb, due)
    return false
  }
  const isTold = /^2\d\d$/.test(answered.answer)
  await note(parts.database, due, answered, isTold)
  if (!isTold && !due.isOff && (due.tries === 1 || due.isLate))
    parts.warn(
      `Application ${due.applicationId} could not be told of a change, try ${due.tries}${due.isLate ? ", given up" : ""}: ${answered.answer}`,
    )
  return isTold
}

/** Null: the process is being stopped before the application has answered. */
async function send(
  due: TakenDelivery,
  { database, outboundOf, keyed, dateMs }: TellParts,
  signal: AbortSignal | undefined,
): Promise<Answer | null> {
  const { object, objectId, what, applicationId } = due
  // What fails here is ours, and no answer of the application.
  const data = object === "test" ? {} : await knownObject(database.systemDb, applicationId, object, objectId)
  const body = JSON.stringify({
    type: webhookType(object, what),
    timestamp: due.changedAt,
    sequence: Number(due.id),
    id: objectId,
    data: what === "removed" ? null : data,
  })
  const secrets = [due.sealedSecret, due.oldSealedSecret].flatMap((sealed) =>
    sealed ? [keyed.unseal(sealed)] : [],
  )
  const startedMs = performance.now()
  const sinceMs = () => Math.round(performance.now() - startedMs)
  try {
    const response = await outboundOf(due).fetch(due.address, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "User-Centre-Webhook",
        ...signatureHeaders({ id: `msg_${due.id}`, atS: Math.floor(dateMs() / 1000), body, secrets }),
      },
      body,
      signal: AbortSignal.timeout(webhookLimits.answerS * 1000),
      until: signal,
      reads: webhookLimits.answerLength * 4,
      encrypts: true,
    })
    const ms = sinceMs()
    const words = shown(await response.text())
    const afterS = retryAfterS(response, dateMs(), webhookLimits.retryAfterS)
    return { answer: answerOfStatus(response.status), afterS, ms, words }
  } catch (error) {
    if (signal?.aborted === true) return null
    return { answer: answerOf(error), ms: sinceMs(), words: null }
  }
}

/** For another process, at once: the application has not failed. */
async function giveBack(db: Db, { id }: TakenDelivery): Promise<void> {
  await db.execute(
    sql`update webhook_delivery set next_at = now(), tries = greatest(tries - 1, 0) where id = ${id}`,
  )
}

/** As text that can be stored and shown. */
function shown(text: string): string | null {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, " ").trim()
  return plain === "" ? null : Array.from(plain).slice(0, webhookLimits.answerLength).join("")
}

async function note(
  database: Database,
  due: TakenDelivery,
  { answer, afterS = null, ms, words }: Answer,
  isTold: boolean,
): Promise<void> {
  const { id, applicationId, tries, isLate, isOff } = due
  const db = database.systemDb
  const isGone = answer === gone
  const isOver = isTold || isOff || isLate || isGone
  const pauseS = Math.max(pauseAfter(tries), afterS ?? 0)
  await db.execute(sql`
    update webhook_delivery set answer = ${answer}, answer_ms = ${ms}::int, answer_words = ${words}, answered_at = now(),
      told_at = case when ${isTold} then now() end,
      next_at = case when not ${isOver} then now() + make_interval(secs => ${pauseS}::int) end
    where id = ${id}`)
  if (isOff) return
  if (isTold) {
    const failed = await db.execute(
      sql`select from application_webhook where application_id = ${applicationId} and failures > 0`,
    )
    if (failed.rows.length > 0)
      await database.transaction(unrestricted, (tx) => endFailures(tx, applicationId))
    return
  }
  if (isGone) await switchOff(db, due)
  else await noteFailure(db, due, { answer, afterS })
  // What is as old as this has no better chance.
  if (isLate)
    await db.execute(sql`update webhook_delivery set next_at = null, answer = coalesce(answer, ${answer}), answered_at = now()
      where application_id = ${applicationId} and next_at is not null and tried_until < now()`)
}
