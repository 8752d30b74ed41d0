import type { Id } from "@uc/contract/core/wire"
import { isAbove } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustAdminister } from "../../session/reach.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { applicationsOf } from "./applications.store.ts"

/** Only of the own organisation, as its domains (DOM-7). */
export function mustAdministerApplications(context: RequestContext): Id {
  return mustAdminister(context, context.user.user.orgid)
}

/** DISTRICT-12: what counts for others too needs the permission of domains that do: it brings such domains along. */
export async function mustBeTheirs(
  context: RequestContext,
  org: Id,
  id: Id | undefined,
  becomesForBelow: boolean,
): Promise<void> {
  const { usertype, orgid } = context.user.user
  if (isAbove(usertype) && reaches(heldScope(context.user, "domains.below"), orgid)) return
  const isForBelow = async () =>
    (await applicationsOf(context.db, org)).find((row) => row.id === id)?.isForBelow === true
  if (becomesForBelow || (id !== undefined && (await isForBelow())))
    throw new Refusal(noPermissionMessage("domains.below"), { status: 403 })
}
