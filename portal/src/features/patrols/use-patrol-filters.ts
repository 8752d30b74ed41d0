import { useSearchParams } from "react-router"
import { urlOf, noFilterState, filtersFromUrl, type PatrolFilterState } from "./patrol-filters-url.ts"

/** A reload, a link and "back" lead to the same list. */
export function usePatrolFilters() {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  return {
    place,
    go: (change: Partial<PatrolFilterState>) => setAddress(urlOf({ ...place, ...change })),
    /** Trying filters out is one step back, not ten; and the list begins at its beginning. */
    onFilter: (change: Partial<PatrolFilterState>) =>
      setAddress(urlOf({ ...place, before: "", ...change }), { replace: true }),
    onView: (view: PatrolFilterState["view"]) => setAddress(urlOf({ ...noFilterState, view })),
  }
}
