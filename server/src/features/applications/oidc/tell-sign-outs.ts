import { signOutLimits, type SignOutAnswer } from "@uc/contract/applications/sign-outs"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, isNull, lte, sql } from "drizzle-orm"
import type Provider from "oidc-provider"
import type { Database, Db } from "../../../db/open.ts"
import { application, applicationSignOn } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import type { OutboundOf } from "../../../http/outbound/outbound.ts"
import type { BusyReceivers } from "../busy-receivers.ts"
import { byCas } from "../cas/tell-by-cas.ts"
import { answerOf, pauseAfter } from "../told-answers.ts"
import { issuerNow } from "./provider-request.ts"
import { telling } from "./telling.ts"

type Tell = (subject: string, sid: string) => Promise<void>

interface TellingClient {
  backchannelLogout: Tell
  /** The library's own way: it signs the token and sends it. */
  tellSignOut: Tell
}

interface ToldClient extends TellingClient {
  readonly backchannelLogoutUri?: string
}

/** SSO-7: where the library would tell an application while a person waits, it is put into the queue with all others. */
export function tellByQueue(clients: unknown, db: Db): void {
  const { prototype } = clients as { readonly prototype: TellingClient }
  prototype.tellSignOut = prototype.backchannelLogout
  prototype.backchannelLogout = async (_subject, sid) => {
    await db
      .update(applicationSignOn)
      .set({ endedAt: sql`now()`, nextAt: sql`now()` })
      .where(and(eq(applicationSignOn.sid, sid), isNull(applicationSignOn.endedAt)))
  }
}

/** Longer than a request may take: what a process that died has taken becomes free again. */
const leaseS = 10
const perApplication = 10
const applicationsAtOnce = 50

interface Parts {
  readonly database: Database
  readonly outboundOf: OutboundOf
  readonly provider: () => Promise<Provider>
  readonly warn: (message: string, error?: unknown) => void
  readonly busy: BusyReceivers
  /** The process is being stopped. */
  readonly signal: AbortSignal
}

interface Taken extends Record<string, unknown> {
  readonly id: Id
  readonly applicationId: Id
  readonly clientId: string
  readonly sid: string
  readonly issuer: string
  /** By CAS: the address that it signed on with. */
  readonly service: string | null
  readonly subject: Id
  readonly tries: number
  readonly isLate: boolean
  readonly isOfPlatform: boolean
}

/**
 * SSO-7: tells applications of sign-ons that are over. Taken with a lease and not locked by a transaction, as messages are: several
 * processes take different ones, and a slow receiver holds no connection. It waits for none of them (FAULT-5); gives whether there was
 * something.
 */
export async function tellDue(parts: Parts): Promise<boolean> {
  const taken = await takeDue(parts.database.systemDb, parts.busy.ids())
  parts.busy.tellEach(taken, (due) => tellOne(due, parts))
  return taken.length > 0
}

async function tellOne(due: Taken, { warn, ...parts }: Parts): Promise<void> {
  const { signal } = parts
  const { systemDb } = parts.database
  const about = `Application ${due.applicationId}, sign-on ${due.id}, try ${due.tries}${due.isLate ? " (the last)" : ""}`
  const answer = await tell(due, parts).catch((error: unknown) => {
    warn(`A sign-out could not be told, by an error of this server. ${about}`, error)
    return ownFault
  })
  const isCutOff = signal.aborted && answer !== ownFault && !isTold(answer)
  if (!isCutOff && answer !== ownFault && !isTold(answer) && (due.tries === 1 || due.isLate))
    warn(`A sign-out could not be told. ${about}: ${answer}`)
  try {
    if (isCutOff) {
      await giveBack(systemDb, due)
      return
    }
    await note(systemDb, due, answer)
    if (!isOver(due, answer) && answer !== ownFault) await postponeOthers(systemDb, due)
  } catch (error) {
    // Its lease ends, and it is told again.
    warn(`What became of a sign-out could not be written. ${about}: ${answer}`, error)
  }
}

/** Nothing that the application has answered: it says nothing of what else the application is to be told. */
const ownFault = "fault"

