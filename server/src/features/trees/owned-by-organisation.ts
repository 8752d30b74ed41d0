import type { Id } from "@uc/contract/core/wire"
import { eq } from "drizzle-orm"
import { organisation } from "../../db/schema/organisations.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustAdminister } from "../../session/reach.ts"

/** ROLE-2: an organisation's tree is changed and listed by those who administer it; without an id it is the user's own. */
export async function ownedByOrganisation(
  context: RequestContext,
  orgid: Id | undefined,
): Promise<{ readonly org: Id; readonly ownerName: string }> {
  const org = mustAdminister(context, orgid ?? context.user.user.orgid)
  const [found] = await context.db
    .select({ name: organisation.name })
    .from(organisation)
    .where(eq(organisation.id, org))
  return { org, ownerName: foundOrForbidden(found).name }
}
