import type { Usertype } from "./calls.ts"

/** For the screen, exports and the audit log. */
export const usertypeLabels: Readonly<Record<Usertype, string>> = {
  10: "平台",
  20: "教育局",
  30: "企业",
  40: "学校",
}
