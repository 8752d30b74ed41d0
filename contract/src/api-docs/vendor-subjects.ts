/** SSO-6: what vendors of other systems can do here, in the order in which the API page shows it. */
export const vendorSubjects = {
  oidc: "OpenID Connect 登录",
  cas: "CAS 登录",
  scim: "SCIM 通讯录",
  webhooks: "变更通知（Webhook）",
  tickets: "门户内页面的票据与身份证明",
  alarms: "预警上报",
} as const
export type VendorSubject = keyof typeof vendorSubjects

/** At the definition of a call that servers of other systems may make. */
export interface ForVendors {
  readonly subject: VendorSubject
  /** What it is for, in a line. */
  readonly summary: string
}
