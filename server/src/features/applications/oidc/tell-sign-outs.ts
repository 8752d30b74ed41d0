import { signOutLimits, type SignOutAnswer } from "@uc/contract/applications/sign-outs"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNull, lte, sql } from "drizzle-orm"
import type Provider from "oidc-provider"
import type { Database, Db } from "../../../db/open.ts"
import { application, applicationSignOn } from "../../../db/schema/domains.ts"
import { errorReason } from "../../../errors/logged-error.ts"
import { InnerAddressRefusal, type Outbound } from "../../../http/outbound/outbound.ts"
import { byCas } from "../cas/tell-by-cas.ts"

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
/** In a batch: an application that hangs holds up the others no longer than one request may take. */
const perApplication = 10
const applicationsAtOnce = 50
/** After the first failed try, the second, and so on; the last one is repeated. */
const pausesS = [5, 15, 60, 300, 900, 1800, 3600] as const

interface Parts {
  readonly database: Database
  readonly outbound: Outbound
  readonly providerAt: (issuer: string) => Promise<Provider>
  readonly warn: (message: string) => void
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
}

/**
 * SSO-7: tells applications of sign-ons that are over. Taken with a lease and not locked by a transaction, as messages are: several
 * processes take different ones, and a slow receiver holds no connection. Gives whether there was something.
 */
export async function tellDue(parts: Parts): Promise<boolean> {
  const { systemDb } = parts.database
  const taken = await takeDue(systemDb)
  await Promise.all(
    taken.map(async (due) => {
      const answer = await tell(due, parts)
      await note(systemDb, due, answer)
      if (!isTold(answer) && (due.tries === 1 || due.isLate))
        parts.warn(
          `Application ${due.applicationId} could not be told of a sign-out, try ${due.tries}${due.isLate ? ", given up" : ""}: ${answer}`,
        )
    }),
  )
  return taken.length > 0
}

async function takeDue(db: Db): Promise<readonly Taken[]> {
  const { rows } = await db.execute<Taken>(sql`
    update ${applicationSignOn} t set tries = t.tries + 1, ended_at = coalesce(t.ended_at, now()),
      next_at = now() + make_interval(secs => ${leaseS}::int)
    from ${application} a
    where a.id = t.application_id and t.id in (
      select due.id
      from (select distinct application_id from ${applicationSignOn} where next_at <= now()
        limit ${applicationsAtOnce}::int) waiting
      cross join lateral (select o.id from ${applicationSignOn} o
        where o.application_id = waiting.application_id and o.next_at <= now()
        order by o.next_at, o.id limit ${perApplication}::int for update skip locked) due)
    returning t.id::text, t.application_id::text as "applicationId", a.client_id as "clientId", t.sid, t.issuer,
      t.service, t.subject::text, t.tries, t.ended_at < now() - make_interval(hours => ${signOutLimits.hours}::int) as "isLate"`)
  return rows
}

async function tell(due: Taken, parts: Parts): Promise<SignOutAnswer> {
  // What fails here is ours, and no answer of the application.
  const send = await (due.service === null
    ? byProvider(due, parts)
    : byCas(parts.database.systemDb, parts.outbound, { ...due, service: due.service }))
  if (!send) return "disabled"
  try {
    return await send()
  } catch (error) {
    return answerOf(error)
  }
}

/** Null: it is not to be told any more. */
async function byProvider(
  { clientId, subject, sid, issuer }: Taken,
  { providerAt }: Parts,
): Promise<(() => Promise<SignOutAnswer>) | null> {
  const provider = await providerAt(issuer)
  const client = (await provider.Client.find(clientId)) as unknown as ToldClient | undefined
  if (client?.backchannelLogoutUri === undefined) return null
  return async () => {
    await client.tellSignOut(subject, sid)
    return "200"
  }
}

/** Of an error of the library (which names the answer), of the connection or of the guard. */
export function answerOf(error: unknown): SignOutAnswer {
  if (error instanceof InnerAddressRefusal) return "inner"
  const { response, name, code } = error as {
    readonly response?: Response
    readonly name?: string
    readonly code?: string
  }
  if (response) return response.status >= 300 && response.status < 400 ? "redirect" : String(response.status)
  if (name === "TimeoutError") return "timeout"
  if (code === undefined)
    throw new Error(`An application could not be told: ${errorReason(error)}`, { cause: error })
  return /CERT|SIGNED|VERIFY/.test(code) ? "certificate" : "unreachable"
}

function isTold(answer: SignOutAnswer): boolean {
  return answer === "200"
}

async function note(
  db: Db,
  { id, applicationId, tries, isLate }: Taken,
  answer: SignOutAnswer,
): Promise<void> {
  const isOver = isTold(answer) || answer === "disabled" || isLate
  const pauseS = pausesS[Math.min(tries, pausesS.length) - 1] ?? 0
  const later = sql`now() + make_interval(secs => ${pauseS}::int)`
  await db
    .update(applicationSignOn)
    .set({
      answer,
      answeredAt: sql`now()`,
      toldAt: isTold(answer) ? sql`now()` : null,
      nextAt: isOver ? null : later,
    })
    .where(eq(applicationSignOn.id, id))
  // What else waits for it would fail as well, and hold up others.
  if (!isOver)
    await db
      .update(applicationSignOn)
      .set({ endedAt: sql`coalesce(${applicationSignOn.endedAt}, now())`, nextAt: later })
      .where(
        and(eq(applicationSignOn.applicationId, applicationId), lte(applicationSignOn.nextAt, sql`now()`)),
      )
}
