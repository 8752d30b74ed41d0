import { z } from "zod"
import { IdList } from "../core/wire.ts"
import { organisationFilter } from "../directory/calls.ts"

/** DISTRICT-8: what organisations are chosen for. */
const choosingPermissions = ["drills.run", "tasks.give", "assessments.schemes"] as const
export type ChoosingPermission = (typeof choosingPermissions)[number]

/** Drills, tasks and assessments choose from those for which the viewer holds the permission, in these areas and below; without an area all of them. */
export const ParticipantFilter = z.object({
  areaids: IdList.optional(),
  permission: z.enum(choosingPermissions).default("drills.run"),
  ...organisationFilter,
})
