import { z } from "zod"
import { call } from "../core/call.ts"
import { Cursor, Id, Moment, page, PageSize, paging, text } from "../core/wire.ts"

/** A column of the portal. `category` is what its news are asked for by. */
export const PortalColumn = z.object({
  id: Id,
  name: z.string(),
  category: z.string(),
  get children(): z.ZodArray<typeof PortalColumn> {
    return z.array(PortalColumn)
  },
})
export type PortalColumn = z.infer<typeof PortalColumn>

export const NewsItem = z.object({
  id: Id,
  title: z.string(),
  summary: z.string(),
  category: z.string(),
  /** When it was published. */
  createtime: Moment,
})
export type NewsItem = z.infer<typeof NewsItem>

export const FriendLink = z.object({ id: Id, name: z.string(), address: z.string() })
export type FriendLink = z.infer<typeof FriendLink>

export const newsLimits = {
  category: 64,
  searched: 50,
  /** The largest `start` and `total`: beyond, a list is paged by cursor. */
  deepest: 10_000,
} as const

export const newsMessages = {
  tooDeep: `最多查看前${newsLimits.deepest}条，请缩小范围或按位置翻页`,
  gone: "该新闻不存在、已撤回或不对您开放",
} as const

const category = text(newsLimits.category)
const get = { service: "usercenter", method: "GET" } as const

/** An item with everything that the portal's own list shows of it. */
export const ListedNews = NewsItem.extend({ columnname: z.string(), orgname: z.string() })
export type ListedNews = z.infer<typeof ListedNews>

const NewsPage = z.object({
  items: z.array(ListedNews),
  /** Null: there is no such page. */
  newer: Cursor.nullable(),
  older: Cursor.nullable(),
})

/** `body`: HTML of harmless tags only, cleaned when it was written and once more when it is read. */
const NewsDetail = ListedNews.extend({ author: z.string(), body: z.string() })

/**
 * Signed in: the own organisation's and what its superiors share with it; a visitor: what is public. Columns of one
 * category are one column, and a request for it includes the columns below. `areaid`: only what organisations of this
 * area and below have published.
 */
export const newsCalls = {
  columns: call({
    ...get,
    path: "/web/get_portal_column_tree.action",
    open: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(PortalColumn),
  }),
  ofColumn: call({
    ...get,
    path: "/web/get_column_news.action",
    open: true,
    specified: true,
    input: z.object({ category, ...paging, areaid: Id.optional() }),
    output: page(NewsItem),
  }),
  friendLinks: call({
    ...get,
    path: "/web/get_friend_links.action",
    open: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(FriendLink),
  }),
  /** What the user's own organisation has to say; unlike the columns, not for the public. */
  information: call({
    ...get,
    path: "/web/get_information_list.action",
    permission: null,
    input: z.object({ category: category.optional(), ...paging }),
    output: page(NewsItem),
  }),
  /** Of one column or of all, newest first, paged by cursor: a page of years ago costs as much as the first. */
  list: call({
    ...get,
    path: "/web/get_news_page.action",
    permission: null,
    input: z.object({
      category: category.optional(),
      limit: PageSize.default(20),
      /** The page after this cursor (older), or the one before it (newer). */
      before: Cursor.optional(),
      after: Cursor.optional(),
    }),
    output: NewsPage,
  }),
  detail: call({
    ...get,
    path: "/web/get_news_detail.action",
    permission: null,
    input: z.object({ id: Id }),
    output: NewsDetail,
  }),
}
