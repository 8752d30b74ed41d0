import { z } from "zod"
import { CurrentUser } from "../account/calls.ts"
import { call } from "../core/call.ts"
import { timeoutsMs } from "../core/http.ts"
import { Id, Moment, text } from "../core/wire.ts"
import { SourceKind } from "./kinds.ts"

export const identityLimits = {
  /** How long somebody may take at the other side, and then to sign in here. */
  flowS: 600,
  /** Buttons of the login page. */
  shown: 8,
  /** Identities of one person, and accounts of one identity. */
  linksOfPerson: 10,
  personsOfLink: 5,
  label: 80,
} as const

export const identityMessages = {
  over: "本次登录已超时，请返回登录页重新开始",
  off: "该登录方式已停用，请使用其他方式登录",
  noneUsable: "绑定的账号已停用，或不再能用此方式登录，请联系本单位管理员",
  notForYou: "该登录方式仅供其所属单位使用，不能绑定到您的账号",
  needsProof: "绑定前请先用本系统的密码或短信验证码登录，或再次用密码、短信验证码验证身份",
  sharedPhone: "该手机号登记在多个账号上，不能用短信验证码绑定，请改用账号和密码登录后绑定",
  already: "该身份已绑定到您的账号",
  tooMany: `每个账号最多绑定${identityLimits.linksOfPerson}个外部身份`,
  sharedByTooMany: `同一个外部身份最多绑定${identityLimits.personsOfLink}个账号`,
  mayNotAdd: "管理员没有允许用此方式自动开通账号，请先用已有账号登录并绑定",
  accountTaken: "同名账号已存在。如果是您的账号，请登录并绑定；否则请联系本单位管理员",
  gone: "该绑定不存在或已解除，请刷新后再试",
  lastWayIn: "您的账号没有设置密码，解除后将无法登录，请先请管理员重置密码",
  whichAccount: "该身份绑定了多个账号，请选择要登录的账号",
  linked: "绑定成功，以后可以直接用它登录",
  unlinked: "已解除绑定",
} as const

const ticket = text(64).regex(/^[\w-]{16,64}$/, identityMessages.over)
const open = { service: "usercenter", open: true } as const
const openWrite = {
  ...open,
  method: "POST",
  encoding: "form",
  writes: true,
  sensitive: false,
  onceByItself: true,
  timeoutMs: timeoutsMs.login,
} as const
const ownWrite = {
  service: "usercenter",
  permission: null,
  method: "POST",
  encoding: "form",
  writes: true,
  onceByItself: true,
} as const

export const OfferedSource = z.object({ key: z.string(), kind: SourceKind, name: z.string() })
export type OfferedSource = z.infer<typeof OfferedSource>

/** An identity that the other side has vouched for, and no account is linked to. */
export const UnlinkedIdentity = z.object({
  source: z.string(),
  /** How the other side calls the person. */
  label: z.string(),
  /** What may be typed already; nothing follows from it. */
  account: z.string(),
  phone: z.string(),
  /** The account that may be added for it; null: none. */
  mayAdd: z.object({ account: z.string(), orgname: z.string() }).nullable(),
})
export type UnlinkedIdentity = z.infer<typeof UnlinkedIdentity>

export const OwnLink = z.object({
  id: Id,
  source: z.string(),
  kind: SourceKind,
  label: z.string(),
  linkedAt: Moment,
  lastUsedAt: Moment.nullable(),
})
export type OwnLink = z.infer<typeof OwnLink>

/** SSO-4: signing in by others, and what a person has linked. */
export const identityCalls = {
  /** The buttons of the login page: what the platform and organisations with others below them offer. */
  offered: call({
    ...open,
    method: "GET",
    path: "/web/get_identity_sources.action",
    input: z.object({}),
    output: z.object({ sources: z.array(OfferedSource) }),
  }),
  /** Goes on after the other side's proof: signed in, or refused with what is still needed as after a password, or not linked. */
  enter: call({
    ...openWrite,
    path: "/web/enter_by_identity.action",
    input: z.object({ ticket }),
    output: z.object({ user: CurrentUser.nullable(), unlinked: UnlinkedIdentity.nullable() }),
  }),
  /** Adds an account where the administrator allowed it for this mail domain, and signs in with it. */
  add: call({
    ...openWrite,
    path: "/web/add_by_identity.action",
    input: z.object({ ticket }),
    output: CurrentUser,
  }),
  /** For a session whose person has proven since the other side's proof, by a password or a code, that the account is theirs. */
  link: call({
    ...ownWrite,
    sensitive: false,
    path: "/web/link_identity.action",
    input: z.object({ ticket }),
    output: z.object({ source: z.string() }),
  }),
  own: call({
    service: "usercenter",
    permission: null,
    method: "GET",
    path: "/web/get_own_identities.action",
    input: z.object({}),
    output: z.object({ links: z.array(OwnLink), sources: z.array(OfferedSource) }),
  }),
  /** Sessions that began with it end. */
  unlink: call({
    ...ownWrite,
    sensitive: "identity-link",
    path: "/web/unlink_identity.action",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
}
