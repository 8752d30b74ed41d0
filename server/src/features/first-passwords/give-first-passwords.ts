import {
  firstPasswordLimits,
  firstPasswordMessages,
  firstPasswordPlace,
  type FirstPasswordKind,
} from "@uc/contract/first-passwords/calls"
import { activationText, firstPasswordText } from "@uc/contract/sms/messages"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, sql } from "drizzle-orm"
import { setTimeout as pause } from "node:timers/promises"
import type { Db } from "../../db/open.ts"
import { firstPassword } from "../../db/schema/sign-in.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Services } from "../../http/services.ts"
import { ringBell } from "../../realtime/ring-bell.ts"
import { activationAddress } from "../../security/portal-address.ts"
import { takeQuota } from "../../security/quota.ts"
import { issueActivationLink } from "../../security/sign-in/activation-links.ts"
import { isNotActivated } from "../../security/sign-in/not-activated.ts"
import { oneTimePassword, passwordAsSent } from "../../security/sign-in/one-time-password.ts"
import { resetAttemptsOf, setPassword } from "../../security/sign-in/own-password.ts"
import { voidTicketsOf } from "../../security/sign-in/sign-in-tickets.ts"
import { queueSms } from "../../security/sms/sms-outbox.ts"
import { awaitBeginnings } from "./first-passwords.store.ts"

/** One transaction: few enough that progress is seen, and that nobody waits long for a row. */
const peopleAtOnce = 5
const dayS = 86_400
/** The database is away, or sign-ins take all the room that hashing has. */
const pauseMs = 1000
const failuresAtMost = 30

interface Worker {
  readonly stopping: AbortController
  running: Promise<void> | null
  isAskedAgain: boolean
}

const workers = new WeakMap<Services, Worker>()

/**
 * DISTRICT-1: makes what waits to be made, one after the other, as hashing takes its time. Several processes take different
 * people; what a process that stopped has left is taken by the next one that is asked.
 */
export function nudgeFirstPasswords(services: Services): void {
  const worker = workers.get(services) ?? {
    stopping: new AbortController(),
    running: null,
    isAskedAgain: false,
  }
  workers.set(services, worker)
  worker.isAskedAgain = true
  if (worker.stopping.signal.aborted) return
  worker.running ??= work(services, worker)
    .catch((error: unknown) => services.warn("First passwords could not be made", error))
    .finally(() => {
      worker.running = null
    })
}

export async function stopFirstPasswords(services: Services): Promise<void> {
  const worker = workers.get(services)
  worker?.stopping.abort()
  await worker?.running
}

async function work(services: Services, worker: Worker): Promise<void> {
  const { signal } = worker.stopping
  let failures = 0
  while (worker.isAskedAgain && !signal.aborted) {
    worker.isAskedAgain = false
    // What a request is just adding is seen once that is committed.
    await services.database.transaction(unrestricted, awaitBeginnings)
    for (let isMore = true; isMore && !signal.aborted;) {
      try {
        isMore = (await giveSome(services)) > 0
        failures = 0
      } catch (error) {
        if (++failures >= failuresAtMost) throw error
        await pause(pauseMs, undefined, { signal }).catch(() => {})
      }
    }
  }
}

interface Waiting {
  readonly sheetId: Id
  readonly personId: Id
  readonly orgId: Id
  readonly secretKind: FirstPasswordKind
  readonly page: string | null
  readonly way: "sheet" | "sms"
  /** What the sheet says. */
  readonly until: string
  readonly account: string
  readonly phone: string | null
  readonly isDue: boolean
}

/** Gives how many rows it has settled. */
async function giveSome(services: Services): Promise<number> {
  const { queued, settled } = await services.database.transaction(unrestricted, async (db) => {
    const waiting = await takeWaiting(db)
    let messages = 0
    for (const row of waiting) if (await give(services, db, row)) messages++
    for (const sheet of new Set(waiting.map(({ sheetId }) => sheetId))) await ringWhenReady(db, sheet)
    return { queued: messages, settled: waiting.length }
  })
  if (queued > 0) services.onSmsQueued()
  return settled
}

