import { demoAccounts } from "@uc/contract/demo/accounts"
import { admintypes, usertypes, type Admintype, type Usertype } from "@uc/contract/account/calls"

export interface DemoAccount {
  readonly account: string
  readonly who: string
  readonly usertype: Usertype
  readonly admintype: Admintype
  readonly organisation: string
}

function row(
  account: string,
  who: string,
  usertype: Usertype,
  admintype: Admintype,
  organisation: string,
): DemoAccount {
  return { account, who, usertype, admintype, organisation }
}

const { platform, bureau, school, enterprise } = usertypes
const { none, organisation, area } = admintypes

const roles: Record<(typeof demoAccounts)[number]["account"], readonly [Usertype, Admintype]> = {
  admin: [platform, admintypes.platform],
  bureau: [bureau, area],
  clerk: [bureau, none],
  school: [school, organisation],
  teacher: [school, none],
  company: [enterprise, organisation],
  worker: [enterprise, none],
}

/** The accounts that are shown at the start: of the worlds `small` and `large`. */
export const accounts: readonly DemoAccount[] = demoAccounts.map((entry) =>
  row(entry.account, entry.who, ...roles[entry.account], entry.organisation),
)

/** The accounts of the world `tiny`, which tests run in: two sibling areas A and B, a town below A. */
export const tinyAccounts = [
  row("platform", "平台管理员", platform, admintypes.platform, "平台"),
  row("bureau-a", "甲区教育局管理员", bureau, area, "甲区教育局"),
  row("clerk-a", "甲区教育局科员", bureau, none, "甲区教育局"),
  row("head-a1", "甲一小学管理员", school, organisation, "甲一小学"),
  row("teacher-a1", "甲一小学教师", school, none, "甲一小学"),
  row("head-a2", "甲二小学管理员", school, organisation, "甲二小学"),
  row("teacher-a2", "甲二小学教师", school, none, "甲二小学"),
  row("boss-ae", "甲区企业管理员", enterprise, organisation, "甲区配送公司"),
  row("worker-ae", "甲区企业员工", enterprise, none, "甲区配送公司"),
  row("head-town", "甲区镇小学管理员", school, organisation, "甲镇小学"),
  row("teacher-town", "甲区镇小学教师", school, none, "甲镇小学"),
  row("bureau-b", "乙区教育局管理员", bureau, area, "乙区教育局"),
  row("clerk-b", "乙区教育局科员", bureau, none, "乙区教育局"),
  row("head-b1", "乙一小学管理员", school, organisation, "乙一小学"),
  row("teacher-b1", "乙一小学教师", school, none, "乙一小学"),
] as const satisfies readonly DemoAccount[]

export type TinyAccount = (typeof tinyAccounts)[number]["account"]
