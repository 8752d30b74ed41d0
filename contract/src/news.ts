import { z } from "zod"
import { call } from "./call.ts"
import { Id, Moment, page, paging, text } from "./wire.ts"

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
  createtime: Moment,
})
export type NewsItem = z.infer<typeof NewsItem>

export const FriendLink = z.object({ id: Id, name: z.string(), address: z.string() })
export type FriendLink = z.infer<typeof FriendLink>

export const newsLimits = { category: 64 } as const

const category = text(newsLimits.category)

export const newsCalls = {
  columns: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_portal_column_tree.action",
    open: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(PortalColumn),
  }),
  ofColumn: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_column_news.action",
    open: true,
    input: z.object({ category, ...paging, areaid: Id.optional() }),
    output: page(NewsItem),
  }),
  friendLinks: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_friend_links.action",
    open: true,
    input: z.object({ areaid: Id.optional() }),
    output: z.array(FriendLink),
  }),
  /** What the user's own organisation has to say; unlike the columns, not for the public. */
  information: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_information_list.action",
    input: z.object({ category: category.optional(), ...paging }),
    output: page(NewsItem),
  }),
}
