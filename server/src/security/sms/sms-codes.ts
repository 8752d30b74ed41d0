import { randomBytes, randomInt, randomUUID, timingSafeEqual } from "node:crypto"
import { reauthLimits } from "@uc/contract/reauth/calls"
import { smsText } from "@uc/contract/sms/messages"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gt, isNull, lt, sql } from "drizzle-orm"
import type { Database, Db } from "../../db/open.ts"
import { quota } from "../../db/schema/sign-in.ts"
import { smsCode } from "../../db/schema/sms.ts"
import { unrestricted } from "../../db/scope.ts"
import type { Keyed } from "../keyed.ts"
import { addressKey } from "../address-key.ts"
import { audit } from "../audit.ts"
import { quotaWait, takeQuota, type QuotaLimit } from "../quota.ts"
import { queueSms } from "./sms-outbox.ts"

const hourS = 3600
const dayS = 24 * hourS

/** Messages cost money and disturb people. */
export const smsQuotas = {
  phone: [
    { seconds: reauthLimits.smsResendS, atMost: 1 },
    { seconds: hourS, atMost: 4 },
    { seconds: dayS, atMost: 8 },
  ],
  person: [{ seconds: dayS, atMost: 8 }],
  address: [{ seconds: hourS, atMost: 30 }],
  organisation: [{ seconds: dayS, atMost: 500 }],
  all: [{ seconds: dayS, atMost: 3000 }],
  /** The share for requests without any proof: the rest is reserved for second factors and re-authentications. */
  unproven: { phone: 3, organisation: 250, all: 1500 },
} as const
/** A warning is logged at this share of the day's budget. */
const alarmShare = 0.8
const allKey = "sms:all"

export interface Sending {
  /** What the code is for and of whom, e.g. a session with a module id. One live code each. */
  readonly binding: string
  /** Null: an unknown phone. The same work is done, and nothing is sent. */
  readonly person: { readonly id: Id; readonly orgId: Id } | null
  readonly phone: string
  /** The caller's address as it is. */
  readonly address: string
  /** The slider that was solved for this. */
  readonly captchaHash: Buffer | null
  /** In the message: what the code is for. */
  readonly what: string
  /** After a right password or within a session; false: anybody may request it. */
  readonly isProven: boolean
}

interface Parts {
  readonly database: Database
  readonly keyed: Keyed
  readonly sms: "gateway" | "screen" | null
  readonly site: { readonly brand: { readonly name: string } }
  readonly warn: (message: string) => void
  readonly onSmsQueued: () => void
}

/**
 * Quotas, the code and the message in one transaction: nothing is sent that was not counted, and the count stays whatever
 * the gateway does. A new code voids the one before it.
 */
export async function sendCode(
  { database, keyed, sms, site, warn, onSmsQueued }: Parts,
  { binding, person, phone, address, captchaHash, what, isProven }: Sending,
): Promise<{ ok: true; seconds: number } | { ok: false; retryAfterS: number }> {
  if (sms === null) throw new Error("There is no way to send a message; features must refuse before this")
  const alarms: string[] = []
  const taken = await database.transaction(unrestricted, async (db) => {
    const allowed = await takeQuota(db, limitsFor(keyed, { person, phone, address, isProven }))
    if (!allowed.ok) return allowed
    if (await isFirstWarning(db, budgetOf(keyed, { person, phone }), address))
      alarms.push(`SMS: ${alarmShare * 100} % of the ${smsQuotas.all[0].atMost} messages of a day are used`)

    const code = randomInt(1_000_000).toString().padStart(reauthLimits.smsCodeLength, "0")
    await db
      .update(smsCode)
      .set({ voidAt: sql`now()` })
      .where(and(eq(smsCode.binding, binding), isLive))
    const id = randomUUID()
    await db.insert(smsCode).values({
      id,
      binding,
      personId: person?.id ?? null,
      codeMac: person ? macOf(keyed, code, binding, id) : randomBytes(32),
      captchaHash,
      expiresAt: sql`now() + make_interval(secs => ${reauthLimits.smsResendS})`,
    })
    const minutes = reauthLimits.smsResendS / 60
    const text = smsText({ site: site.brand.name, code, what, minutes })
    await queueSms(db, keyed, person ? sms : null, { phone, text })
    return allowed
  })
  for (const alarm of alarms) warn(alarm)
  if (!taken.ok) return { ok: false, retryAfterS: taken.retryAfterS }
  onSmsQueued()
  return { ok: true, seconds: reauthLimits.smsResendS }
}

/**
 * DAY-1: the seconds until a code may be sent, null where one may be now. Sends and counts nothing: it is told before anybody
 * solves a slider for nothing. The same for a phone that nobody has.
 */
export function codeWait(
  { database, keyed }: Pick<Parts, "database" | "keyed">,
  to: Pick<Sending, "person" | "phone" | "address" | "isProven">,
): Promise<number | null> {
  return database.transaction(unrestricted, async (db) => {
    let longest: number | null = null
    for (const limit of limitsFor(keyed, to))
      longest = Math.max(longest ?? 0, (await quotaWait(db, limit)) ?? 0) || null
    return longest
  })
}

