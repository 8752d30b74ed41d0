/** SSO-5: where the addresses of SCIM 2.0 begin (RFC 7643, RFC 7644). */
export const scimBase = "/scim/v2"

export const scimType = "application/scim+json"

export const scimSchemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  enterprise: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
  /** Our own: what the protocol has no attribute for. */
  userMore: "urn:user-centre:scim:schemas:1.0:User",
  groupMore: "urn:user-centre:scim:schemas:1.0:Group",
  organisation: "urn:user-centre:scim:schemas:1.0:Organisation",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  search: "urn:ietf:params:scim:api:messages:2.0:SearchRequest",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
  serviceProviderConfig: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
} as const

export const scimLimits = {
  /** Resources on a page, where none and where too many are asked for. */
  count: 100,
  countAtMost: 500,
  filterLength: 2000,
  /** Parentheses, brackets and `not` inside each other. */
  filterDepth: 10,
  /** Comparisons in one filter. */
  filterTerms: 50,
  attributes: 50,
  operations: 100,
  /** People whom one request puts into or takes out of a department. */
  members: 500,
  bodyBytes: 256 * 1024,
  externalId: 200,
  /** A line in the audit log says that an application reads the directory, at most this often for each key. */
  notedMinutes: 10,
} as const

/** RFC 7644, 3.12. */
export type ScimErrorType =
  | "invalidFilter"
  | "tooMany"
  | "uniqueness"
  | "mutability"
  | "invalidSyntax"
  | "invalidPath"
  | "noTarget"
  | "invalidValue"

/** What vendors read in `detail`. */
export const scimMessages = {
  noKey: "请求中没有接口密钥，请用 Authorization: Bearer 发送",
  badKey: "接口密钥不正确或已作废",
  endedKey: "接口密钥已过期，请向该单位的管理员索取新的密钥",
  applicationOff: "该应用或其单位已停用",
  tooManyFailures: "接口密钥错误次数过多，请稍后再试",
  noScope: (scope: string) => `该接口密钥没有 ${scope} 权限`,
  notFound: "没有这样的资源，或不在该应用的范围内",
  noAddress: "没有这个地址，或该地址不支持此方法",
  notSupported: "不支持此功能",
  noFilterHere: "该地址不支持过滤",
  claimMissing: (what: string) => `管理员没有允许该应用获知${what}`,
  notMaster: "该应用不是本单位的主数据源，只能读取。请管理员在“应用接入”中设为主数据源",
  notOwn: "主数据源只能写入接入该应用的单位，不能写入下级单位",
  administrator: "管理员的资料和状态不能通过接口修改，请在系统中修改",
  roleHolder: "该人员持有自定义角色，手机号和启用状态不能通过接口修改，请由管理员在系统中修改",
  widensRole: "该修改会扩大自定义角色的数据范围，请由管理员在系统中修改",
  phoneNotAllowed: "管理员没有允许该应用获知手机号，不能写入手机号",
  emailNotAllowed: "管理员没有允许该应用获知邮箱，不能写入邮箱",
  unknownParameter: (name: string) => `不支持参数 ${name}`,
  twice: (name: string) => `参数 ${name} 出现了多次`,
  wholeNumber: (name: string) => `${name} 应为整数`,
  bothAttributes: "attributes 和 excludedAttributes 不能同时使用",
  tooManyAttributes: `最多列出${scimLimits.attributes}个属性`,
  badAttribute: (name: string) => `属性名 ${name} 的写法不正确`,
  badSort: (name: string) => `不能按 ${name} 排序`,
  badSortOrder: "sortOrder 应为 ascending 或 descending",
  filterSyntax: (at: number) => `过滤条件的写法不正确（第${at}个字符附近）`,
  unknownAttribute: (name: string) => `没有属性 ${name}`,
  filterTooLong: `过滤条件不能超过${scimLimits.filterLength}个字符、${scimLimits.filterDepth}层嵌套或${scimLimits.filterTerms}个比较`,
  filterType: (name: string) => `属性 ${name} 不能这样比较`,
  wrongType: `请求内容的类型应为 ${scimType} 或 application/json`,
  badJson: "请求内容不是正确的 JSON 对象",
  badSchemas: (urn: string) => `schemas 中应有 ${urn}`,
  tooLarge: "请求内容太大",
  badAttributeValue: (name: string) => `属性 ${name} 的值不正确`,
  required: (name: string) => `缺少属性 ${name}`,
  readOnly: (name: string) => `属性 ${name} 不能修改`,
  notRemoved: (name: string) => `属性 ${name} 不能为空，不能移除`,
  badPath: (path: string) => `没有属性 ${path}，或路径的写法不正确`,
  noTarget: (path: string) => `路径 ${path} 没有对应的值`,
  badOperation: "op 应为 add、remove 或 replace",
  tooManyOperations: `一次最多${scimLimits.operations}个操作`,
  tooManyMembers: `一次最多增减${scimLimits.members}名成员`,
  noMember: (id: string) => `成员 ${id} 不是本单位的人员`,
  noDepartment: (id: string) => `部门 ${id} 不存在或已停用`,
  noPost: (name: string) => `职务“${name}”不存在，请先在系统中新增`,
  changedMeanwhile: "资源已被修改，请重新读取后再试",
  fault: "系统暂时不能处理请求，请稍后再试",
} as const
