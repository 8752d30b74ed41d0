import { z } from "zod"
import { call } from "./call.ts"
import { Id, Moment, page, paging, ZeroOne } from "./wire.ts"

export const Notice = z.object({
  id: Id,
  title: z.string(),
  /** Who gives notice. */
  orgname: z.string(),
  createtime: Moment,
  isRead: z.boolean(),
})
export type Notice = z.infer<typeof Notice>

export const noticeCalls = {
  list: call({
    service: "usercenter",
    method: "GET",
    path: "/web/get_notice_list.action",
    /** `isunread` 1: only those that the user has not read. */
    input: z.object({ ...paging, isunread: ZeroOne.optional() }),
    output: page(Notice),
  }),
}
