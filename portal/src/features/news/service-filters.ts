import { newsLimits } from "@uc/contract/news/calls"
import { Cursor, Id, text } from "@uc/contract/core/wire"
import { openItem, pageAt, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** The column, its page and the open article, all in the address. */
export const serviceFilters = urlFilters({
  category: view(text(newsLimits.category), ""),
  before: pageAt(Cursor),
  after: pageAt(Cursor),
  news: openItem(Id),
})
export type ServiceFilterState = typeof serviceFilters.usual

/** The address of another state of the page. */
export function placeOf(place: Partial<ServiceFilterState>): string {
  return `/main/service?${serviceFilters.write({ ...serviceFilters.usual, ...place }).toString()}`
}
