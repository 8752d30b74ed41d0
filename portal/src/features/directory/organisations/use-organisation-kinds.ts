import { organisationKinds } from "@uc/contract/directory/calls"
import { useCodes } from "../../dictionary/public.ts"

/** HOME-4: what the administrators call them. */
export function useOrganisationKinds() {
  return useCodes("organisationKind", organisationKinds)
}
