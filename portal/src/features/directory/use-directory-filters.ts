import { useCallback } from "react"
import { useSearchParams } from "react-router"
import { addressOf, placeFrom, type DirectoryPlace } from "./directory-filters-url.ts"

/** The node and the filters stay in the address: a reload, a link and "back" lead to the same. */
export function useDirectoryPlace() {
  const [address, setAddress] = useSearchParams()
  const place = placeFrom(address)
  const go = useCallback(
    (change: Partial<DirectoryPlace>, replace = false) =>
      setAddress((before) => addressOf({ ...placeFrom(before), ...change }), { replace }),
    [setAddress],
  )
  return { place, go }
}
