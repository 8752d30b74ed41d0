import { z } from "zod"
import { call } from "../core/call.ts"
import { Id, Moment } from "../core/wire.ts"
import { ApplicationClaim } from "./application-claims.ts"

export const consentMessages = {
  gone: "该授权不存在或已被收回，请刷新后再试",
} as const

const GivenConsent = z.object({
  /** Of the application. */
  id: Id,
  name: z.string(),
  icon: z.string(),
  /** Whose application it is. */
  orgname: z.string(),
  /** What it was allowed to know. */
  claims: z.array(ApplicationClaim),
  givenAt: Moment,
})
export type GivenConsent = z.infer<typeof GivenConsent>

const shared = { service: "newusercenter", permission: null } as const

export const applicationConsentCalls = {
  /** SSO-3: the applications that the viewer has let know something of them, the newest first. */
  list: call({
    ...shared,
    method: "GET",
    path: "/v1/application/consents",
    input: z.object({}),
    output: z.object({ consents: z.array(GivenConsent) }),
  }),
  /** Takes it back: its tokens end, it is told of the sign-out, and the next sign-on asks again. */
  withdraw: call({
    ...shared,
    method: "POST",
    encoding: "form",
    writes: true,
    sensitive: false,
    path: "/v1/application/withdrawConsent",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
