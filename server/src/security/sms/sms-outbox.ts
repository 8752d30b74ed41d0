import { maskedPhone, reauthLimits } from "@uc/contract/reauth/calls"
import type { DemoMessage } from "@uc/contract/demo/message-calls"
import { and, desc, eq, gt, inArray, isNotNull, lte, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Database, Db } from "../../db/open.ts"
import { smsOutbox } from "../../db/schema/sms.ts"
import { unrestricted } from "../../db/scope.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import type { Keyed } from "../keyed.ts"
import { errorReason } from "../../errors/logged-error.ts"
import { runQueue, type RunningQueue } from "../../db/run-queue.ts"
import type { SmsGateway } from "./sms-gateway.ts"

const Sealed = z.object({ phone: z.string(), text: z.string() })
type Content = z.infer<typeof Sealed>

/**
 * In the transaction of the code. On the screen of demo mode it counts as sent with that. Null: nothing is sent, with the
 * same work, so that time reveals nothing. Gives the id of the message.
 */
export async function queueSms(
  db: Db,
  keyed: Keyed,
  sms: "gateway" | "screen" | null,
  content: Content,
): Promise<string | null> {
  const sealed = keyed.seal(JSON.stringify(content))
  const [queued] = await db
    .insert(smsOutbox)
    .values({
      sealed: sms === null ? null : sealed,
      state: sms === null ? "failed" : sms === "screen" ? "sent" : "waiting",
      sentAt: sms === "screen" ? sql`now()` : null,
    })
    .returning({ id: smsOutbox.id })
  return queued?.id ?? null
}

/** DAY-2, DAY-11: the same text to many, in one statement. `betweenS`: so that codes are sent between them. */
export async function queueManySms(
  db: Db,
  keyed: Keyed,
  sms: "gateway" | "screen" | null,
  { phones, text, betweenS = 0 }: { phones: readonly string[]; text: string; betweenS?: number },
): Promise<void> {
  if (phones.length === 0 || sms === null) return
  await db.insert(smsOutbox).values(
    phones.map((phone, at) => ({
      sealed: keyed.seal(JSON.stringify({ phone, text } satisfies Content)),
      state: sms === "screen" ? ("sent" as const) : ("waiting" as const),
      nextAt: sql`now() + make_interval(secs => ${at * betweenS})`,
      sentAt: sms === "screen" ? sql`now()` : null,
    })),
  )
}

/** DAY-11: for the operator's webhook. `body` is the JSON that is posted. */
export async function queueWebhook(db: Db, keyed: Keyed, body: string): Promise<void> {
  const content: Content = { phone: "", text: body }
  await db.insert(smsOutbox).values({ channel: "webhook", sealed: keyed.seal(JSON.stringify(content)) })
}

const onScreenMinutes = 10
const maxOnScreen = 20

/** The messages that demo mode shows instead of sending them. */
export async function messagesOnScreen(db: Db, keyed: Keyed): Promise<DemoMessage[]> {
  const rows = await db
    .select({ id: smsOutbox.id, sealed: smsOutbox.sealed, at: asMoment(smsOutbox.createdAt) })
    .from(smsOutbox)
    .where(
      and(
        isNotNull(smsOutbox.sealed),
        eq(smsOutbox.channel, "sms"),
        gt(smsOutbox.createdAt, sql`now() - make_interval(mins => ${onScreenMinutes})`),
      ),
    )
    .orderBy(desc(smsOutbox.createdAt))
    .limit(maxOnScreen)
  return rows.flatMap(({ id, sealed, at }) => {
    if (!sealed) return []
    const { phone, text } = contentOf(keyed, sealed)
    return [{ id, phone: maskedPhone(phone), text, at }]
  })
}

function contentOf(keyed: Keyed, sealed: Buffer): Content {
  return Sealed.parse(JSON.parse(keyed.unseal(sealed)))
}

/** After the first and after the second failed attempt. */
const pausesS = [5, 20] as const
const maxTries = pausesS.length + 1
/** Longer than the gateway's time limit: the message of a process that died becomes free again. */
const leaseS = 15
const batchSize = 10

type Channel = "sms" | "webhook"

