import type { Id } from "@uc/contract/core/wire"
import { isAbove } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { reaches } from "../../db/scope.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { mustAdministerFully } from "../../session/administered.ts"
import { heldScope } from "../../session/rights/held-permissions.ts"
import { applicationsOf } from "./applications.store.ts"

/**
 * Only of the own organisation, as its domains (DOM-7). FAULT-6: an entry gives out keys, and lets another system act on who people are;
 * so the platform's applications are its administrators' alone.
 */
export async function mustAdministerApplications(context: RequestContext): Promise<Id> {
  return (await mustAdministerFully(context, context.user.user.orgid)).id
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
