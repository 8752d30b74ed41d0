import type { OrganisationFilter } from "@uc/contract/directory/calls"
import { and, eq, sql, type SQL } from "drizzle-orm"
import { organisation } from "../schema/organisations.ts"

/** DISTRICT-7: kind, 学段 and tag, each where it is asked for. */
export function matchesOrganisation({ kind, schoolLevel, tag }: OrganisationFilter): SQL | undefined {
  return and(
    kind === undefined ? undefined : eq(organisation.kind, kind),
    schoolLevel === undefined ? undefined : eq(organisation.schoolLevel, schoolLevel),
    tag === undefined ? undefined : sql`${tag} = any (${organisation.tags})`,
  )
}
