import { canonicalDomain, domainOrigins, isPrivateDomain } from "@uc/contract/domains/domain-address"
import {
  defaultHelpers,
  domainLimits,
  helpersOf,
  type Domain,
  type DomainHelper,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import { defaultUserFields, userFieldsOf, type DomainUserField } from "@uc/contract/domains/user-fields"
import { hostedModuleOf, type HostedOperation } from "@uc/contract/reauth/hosted-operations"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNotNull, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain, guestTicket, inheritedDomainUse } from "../../db/schema/domains.ts"
import { reauthGrant } from "../../db/schema/reauth.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { declinedCounts } from "./inherited-domains.ts"
import { lockList } from "./lock-list.ts"

export async function domainsOf(db: Db, org: Id): Promise<ListedDomain[]> {
  // Those below write down their uses themselves.
  const usedBelow = sql`(select max(${inheritedDomainUse.lastUsedAt}) from ${inheritedDomainUse}
    where ${eq(inheritedDomainUse.domainId, authDomain.id)})`
  const rows = await db
    .select({
      id: authDomain.id,
      name: authDomain.name,
      domainIp: authDomain.domainIp,
      helpers: authDomain.helpers,
      userFields: authDomain.userFields,
      operations: authDomain.operations,
      version: authDomain.version,
      lastUsedAt: sql<string | null>`${asMoment(sql`greatest(${authDomain.lastUsedAt}, ${usedBelow})`)}`,
      hasSecret: sql<boolean>`${isNotNull(authDomain.secretHash)}`,
      isForBelow: sql<boolean>`${isNotNull(authDomain.sharedPath)}`,
    })
    .from(authDomain)
    .where(eq(authDomain.orgId, org))
    .orderBy(asc(authDomain.id))
  const shared = rows.filter(({ isForBelow }) => isForBelow).map(({ domainIp }) => domainIp)
  const declined = await declinedCounts(db, org, shared)
  return rows.map((row) => ({
    ...row,
    declinedBy: declined.get(row.domainIp) ?? 0,
    helpers: helpersOf(row.helpers.join()),
    userFields: userFieldsOf(row.userFields.join()),
    origins: domainOrigins(row.domainIp),
    isPrivate: isPrivateDomain(row.domainIp),
  }))
}

interface Wanted extends Omit<Domain, "id"> {
  readonly id: Id | undefined
  readonly helpers: DomainHelper[] | undefined
  readonly userFields: DomainUserField[] | undefined
  /** DISTRICT-12: the path of those for whom it counts too; null: nobody else; undefined: as it was. */
  readonly sharedPath: string | null | undefined
  /** Undefined: whatever is there is overwritten. */
  readonly version: number | undefined
}

export type Saved =
  | { readonly is: "saved"; readonly before: ListedDomain | null; readonly after: ListedDomain }
  | { readonly is: "gone" | "changed" | "full" | "of-application" }
  | { readonly is: "taken"; readonly by: string }

/** SSO-3: an application has brought it along, and would bring it again. */
export async function isOfApplication(db: Db, id: Id): Promise<boolean> {
  const [found] = await db
    .select({ of: authDomain.applicationId })
    .from(authDomain)
    .where(eq(authDomain.id, id))
  return (found?.of ?? null) !== null
}

/** DOM-2. Under the list's lock: of two saves at once, the second sees the first. */
export async function saveDomain(db: Db, org: Id, wanted: Wanted): Promise<Saved> {
  await lockList(db, org)
  const list = await domainsOf(db, org)
  const before = list.find(({ id }) => id === wanted.id) ?? null
  if (wanted.id !== undefined) {
    if (!before) return { is: "gone" }
    if (wanted.version !== undefined && wanted.version !== before.version) return { is: "changed" }
  } else if (list.length >= domainLimits.rows) return { is: "full" }

  const isElsewhere = before && canonicalDomain(before.domainIp) !== canonicalDomain(wanted.domainIp)
  if (isElsewhere && (await isOfApplication(db, before.id))) return { is: "of-application" }

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

async function add(db: Db, org: Id, wanted: Wanted): Promise<Id | undefined> {
  const { name, domainIp, helpers, userFields, sharedPath } = wanted
  const [added] = await db
    .insert(authDomain)
    .values({
      orgId: org,
      name,
      domainIp,
      origin: canonicalDomain(domainIp),
      helpers: helpers ?? [...defaultHelpers],
      userFields: userFields ?? [...defaultUserFields],
      sharedPath,
    })
    .returning({ id: authDomain.id })
  return added?.id
}

async function change(db: Db, before: ListedDomain, wanted: Wanted): Promise<Id> {
  const { name, domainIp, helpers, userFields, sharedPath } = wanted
  const origin = canonicalDomain(domainIp)
  const isElsewhere = origin !== canonicalDomain(before.domainIp)
  await db
    .update(authDomain)
    .set({
      name,
      domainIp,
      origin,
      helpers: helpers ?? before.helpers,
      userFields: userFields ?? before.userFields,
      ...(sharedPath === undefined ? {} : { sharedPath }),
      version: sql`${authDomain.version} + 1`,
      updatedAt: sql`now()`,
      // Another address is another server, which must not inherit the old one's secret and rights.
      ...(isElsewhere ? { secretHash: null, lastUsedAt: null } : {}),
    })
    .where(eq(authDomain.id, before.id))
  if (isElsewhere) {
    await db.delete(guestTicket).where(eq(guestTicket.domainId, before.id))
    await db.delete(reauthGrant).where(sql`${reauthGrant.mid} ^@ ${`${before.id}:`}`)
  }
  return before.id
}

/** DISTRICT-13. */
export async function saveOperations(
  db: Db,
  org: Id,
  { id, version, operations }: { id: Id; version: number; operations: HostedOperation[] },
): Promise<Saved> {
  await lockList(db, org)
  const before = (await domainsOf(db, org)).find((row) => row.id === id)
  if (!before) return { is: "gone" }
  if (before.version !== version) return { is: "changed" }
  await db
    .update(authDomain)
    .set({ operations, version: version + 1, updatedAt: sql`now()` })
    .where(eq(authDomain.id, id))
  // A person has proven it for the name that they read: under another one, or registered again, that is no proof.
  const ended = before.operations.filter(({ mid, name }) =>
    operations.every((now) => now.mid !== mid || now.name !== name),
  )
  const modules = ended.map(({ mid }) => hostedModuleOf(id, mid))
  await db.delete(reauthGrant).where(inArray(reauthGrant.mid, modules))
  return { is: "saved", before, after: { ...before, operations, version: version + 1 } }
}

/** Null: there was none. */
export async function removeDomain(db: Db, org: Id, id: Id): Promise<ListedDomain | null> {
  await lockList(db, org)
  const before = (await domainsOf(db, org)).find((row) => row.id === id)
  if (!before) return null
  await db.delete(authDomain).where(and(eq(authDomain.orgId, org), eq(authDomain.id, id)))
  return before
}

/** DISTRICT-12: an organisation stands in another area now, or has got another's list: what counts below it counts there. */
export async function keepDomainsBelow(db: Db, org: Id, areaPath: string): Promise<void> {
  await db
    .update(authDomain)
    .set({ sharedPath: areaPath })
    .where(and(eq(authDomain.orgId, org), ne(authDomain.sharedPath, "")))
}
