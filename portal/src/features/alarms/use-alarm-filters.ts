import { useSearchParams } from "react-router"
import { addressOf, filtered, noPlace, placeFrom, type AlarmPlace } from "./alarm-filters-url.ts"

/** The filters stay in the address: a reload, a link and "back" lead to the same list. */
export function useAlarmPlace() {
  const [address, setAddress] = useSearchParams()
  const place = placeFrom(address)
  const go = (to: AlarmPlace, options?: { readonly replace: boolean }) => setAddress(addressOf(to), options)
  return {
    place,
    /** Trying filters out is one step back, not ten. */
    onFilter: (change: Partial<AlarmPlace>) => go(filtered(place, change), { replace: true }),
    onReset: () => go(noPlace, { replace: true }),
    onPage: (change: Pick<AlarmPlace, "before" | "after">) => go({ ...place, ...change }),
    onClose: () => go({ ...place, alarm: "" }, { replace: true }),
    addressOf: (alarm: string) => `?${addressOf({ ...place, alarm }).toString()}`,
  }
}
