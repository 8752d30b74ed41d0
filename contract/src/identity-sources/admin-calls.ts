import { z } from "zod"
import { addressLimits, addressMessages, addressProblem } from "../applications/application-address.ts"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, Id, Moment, text } from "../core/wire.ts"
import { kindsThatMayAdd, kindsThatSignOut, kindsWithAddress, kindsWithSecret, SourceKind } from "./kinds.ts"

export const sourceLimits = {
  name: 20,
  /** Of one organisation. */
  rows: 20,
  clientId: 200,
  secret: 500,
  claim: 64,
  mailDomains: 20,
  order: 999,
} as const

export const sourceMessages = {
  nameMissing: "请填写名称",
  nameHidden: "名称中不能有看不见的字符",
  addressMissing: "请填写服务地址",
  addressQuery: "服务地址中不能带 ? 及其后的内容",
  addressOfDocument: "请填写 issuer，不带 /.well-known/ 及其后的内容",
  plainOutside: addressMessages.plainOutside,
  clientIdMissing: "请填写应用标识",
  agentMissing: "请填写企业微信应用的 AgentId",
  secretMissing: "请填写密钥",
  noSecret: "CAS 没有密钥",
  badDomain: "请填写邮箱域名，例如 school.example.cn，不带 @",
  noAdding: "钉钉提供的是未经核实的个人邮箱，不能据此自动开通账号",
  noAddingAbove: "教育局和平台的人员能查看下级单位，不能自动开通账号，请清空邮箱域名",
  noSignOut: "该类型的来源不支持同时退出",
  gone: "该登录来源不存在或已被删除，请刷新后再试",
  changedMeanwhile: "该登录来源刚刚被其他管理员修改过，请刷新后再试",
  tooMany: `每个单位最多设置${sourceLimits.rows}个登录来源`,
  works: "连接正常",
  noneBelow: "本单位没有下级单位，登录来源只能供本单位人员使用",
  notBelow: "您没有让登录来源供下级单位使用的权限，请联系管理员",
} as const

const MailDomain = text(100).refine((domain) => {
  const labels = domain.split(".")
  return (
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label)) &&
    /^[a-z][a-z0-9-]{1,62}$/.test(labels.at(-1) ?? "")
  )
}, sourceMessages.badDomain)

/** Letter by letter as browsers write it, because it is part of who somebody is. */
const Address = text(addressLimits.length).superRefine((address, context) => {
  const problem =
    address === ""
      ? null
      : (addressProblem(address) ?? (address.includes("?") ? sourceMessages.addressQuery : null))
  if (problem !== null) context.addIssue({ code: "custom", message: problem })
})

const fields = {
  kind: SourceKind,
  name: shownName(sourceLimits.name, {
    missing: sourceMessages.nameMissing,
    hidden: sourceMessages.nameHidden,
  }),
  /** OpenID Connect: the issuer. CAS: what stands before `/login`. Others: empty, or the address of a private installation. */
  address: Address,
  /** OpenID Connect: client_id. 企业微信: CorpID. 钉钉: Client ID. 飞书: App ID. CAS: empty. */
  clientId: text(sourceLimits.clientId).trim(),
  /** 企业微信 alone. */
  agentId: text(32).trim(),
  /** Which claim or attribute is offered as account; empty: that of the kind. */
  accountClaim: text(sourceLimits.claim).trim(),
  /**
   * Whose mail address is of one of these may have an account added at the first sign-in; empty: nobody. FAULT-8: never where others are
   * below, because whoever is added there reads those; what was stored before counts no more.
   */
  mailDomains: z.array(MailDomain).max(sourceLimits.mailDomains),
  order: z.int().min(0).max(sourceLimits.order),
  /** For everything below as well (DISTRICT-12), and on the login page. */
  isForBelow: z.boolean(),
  isDisabled: z.boolean(),
  /** Whoever signed in by it and signs out here is sent there to sign out as well. */
  signsOutThere: z.boolean(),
}

