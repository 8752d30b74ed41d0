/** Time limits and the sentences of transport failures (REQ-3, REQ-4, REQ-5, REQ-6). */
export const defaultTimeoutMs = 5000

export const timeoutsMs = {
  login: 20000,
  riskStatistics: 5000,
  assessment: 50000,
  verificationCode: 5000,
  gridTree: 15000,
} as const

/** The loading overlay waits this long before it shows (SHELL-7). */
export const loadingDebounceMs = 300

/** Every request carries it; the server drops it before it reads the input (REQ-1). */
export const timestampParameter = "request_timestamp"

/**
 * SPEC-3: with this header a refused call of the specification is answered with a status code, as every other call is. Without it
 * the answer has status 200, and only its body tells of the refusal. It is a parameter of `Accept` because any other header would
 * make a browser send a preflight request to services on other hosts.
 */
export const acceptWithStatuses = "application/json;refusals=status"

/** A repeated write with the same key is done once (REQ-2). */
export const idempotencyHeader = "idempotency-key"

/**
 * How many requests are answered before 429 with `Retry-After`: so many a second, and so many seconds' worth saved up
 * for a burst. An installation may set other numbers.
 */
export const requestBudgets = {
  /**
   * Of one address (of IPv6 one /64), calls and files each. Enough for a school of 3,000 people behind one address:
   * without event streams, all watching alarms, 2 calls each 6 s (1,000 a second), 2 each 30 s (200) and 1 each 60 s
   * (50); an alarm that 3,000 streams receive makes 9,000 calls at once; in the morning 3,000 first visits with 40 files
   * and 40 calls each within 10 minutes are 200 of both a second. The saved-up part is just large enough for such an alarm
   * and the polls of the same second (9,000 + 1,250 calls). It must not be larger, because one address can spend it at once,
   * and everybody else waits in the meantime (FAULT-14).
   */
  address: { perSecond: 1500, savedS: 7 },
  /** Of one session, calls only: ten tabs that a browser restores make some 400 at once, a person never 20 a second. */
  session: { perSecond: 20, savedS: 30 },
} as const

export const httpMessages = {
  signInAgain: "请重新登录",
  notFound: "请求地址出错",
  serverFault: "服务器内部错误",
  resultMinusOne: "请求出错",
  slow: "当前网络较慢，请检查",
  timeout: "加载超时",
  invalidUser: "用户无效,请重新登录",
  malformed: "服务器返回的数据格式不正确，请联系管理员",
} as const
