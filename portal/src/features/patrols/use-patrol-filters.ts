import { useSearchParams } from "react-router"
import { addressOf, noPlace, placeFrom, type PatrolPlace } from "./patrol-filters-url.ts"

/** A reload, a link and "back" lead to the same list. */
export function usePatrolPlace() {
  const [address, setAddress] = useSearchParams()
  const place = placeFrom(address)
  return {
    place,
    go: (change: Partial<PatrolPlace>) => setAddress(addressOf({ ...place, ...change })),
    /** Trying filters out is one step back, not ten; and the list begins at its beginning. */
    onFilter: (change: Partial<PatrolPlace>) =>
      setAddress(addressOf({ ...place, before: "", ...change }), { replace: true }),
    onView: (view: PatrolPlace["view"]) => setAddress(addressOf({ ...noPlace, view })),
  }
}
