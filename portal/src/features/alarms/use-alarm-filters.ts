import { useSearchParams } from "react-router"
import { urlOf, filtered, noFilterState, filtersFromUrl, type AlarmFilterState } from "./alarm-filters-url.ts"

/** The filters stay in the address: a reload, a link and "back" lead to the same list. */
export function useAlarmFilters() {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  const go = (to: AlarmFilterState, options?: { readonly replace: boolean }) => setAddress(urlOf(to), options)
  return {
    place,
    /** Trying filters out is one step back, not ten. */
    onFilter: (change: Partial<AlarmFilterState>) => go(filtered(place, change), { replace: true }),
    onReset: () => go(noFilterState, { replace: true }),
    onPage: (change: Pick<AlarmFilterState, "before" | "after">) => go({ ...place, ...change }),
    onClose: () => go({ ...place, alarm: "" }, { replace: true }),
    urlOf: (alarm: string) => `?${urlOf({ ...place, alarm }).toString()}`,
  }
}
