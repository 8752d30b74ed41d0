import { captchaMessages } from "../captcha/calls.ts"
import type { CasFailureCode } from "../applications/cas.ts"
import type { ScimErrorType } from "../applications/scim.ts"
import { httpMessages } from "../core/http.ts"
import { errtypes, replyMessages, type RefusalStatus } from "../core/reply.ts"

/** SSO-6: one code that a program may meet. */
export interface CataloguedError {
  readonly code: string
  /** What has happened, for most as it stands in `msg`. */
  readonly means: string
  readonly todo: string
}

export interface ErrorGroup {
  readonly title: string
  /** Where the code stands. */
  readonly place: string
  /** Also for whoever has not signed in. */
  readonly isForVendors: boolean
  readonly errors: readonly CataloguedError[]
}

type Words = readonly [means: string, todo: string]

/** Those that calls refuse with, and those that come before any call. A status that is missing here does not compile. */
const statuses: Readonly<Record<RefusalStatus | 404 | 408 | 431 | 500, Words>> = {
  400: [`${replyMessages.badInput}，或当前状态不允许该操作`, "按 msg 修改参数；field 指出是哪个参数"],
  401: [
    `${replyMessages.signedOut}；签名的接口：签名不正确，或密钥已停用`,
    "重新登录；检查密钥、时间戳和签名",
  ],
  403: [
    `${replyMessages.outOfReach}、${replyMessages.foreignOrigin}，或票据、证明无效`,
    "看 msg 和 errtype；服务器之间的接口不能由浏览器页面调用",
  ],
  404: [httpMessages.notFound, "检查地址和请求方法"],
  408: ["请求没有在限定时间内发送完", "检查网络后重试"],
  409: [replyMessages.changedConcurrently, "读取最新内容后再试"],
  413: [replyMessages.tooLarge, "分成几次提交"],
  415: ["Content-Type 不正确", "按接口说明使用 application/json 或表单"],
  429: [`${replyMessages.busy}（或${replyMessages.crowded}）`, "等待 Retry-After 指出的秒数后再试"],
  431: [`请求头过大：${replyMessages.tooLarge}`, "减少请求头和 Cookie"],
  500: [httpMessages.serverFault, "记下响应头 x-request-id，交给运维人员"],
  503: ["服务器正在停止或暂时繁忙，本次请求没有执行", "等待 Retry-After 指出的秒数后再试"],
}

const errtypeWords: Readonly<Record<keyof typeof errtypes, Words>> = {
  plain: ["其他原因，见 msg；只出现在以 HTTP 200 返回的拒绝中", "按 msg 处理"],
  signedOut: [replyMessages.signedOut, "会话已结束，请重新登录"],
  captcha: [captchaMessages.failed, "重新完成安全验证"],
  grantNeeded: [replyMessages.grantNeeded, "按 mid 指出的模块再次验证身份，然后重新提交"],
  locked: [replyMessages.locked, "验证身份后重新提交，会话不会中断"],
  secondFactor: ["密码正确，还需要第二种验证方式", "带上 ticket 提交验证码"],
  newPassword: ["一次性密码正确，需要设置新密码", "带上 ticket 设置新密码"],
  accountChoice: ["该手机号有多个账号", "从 accounts 中选择一个，带上它的 ticket 提交"],
}

const casWords: Readonly<Record<CasFailureCode, Words>> = {
  INVALID_REQUEST: ["缺少 service 或 ticket，或重复出现", "两个参数各传一次；format 只能是 XML 或 JSON"],
  INVALID_TICKET_SPEC: ["不是服务票据", "传 ST- 开头的票据"],
  UNAUTHORIZED_SERVICE_PROXY: ["不支持代理票据", "用 /cas/p3/serviceValidate 验证服务票据"],
  INVALID_TICKET: [
    "票据不存在、已使用、超过 10 秒，或会话已结束；带 renew 时：不是新的登录",
    "重新跳转到 /cas/login；每张票据只验证一次",
  ],
  INVALID_SERVICE: ["票据不是发给该应用地址的", "验证时的 service 与登录时逐字一致"],
  INTERNAL_ERROR: ["暂时不能验证", "稍后重新登录"],
}

