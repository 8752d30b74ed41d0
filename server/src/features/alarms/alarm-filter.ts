import type { Id } from "@uc/contract/core/wire"
import { reachedArea } from "../areas/public.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import { foundOrForbidden, mustReach } from "../../session/reach.ts"
import type { AlarmQuestion } from "./alarm-list.store.ts"

type Filters = Omit<AlarmQuestion, "asker" | "scope" | "areaPath"> & { readonly areaid?: Id | undefined }

/** The filters as the store knows them; what the asker does not reach is refused. */
export async function alarmQuestion(
  { db, scope, user: { user } }: RequestContext,
  { areaid, ...filters }: Filters,
): Promise<AlarmQuestion> {
  if (filters.orgid !== undefined) mustReach(scope, filters.orgid)
  const areaPath = areaid === undefined ? null : foundOrForbidden(await reachedArea(db, scope, areaid)).path
  return { ...filters, asker: user, scope, areaPath }
}
