import type { SourceKind } from "@uc/contract/identity-sources/kinds"

/*
 * 企业微信 names itself `wxwork` (developer.work.weixin.qq.com/document/path/90314), 钉钉 `DingTalk` and `AliApp(DingTalk/…)`.
 */
const apps: readonly (readonly [RegExp, SourceKind])[] = [
  [/\bwxwork\//i, "wecom"],
  [/\bDingTalk\b/i, "dingtalk"],
]

/** SSO-11: the app that shows this page. It proves nothing: whoever claims it is led to a page that asks the app. */
export function appOf(userAgent: string | undefined): SourceKind | null {
  return apps.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null
}
