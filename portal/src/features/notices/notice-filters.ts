import { noticeCalls, NoticeCursor, noticeLimits, NoticeState } from "@uc/contract/notices/calls"
import { Id, text } from "@uc/contract/core/wire"
import { z } from "zod"
import { filter, openItem, pageAt, sorting, urlFilters, view } from "../../page-kit/list/url-filters.ts"

/** One address for both lists: each ignores the other's parameters. */
export const noticeFilters = urlFilters({
  tab: view(z.enum(["read", "written"]), "read"),
  /** Of the list to read. */
  state: filter(z.enum(["all", "unread", "unconfirmed", "waiting", "pinned"]), "all"),
  kind: filter(text(noticeLimits.category)),
  /** Of the list of written ones. */
  stage: filter(NoticeState),
  title: filter(text(noticeLimits.searched)),
  before: pageAt(NoticeCursor),
  beforeid: pageAt(Id),
  sort: sorting<string>(noticeCalls.list, noticeCalls.written),
  notice: openItem(Id),
})
export type NoticeFilterState = typeof noticeFilters.usual

export const titleField = {
  search: "title",
  label: "标题",
  placeholder: "搜索标题",
  maxLength: noticeLimits.searched,
} as const
