import { canonicalDomain, domainOrigins, domainsMeaning } from "@uc/contract/domains/domain-address"
import { helpersOf, type DomainHelper } from "@uc/contract/domains/calls"
import { userFieldsOf, type DomainUserField } from "@uc/contract/domains/user-fields"
import type { HostedOperation } from "@uc/contract/reauth/hosted-operations"
import type { Id } from "@uc/contract/core/wire"
import { and, asc, eq, inArray, isNotNull, or, sql } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { pathsAbove } from "../../db/queries/paths-above.ts"
import { authDomain, declinedDomain } from "../../db/schema/domains.ts"
import { organisation } from "../../db/schema/organisations.ts"

/** An entry of the own list, or of one above that counts for all below it. */
export interface DomainEntry {
  readonly id: Id
  readonly orgId: Id
  readonly isOwn: boolean
  readonly name: string
  /** As it was typed. */
  readonly domainIp: string
  readonly helpers: DomainHelper[]
  readonly userFields: DomainUserField[]
  readonly operations: readonly HostedOperation[]
  readonly hasSecret: boolean
}

export interface EntriesOfOrganisation {
  /** The nearest first: the own list, then those above it from below to above. */
  readonly entries: readonly DomainEntry[]
  /** Origins that the organisation does not want from above. */
  readonly declined: ReadonlySet<string>
}

export async function areaPathOf(db: Db, org: Id): Promise<string> {
  const [own] = await db
    .select({ path: organisation.areaPath })
    .from(organisation)
    .where(eq(organisation.id, org))
  return own?.path ?? ""
}

/**
 * DISTRICT-12: what a disabled bureau has listed counts for nobody below: it has no administrator any more who answers for
 * it. The database tells it by a function, because an organisation does not reach those above it.
 */
export const isOfOneInUse = sql`not uc_is_disabled(${authDomain.orgId})`

/**
 * DISTRICT-12: what an organisation's own list and those above it say; `about`: what concerns one origin alone. Read from
 * the database each time and never cached: a removed domain is gone on every process with the commit.
 */
export async function entriesOf(db: Db, org: Id, about?: string): Promise<EntriesOfOrganisation> {
  const meaning = about === undefined ? undefined : domainsMeaning(about)
  // The empty path is the platform's: all organisations.
  const paths = ["", ...pathsAbove(await areaPathOf(db, org))]
  const rows = await db
    .select({
      id: authDomain.id,
      orgId: authDomain.orgId,
      isOwn: sql<boolean>`${authDomain.orgId} = ${org}`,
      name: authDomain.name,
      domainIp: authDomain.domainIp,
      helpers: authDomain.helpers,
      userFields: authDomain.userFields,
      operations: authDomain.operations,
      hasSecret: sql<boolean>`${isNotNull(authDomain.secretHash)}`,
    })
    .from(authDomain)
    .where(
      and(
        or(eq(authDomain.orgId, org), and(inArray(authDomain.sharedPath, paths), isOfOneInUse)),
        meaning && inArray(authDomain.origin, meaning),
      ),
    )
    .orderBy(
      sql`${authDomain.orgId} = ${org} desc`,
      sql`length(${authDomain.sharedPath}) desc nulls last`,
      asc(authDomain.id),
    )
  const unwanted = await db
    .select({ origin: declinedDomain.origin })
    .from(declinedDomain)
    .where(and(eq(declinedDomain.orgId, org), meaning && inArray(declinedDomain.origin, meaning)))
  return {
    entries: rows.map((row) => ({
      ...row,
      helpers: helpersOf(row.helpers.join()),
      userFields: userFieldsOf(row.userFields.join()),
    })),
    declined: new Set(unwanted.flatMap(({ origin }) => domainOrigins(origin))),
  }
}

/** DISTRICT-12: which entry decides about each origin: the nearest; what was declined comes from the own list only. */
export function decidingEntries({
  entries,
  declined,
}: EntriesOfOrganisation): ReadonlyMap<string, DomainEntry> {
  const deciding = new Map<string, DomainEntry>()
  for (const entry of entries)
    for (const origin of domainOrigins(canonicalDomain(entry.domainIp)))
      if (!deciding.has(origin) && (entry.isOwn || !declined.has(origin))) deciding.set(origin, entry)
  return deciding
}

/** The entry that decides about a page of this origin; undefined: it is not in force. */
export async function entryInForce(db: Db, org: Id, origin: string): Promise<DomainEntry | undefined> {
  return decidingEntries(await entriesOf(db, org, origin)).get(origin)
}

interface DomainInForce {
  readonly origin: string
  readonly name: string
  readonly helpers: DomainHelper[]
}

/** DOM-7: what is in force for an organisation's people. */
export async function domainsInForce(db: Db, org: Id): Promise<DomainInForce[]> {
  const deciding = decidingEntries(await entriesOf(db, org))
  return [...deciding].map(([origin, { name, helpers }]) => ({ origin, name, helpers }))
}
