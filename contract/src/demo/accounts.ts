/**
 * What a newcomer signs in with where demo mode is on; the demo data's generator makes these people. No shapes here,
 * because the login page shows them.
 */

/** The password of everybody in the demo worlds. One hash serves them all, so that a world is made quickly. */
export const demoPassword = "Demo@2026"

export const demoAccounts = [
  { account: "admin", who: "平台管理员", organisation: "智慧教育平台运营中心" },
  { account: "bureau", who: "区教育局管理员", organisation: "文澜区教育局" },
  { account: "clerk", who: "区教育局科员", organisation: "文澜区教育局" },
  { account: "school", who: "学校管理员", organisation: "文澜区第一小学" },
  { account: "teacher", who: "学校教师", organisation: "文澜区第一小学" },
  { account: "company", who: "企业管理员", organisation: "文澜膳食服务有限公司" },
  { account: "worker", who: "企业员工", organisation: "文澜膳食服务有限公司" },
] as const
