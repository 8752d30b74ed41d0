import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { urlOf, filtersFromUrl, type DirectoryFilterState } from "./directory-filters-url.ts"

/** The node and the filters stay in the address: a reload, a link and "back" lead to the same. */
export function useDirectoryFilters() {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  const go = useCallback(
    (change: Partial<DirectoryFilterState>, replace = false) =>
      setAddress((before) => urlOf({ ...filtersFromUrl(before), ...change }), { replace }),
    [setAddress],
  )
  return { place, go }
}
