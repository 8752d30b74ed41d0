/**
 * What a newcomer signs in with where demo mode is on; the demo data's generator makes these people. No shapes here,
 * because the login page shows them.
 */

/** The password of everybody in the demo worlds. One hash serves them all, so that a world is made quickly. */
export const demoPassword = "Demo@2026"

/** DAY-16: phones that nobody else in the demo world has, so that signing in by SMS can be tried. */
export const demoAccounts = [
  { account: "admin", phone: "13800000001", who: "平台管理员", organisation: "智慧教育平台运营中心" },
  { account: "bureau", phone: "13800000002", who: "区教育局管理员", organisation: "文澜区教育局" },
  { account: "clerk", phone: "13800000003", who: "区教育局科员", organisation: "文澜区教育局" },
  { account: "school", phone: "13800000004", who: "学校管理员", organisation: "文澜区第一小学" },
  { account: "teacher", phone: "13800000005", who: "学校教师", organisation: "文澜区第一小学" },
  { account: "company", phone: "13800000006", who: "企业管理员", organisation: "文澜膳食服务有限公司" },
  { account: "worker", phone: "13800000007", who: "企业员工", organisation: "文澜膳食服务有限公司" },
] as const
