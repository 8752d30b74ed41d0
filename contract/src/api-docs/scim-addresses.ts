import { scimBase, scimSchemas, scimType } from "../applications/scim.ts"
import type { ProtocolAddress } from "./protocol-address.ts"

const chosen = ["attributes?", "excludedAttributes?"] as const
const listing = ["filter?", "startIndex?", "count?", "sortBy?", "sortOrder?", ...chosen] as const

function address(
  method: ProtocolAddress["method"],
  path: string,
  summary: string,
  more: Partial<Pick<ProtocolAddress, "parameters" | "headers" | "body" | "answer" | "status" | "by">> = {},
): ProtocolAddress {
  const own = { subject: "scim", method, path: `${scimBase}${path}`, summary } as const
  return { ...own, parameters: [], by: "key", answer: scimType, ...more }
}

const sent = (example: object) => ({ type: scimType, example })
const patch = (path: string, value: unknown) =>
  sent({ schemas: [scimSchemas.patch], Operations: [{ op: "replace", path, value }] })

const userBody = sent({
  schemas: [scimSchemas.user, scimSchemas.userMore],
  externalId: "E-1001",
  userName: "zhangsan",
  displayName: "张三",
  active: true,
  [scimSchemas.userMore]: { places: [{ value: "50001022", primary: true }] },
})
const groupBody = sent({
  schemas: [scimSchemas.group],
  displayName: "教务处",
  members: [{ value: "70001071" }],
})
const searchBody = sent({ schemas: [scimSchemas.search], filter: 'userName eq "zhangsan"', count: 100 })

const read = { parameters: chosen, headers: ["If-None-Match?"] } as const
const added = { parameters: chosen, status: 201 } as const
const written = { parameters: chosen, headers: ["If-Match?"] } as const
const removed = { headers: written.headers, answer: null, status: 204 } as const
const ofMaster = "（仅限主数据源）"

/** SSO-5, SSO-6: the addresses of SCIM 2.0, those for reading first. */
export const scimAddresses: readonly ProtocolAddress[] = [
  address("get", "/Users", "读取人员，可过滤、排序、分页", { parameters: listing }),
  address("get", "/Users/{id}", "读取一名人员", read),
  address("post", "/Users/.search", "查找人员，条件放在请求内容中", { body: searchBody }),
  address("get", "/Groups", "读取部门；不要 members 会小得多", { parameters: listing }),
  address("get", "/Groups/{id}", "读取一个部门", read),
  address("post", "/Groups/.search", "查找部门，条件放在请求内容中", {
    body: sent({ schemas: [scimSchemas.search], filter: 'displayName eq "教务处"' }),
  }),
  address("get", "/Organisations", "读取单位", { parameters: listing }),
  address("get", "/Organisations/{id}", "读取一个单位", read),
  address("post", "/Organisations/.search", "查找单位，条件放在请求内容中", {
    body: sent({ schemas: [scimSchemas.search], filter: "active eq true" }),
  }),
  address("post", "/Users", `新增人员${ofMaster}`, { ...added, body: userBody }),
  address("put", "/Users/{id}", `修改人员${ofMaster}`, { ...written, body: userBody }),
  address("patch", "/Users/{id}", `修改人员的几项内容，例如停用${ofMaster}`, {
    ...written,
    body: patch("active", false),
  }),
  address("delete", "/Users/{id}", `停用人员${ofMaster}`, removed),
  address("post", "/Groups", `新增部门${ofMaster}`, { ...added, body: groupBody }),
  address("put", "/Groups/{id}", `修改部门和成员${ofMaster}`, { ...written, body: groupBody }),
  address("patch", "/Groups/{id}", `修改部门的几项内容${ofMaster}`, {
    ...written,
    body: patch("displayName", "教务处"),
  }),
  address("delete", "/Groups/{id}", `删除没有人员的部门${ofMaster}`, removed),
  ...(
    [
      ["/ServiceProviderConfig", "支持哪些功能"],
      ["/ResourceTypes", "有哪些资源"],
      ["/Schemas", "有哪些属性"],
    ] as const
  ).map(([path, summary]) => address("get", path, summary, { by: "server" })),
]
