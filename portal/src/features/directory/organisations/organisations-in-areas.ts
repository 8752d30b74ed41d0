import type { OutputOf } from "@uc/contract/core/call"
import type { OrganisationFilter } from "@uc/contract/directory/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import type { ChoosingPermission } from "@uc/contract/drills/participant-filter"
import { pick } from "../../../platform/dialogs/pick.ts"
import { send } from "../../../platform/http/send.ts"

export type AdministeredOrganisation = OutputOf<typeof drillCalls.participants>["organisations"][number]

/**
 * All organisations of the picked areas and below for which the user holds the permission, as far as the filter leaves them: "all of 小学" is one
 * filter and one press. Null: the picker was closed.
 */
export async function organisationsInAreas(
  permission: ChoosingPermission,
  title: string,
  filter: OrganisationFilter,
): Promise<AdministeredOrganisation[] | null> {
  const areas = await pick("area", { title, min: 1 })
  if (!areas) return null
  const areaids = areas.map(({ areaid }) => areaid).join(",")
  return (await send(drillCalls.participants, { areaids, permission, ...filter })).organisations
}
