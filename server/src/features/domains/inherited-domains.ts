import {
  canonicalDomain,
  domainOrigins,
  domainsMeaning,
  isPrivateDomain,
} from "@uc/contract/domains/domain-address"
import type { InheritedDomain } from "@uc/contract/domains/calls"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray, ne, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { asMoment } from "../../db/queries/wire-moment.ts"
import { declinedDomain, inheritedDomainUse } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"
import {
  decidingEntries,
  entriesOf,
  type DomainEntry,
  type EntriesOfOrganisation,
} from "./domains-in-force.ts"
import { lockList } from "./lock-list.ts"

/** Every canonical entry that means one of the origins of this one. */
function sameSites(domainIp: string): string[] {
  return [...new Set([canonicalDomain(domainIp), ...domainOrigins(domainIp).flatMap(domainsMeaning)])]
}

/** DISTRICT-12: what organisations above have listed, and what becomes of it here. */
export async function inheritedDomains(
  db: Db,
  org: Id,
  /** A school does not reach the bureau's name. */
  unrestrictedly: <T>(read: (systemDb: Db) => Promise<T>) => Promise<T>,
): Promise<InheritedDomain[]> {
  const all = await entriesOf(db, org)
  const entries = all.entries.filter(({ isOwn }) => !isOwn)
  if (entries.length === 0) return []
  const owners = [...new Set(entries.map(({ orgId }) => orgId))]
  const names = await unrestrictedly((systemDb) =>
    systemDb
      .select({ id: organisation.id, name: organisation.name })
      .from(organisation)
      .where(inArray(organisation.id, owners)),
  )
  const uses = await db
    .select({ id: inheritedDomainUse.domainId, at: asMoment(inheritedDomainUse.lastUsedAt) })
    .from(inheritedDomainUse)
    .where(eq(inheritedDomainUse.orgId, org))
  return entries.map((entry) => ({
    id: entry.id,
    name: entry.name,
    domainIp: entry.domainIp,
    helpers: entry.helpers,
    userFields: entry.userFields,
    operations: [...entry.operations],
    origins: domainOrigins(entry.domainIp),
    isPrivate: isPrivateDomain(entry.domainIp),
    lastUsedAt: uses.find(({ id }) => id === entry.id)?.at ?? null,
    listedBy: names.find(({ id }) => id === entry.orgId)?.name ?? "",
    state: stateOf(entry, all),
  }))
}

function stateOf(entry: DomainEntry, all: EntriesOfOrganisation): InheritedDomain["state"] {
  const origins = domainOrigins(entry.domainIp)
  if (origins.length > 0 && origins.every((origin) => all.declined.has(origin))) return "declined"
  const deciding = decidingEntries(all)
  const isReplaced = origins.every((origin) => deciding.has(origin) && deciding.get(origin)?.id !== entry.id)
  return origins.length > 0 && isReplaced ? "replaced" : "inForce"
}

/** Null: no organisation above has this entry for this one. */
async function lockedEntry(db: Db, org: Id, id: Id): Promise<DomainEntry | null> {
  await lockList(db, org)
  const { entries } = await entriesOf(db, org)
  return entries.find((entry) => !entry.isOwn && entry.id === id) ?? null
}

export async function declineDomain(db: Db, org: Id, id: Id): Promise<DomainEntry | null> {
  const entry = await lockedEntry(db, org, id)
  if (entry)
    await db
      .insert(declinedDomain)
      .values({ orgId: org, origin: canonicalDomain(entry.domainIp) })
      .onConflictDoNothing()
  return entry
}

export async function acceptDomain(db: Db, org: Id, id: Id): Promise<DomainEntry | null> {
  const entry = await lockedEntry(db, org, id)
  if (entry)
    await db
      .delete(declinedDomain)
      .where(and(eq(declinedDomain.orgId, org), inArray(declinedDomain.origin, sameSites(entry.domainIp))))
  return entry
}

/** How many organisations that the viewer reaches have declined each of these sites, by what was typed. */
export async function declinedCounts(
  db: Db,
  org: Id,
  typed: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (typed.length === 0) return new Map()
  const rows = await db
    .select({ origin: declinedDomain.origin, orgId: declinedDomain.orgId })
    .from(declinedDomain)
    .where(and(ne(declinedDomain.orgId, org), inArray(declinedDomain.origin, typed.flatMap(sameSites))))
  return new Map(
    typed.map((domainIp) => {
      const same = new Set(sameSites(domainIp))
      const orgs = rows.filter(({ origin }) => same.has(origin)).map(({ orgId }) => orgId)
      return [domainIp, new Set(orgs).size]
    }),
  )
}

/** People of an organisation have opened a page of a site that one above has listed. */
export async function keepInheritedUse(db: Db, org: Id, domain: Id): Promise<void> {
  await db
    .insert(inheritedDomainUse)
    .values({ orgId: org, domainId: domain, lastUsedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [inheritedDomainUse.orgId, inheritedDomainUse.domainId],
      set: { lastUsedAt: sql`now()` },
      setWhere: sql`${inheritedDomainUse.lastUsedAt} < now() - interval '1 minute'`,
    })
}
