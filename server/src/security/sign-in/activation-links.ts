import { randomBytes } from "node:crypto"
import type { ActivationRefusal } from "@uc/contract/login/activation-calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { credential, person } from "../../db/schema/people.ts"
import { activationLink } from "../../db/schema/sign-in.ts"
import type { Keyed } from "../keyed.ts"
import { isNotActivated } from "./not-activated.ts"

/** 144 bits, in 24 letters: short enough for a message. */
const secretBytes = 18

const hashOf = (keyed: Keyed, secret: string) => keyed.mac("activation-link", secret)

/** DISTRICT-1: in the place of every earlier link and of a one-time password. `end`: until when it is good. */
export async function issueActivationLink(
  db: Db,
  keyed: Keyed,
  owner: { readonly id: Id; readonly orgId: Id },
  end: SQL,
): Promise<{ readonly secret: string; readonly until: string }> {
  await replaceActivationLinks(db, owner.id)
  await db
    .delete(credential)
    .where(and(eq(credential.personId, owner.id), isNotNull(credential.oneTimeUntil)))
  const secret = randomBytes(secretBytes).toString("base64url")
  const [made] = await db
    .insert(activationLink)
    .values({
      secretHash: hashOf(keyed, secret),
      personId: owner.id,
      orgId: owner.orgId,
      until: end,
    })
    .returning({ until: asMoment(activationLink.until) })
  if (!made) throw new Error("A link is not there after it was added")
  return { secret, until: made.until }
}

/** Whoever gets a password by another way does not need the link any more, and nobody else may. */
export async function replaceActivationLinks(db: Db, personId: Id): Promise<void> {
  await db
    .update(activationLink)
    .set({ replacedAt: sql`now()` })
    .where(
      and(
        eq(activationLink.personId, personId),
        isNull(activationLink.usedAt),
        isNull(activationLink.replacedAt),
      ),
    )
}

export interface LinkedAccount {
  readonly id: Id
  readonly orgId: Id
  readonly account: string
  readonly name: string
  readonly organisation: string
  readonly until: string
  /** Null: it may be used. */
  readonly refusal: ActivationRefusal | null
}

/** Whose link it is, in use or not. `isLocked`: nobody else uses or replaces it until the transaction ends. */
export async function linkedAccount(
  systemDb: Db,
  keyed: Keyed,
  secret: string,
  isLocked: boolean,
): Promise<LinkedAccount | null> {
  const link = activationLink
  const query = systemDb
    .select({
      id: person.id,
      orgId: person.orgId,
      account: person.account,
      name: person.name,
      organisation: organisation.name,
      until: asMoment(link.until),
      refusal: sql<ActivationRefusal | null>`case
        when ${person.disabledAt} is not null or ${organisation.disabledAt} is not null then 'disabled'
        when ${link.usedAt} is not null or not (${isNotActivated(systemDb)}) then 'used'
        when ${link.replacedAt} is not null then 'replaced'
        when ${link.until} <= now() then 'expired' end`,
    })
    .from(link)
    .innerJoin(person, eq(person.id, link.personId))
    .innerJoin(organisation, eq(organisation.id, person.orgId))
    .where(eq(link.secretHash, hashOf(keyed, secret)))
  const [found] = await (isLocked ? query.for("update", { of: [link, person] }) : query)
  return found ?? null
}

export async function setActivationLinkUsed(systemDb: Db, keyed: Keyed, secret: string): Promise<void> {
  await systemDb
    .update(activationLink)
    .set({ usedAt: sql`now()` })
    .where(eq(activationLink.secretHash, hashOf(keyed, secret)))
}
