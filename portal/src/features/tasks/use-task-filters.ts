import { useSearchParams } from "react-router"
import { urlOf, filtered, noFilterState, filtersFromUrl, type TaskFilterState } from "./task-filters-url.ts"

/** The filters stay in the address: a reload, a link and "back" lead to the same list. */
export function useTaskFilters() {
  const [address, setAddress] = useSearchParams()
  const place = filtersFromUrl(address)
  const go = (to: TaskFilterState, options?: { readonly replace: boolean }) => setAddress(urlOf(to), options)
  return {
    place,
    /** Trying filters out is one step back, not ten. */
    onFilter: (change: Partial<TaskFilterState>) => go(filtered(place, change), { replace: true }),
    onReset: () => go({ ...noFilterState, view: place.view, look: place.look }, { replace: true }),
    onPage: (cursor: string) => go({ ...place, cursor }),
    onOpen: (task: string) => go({ ...place, task, work: "" }),
    onClose: () => go({ ...place, task: "", work: "" }, { replace: true }),
    urlOf: (task: string, work = "") => `?${urlOf({ ...place, task, work }).toString()}`,
  }
}
