import { createHash, randomBytes } from "node:crypto"
import { loginLimits } from "@uc/contract/login/calls"
import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, gt, isNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { signInTicket } from "../../db/schema/sign-in.ts"

/** LOGIN-3: a right password that waits for the second factor or for a new password, bound to its browser. */
export interface SignInTicket {
  readonly idHash: Buffer
  readonly personId: Id
  readonly holder: Buffer
  readonly variant: LoginVariant | null
  /** SSO-4: what was linked, where another vouched for the person. */
  readonly linkId: Id | null
}

/** What it is for: a second factor, a new password, or to be chosen among the accounts of one phone (DISTRICT-3). */
export type WaitsFor = "code" | "password" | "account" | "account-by-code" | "account-by-link"

/** At least 128 bits; only the hash is stored. */
export async function issueTicket(
  db: Db,
  ticket: {
    readonly personId: Id
    readonly holder: Buffer
    readonly variant: LoginVariant | null
    readonly linkId?: Id | undefined
  },
  waitsFor: WaitsFor = "code",
): Promise<string> {
  const secret = randomBytes(24).toString("base64url")
  await db.insert(signInTicket).values({
    idHash: hashOf(secret),
    personId: ticket.personId,
    holderHash: ticket.holder,
    variant: ticket.variant,
    linkId: ticket.linkId ?? null,
    waitsFor,
    expiresAt: sql`now() + make_interval(secs => ${loginLimits.ticketS})`,
  })
  return secret
}

const isLive = and(isNull(signInTicket.usedAt), gt(signInTicket.expiresAt, sql`now()`))

/** Only for its own step: a ticket that waits for a code must not set a password. */
export async function findTicket(
  db: Db,
  secret: string,
  holder: Buffer,
  waitsFor: WaitsFor = "code",
): Promise<SignInTicket | null> {
  const [found] = await db
    .select()
    .from(signInTicket)
    .where(
      and(
        eq(signInTicket.idHash, hashOf(secret)),
        eq(signInTicket.holderHash, holder),
        eq(signInTicket.waitsFor, waitsFor),
        isLive,
      ),
    )
  return found
    ? {
        idHash: found.idHash,
        personId: found.personId,
        holder,
        variant: variantFrom(found.variant),
        linkId: found.linkId,
      }
    : null
}

/** One statement: of two that come at once, one is too late. */
export async function consumeTicket(db: Db, { idHash }: SignInTicket): Promise<boolean> {
  const spent = await db
    .update(signInTicket)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInTicket.idHash, idHash), isLive))
    .returning({ idHash: signInTicket.idHash })
  return spent.length > 0
}

/** After a password change: the tickets were issued for the old one. */
export async function voidTicketsOf(db: Db, personId: Id): Promise<void> {
  await db
    .update(signInTicket)
    .set({ usedAt: sql`now()` })
    .where(and(eq(signInTicket.personId, personId), isLive))
}

function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest()
}

function variantFrom(stored: string | null): LoginVariant | null {
  return stored !== null && Object.hasOwn(loginVariants, stored) ? (stored as LoginVariant) : null
}