/** An unknown phone counts as its own person, organisation and budget: it uses up nobody else's. */
function limitsFor(
  keyed: Keyed,
  to: Pick<Sending, "person" | "phone" | "address" | "isProven">,
): QuotaLimit[] {
  const { person, phone, address, isProven } = to
  const hidden = hiddenPhone(keyed, phone)
  const of = (key: string, windows: readonly { seconds: number; atMost: number }[]) =>
    windows.map((window) => ({ key, ...window }))
  return [
    ...of(`sms:phone:${hidden}`, smsQuotas.phone),
    ...of(`sms:person:${person?.id ?? hidden}`, smsQuotas.person),
    ...of(`sms:address:${addressKey(address)}`, smsQuotas.address),
    ...of(`sms:organisation:${person?.orgId ?? hidden}`, smsQuotas.organisation),
    ...of(budgetOf(keyed, to), smsQuotas.all),
    ...(isProven
      ? []
      : [
          { key: `sms:unproven:phone:${hidden}`, seconds: dayS, atMost: smsQuotas.unproven.phone },
          {
            key: `sms:unproven:organisation:${person?.orgId ?? hidden}`,
            seconds: dayS,
            atMost: smsQuotas.unproven.organisation,
          },
          {
            key: `sms:unproven:${budgetOf(keyed, to)}`,
            seconds: dayS,
            atMost: smsQuotas.unproven.all,
          },
        ]),
  ]
}

function hiddenPhone(keyed: Keyed, phone: string): string {
  return keyed.mac("sms-phone", phone).toString("base64url")
}

function budgetOf(keyed: Keyed, { person, phone }: Pick<Sending, "person" | "phone">): string {
  return person ? allKey : `${allKey}:${hiddenPhone(keyed, phone)}`
}

/** Once a day. A second quota in one transaction is safe here: its holder has locked the budget already. */
async function isFirstWarning(db: Db, budget: string, address: string): Promise<boolean> {
  const [{ seconds, atMost }] = smsQuotas.all
  const [found] = await db
    .select({ used: sql<number>`coalesce(sum(${quota.n}), 0)::int` })
    .from(quota)
    .where(and(eq(quota.key, budget), gt(quota.bucket, sql`now() - make_interval(secs => ${seconds})`)))
  const used = found?.used ?? 0
  if (used < atMost * alarmShare) return false
  const warned = await takeQuota(db, [{ key: `${allKey}:told`, seconds: dayS, atMost: 1 }])
  if (!warned.ok) return false
  await audit(db, {
    person: null,
    sessionId: null,
    action: "sms.budget",
    result: "done",
    ip: address,
    detail: { used, atMost },
  })
  return true
}

function macOf(keyed: Keyed, code: string, binding: string, id: string): Buffer {
  return keyed.mac("sms-code", code, binding, id)
}

const isLive = and(isNull(smsCode.usedAt), isNull(smsCode.voidAt))
const isGood = and(
  isLive,
  gt(smsCode.expiresAt, sql`now()`),
  lt(smsCode.tries, sql.raw(String(reauthLimits.smsTries))),
)

/**
 * The attempt is counted and committed before anything is compared, so that a thousand at once are still five. Of right
 * answers at once a single one succeeds.
 */
export async function checkCode(
  { database, keyed }: Pick<Parts, "database" | "keyed">,
  { binding, vcode }: { readonly binding: string; readonly vcode: string },
): Promise<{ personId: Id; captchaHash: Buffer | null } | null> {
  const [tried] = await database.transaction(unrestricted, (db) =>
    db
      .update(smsCode)
      .set({ tries: sql`${smsCode.tries} + 1` })
      .where(and(eq(smsCode.binding, binding), isGood))
      .returning({ id: smsCode.id, codeMac: smsCode.codeMac }),
  )
  if (!tried) return null
  const given = macOf(keyed, vcode, binding, tried.id)
  if (given.length !== tried.codeMac.length || !timingSafeEqual(given, tried.codeMac)) return null
  const [used] = await database.transaction(unrestricted, (db) =>
    db
      .update(smsCode)
      .set({ usedAt: sql`now()` })
      .where(and(eq(smsCode.id, tried.id), isLive))
      .returning({ personId: smsCode.personId, captchaHash: smsCode.captchaHash }),
  )
  return used?.personId ? { personId: used.personId, captchaHash: used.captchaHash } : null
}

/** How long the live code is still valid; 0: there is none. */
export async function codeSeconds(database: Database, binding: string): Promise<number> {
  const [found] = await database.transaction(unrestricted, (db) =>
    db
      .select({ seconds: sql<number>`ceil(extract(epoch from ${smsCode.expiresAt} - now()))::int` })
      .from(smsCode)
      .where(and(eq(smsCode.binding, binding), isGood)),
  )
  return found?.seconds ?? 0
}

/** The slider that the live code was sent with. */
export async function codeCaptcha(database: Database, binding: string): Promise<Buffer | null> {
  const [found] = await database.transaction(unrestricted, (db) =>
    db
      .select({ captchaHash: smsCode.captchaHash })
      .from(smsCode)
      .where(and(eq(smsCode.binding, binding), isGood)),
  )
  return found?.captchaHash ?? null
}
