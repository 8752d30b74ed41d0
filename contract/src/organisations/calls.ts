import { z } from "zod"
import { call } from "../core/call.ts"
import { Id } from "../core/wire.ts"

/** What a warning card says about a school. Answered also while the session is locked: nothing personal belongs here. */
export const SchoolInfo = z.object({
  orgid: Id,
  orgname: z.string(),
  address: z.string().nullable(),
})
export type SchoolInfo = z.infer<typeof SchoolInfo>

export const organisationCalls = {
  schoolInfo: call({
    service: "usercenter",
    method: "GET",
    path: "/togetschoolinfo.action",
    permission: null,
    polled: true,
    whileLocked: true,
    specified: true,
    input: z.object({ orgid: Id }),
    output: SchoolInfo,
  }),
}
