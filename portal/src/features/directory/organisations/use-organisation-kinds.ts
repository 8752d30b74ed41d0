import { organisationKinds } from "@uc/contract/directory/calls"
import { useCodes } from "../../dictionary/public.ts"

/** HOME-4: the administrators' names of the kinds. */
export function useOrganisationKinds() {
  return useCodes("organisationKind", organisationKinds)
}
