import type { demoAccounts } from "@uc/contract/demo/accounts"
import type { LoginVariant } from "@uc/contract/login/login-variants"

/**
 * LOGIN-3: the texts of each login variant. Its rules stand in the contract, its design in its page file; form, steps
 * and calls are the same for all.
 */
export interface VariantTexts {
  /** What a link to it is called. */
  readonly name: string
  readonly title: string
  readonly lead: string
  readonly accountHint: string
  readonly help: string
  /** In demo mode, to be filled in by a press. */
  readonly demoAccounts: readonly DemoAccount[]
}

export type DemoAccount = (typeof demoAccounts)[number]["account"]

const help = "忘记账号或密码，请联系本单位管理员"
const anybody = "账号或手机号"

export const variants: Readonly<Record<LoginVariant, VariantTexts>> = {
  newLogin: {
    name: "统一登录",
    title: "欢迎登录",
    lead: "使用单位分配的账号登录",
    accountHint: anybody,
    help,
    demoAccounts: ["admin", "bureau", "clerk", "school", "teacher", "company", "worker"],
  },
  defaultLogin: {
    name: "账号登录",
    title: "账号登录",
    lead: "输入账号、密码和图中的字符",
    accountHint: anybody,
    help,
    demoAccounts: ["school", "teacher", "company"],
  },
  eduLogin: {
    name: "教育局",
    title: "教育局工作人员登录",
    lead: "先核对密码，再输入发到手机的验证码",
    accountHint: "工作账号或手机号",
    help: "手机号有变动，请联系本局管理员更新后再登录",
    demoAccounts: ["bureau", "clerk"],
  },
  gzLogin: {
    name: "区域门户",
    title: "用户登录",
    lead: "学校、教育局与企业同一个入口",
    accountHint: anybody,
    help,
    demoAccounts: ["bureau", "school", "company"],
  },
  demoLogin: {
    name: "演示体验",
    title: "选择身份，直接体验",
    lead: "单位、人员和预警都是虚构的，可以放心操作",
    accountHint: anybody,
    help,
    demoAccounts: ["admin", "bureau", "clerk", "school", "teacher", "company", "worker"],
  },
  adminLogin: {
    name: "管理员",
    title: "管理员登录",
    lead: "安全验证与短信验证码，每次登录都需要",
    accountHint: "管理员账号",
    help: "非管理员请使用其他入口；每次登录都会记入安全日志",
    demoAccounts: ["admin", "bureau", "school"],
  },
}
