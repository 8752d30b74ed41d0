import { canonicalDomain, domainAddress, domainOrigins } from "@uc/contract/domains/domain-address"
import { defaultHelpers, domainLimits } from "@uc/contract/domains/calls"
import { defaultUserFields } from "@uc/contract/domains/user-fields"
import type { Id } from "@uc/contract/core/wire"
import { and, eq, inArray } from "drizzle-orm"
import type { Db } from "../../db/open.ts"
import { authDomain } from "../../db/schema/domains.ts"

interface ApplicationSites {
  readonly applicationId: Id
  readonly name: string
  readonly addresses: readonly string[]
  readonly sharedPath: string | null
}

/**
 * SSO-3: an application's sites are on its organisation's list as long as it names them. A site that an administrator has
 * listed stays as it is, with its helpers and its secret. Under the lock of the list. False: the list is full.
 */
export async function keepOrigins(db: Db, org: Id, sites: ApplicationSites): Promise<boolean> {
  const { applicationId, name, sharedPath } = sites
  const wanted = new Set(sites.addresses.flatMap(listable))
  const list = await db
    .select({ id: authDomain.id, domainIp: authDomain.domainIp, applicationId: authDomain.applicationId })
    .from(authDomain)
    .where(eq(authDomain.orgId, org))
  const own = list.filter((row) => row.applicationId === applicationId)
  const unwanted = own.filter(({ domainIp }) => !wanted.has(domainIp)).map(({ id }) => id)
  if (unwanted.length > 0) await db.delete(authDomain).where(inArray(authDomain.id, unwanted))
  await db
    .update(authDomain)
    .set({ sharedPath })
    .where(and(eq(authDomain.orgId, org), eq(authDomain.applicationId, applicationId)))

  const left = list.filter(({ id }) => !unwanted.includes(id))
  const listed = new Set(left.flatMap(({ domainIp }) => domainOrigins(canonicalDomain(domainIp))))
  const missing = [...wanted].filter((origin) => !listed.has(origin))
  if (left.length + missing.length > domainLimits.rows) return false
  for (const origin of missing)
    await db.insert(authDomain).values({
      orgId: org,
      name,
      domainIp: origin,
      origin: canonicalDomain(origin),
      helpers: [...defaultHelpers],
      userFields: [...defaultUserFields],
      sharedPath,
      applicationId,
    })
  return true
}

/** What the list can't hold (a name without a dot, as `localhost`) opens in a window of its own and is never hosted. */
function listable(address: string): string[] {
  const { origin } = new URL(address)
  return domainAddress.test(origin) && origin.length <= domainLimits.fieldLength ? [origin] : []
}
