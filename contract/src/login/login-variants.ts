/**
 * LOGIN-3: one login engine, six variants. No shapes here, because the login page needs the table before anything else.
 * The server holds a sign-in to the rules of the variant that it names; what an account or a failure demands comes in
 * addition and can't be avoided by naming another variant.
 */
/** SSO-12: the parameter of a login page's address that fills in the account, and how long one may be. */
export const accountParameter = "account"
export const namedAccountLength = 100

export type LoginMethod = "password" | "sms" | "qrcode" | "demo"

export interface LoginVariantRules {
  /** In the order of the tabs. */
  readonly methods: readonly LoginMethod[]
  readonly humanCheck: "slider" | "picture-code"
  /** `after-failure`: once somebody has mistyped for this account, from this browser or from this address. */
  readonly humanCheckWhen: "always" | "after-failure"
  /** `if-required`: for accounts that must use one. */
  readonly secondFactor: "always" | "if-required"
  readonly isDemoOnly: boolean
}

/** DISTRICT-4: a variant whose second factor can't be sent. Here, because the login page needs it before anything else. */
export const needsSmsMessage =
  "此入口需要短信验证码，本系统尚未接入短信服务，暂不能使用，请从下方其他入口登录"

const classic = {
  methods: ["password"],
  humanCheck: "slider",
  humanCheckWhen: "after-failure",
  secondFactor: "if-required",
  isDemoOnly: false,
} as const satisfies LoginVariantRules

export const loginVariants = {
  newLogin: { ...classic, methods: ["password", "sms", "qrcode"], humanCheckWhen: "always" },
  defaultLogin: { ...classic, humanCheck: "picture-code", humanCheckWhen: "always" },
  eduLogin: { ...classic, secondFactor: "always" },
  gzLogin: classic,
  demoLogin: { ...classic, methods: ["demo"], isDemoOnly: true },
  adminLogin: { ...classic, humanCheckWhen: "always", secondFactor: "always" },
} as const satisfies Record<string, LoginVariantRules>

export type LoginVariant = keyof typeof loginVariants