/** Of the protocol (RFC 6749, OpenID Connect Core), as far as an application of ours meets them. */
const oidcWords: Readonly<Record<string, Words>> = {
  access_denied: ["此人不在应用的使用范围内，或拒绝了授权", "在页面上告诉用户；范围由管理员在应用接入中设置"],
  login_required: ["prompt=none 时没有人登录", "去掉 prompt=none 重新发起登录"],
  consent_required: ["prompt=none 时需要用户同意", "去掉 prompt=none 重新发起登录"],
  invalid_request: [
    "请求缺少参数，多数是没有 PKCE",
    "加上 code_challenge 和 code_challenge_method=S256；软件不支持时，请管理员允许该应用不使用 PKCE",
  ],
  invalid_scope: ["请求了应用没有获准的 scope", "只请求 openid、profile；phone 需要管理员勾选手机号"],
  invalid_redirect_uri: ["redirect_uri 与登记的不一致", "逐字核对大小写、端口、末尾的斜杠"],
  invalid_client: ["密钥或公钥不正确，或应用已停用", "核对 client_id 和密钥；更换后旧密钥可用 24 小时"],
  invalid_grant: [
    "授权码已使用、超过 60 秒，code_verifier 或 redirect_uri 不同，或会话已结束",
    "重新发起登录；不要重复兑换同一个授权码",
  ],
  invalid_token: ["令牌已过期或会话已结束", "用 refresh_token 换新的，或重新发起登录"],
}

/** Of SCIM (RFC 7644, 3.12). */
const scimWords: Readonly<Record<ScimErrorType, Words>> = {
  invalidFilter: [
    "过滤条件的写法不正确，属性不存在或不能这样比较",
    "按 detail 修改 filter；属性见 /scim/v2/Schemas",
  ],
  tooMany: ["一次要修改的内容太多", "分成几次提交"],
  uniqueness: ["账号或部门名称已有", "先查找，已有的改用 PATCH 修改"],
  mutability: ["属性不能修改", "不要写入 detail 指出的属性；userName 新增后不能修改"],
  invalidSyntax: ["请求内容不是正确的 JSON，或缺少 schemas", "检查 Content-Type、JSON 和 schemas"],
  invalidPath: ["PATCH 的 path 没有对应的属性", "检查属性名；扩展属性前要有完整的 URN"],
  noTarget: ["PATCH 的 path 没有对应的值", "先读取，再按现有的内容修改"],
  invalidValue: ["参数或属性的值不正确", "按 detail 修改"],
}

function listed(words: Readonly<Record<string, Words>>): CataloguedError[] {
  return Object.entries(words).map(([code, [means, todo]]) => ({ code, means, todo }))
}

export const errorCatalogue: readonly ErrorGroup[] = [
  { title: "HTTP 状态", place: "所有接口的状态码", isForVendors: true, errors: listed(statuses) },
  {
    title: "拒绝原因 errtype",
    place: "门户接口回答中的 errtype",
    isForVendors: false,
    errors: listed(errtypeWords).map((each) => ({
      ...each,
      code: String(errtypes[each.code as keyof typeof errtypes]),
    })),
  },
  {
    title: "OpenID Connect",
    place: "回调地址或令牌接口回答中的 error",
    isForVendors: true,
    errors: listed(oidcWords),
  },
  { title: "CAS", place: "验证票据的回答中的 code", isForVendors: true, errors: listed(casWords) },
  {
    title: "SCIM",
    place: "HTTP 400、409、413 的回答中的 scimType；detail 是说明",
    isForVendors: true,
    errors: listed(scimWords),
  },
]