interface Parts {
  readonly database: Database
  readonly keyed: Keyed
  /** Without it text messages. */
  readonly channel?: Channel
  readonly gateway: SmsGateway
  readonly warn: (message: string) => void
  /** The process is being stopped. */
  readonly signal?: AbortSignal
}

interface Taken {
  readonly id: string
  readonly sealed: Buffer | null
  readonly tries: number
}

/**
 * Sends all messages that are due. They are taken with a lease and not locked by a transaction, so that a slow gateway holds
 * no connection; several processes take different ones. Gives how many it took.
 */
export async function deliverDue({
  database,
  keyed,
  channel = "sms",
  gateway,
  warn,
  signal,
}: Parts): Promise<number> {
  const taken = await database.transaction(unrestricted, async (db) => {
    await giveUp(db, channel)
    return takeDue(db, channel)
  })
  await Promise.all(
    taken.map(async ({ id, sealed, tries }) => {
      try {
        if (!sealed) throw new Error("it has no content")
        await gateway({ id, ...contentOf(keyed, sealed) }, signal)
        await database.transaction(unrestricted, (db) => settle(db, id, "sent"))
      } catch (error) {
        // Another process sends it at once, under the same id.
        if (signal?.aborted === true) {
          await database.transaction(unrestricted, (db) => putBack(db, id, { pauseS: 0, tries: tries - 1 }))
          return
        }
        const isLast = tries >= maxTries
        warn(
          `${channel === "sms" ? "SMS" : "Webhook"} ${id}, try ${tries}${isLast ? ", given up" : ""}: ${errorReason(error)}`,
        )
        await database.transaction(unrestricted, (db) =>
          isLast ? settle(db, id, "failed") : putBack(db, id, { pauseS: pausesS[tries - 1] ?? 0, tries }),
        )
      }
    }),
  )
  return taken.length
}

async function takeDue(db: Db, channel: Channel): Promise<Taken[]> {
  const due = db
    .select({ id: smsOutbox.id })
    .from(smsOutbox)
    .where(
      and(eq(smsOutbox.channel, channel), eq(smsOutbox.state, "waiting"), lte(smsOutbox.nextAt, sql`now()`)),
    )
    .orderBy(smsOutbox.nextAt)
    .limit(batchSize)
    .for("update", { skipLocked: true })
  return db
    .update(smsOutbox)
    .set({
      tries: sql`${smsOutbox.tries} + 1`,
      nextAt: sql`now() + make_interval(secs => ${leaseS})`,
    })
    .where(inArray(smsOutbox.id, due))
    .returning({ id: smsOutbox.id, sealed: smsOutbox.sealed, tries: smsOutbox.tries })
}

/** Messages whose attempts are used up by processes that died, and those whose code has expired. */
async function giveUp(db: Db, channel: Channel): Promise<void> {
  await db
    .update(smsOutbox)
    .set({ state: "failed", sealed: null })
    .where(
      and(
        eq(smsOutbox.channel, channel),
        eq(smsOutbox.state, "waiting"),
        lte(smsOutbox.nextAt, sql`now()`),
        or(
          sql`${smsOutbox.tries} >= ${maxTries}`,
          lte(smsOutbox.createdAt, sql`now() - make_interval(secs => ${reauthLimits.smsResendS})`),
        ),
      ),
    )
}

async function settle(db: Db, id: string, state: "sent" | "failed"): Promise<void> {
  await db
    .update(smsOutbox)
    .set({ state, sealed: null, sentAt: state === "sent" ? sql`now()` : null })
    .where(eq(smsOutbox.id, id))
}

async function putBack(
  db: Db,
  id: string,
  { pauseS, tries }: { readonly pauseS: number; readonly tries: number },
): Promise<void> {
  await db
    .update(smsOutbox)
    .set({ tries, nextAt: sql`now() + make_interval(secs => ${pauseS})` })
    .where(eq(smsOutbox.id, id))
}

export type SmsOutbox = RunningQueue

/** Sends what is due, at once after `nudge` and every second otherwise. */
export function runOutbox(parts: Parts): SmsOutbox {
  return runQueue({
    deliver: async (signal) => (await deliverDue({ ...parts, signal })) === batchSize,
    onFailure: (error) =>
      parts.warn(
        `Messages of the channel ${parts.channel ?? "sms"} could not be sent: ${errorReason(error)}`,
      ),
  })
}
