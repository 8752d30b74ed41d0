import { peopleCalls, type PersonType } from "@uc/contract/people/calls"
import type { Id } from "@uc/contract/core/wire"
import { useEffect, useState } from "react"
import { useCall } from "../../../platform/http/use-call.ts"

/** Long enough that nobody asks between two letters, short enough not to be felt. */
export const searchDelayMs = 250

/** The words once they have rested; nothing at once, because an emptied box should show the tree again. */
function useDebounced(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), searchDelayMs)
    return () => clearTimeout(timer)
  }, [words])
  return words === "" ? "" : rested
}

/**
 * PERSON-1, on the server. Each question keeps its own answer, so one that comes late can't replace a newer one; until the
 * new one is there the one before stays.
 */
export function usePersonSearch(orgid: Id, type: PersonType | undefined, words: string) {
  const asked = useDebounced(words.trim())
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
