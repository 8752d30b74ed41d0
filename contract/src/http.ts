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

/** A repeated write with the same key is done once (REQ-2). */
export const idempotencyHeader = "idempotency-key"

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
