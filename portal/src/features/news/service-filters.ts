import { newsLimits } from "@uc/contract/news/calls"
import { Cursor, Id, text } from "@uc/contract/core/wire"
import { openItem, pageAt, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** Which column, which page of it and which piece is open: all of it stands in the address. */
export const serviceFilters = urlFilters({
  category: view(text(newsLimits.category), ""),
  before: pageAt(Cursor),
  after: pageAt(Cursor),
  news: openItem(Id),
})
export type ServiceFilterState = typeof serviceFilters.usual

/** Another place of the page than the one that is shown. */
export function placeOf(place: Partial<ServiceFilterState>): string {
  return `?${serviceFilters.write({ ...serviceFilters.usual, ...place }).toString()}`
}
