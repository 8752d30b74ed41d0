import { peopleCalls, type PersonType } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useCall } from "../../../platform/http/use-call.ts"
import { useDebounced } from "../use-debounced.ts"

/** Long enough not to call between two letters, short enough not to be noticed. */
const searchDelayMs = 250

/**
 * PERSON-1, on the server. Each search has its own answer, so a late one can't replace a newer one; the earlier result
 * stays until the new one is there.
 */
export function usePersonSearch(orgid: Id, type: PersonType | undefined, words: string) {
  const asked = useDebounced(words.trim(), searchDelayMs)
  const answer = useCall(
    peopleCalls.search,
    { orgid, username: asked, ...(type && { usertype: type }) },
    { isEnabled: asked !== "", keepsPrevious: true },
  )
  return {
    asked,
    found: answer.data,
    error: answer.error,
    /** The list still belongs to the earlier text. */
    isOld: answer.isPlaceholderData || asked !== words.trim(),
    retry: () => void answer.refetch(),
  }
}
