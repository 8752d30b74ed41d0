import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/public.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import type { AlarmFilter } from "./alarm-list.store.ts"

type Filters = Omit<AlarmFilter, "viewer" | "scope" | "areaPath"> & { readonly areaid?: Id | undefined }

/** The filters in the store's form; an area or organisation out of reach is refused. */
export async function alarmFilter(
  { db, scope, user: { user } }: RequestContext,
  { areaid, ...filters }: Filters,
): Promise<AlarmFilter> {
  if (filters.orgid !== undefined) mustReach(scope, filters.orgid)
  const areaPath = areaid === undefined ? null : foundOrForbidden(await reachedArea(db, scope, areaid)).path
  return { ...filters, viewer: user, scope, areaPath }
}
