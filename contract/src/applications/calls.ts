import { z } from "zod"
import { call } from "../core/call.ts"
import { Id, text } from "../core/wire.ts"
import { ApplicationClaim, ClaimList } from "./application-claims.ts"
import { ApplicationProtocol } from "./application-protocols.ts"
import { casBase } from "./cas.ts"

/**
 * How many sign-ons may be begun from browsers in which nobody is signed in. Each is stored for 15 minutes and takes about 9 KB, and
 * anybody can begin one. One address may begin 3,000 at once, which is a whole school that opens an application in the same moment,
 * and then 2 a second. All addresses together may begin ten times as many at once, and then 50 a second.
 */
export const anonymousSignOnLimits = {
  address: { perSecond: 2, savedS: 1500 },
  all: { perSecond: 50, savedS: 600 },
} as const

export const signOnMessages = {
  crowded: "当前从应用发起的登录过多，请先登录门户，再打开该应用；或稍后再试",
  gone: "本次登录请求已过期，请回到该应用重新登录",
  notForYou: "您不在该应用的使用范围内，请联系该应用所属单位的管理员",
} as const

/** Where the provider's addresses begin, and where the portal asks what only a person can answer. */
export const providerBase = "/oidc"
export const signOnPath = "/signOn"
export const signOnParameter = "uid"

/** The address at which a sign-on that a person has answered goes on; `refused`: they said no. */
export function signOnAddress(uid: string, refused = false, protocol: ApplicationProtocol = "oidc"): string {
  const base = protocol === "cas" ? `${casBase}/signOn` : `${providerBase}/interaction`
  return `${base}/${encodeURIComponent(uid)}${refused ? "?refused=1" : ""}`
}

/** As the provider makes them. */
const Uid = z
  .string()
  .max(64)
  .regex(/^[\w-]{16,64}$/, signOnMessages.gone)

const shared = { service: "newusercenter", permission: null } as const

export const applicationCalls = {
  /**
   * SSO-3: for the login page, which application sent somebody there. `address`: where they are led after signing in; null: it belongs to
   * no sign-on of an application.
   */
  asking: call({
    service: "newusercenter",
    open: true,
    method: "GET",
    path: "/v1/application/asking",
    input: z.object({ address: text(4000) }),
    output: z.object({ name: z.string().nullable() }),
  }),
  /** SSO-3: the viewer's tiles. */
  mine: call({
    ...shared,
    method: "GET",
    path: "/v1/application/mine",
    input: z.object({}),
    output: z.object({
      applications: z.array(
        z.object({ id: Id, name: z.string(), icon: z.string(), homeAddress: z.string() }),
      ),
    }),
  }),
  /** SSO-1: what an application's sign-on still needs of the viewer. */
  signOn: call({
    ...shared,
    method: "GET",
    path: "/v1/application/signOn",
    input: z.object({ uid: Uid }),
    output: z.object({
      protocol: ApplicationProtocol,
      name: z.string(),
      icon: z.string(),
      orgname: z.string(),
      /** What it will know. */
      claims: z.array(ApplicationClaim),
      needsConsent: z.boolean(),
      needsProof: z.boolean(),
    }),
  }),
  /**
   * SSO-1: the viewer lets the application of this sign-on know what it asks for. `claims`: what they have read; an entry that has been
   * given more meanwhile asks again. Earlier releases do not send it.
   */
  allow: call({
    ...shared,
    method: "POST",
    encoding: "form",
    writes: true,
    sensitive: false,
    path: "/v1/application/allow",
    input: z.object({ uid: Uid, claims: ClaimList.optional() }),
    output: z.object({}),
  }),
  /** SSO-1: the viewer has just proven who they are; the proof itself is what counts. */
  prove: call({
    ...shared,
    method: "POST",
    encoding: "form",
    writes: true,
    sensitive: "sign-on",
    onceByItself: true,
    path: "/v1/application/prove",
    input: z.object({ uid: Uid }),
    output: z.object({}),
  }),
}
