/** SSO-2: where the addresses of the CAS protocol begin. */
export const casBase = "/cas"

/** Of the elements of its answers. */
export const casNamespace = "http://www.yale.edu/tp/cas"

export const casLimits = {
  /** For how long a ticket is accepted. */
  ticketS: 10,
  /** For how long a person may take to sign in, consent or prove who they are. */
  signOnS: 900,
} as const

/** The codes of the protocol (CAS 3.0.3, 2.5.3 and 2.7.3). */
export type CasFailureCode =
  | "INVALID_REQUEST"
  | "INVALID_TICKET_SPEC"
  | "UNAUTHORIZED_SERVICE_PROXY"
  | "INVALID_TICKET"
  | "INVALID_SERVICE"
  | "INTERNAL_ERROR"

/** What people read whom an application has sent here. */
export const casMessages = {
  unknownService: "该系统没有接入，或请求中的应用地址（service）与登记的不一致。",
  whereToEnter:
    "请把本页内容告诉该应用所属单位的管理员：在“应用接入”中修改该应用，把上面的地址一字不差地填入“应用地址”；如果这不是该应用的地址，请不要填写，并联系应用厂商。",
  notForYou: "您不在该应用的使用范围内，请联系该应用所属单位的管理员。",
  badRequest: "该系统发来的登录请求不正确，请联系该系统的管理员。",
  noHeaderMethod: "不支持 method=HEADER，请使用 GET 或 POST。",
  signInHere: "账号和密码只能在登录页面输入，不能由其他系统代为提交。",
  cancelled: "您已取消登录该应用。",
  gone: "本次登录请求已过期，请回到该应用重新登录。",
  fault: "系统暂时不能处理登录请求，请稍后再试。",
  goOn: "正在进入应用。如果没有自动跳转，请点“继续”。",
} as const
