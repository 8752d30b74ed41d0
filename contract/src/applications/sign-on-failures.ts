/** SSO-14: why a sign-on has failed, with what its application's administrator reads. */
export const signOnFailureLabels = {
  address: "登录回调地址（应用地址）没有登记",
  disabled: "应用已停用",
  audience: "登录的人不在使用范围内",
  refused: "本人取消或拒绝",
  pkce: "应用没有使用 PKCE，或所用的方式不受支持",
  request: "登录请求不正确",
  client: "应用密钥或公钥不正确",
  guesses: "密钥或票据错误次数过多，暂时拒绝",
  code: "授权码无效、已使用、已过期，或本次登录已失效",
  codeAddress: "换取令牌时的回调地址与登录时不一致",
  verifier: "PKCE 校验失败（code_verifier 不正确）",
  ticket: "票据无效、已使用、已过期，或本次登录已失效",
  ticketAddress: "校验票据时的应用地址与登录时不一致",
} as const
export type SignOnFailure = keyof typeof signOnFailureLabels
export const signOnFailures = Object.keys(signOnFailureLabels) as [SignOnFailure, ...SignOnFailure[]]

export const signOnFailureLimits = {
  /** Of an application so many are kept and shown. */
  shown: 50,
  /** Of them from one network, so that nobody pushes out what others have to say. */
  ofOneNetwork: 10,
  days: 30,
  /** How much of an address is kept. */
  address: 300,
  /** A line in the audit log for each reason of an application, at most this often. */
  auditedMinutes: 60,
} as const