/** Nothing of the applications `except`, which this process is busy with. */
async function takeDue(db: Db, except: readonly Id[]): Promise<readonly Taken[]> {
  const { rows } = await db.execute<Taken>(sql`
    update ${applicationSignOn} t set tries = t.tries + 1, ended_at = coalesce(t.ended_at, now()),
      next_at = now() + make_interval(secs => ${leaseS}::int)
    from ${application} a join ${organisation} o on o.id = a.org_id
    where a.id = t.application_id and t.id in (
      select due.id
      from (select distinct application_id from ${applicationSignOn} where next_at <= now()
          and application_id <> all (${sql.param([...except])}::bigint[])
        limit ${applicationsAtOnce}::int) waiting
      cross join lateral (select o.id from ${applicationSignOn} o
        where o.application_id = waiting.application_id and o.next_at <= now()
        order by o.next_at, o.id limit ${perApplication}::int for update skip locked) due)
    returning t.id::text, t.application_id::text as "applicationId", a.client_id as "clientId", t.sid, t.issuer,
      t.service, t.subject::text, t.tries, t.ended_at < now() - make_interval(hours => ${signOutLimits.hours}::int) as "isLate",
      o.kind = 'platform' as "isOfPlatform"`)
  return rows
}

type Sending = Pick<Parts, "database" | "outboundOf" | "provider" | "signal">

async function tell(due: Taken, parts: Sending): Promise<SignOutAnswer> {
  // What fails here is ours, and no answer of the application.
  const send = await (due.service === null
    ? byProvider(due, parts)
    : byCas(parts.database.systemDb, { ...due, service: due.service }))
  if (!send) return "disabled"
  try {
    return await telling.run({ outbound: parts.outboundOf(due), until: parts.signal }, send)
  } catch (error) {
    return answerOf(error)
  }
}

/** Null: it is not to be told any more. */
async function byProvider(
  { clientId, subject, sid, issuer }: Taken,
  parts: Pick<Parts, "provider">,
): Promise<(() => Promise<SignOutAnswer>) | null> {
  if (!URL.canParse(issuer)) throw new Error("The Issuer Identifier of a sign-on is no address")
  const provider = await parts.provider()
  const client = (await provider.Client.find(clientId)) as unknown as ToldClient | undefined
  if (client?.backchannelLogoutUri === undefined) return null
  return async () => {
    await issuerNow.run(issuer, () => client.tellSignOut(subject, sid))
    return "200"
  }
}

function isTold(answer: SignOutAnswer): boolean {
  return answer === "200"
}

function isOver({ isLate }: Taken, answer: SignOutAnswer): boolean {
  return isTold(answer) || answer === "disabled" || isLate
}

/** For another process, at once: the application has not failed. */
async function giveBack(db: Db, { id }: Taken): Promise<void> {
  await db
    .update(applicationSignOn)
    .set({ nextAt: sql`now()`, tries: sql`greatest(${applicationSignOn.tries} - 1, 0)` })
    .where(eq(applicationSignOn.id, id))
}

async function note(db: Db, due: Taken, answer: SignOutAnswer): Promise<void> {
  await db
    .update(applicationSignOn)
    .set({
      answer,
      answeredAt: sql`now()`,
      toldAt: isTold(answer) ? sql`now()` : null,
      nextAt: isOver(due, answer) ? null : nextTryAfter(due.tries),
    })
    .where(eq(applicationSignOn.id, due.id))
}

function nextTryAfter(tries: number) {
  return sql`now() + make_interval(secs => ${pauseAfter(tries)}::int)`
}

/**
 * What else waits for an application that could not be told would fail as well, and hold up others.
 * What somebody else has locked is left alone: another process is taking it, or a sign-out is being written. A statement that waited for
 * several rows, in its own order, could wait for a sign-out that waits for it.
 */
async function postponeOthers(db: Db, { applicationId, tries }: Taken): Promise<void> {
  const due = db
    .select({ id: applicationSignOn.id })
    .from(applicationSignOn)
    .where(and(eq(applicationSignOn.applicationId, applicationId), lte(applicationSignOn.nextAt, sql`now()`)))
    .for("update", { skipLocked: true })
  await db
    .update(applicationSignOn)
    .set({ endedAt: sql`coalesce(${applicationSignOn.endedAt}, now())`, nextAt: nextTryAfter(tries) })
    .where(inArray(applicationSignOn.id, due))
}
