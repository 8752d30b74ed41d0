import { peopleAdminMessages, type PersonState } from "@uc/contract/people/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import { and } from "drizzle-orm"
import { person } from "../../db/schema/people.ts"
import { Refusal } from "../../errors/refusal.ts"
import type { RequestContext } from "../../http/calls/request-context.ts"
import {
  administeredOrgs,
  administersAny,
  foundOrForbidden,
  mustReach,
  outOfReach,
} from "../../session/reach.ts"
import { isHeldFor } from "../../session/rights/narrowed.ts"
import { mustBeInArea, reachedArea, seesAreas } from "../areas/public.ts"
import { organisationOf } from "../organisations/public.ts"
import { isOfOrganisations, type PeopleFilter, type Where } from "./people-list.store.ts"

interface Asked {
  readonly areaid?: Id | undefined
  readonly orgid?: Id | undefined
  readonly deptid?: Id | undefined
  readonly isDirect: 0 | 1
  readonly name: string
  readonly state: PersonState
  readonly isAdmin: 0 | 1
  readonly isInactive: 0 | 1
  readonly sort?: PeopleFilter["sort"]
}

/** What is asked for, as far as the viewer may. */
export async function filterOf(context: RequestContext, asked: Asked): Promise<PeopleFilter> {
  const where = await whereOf(context, asked)
  const { name, state } = asked
  const isInactive = asked.isInactive === 1
  // DISTRICT-15: refused and not dropped.
  if ((state !== "on" || isInactive) && !administersAny(context.user))
    throw new Refusal(peopleAdminMessages.statesForAdministrators, {
      status: 403,
      field: isInactive ? "isInactive" : "state",
    })
  if (asked.isDirect === 1 && asked.deptid === undefined)
    throw new Refusal(peopleAdminMessages.directOfDepartment, { field: "isDirect" })
  return {
    where,
    name,
    state,
    isAdmin: asked.isAdmin === 1,
    isInactive,
    // Who has left, and who has not begun yet, is for those who administer them.
    held: and(
      isHeldFor(context.user, { personId: person.id, orgId: person.orgId }),
      isOfOrganisations(administeredOrgs(context.user)),
    ),
    only: null,
    sort: asked.sort,
  }
}

/** The narrowest filter counts; what it stands in must be what the others name. */
async function whereOf({ db, scope, user: { user } }: RequestContext, asked: Asked): Promise<Where> {
  const { areaid, orgid, deptid, isDirect } = asked
  let path: string | null = null
  if (areaid !== undefined) {
    if (!seesAreas(user)) throw outOfReach()
    ;({ path } = foundOrForbidden(await reachedArea(db, scope, areaid)))
  }
  if (orgid !== undefined) mustReach(scope, orgid)
  if (deptid !== undefined) {
    const org = mustReach(scope, foundOrForbidden(await organisationOf(db, "department", deptid, true)))
    if (orgid !== undefined && org !== orgid) throw outOfReach()
    if (path !== null) await mustBeInArea(db, path, org, "deptid")
    return { in: "department", org, id: deptid, isDirect: isDirect === 1 }
  }
  if (orgid !== undefined) {
    if (path !== null) await mustBeInArea(db, path, orgid, "orgid")
    return { in: "organisation", org: orgid }
  }
  return path === null ? { in: "reach" } : { in: "area", path }
}
