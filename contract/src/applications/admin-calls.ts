import { z } from "zod"
import { call } from "../core/call.ts"
import { shownName } from "../core/shown-name.ts"
import { Count, Id, Moment, text } from "../core/wire.ts"
import { AddressList, ExactAddress } from "./application-address.ts"
import { applicationClaims, ApplicationClaim } from "./application-claims.ts"
import { ApplicationProtocol } from "./application-protocols.ts"

export const applicationLimits = {
  name: 40,
  /** Of one organisation. */
  rows: 100,
  roles: 20,
  /** How long the secret before the last one is accepted, so that nobody is cut off while it is replaced. */
  overlapHours: 24,
  /** Of a pasted set of public keys. */
  keySet: 8_000,
} as const

export const applicationMessages = {
  nameMissing: "请填写应用名称",
  nameHidden: "应用名称中不能有看不见的字符",
  noRedirect: "请至少填写一个登录回调地址",
  badKeySet: "公钥不正确，请粘贴 JWKS 格式的公钥（RSA 2048 位以上，或 EC P-256），不要粘贴私钥",
  gone: "该应用不存在或已被删除，请刷新后再试",
  changedMeanwhile: "该应用刚刚被其他管理员修改过，请刷新后再试",
  tooMany: `每个单位最多接入${applicationLimits.rows}个应用`,
  noSuchRole: "所选角色不存在或已被删除，请刷新后再试",
  domainsFull: "授权域名已满，不能自动加入该应用的域名，请先删除不再使用的域名",
  keptByApplication: "该域名由“应用接入”中的应用带入，请在应用接入中修改或删除该应用",
  keysInsteadOfSecret: "该应用使用公钥验证身份，没有密钥",
  noSecretInCas: "CAS 应用没有密钥，应用凭应用地址和一次性票据验证身份",
  noKeysInCas: "CAS 应用不使用公钥",
  noPkceInCas: "CAS 协议没有 PKCE，不需要设置",
  casHasServer: "CAS 应用由应用的服务器验证票据，不能设为没有服务器",
  keysWithoutServer: "没有服务器的应用不能保管私钥，请清空公钥",
  pkceWithoutServer: "没有服务器的应用必须使用 PKCE",
  noSecretWithoutServer: "该应用没有服务器，不使用密钥",
  serviceOfOther: "该应用地址已属于本单位的另一个 CAS 应用",
  siteOfOther:
    "该网站已由其他单位接入为 CAS 应用。多个单位共用的系统，请由上级单位接入，并设为全部下级单位可以使用",
} as const

/** SSO-3: which symbol its tile has; the portal's own icons. */
export const applicationIcons = [
  "apps",
  "globe",
  "people",
  "task",
  "folder",
  "chart",
  "shield",
  "news",
] as const
const Icon = z.enum(applicationIcons)

/** Public keys only: what is private must never come here. */
const KeySet = text(applicationLimits.keySet).refine(isPublicKeySet, applicationMessages.badKeySet)

