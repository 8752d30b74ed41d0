import { z } from "zod"

/** SSO-4: who else proves who people are, with what that is called on the screen. */
export const sourceKindLabels = {
  oidc: "OpenID Connect",
  cas: "CAS",
  wecom: "企业微信",
  dingtalk: "钉钉",
  feishu: "飞书",
} as const
export type SourceKind = keyof typeof sourceKindLabels
export const sourceKinds = Object.keys(sourceKindLabels) as [SourceKind, ...SourceKind[]]
export const SourceKind = z.enum(sourceKinds)

/** Those that need an address; the others have one of their own, which a private installation replaces. */
export const kindsWithAddress: readonly SourceKind[] = ["oidc", "cas"]
/** CAS knows neither a name nor a secret of its clients. */
export const kindsWithSecret: readonly SourceKind[] = ["oidc", "wecom", "dingtalk", "feishu"]
/** Those that a browser can be sent to for signing out there too; the others know no such address. */
export const kindsThatSignOut: readonly SourceKind[] = ["oidc", "cas"]
/** 钉钉 tells a personal mail address that nobody has checked: nothing follows from it. */
export const kindsThatMayAdd: readonly SourceKind[] = ["oidc", "cas", "wecom", "feishu"]
