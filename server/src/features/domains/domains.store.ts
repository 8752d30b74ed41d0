import { canonicalDomain, domainOrigins, isPrivateDomain } from "@uc/contract/domains/domain-address"
import {
  defaultHelpers,
  domainLimits,
  helpersOf,
  type Domain,
  type DomainHelper,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain, guestTicket } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"

export async function domainsOf(db: Db, org: Id): Promise<ListedDomain[]> {
  const rows = await db
    .select({
      id: authDomain.id,
      name: authDomain.name,
      domainIp: authDomain.domainIp,
      helpers: authDomain.helpers,
      version: authDomain.version,
      lastUsedAt: sql<string | null>`${asMoment(authDomain.lastUsedAt)}`,
      hasSecret: sql<boolean>`${isNotNull(authDomain.secretHash)}`,
    })
    .from(authDomain)
    .where(eq(authDomain.orgId, org))
    .orderBy(asc(authDomain.id))
  return rows.map((row) => ({
    ...row,
    helpers: helpersOf(row.helpers.join()),
    origins: domainOrigins(row.domainIp),
    isPrivate: isPrivateDomain(row.domainIp),
  }))
}

/** Locks this organisation's list until the transaction ends, so that counts and comparisons stay true. */
export async function lockList(db: Db, org: Id): Promise<void> {
  await db
    .select({ id: organisation.id })
    .from(organisation)
    .where(eq(organisation.id, org))
    .for("no key update")
}

interface Wanted extends Omit<Domain, "id"> {
  readonly id: Id | undefined
  readonly helpers: DomainHelper[] | undefined
  /** Undefined: whatever is there is overwritten. */
  readonly version: number | undefined
}

export type Saved =
  | { readonly is: "saved"; readonly before: ListedDomain | null; readonly after: ListedDomain }
  | { readonly is: "gone" | "changed" | "full" }
  | { readonly is: "taken"; readonly by: string }

/** DOM-2. Under the list's lock: of two saves at once, the second sees the first. */
export async function saveDomain(db: Db, org: Id, wanted: Wanted): Promise<Saved> {
  await lockList(db, org)
  const list = await domainsOf(db, org)
  const before = list.find(({ id }) => id === wanted.id) ?? null
  if (wanted.id !== undefined) {
    if (!before) return { is: "gone" }
    if (wanted.version !== undefined && wanted.version !== before.version) return { is: "changed" }
  } else if (list.length >= domainLimits.rows) return { is: "full" }

  const taken = list.find((other) => other !== before && areOnePlace(other.domainIp, wanted.domainIp))
  if (taken) return { is: "taken", by: taken.name }

  const id = before ? await change(db, before, wanted) : await add(db, org, wanted)
  const after = (await domainsOf(db, org)).find((row) => row.id === id)
  if (!after) throw new Error("A domain is not there after it was saved")
  return { is: "saved", before, after }
}

/** With and without a scheme they may still mean one origin. */
function areOnePlace(one: string, other: string): boolean {
  const origins = new Set(domainOrigins(one))
  return (
    canonicalDomain(one) === canonicalDomain(other) ||
    domainOrigins(other).some((origin) => origins.has(origin))
  )
}

async function add(db: Db, org: Id, { name, domainIp, helpers }: Wanted): Promise<Id | undefined> {
  const origin = canonicalDomain(domainIp)
  const [added] = await db
    .insert(authDomain)
    .values({ orgId: org, name, domainIp, origin, helpers: helpers ?? [...defaultHelpers] })
    .returning({ id: authDomain.id })
  return added?.id
}

async function change(db: Db, before: ListedDomain, { name, domainIp, helpers }: Wanted): Promise<Id> {
  const origin = canonicalDomain(domainIp)
  const isElsewhere = origin !== canonicalDomain(before.domainIp)
  await db
    .update(authDomain)
    .set({
      name,
      domainIp,
      origin,
      helpers: helpers ?? before.helpers,
      version: sql`${authDomain.version} + 1`,
      updatedAt: sql`now()`,
      // Another address is another server, which must not inherit the old one's secret and rights.
      ...(isElsewhere ? { secretHash: null, lastUsedAt: null } : {}),
    })
    .where(eq(authDomain.id, before.id))
  if (isElsewhere) await db.delete(guestTicket).where(eq(guestTicket.domainId, before.id))
  return before.id
}

/** Null: there was none. */
export async function removeDomain(db: Db, org: Id, id: Id): Promise<ListedDomain | null> {
  await lockList(db, org)
  const before = (await domainsOf(db, org)).find((row) => row.id === id)
  if (!before) return null
  await db.delete(authDomain).where(and(eq(authDomain.orgId, org), eq(authDomain.id, id)))
  return before
}
