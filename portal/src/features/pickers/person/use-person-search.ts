import { peopleCalls, type PersonType } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useCall } from "../../../platform/http/use-call.ts"
import { useDebounced } from "../use-debounced.ts"

/** Long enough that nobody asks between two letters, short enough not to be felt. */
const searchDelayMs = 250

/**
 * PERSON-1, on the server. Each question keeps its own answer, so one that comes late can't replace a newer one; until the
 * new one is there the one before stays.
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
    /** The list still belongs to the words before. */
    isOld: answer.isPlaceholderData || asked !== words.trim(),
    retry: () => void answer.refetch(),
  }
}
