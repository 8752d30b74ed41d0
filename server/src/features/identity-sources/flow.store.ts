import { createHash, randomBytes, timingSafeEqual } from "node:crypto"
import { sessionLimits } from "@uc/contract/account/calls"
import { identityLimits } from "@uc/contract/identity-sources/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gt, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { oidcState } from "../../db/schema/sessions.ts"
import type { Keyed } from "../../security/keyed.ts"
import type { Begun } from "./providers/provider.ts"

/** A browser is on its way to the other side. */
export interface BegunSignIn extends Omit<Begun, "state"> {
  readonly sourceId: Id
  readonly returnUrl: string | null
}

/** The other side has vouched for somebody. */
export interface ProvenIdentity {
  readonly sourceId: Id
  /** Keyed, as it is stored with what is linked; in base64. */
  readonly subject: string
  readonly label: string
  readonly name: string
  readonly account: string
  readonly mail: string | null
  /** Fills in a box; empty: none. */
  readonly phone: string
  /** When, by the database's clock, in seconds. */
  readonly at: number
  /** Kept for signing out there alone; null: it is not needed, or too long for an address. */
  readonly idToken: string | null
}

/** A browser is signed in at a source that it is to be signed out of. */
export interface SignedInThere {
  readonly sourceId: Id
  readonly idToken: string | null
}

interface Kept {
  begun: BegunSignIn
  proven: ProvenIdentity
  signedIn: SignedInThere
  leaving: SignedInThere
}

/** Beside what the provider keeps: found by a keyed hash, sealed and deleted in the same way. */
const models: Readonly<Record<keyof Kept, string>> = {
  begun: "SignInByOther",
  proven: "ProvenByOther",
  signedIn: "SignedInAtOther",
  leaving: "SignOutAtOther",
}

/** As long as a session here lasts at most. */
const signedInS = sessionLimits.absoluteHours * 3600

interface Holder {
  readonly hash: Buffer
}

/** Bound to this browser: whoever is sent another's address can't go on with it. Gives what it is found by. */
export async function keep<K extends keyof Kept>(
  db: Db,
  keyed: Keyed,
  kind: K,
  device: Holder,
  what: Kept[K],
  secret: string = randomSecret(),
): Promise<string> {
  const seconds = kind === "signedIn" ? signedInS : identityLimits.flowS
  const values = {
    sealed: keyed.seal(JSON.stringify({ holder: device.hash.toString("base64"), what })),
    expiresAt: sql`now() + make_interval(secs => ${seconds}::int)`,
  }
  await db
    .insert(oidcState)
    .values({ model: models[kind], idHash: hashOf(keyed, secret), ...values })
    .onConflictDoUpdate({ target: [oidcState.model, oidcState.idHash], set: values })
  return secret
}

/** Found by the browser itself: it is signed in at the one that it came back from last. */
export function browserSecret({ hash }: Holder): string {
  return `browser ${hash.toString("hex")}`
}

export function randomSecret(): string {
  return randomBytes(32).toString("base64url")
}

/** 企业微信 takes letters and digits alone, 128 at most (developer.work.weixin.qq.com/document/path/91022). */
export function randomState(): string {
  return randomBytes(32).toString("hex")
}

const isOf = (keyed: Keyed, kind: keyof Kept, secret: string) =>
  and(
    eq(oidcState.model, models[kind]),
    eq(oidcState.idHash, hashOf(keyed, secret)),
    gt(oidcState.expiresAt, sql`now()`),
  )

/** Null: unknown, too old, or of another browser. */
export async function readKept<K extends keyof Kept>(
  db: Db,
  keyed: Keyed,
  kind: K,
  device: Holder,
  secret: string,
): Promise<Kept[K] | null> {
  const [found] = await db
    .select({ sealed: oidcState.sealed })
    .from(oidcState)
    .where(isOf(keyed, kind, secret))
  return found ? (opened(keyed, found.sealed, device) as Kept[K] | null) : null
}

/** Once: of two that come at the same time one finds nothing. What another browser shows is used up as well. */
export async function takeKept<K extends keyof Kept>(
  db: Db,
  keyed: Keyed,
  kind: K,
  device: Holder,
  secret: string,
): Promise<Kept[K] | null> {
  const [found] = await db
    .delete(oidcState)
    .where(isOf(keyed, kind, secret))
    .returning({ sealed: oidcState.sealed })
  return found ? (opened(keyed, found.sealed, device) as Kept[K] | null) : null
}

function opened(keyed: Keyed, sealed: Buffer, { hash }: Holder): unknown {
  const { holder, what } = JSON.parse(keyed.unseal(sealed)) as {
    holder: string
    what: unknown
  }
  const owner = Buffer.from(holder, "base64")
  return owner.length === hash.length && timingSafeEqual(owner, hash) ? what : null
}

function hashOf(keyed: Keyed, secret: string): Buffer {
  return keyed.mac("sign-in-by-other", createHash("sha256").update(secret).digest("hex"))
}
