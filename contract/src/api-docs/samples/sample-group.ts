import type { VendorSubject } from "../vendor-subjects.ts"

export const sampleLanguages = { node: "Node", java: "Java", python: "Python" } as const
export type SampleLanguage = keyof typeof sampleLanguages

/** SSO-6: whole programs, with what comes with the language alone: Node 20.16, Java 17, Python 3.9, each or newer. */
export interface SampleGroup {
  readonly subject: VendorSubject
  /** What it does, and what has to be filled in. */
  readonly words: string
  readonly code: Readonly<Record<SampleLanguage, string>>
}

/** What the programs hold in place of real values. The API page writes its own address for `portal`. */
export const sampleValues = {
  portal: "https://portal.example.cn",
  callback: "https://oa.example.cn/oidc/callback",
  service: "https://oa.example.cn/cas",
  clientId: "CLIENT_ID",
  clientSecret: "CLIENT_SECRET",
  domainSecret: "DOMAIN_SECRET",
  sourceKey: "SOURCE_KEY",
  sourceSecret: "SOURCE_SECRET",
  orgid: "ORG_ID",
  applicationKey: "APPLICATION_KEY",
  webhookSecret: "WEBHOOK_SECRET",
} as const
