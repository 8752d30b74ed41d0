/** Where the addresses of a sign-in by others begin: the browser goes to `/idp/<key>` and comes back to `/idp/<key>/callback`. */
export const identityBase = "/idp"

/** `/idp/<key>/signOut`: after the own sign-out, on the way to the one at the other side. */
export const signOutThere = { path: "/signOut", ticket: "ticket" } as const

/** The page of the portal that goes on once the other side has said who it is, with the ticket of that. */
export const byOtherPath = "/signInByOther"
export const byOtherTicket = "ticket"

/** The parameter of a login page's address that says why a sign-in by others did not go on: one of these words. */
export const byOtherProblemParameter = "byOther"

/** SSO-4: said on the login page. No shapes here: it needs them early. */
export const byOtherProblems = {
  gone: "该登录方式不存在或已停用，请使用其他方式登录",
  expired: "本次登录已超时、已使用过，或不是在此浏览器中开始的，请重新登录",
  cancelled: "您已取消登录，可以重新登录或使用其他方式",
  unreachable: "暂时连接不上对方的登录服务，请稍后再试或使用其他方式登录",
  inner: "对方的登录服务在内网，本系统未获准访问，请联系本单位管理员",
  refused: "对方的登录服务拒绝了本系统的请求，可能是配置有误，请联系本单位管理员",
  invalid: "对方返回的登录结果没有通过校验，请重新登录；多次出现请联系本单位管理员",
  outsider: "您不是该企业的成员，不能用它登录",
  busy: "登录请求过于频繁，请稍后再试",
  crowded: "对方的登录服务响应缓慢，等待的人较多，请稍后再试或使用其他方式登录",
  stillThere: "已退出本系统，但未能同时退出对方，请到对方的系统中退出",
  fault: "系统暂时不能处理登录请求，请稍后再试",
} as const
export type ByOtherProblem = keyof typeof byOtherProblems
