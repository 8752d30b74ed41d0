import { addressLimits } from "@uc/contract/applications/application-address"
import { isStorable, type Id } from "@uc/contract/core/wire"
import { and, eq, isNull, or, sql, type SQL } from "drizzle-orm"
import type { Db } from "../../../db/open.ts"
import { application } from "../../../db/schema/domains.ts"
import { organisation } from "../../../db/schema/organisations.ts"
import type { KnownApplication } from "../sign-on.ts"

export interface CasApplication extends KnownApplication {
  readonly clientId: string
}

const isInUse = and(
  eq(application.protocol, "cas"),
  isNull(application.disabledAt),
  sql`not uc_is_disabled(${application.orgId})`,
)

/** What PostgreSQL can't hold, or nobody could have stored, is nobody's address. */
function mayBeStored(address: string): boolean {
  return address.length <= addressLimits.length && isStorable(address)
}

/** SSO-2: whose service this is, letter by letter; null: nobody's. Each is of one application alone (`servicesProblem`). */
export async function applicationAt(db: Db, service: string): Promise<CasApplication | null> {
  if (!mayBeStored(service)) return null
  const [found] = await db
    .select({
      id: application.id,
      clientId: application.clientId,
      name: application.name,
      icon: application.icon,
      orgname: organisation.name,
      claims: application.claims,
      isOwn: application.isOwn,
    })
    .from(application)
    .innerJoin(organisation, eq(organisation.id, application.orgId))
    .where(and(isInUse, isService(service)))
  return found ?? null
}

function isService(address: string): SQL {
  return sql`${address} = any (${application.redirectAddresses})`
}

/** SSO-2: whether somebody may be led there after signing out: an application names that very address. */
export async function isAddressOfOne(db: Db, address: string): Promise<boolean> {
  if (!mayBeStored(address)) return false
  const found = await db
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        isInUse,
        or(
          isService(address),
          sql`${address} = any (${application.logoutAddresses})`,
          eq(application.homeAddress, address),
        ),
      ),
    )
    .limit(1)
  return found.length > 0
}

interface WantedServices {
  /** Of the application itself; undefined: a new one. */
  readonly id: Id | undefined
  readonly org: Id
  readonly services: readonly string[]
}

/**
 * SSO-2: a CAS client has no name and no secret of its own: it believes every ticket that is good for its address. So a site belongs to the
 * applications of one organisation, or another one could send its own people in. Whoever wants it at the same time waits (`db`);
 * others' entries are read past row-level security (`systemDb`). Null: nothing is wrong.
 */
export async function servicesProblem(
  db: Db,
  systemDb: Db,
  { id, org, services }: WantedServices,
): Promise<"service-taken" | "site-taken" | null> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('cas_services'))`)
  const sites = new Set(services.map(siteOf))
  const entries = await systemDb
    .select({ id: application.id, org: application.orgId, services: application.redirectAddresses })
    .from(application)
    .where(eq(application.protocol, "cas"))
  for (const entry of entries) {
    if (entry.id === id) continue
    if (entry.org === org) {
      if (entry.services.some((each) => services.includes(each))) return "service-taken"
    } else if (entry.services.some((each) => sites.has(siteOf(each)))) return "site-taken"
  }
  return null
}

/** Host and port; with either protocol, because a system that has one mostly answers by the other too. */
function siteOf(address: string): string {
  return new URL(address).host
}
