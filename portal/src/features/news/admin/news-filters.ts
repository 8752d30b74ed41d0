import { newsLimits } from "@uc/contract/news/calls"
import { newsAdminCalls, NewsState } from "@uc/contract/news/admin-calls"
import { Cursor, Id, text } from "@uc/contract/core/wire"
import { filter, pageAt, sorting, urlFilters } from "../../../page-kit/list/url-filters.ts"

export const newsFilters = urlFilters({
  columnId: filter(Id),
  state: filter(NewsState),
  title: filter(text(newsLimits.searched)),
  before: pageAt(Cursor),
  after: pageAt(Cursor),
  sort: sorting(newsAdminCalls.list),
})
