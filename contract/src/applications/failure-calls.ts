import { z } from "zod"
import { call } from "../core/call.ts"
import { Count, Id, Moment } from "../core/wire.ts"
import { signOnFailures } from "./sign-on-failures.ts"

/** SSO-14: a sign-on that has failed, and how often the same happened from the same address. */
export const FailedSignOn = z.object({
  id: Id,
  reason: z.enum(signOnFailures),
  /** Whose request it was: a browser's or the application's server's. */
  ip: z.string(),
  /** The address that the request named, without its parameters; empty: none that matters. */
  address: z.string(),
  times: Count,
  firstAt: Moment,
  lastAt: Moment,
})
export type FailedSignOn = z.infer<typeof FailedSignOn>

export const applicationFailureCalls = {
  /** Of an application of the own organisation, the last ones, newest first. */
  list: call({
    service: "newusercenter",
    permission: "applications.manage",
    method: "GET",
    path: "/v1/application/failures",
    input: z.object({ id: Id }),
    output: z.object({ failures: z.array(FailedSignOn) }),
  }),
}
