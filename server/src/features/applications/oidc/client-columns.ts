import { and, eq, isNull, sql, type SQL } from "drizzle-orm"
import { application } from "../../../db/schema/domains.ts"
import { isUsable } from "../audience.ts"

/** Over `application`, and of whoever the statement is for `person` and `organisation`. */
export const clientColumns = {
  name: application.name,
  redirects: application.redirectAddresses,
  logouts: application.logoutAddresses,
  backchannel: application.backchannelAddress,
  claims: application.claims,
  isOwn: application.isOwn,
  keySet: application.keySet,
  waivesPkce: application.waivesPkce,
  isPublic: application.isPublic,
  secret: application.secretHash,
  oldSecret: sql<Buffer | null>`case when ${application.oldSecretUntil} > now() then ${application.oldSecretHash} end`,
  isUsable: sql<boolean>`coalesce((${isUsable}), false)`,
}

export function isClient(clientId: SQL): SQL | undefined {
  return and(
    eq(application.clientId, clientId),
    eq(application.protocol, "oidc"),
    isNull(application.disabledAt),
    sql`not uc_is_disabled(${application.orgId})`,
  )
}