async function takeWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await db.execute<Waiting & Record<string, unknown>>(sql`
    select f.sheet_id::text as "sheetId", f.person_id::text as "personId", person.org_id::text as "orgId", s.secret_kind as "secretKind", s.page, s.way, f.until::text as until,
      person.account, person.phone,
      (person.disabled_at is null and f.until > now() and ${isNotActivated(db)}) as "isDue"
    from first_password f
    join first_password_sheet s on s.id = f.sheet_id
    join person on person.id = f.person_id
    where f.state = 'waiting'
    order by f.sheet_id, f.person_id
    limit ${peopleAtOnce}
    for update of f, person skip locked`)
  return rows
}

/** True: a message waits to be sent. Who has activated the account meanwhile keeps their own password. */
async function give(services: Services, db: Db, row: Waiting): Promise<boolean> {
  const { personId, account } = row
  const phone = row.way === "sms" && services.sms !== null ? row.phone : null
  const settle = (set: Partial<typeof firstPassword.$inferInsert>) =>
    db
      .update(firstPassword)
      .set(set)
      .where(and(eq(firstPassword.sheetId, row.sheetId), eq(firstPassword.personId, personId)))
  const isAllowed = row.isDue && (phone === null || (await mayGetMessage(db, personId)))
  if (!isAllowed) {
    await settle({ state: "skipped" })
    return false
  }
  const { keyed, site, sms } = services
  const { secret, until } = await makeSecret(services, db, row)
  await resetAttemptsOf(db, personId)
  // Who has just proven an earlier one-time password must not replace this one by it.
  await voidTicketsOf(db, personId)
  if (phone === null) {
    await settle({ state: "given", sealed: keyed.seal(secret) })
    return false
  }
  const told = { site: site.brand.name, account, until }
  const text =
    row.page === null
      ? firstPasswordText({ ...told, password: secret })
      : activationText({ ...told, link: activationAddress(row.page, secret) })
  await settle({ state: "given", smsId: await queueSms(db, keyed, sms, { phone, text }) })
  return true
}

/** A password with its hash, or a link with its own. */
async function makeSecret(
  { passwords, keyed }: Services,
  db: Db,
  { personId, orgId, until, secretKind }: Waiting,
): Promise<{ readonly secret: string; readonly until: string }> {
  const owner = { id: personId, orgId }
  const end = sql`${until}::timestamptz`
  if (secretKind === "link") return issueActivationLink(db, keyed, owner, end)
  const secret = oneTimePassword()
  const record = { phc: await passwords.hash(passwordAsSent(secret)), pepperKid: passwords.kid }
  return { secret, until: (await setPassword(db, owner, record, end)) ?? "" }
}

async function mayGetMessage(db: Db, personId: Id): Promise<boolean> {
  const key = `first-password:${personId}`
  return (await takeQuota(db, [{ key, seconds: dayS, atMost: firstPasswordLimits.messagesADay }])).ok
}

/** Once, with the last of them: the organisation's administrators are told that a file waits for them. */
async function ringWhenReady(db: Db, sheetId: Id): Promise<void> {
  const { rows } = await db.execute<{
    orgid: Id
    orgname: string
    secretKind: FirstPasswordKind
    people: number
    administrators: Id[]
  }>(sql`
    select o.id::text as orgid, o.name as orgname, s.secret_kind as "secretKind", count(f.sealed)::int as people,
      array(select p.id::text from person p where p.org_id = s.org_id and p.admintype > 0 and p.disabled_at is null
        and p.id is distinct from s.given_by order by p.id limit 20) as administrators
    from first_password_sheet s
    join organisation o on o.id = s.org_id
    join first_password f on f.sheet_id = s.id
    where s.id = ${sheetId}
    group by s.id, o.id having count(*) filter (where f.state = 'waiting') = 0 and count(f.sealed) > 0`)
  const [ready] = rows
  if (!ready) return
  await ringBell(db, {
    personIds: ready.administrators,
    topic: "notice",
    title: firstPasswordMessages.ready(ready.orgname, ready.people, ready.secretKind),
    place: firstPasswordPlace(ready.orgid),
    key: `first-passwords:${sheetId}`,
  })
}
