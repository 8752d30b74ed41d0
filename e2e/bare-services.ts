import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export interface BareServices {
  readonly origin: string
  /** The paths that were asked for and answered. */
  readonly answered: ReadonlySet<string>
  readonly stop: () => Promise<void>
}

const person = (id: string, name: string, deptid: string, deptname: string) => ({
  jid: id,
  nickname: name,
  deptid,
  deptname,
  userlist: null,
  deptlist: null,
  id,
  idkey: `${id}-${deptid}`,
  label: name,
})
const department = (id: string, name: string, userlist: object[] | null, deptlist: object[] | null) => ({
  jid: null,
  nickname: null,
  deptid: id,
  deptname: name,
  userlist,
  deptlist,
  id,
  idkey: `-${id}`,
  label: name,
})
const building = (id: string, buildingname: string, type: number, ids: string[], isLeaf: boolean) => ({
  id,
  buildingname,
  childList: null,
  type,
  parentId: ids.at(-1) ?? null,
  isLeaf,
  ids,
})
const area = (areaid: string, areaname: string, dataType: number, isParent: boolean) => ({
  areaid,
  areaname,
  isParent,
  dataType,
  nowOrgName: null,
})
const nothing = null

/** Section 3 of the specification, field by field and nothing beside it. By path, with the sent parameters. */
const answers: Readonly<Record<string, (sent: URLSearchParams) => unknown>> = {
  "/get_userinfo.action": () => ({
    id: "7",
    nickname: "外部用户",
    himg: nothing,
    phone: nothing,
    role: "",
    orgid: "10",
    orgname: "外部小学",
    faceimg: nothing,
    checktype: nothing,
    reason: nothing,
    synctype: nothing,
    usertype: 40,
    areaid: "330100",
    areaname: "外部市",
    idcard: nothing,
    classcode: nothing,
    classname: nothing,
    isParent: false,
    grade: nothing,
    sex: nothing,
    admintype: 1,
    phoneclient: nothing,
    phoneicon: nothing,
    phonelogo: nothing,
    signature: nothing,
  }),
  "/manage/getDepartmentOfOrgUnToken.action": (sent) =>
    sent.get("deptid") === "20"
      ? [person("71", "张外", "20", "外部教务处"), person("72", "李外", "20", "外部教务处")]
      : [department("20", "外部教务处", null, null)],
  "/manage/departmentUserList.action": (sent) =>
    [
      { usercode: "zw", username: "张外", id: "71" },
      { usercode: "lw", username: "李外", id: "72" },
    ].filter(({ username }) => username.includes(sent.get("username") ?? "")),
  "/manage/userListGroupZhiwu.action": () => [
    { id: "50", name: "外部教师", children: [{ id: "71", name: "张外", children: [] }] },
  ],
  "/v1/depart/depettree": () => [{ id: "20", name: "外部教务处", sortNo: 1, children: [] }],
  "/manage/userDepartmentBuildingLayers.action": () => [
    { buildingId: "30", buildingName: "外部楼", layerId: "31", layerName: "外部一层" },
  ],
  "/web/get_menu_list_of_user.action": (sent) => ({
    modulelist:
      sent.get("topType") === "1"
        ? [{ value: "60", text: "外部菜单", modulelist: [] }]
        : [{ id: "60", text: "外部菜单", module_type: "router", path: "/main/home", children: [] }],
  }),
  "/getAreaJsonByPid.action": (sent) =>
    sent.get("areaid") === "330100"
      ? [area("330101", "外部区", 3, false)]
      : [area("330100", "外部市", 2, true)],
  "/v1/module/getModuleTree": () => [{ id: "80", name: "外部模块", children: [] }],
  "/v1/building/buildingTree": (sent) =>
    sent.get("parentId") === "30"
      ? [building("31", "外部一层", 2, ["30"], true)]
      : [building("30", "外部楼", 1, [], false)],
  // The specification's has no names and no ids: it answers a level, whatever else is sent.
  "/v1/building/buildingTreeByParams": () => [building("30", "外部楼", 1, [], false)],
  "/v1/grid/getAllTree": () => [{ id: "90", name: "外部网格", childList: [] }],
}

async function sentBy(request: IncomingMessage, query: URLSearchParams): Promise<URLSearchParams> {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return new URLSearchParams([...query, ...new URLSearchParams(body)])
}

/** DISTRICT-16: all four services on another host, which knows the specification alone. Other paths it does not have. */
export async function startBareServices(portal: () => string): Promise<BareServices> {
  const answered = new Set<string>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://bare")
    response.setHeader("access-control-allow-origin", portal())
    response.setHeader("access-control-allow-credentials", "true")
    response.setHeader("access-control-allow-headers", "content-type, idempotency-key, if-none-match")
    response.setHeader("content-type", "application/json; charset=utf-8")
    const answer = answers[pathname]
    if (request.method === "OPTIONS" || !answer) {
      response.statusCode = request.method === "OPTIONS" ? 204 : 404
      response.end()
      return
    }
    const reply = async () => {
      const sent = await sentBy(request, searchParams)
      answered.add(pathname)
      response.end(JSON.stringify({ ret: 1, msg: "", data: answer(sent) }))
    }
    void reply()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    answered,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