export const ListedSource = z.object({
  ...fields,
  // What is stored is shown as it is, also where the limits have changed since.
  name: z.string(),
  address: z.string(),
  clientId: z.string(),
  agentId: z.string(),
  accountClaim: z.string(),
  mailDomains: z.array(z.string()),
  id: Id,
  version: Count,
  hasSecret: z.boolean(),
  /** Where a sign-in begins: for the organisation's own site, or the workbench of 企业微信 and others. */
  signInAddress: z.string(),
  /** What is typed in at the other side. */
  callbackAddress: z.string(),
  /** The same, for those that are sent there to sign out: where they come back to. */
  signedOutAddress: z.string(),
  isOnLoginPage: z.boolean(),
  linked: Count,
  lastUsedAt: Moment.nullable(),
  /** The last test since its connection was changed, and what was wrong; null: none. */
  test: z.object({ at: Moment, problem: z.string().nullable() }).nullable(),
})
export type ListedSource = z.infer<typeof ListedSource>

/** What is wrong for its kind, by field. `hasSecret`: one is stored already. */
export function sourceProblems(
  given: Pick<ListedSource, "kind" | "address" | "clientId" | "agentId" | "mailDomains" | "signsOutThere"> & {
    readonly secret?: string | undefined
  },
  hasSecret: boolean,
): SourceProblems {
  const { kind, address, clientId, agentId, secret = "", mailDomains, signsOutThere } = given
  const isKnown = kindsWithSecret.includes(kind)
  return {
    ...(kindsWithAddress.includes(kind) && address === "" && { address: sourceMessages.addressMissing }),
    ...(kind === "oidc" &&
      address.includes("/.well-known/") && { address: sourceMessages.addressOfDocument }),
    ...(isKnown && clientId === "" && { clientId: sourceMessages.clientIdMissing }),
    ...(kind === "wecom" && !/^\d+$/.test(agentId) && { agentId: sourceMessages.agentMissing }),
    ...(isKnown && !hasSecret && secret === "" && { secret: sourceMessages.secretMissing }),
    ...(!isKnown && secret !== "" && { secret: sourceMessages.noSecret }),
    ...(!kindsThatMayAdd.includes(kind) &&
      mailDomains.length > 0 && { mailDomains: sourceMessages.noAdding }),
    ...(signsOutThere && !kindsThatSignOut.includes(kind) && { signsOutThere: sourceMessages.noSignOut }),
  }
}

type SourceProblems = Partial<
  Record<"address" | "clientId" | "agentId" | "secret" | "mailDomains" | "signsOutThere", string>
>

const shared = { service: "newusercenter", permission: "applications.manage" } as const
const change = { ...shared, method: "POST", encoding: "json", writes: true } as const

/** SSO-4: for administrators, of their own organisation. */
export const identityAdminCalls = {
  list: call({
    ...shared,
    method: "GET",
    path: "/v1/identitySource/list",
    input: z.object({}),
    output: z.object({ sources: z.array(ListedSource) }),
  }),
  /** Without an id it creates. `version`: the one that was seen. Without a secret the stored one stays; it is never shown. */
  save: call({
    ...change,
    path: "/v1/identitySource/save",
    sensitive: "identity-source",
    input: z.object({
      ...fields,
      id: Id.optional(),
      version: Count.optional(),
      secret: text(sourceLimits.secret).optional(),
    }),
    output: ListedSource,
  }),
  /** With everything that is linked by it. */
  remove: call({
    ...change,
    path: "/v1/identitySource/remove",
    sensitive: "identity-source",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  /** Asks the other side as far as that is possible without a person, names what is wrong, and keeps that with the entry. */
  test: call({
    ...change,
    sensitive: false,
    // No transaction is open while the other side is asked.
    onceByItself: true,
    timeoutMs: 20_000,
    path: "/v1/identitySource/test",
    input: z.object({ id: Id }),
    output: z.object({ isFine: z.boolean(), words: z.string() }),
  }),
}