/** In base64url, as keys are written. */
const part = (shortest: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .min(shortest)
const absent = z.undefined().optional()
const notPrivate = {
  d: absent,
  p: absent,
  q: absent,
  dp: absent,
  dq: absent,
  qi: absent,
  oth: absent,
  k: absent,
}

/** Of the kinds whose signatures are accepted; RSA of 2048 bits and above. */
const PublicKeySet = z.object({
  keys: z
    .array(
      z.discriminatedUnion("kty", [
        z.looseObject({ ...notPrivate, kty: z.literal("RSA"), n: part(342), e: part(1) }),
        z.looseObject({
          ...notPrivate,
          kty: z.literal("EC"),
          crv: z.literal("P-256"),
          x: part(43),
          y: part(43),
        }),
      ]),
    )
    .min(1)
    .max(10),
})

function isPublicKeySet(typed: string): boolean {
  try {
    return PublicKeySet.safeParse(JSON.parse(typed)).success
  } catch {
    return false
  }
}

const fields = {
  protocol: ApplicationProtocol,
  name: shownName(applicationLimits.name, {
    missing: applicationMessages.nameMissing,
    hidden: applicationMessages.nameHidden,
  }),
  icon: Icon,
  /** Where its tile leads. */
  homeAddress: ExactAddress,
  /** OpenID Connect: where it is sent back to. CAS: its services. */
  redirectAddresses: AddressList.min(1, applicationMessages.noRedirect),
  logoutAddresses: AddressList,
  /** Told when somebody signs out; null: it is not told, by CAS at the address that it signed on with. */
  backchannelAddress: ExactAddress.nullable(),
  claims: z.array(ApplicationClaim).max(applicationClaims.length),
  /** The organisation's own: nobody is asked whether it may know them. */
  isOwn: z.boolean(),
  /** For everything below as well, as a domain (DISTRICT-12). */
  isForBelow: z.boolean(),
  /** Administrators of this kind and above alone; 0: everybody. */
  minAdmintype: z.int().min(0).max(3),
  /** Holders of one of these roles alone; empty: everybody. */
  roles: z.array(Id).max(applicationLimits.roles),
  /** Public keys, for `private_key_jwt` in place of a secret; null: it has a secret. */
  keySet: KeySet.nullable(),
  /**
   * SSO-10: it may sign people on without PKCE, because it does not know it. A code that is intercepted can then be redeemed in another
   * browser's sign-on.
   */
  waivesPkce: z.boolean(),
  /** SSO-12: it has no server that could keep a secret, and proves itself by its addresses and PKCE alone. */
  isPublic: z.boolean(),
  isDisabled: z.boolean(),
}

export const ListedApplication = z.object({
  ...fields,
  // What is stored is shown as it is, also where the limits have changed since.
  homeAddress: z.string(),
  redirectAddresses: z.array(z.string()),
  logoutAddresses: z.array(z.string()),
  backchannelAddress: z.string().nullable(),
  keySet: z.string().nullable(),
  id: Id,
  /** What it names itself by at the provider. */
  clientId: z.string(),
  version: Count,
  hasSecret: z.boolean(),
  /** Until when the secret before the last one is accepted; null: it is not. */
  oldSecretUntil: Moment.nullable(),
  lastUsedAt: Moment.nullable(),
  /** The authorised domains that it has brought along. */
  domains: z.array(z.string()),
  /** SSO-7: sign-outs that it could not be told of: those that are tried again, and those that were given up lately. */
  untold: z.object({ waiting: Count, givenUp: Count }),
  /** SSO-5: null: it is not told of changes. `failingSince`: only where that has lasted. */
  webhook: z
    .object({
      isOff: z.boolean(),
      /** SSO-16: its receiver has had it switched off. */
      isGone: z.boolean().default(false),
      failingSince: Moment.nullable(),
      givenUp: Count,
    })
    .nullable(),
})
export type ListedApplication = z.infer<typeof ListedApplication>

/** Whether it proves itself by a secret: public keys take its place, and CAS and applications without a server have none. */
export function usesSecret({
  protocol,
  keySet,
  isPublic,
}: Pick<ListedApplication, "protocol" | "keySet" | "isPublic">): boolean {
  return protocol === "oidc" && keySet === null && !isPublic
}

export const ToldSignOut = z.object({
  id: Id,
  endedAt: Moment,
  tries: Count,
  /** Null: it is being told for the first time. */
  answer: z.string().nullable(),
  isTold: z.boolean(),
  /** When it is tried again; null: it is not. */
  nextAt: Moment.nullable(),
})
export type ToldSignOut = z.infer<typeof ToldSignOut>

const shared = { service: "newusercenter", permission: "applications.manage" } as const
const change = { ...shared, method: "POST", encoding: "json", writes: true } as const

export const applicationAdminCalls = {
  /** Of the own organisation, all of them. */
  list: call({
    ...shared,
    method: "GET",
    path: "/v1/application/list",
    input: z.object({}),
    output: z.object({
      applications: z.array(ListedApplication),
      /** Those among whom its people may be chosen. */
      roles: z.array(z.object({ id: Id, name: z.string() })),
      /** What a vendor types in: where everything else is found. */
      issuer: z.string(),
      /** The same for CAS. */
      casAddress: z.string(),
      /** SSO-5: where servers with a key read people and departments. */
      scimAddress: z.string(),
    }),
  }),
  /** Without an id it creates. `version`: the one that was seen. */
  save: call({
    ...change,
    path: "/v1/application/save",
    sensitive: "application",
    input: z.object({
      ...fields,
      // Pages of earlier releases do not send these two: what is stored stays, and a new application has neither.
      waivesPkce: fields.waivesPkce.optional(),
      isPublic: fields.isPublic.optional(),
      id: Id.optional(),
      version: Count.optional(),
    }),
    output: ListedApplication,
  }),
  /** Ends what it was given: tokens, consents and the domains that it has brought along. */
  remove: call({
    ...change,
    path: "/v1/application/remove",
    sensitive: "application-delete",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  /** SSO-7: what it answered when it was told of sign-outs, the newest first. */
  signOuts: call({
    ...shared,
    method: "GET",
    path: "/v1/application/signOuts",
    input: z.object({ id: Id }),
    output: z.object({ signOuts: z.array(ToldSignOut) }),
  }),
  /** A new secret, shown this once. The one before it is accepted for `overlapHours`, unless `endsOld`. */
  renewSecret: call({
    ...change,
    path: "/v1/application/renewSecret",
    sensitive: "application-secret",
    onceByItself: true,
    input: z.object({ id: Id, endsOld: z.boolean() }),
    output: z.object({ application: ListedApplication, secret: z.string() }),
  }),
}
