import { useSearchParams } from "react-router"
import { addressOf, filtered, noPlace, placeFrom, type TaskPlace } from "./task-filters-url.ts"

/** The filters stay in the address: a reload, a link and "back" lead to the same list. */
export function useTaskPlace() {
  const [address, setAddress] = useSearchParams()
  const place = placeFrom(address)
  const go = (to: TaskPlace, options?: { readonly replace: boolean }) => setAddress(addressOf(to), options)
  return {
    place,
    /** Trying filters out is one step back, not ten. */
    onFilter: (change: Partial<TaskPlace>) => go(filtered(place, change), { replace: true }),
    onReset: () => go({ ...noPlace, view: place.view, look: place.look }, { replace: true }),
    onPage: (cursor: string) => go({ ...place, cursor }),
    onOpen: (task: string) => go({ ...place, task, work: "" }),
    onClose: () => go({ ...place, task: "", work: "" }, { replace: true }),
    addressOf: (task: string, work = "") => `?${addressOf({ ...place, task, work }).toString()}`,
  }
}
