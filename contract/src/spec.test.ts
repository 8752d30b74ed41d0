/**
 * The specification's sections 3, 5, 7, 8 and 9, typed again by hand and held against the contract. Every literal here is
 * the specification's own, misspellings and mixed punctuation included: a test that fails here is answered by changing
 * the contract, not this file.
 */
import { describe, expect, test } from "vitest"
import { z } from "zod"
import {
  monitorKinds,
  monitorDefaults,
  monitorTabs,
  ShownWarning,
  Warning,
  warningMessageByCall,
} from "./alarms/calls.ts"
import { Area } from "./areas/calls.ts"
import { BuildingLayer, BuildingNode } from "./buildings/calls.ts"
import { calls, everyCall, type CallName } from "./all-calls.ts"
import { captchaLimits, captchaMessages, dragLimit, SliderCaptcha } from "./captcha/calls.ts"
import { DepartmentNode, departmentLimits, departmentMessages } from "./departments/calls.ts"
import { dictionaryMessages, informationDictionary } from "./dictionary/calls.ts"
import { Domain, domainLimits, domainMessages } from "./domains/calls.ts"
import { Drill, executionTypes, ShownDrill } from "./drills/calls.ts"
import { GridNode } from "./grids/calls.ts"
import { defaultTimeoutMs, httpMessages, loadingDebounceMs, timestampParameter } from "./core/http.ts"
import { Menu, MenuRouteItem } from "./menus/calls.ts"
import { Module } from "./modules/calls.ts"
import { PersonNode, PostNode, postLevels, SearchedPerson } from "./people/calls.ts"
import { defaultDialogKey, pickerMessages, pickers } from "./pickers/pickers.ts"
import { reauthLimits, reauthMessages, reauthModes, verifyTypes } from "./reauth/calls.ts"
import { errtypes } from "./core/reply.ts"
import { sensitiveModules } from "./reauth/sensitive-modules.ts"
import { BriefUser, CurrentUser, usertypes } from "./account/calls.ts"

const named = new Map(everyCall().map(({ name, call }) => [name, call]))

function callOf(name: CallName) {
  const call = named.get(name)
  if (!call) throw new Error(`${name} is not a call of the contract`)
  return call
}

const words = (list: string) => (list === "" ? [] : list.split(", "))
const sorted = (list: readonly string[]) => [...list].toSorted()

/** The fields of an object, or of the objects in a list. */
function fieldsOf(shape: unknown): string[] {
  if (shape instanceof z.ZodObject) return Object.keys(shape.shape)
  if (shape instanceof z.ZodArray) return fieldsOf(shape.element)
  throw new Error("neither an object nor a list of objects")
}

describe("section 3, entities and their fields", () => {
  // The last column is what the specification leaves open and this contract adds.
  const entities: [entity: string, shape: z.ZodObject, fields: string, ours?: string][] = [
    ["Domain", Domain, "id, name, domainIp"],
    [
      "Person node",
      PersonNode,
      "jid, nickname, deptid, deptname, userlist, deptlist, id, idkey, label",
      "usercount",
    ],
    ["Post node", PostNode, "id, name, children", "level"],
    ["Searched person", SearchedPerson, "usercode, username, id", "deptname, postname, ids"],
    ["Department node", DepartmentNode, "id, name, sortNo, children", "keys"],
    ["Building-layer", BuildingLayer, "buildingId, buildingName, layerId, layerName", "campusName, keys"],
    ["Area", Area, "areaid, areaname, isParent, dataType, nowOrgName", "ids"],
    ["Building node", BuildingNode, "id, buildingname, childList, type, parentId, isLeaf, ids", "childCount"],
    ["Module", Module, "id, name, children", "keys"],
    ["Menu", Menu, "value, text, modulelist", "keys"],
    ["Menu route item", MenuRouteItem, "id, text, module_type, path, children", "icon"],
    ["Grid tree node", GridNode, "id, name, childList", "keys"],
    ["Logged-in user (brief)", BriefUser, "jid, orgid, orgname, areaid, areaname, usertype"],
    ["Warning record", Warning, "uuid, createtime, model_code, orgid, school_name, alarm_level_name"],
    [
      "Warning record with what the client adds",
      ShownWarning,
      "uuid, createtime, model_code, orgid, school_name, alarm_level_name, startTime, modelType, schoolAddress",
    ],
    ["Emergency-drill record", Drill, "yazxCode, yazxTitle, yazxBdate, unitid, unitName"],
    [
      "Emergency-drill record with what the client adds",
      ShownDrill,
      "yazxCode, yazxTitle, yazxBdate, unitid, unitName, startTime, schoolAddress",
    ],
    [
      "Alarm list query",
      callOf("alarms.records").input,
      "start, limit, starttime, endtime, areaid",
      "orgid, model_code, alarm_level_name",
    ],
    ["Drill list query", callOf("drills.executions").input, "start, limit, areaId, zxType"],
    [
      "Current user, stored locally",
      CurrentUser,
      "id, nickname, himg, phone, role, orgid, orgname, faceimg, checktype, reason, synctype, usertype, areaid, areaname, idcard, classcode, classname, isParent, grade, sex, admintype, phoneclient, phoneicon, phonelogo, signature",
    ],
    ["Slider captcha response", SliderCaptcha, "yHeight, bigImage, smallImage, chenckMoveid"],
  ]

  test.each(entities)("[DATA-1] %s has exactly its fields", (_entity, shape, fields, ours = "") => {
    expect(sorted(fieldsOf(shape))).toEqual(sorted([...words(fields), ...words(ours)]))
  })

  test("[SHELL-3] the current user has 25 fields", () => {
    expect(fieldsOf(CurrentUser)).toHaveLength(25)
  })

  test("[PERSON-5] the post tree has the levels c3 and c2", () => {
    expect(Object.values(postLevels)).toEqual(["c3", "c2"])
  })
})

describe("section 7, the calls", () => {
  interface Row {
    name: CallName
    line: `${"GET" | "POST"} ${"usercenter" | "newusercenter" | "ewls" | "vms"} /${string}`
    sends: string
    reads?: string
    timeoutMs?: number
    encoding?: "form" | "json"
    /** Parameters beside the specification's, where it leaves them open. */
    ours?: string
  }
  const rows: Row[] = [
    { name: "session.current", line: "GET usercenter /get_userinfo.action", sends: "" },
    {
      name: "people.departmentTree",
      line: "GET usercenter /manage/getDepartmentOfOrgUnToken.action?isneeduser=1",
      sends: "orgid, usercode, deptid, leveldept",
    },
    {
      name: "people.search",
      line: "GET usercenter /manage/departmentUserList.action",
      sends: "orgid, usertype, username",
    },
    {
      name: "people.postTree",
      line: "GET usercenter /manage/userListGroupZhiwu.action",
      sends: "user.id",
    },
    { name: "departments.tree", line: "GET newusercenter /v1/depart/depettree", sends: "orgid, type" },
    {
      name: "buildings.layersOfDepartment",
      line: "POST usercenter /manage/userDepartmentBuildingLayers.action",
      sends: "departmentid",
      ours: "orgid",
    },
    {
      name: "buildings.saveRelation",
      line: "POST usercenter /manage/objectBuildingLayerRelationSave.action",
      sends: "objectIds, layerIds, objectType, orgid",
    },
    {
      name: "menus.forPicker",
      line: "POST usercenter /web/get_menu_list_of_user.action?topType=1",
      sends: "departmentid",
      reads: "modulelist",
    },
    {
      name: "areas.below",
      line: "POST usercenter /getAreaJsonByPid.action",
      sends: "areaid",
      reads: "isParent",
    },
    {
      name: "modules.tree",
      line: "POST newusercenter /v1/module/getModuleTree?parentid=-1",
      sends: "identifier, ifAll",
    },
    {
      name: "buildings.tree",
      line: "POST newusercenter /v1/building/buildingTree",
      sends: "parentId, orgid",
    },
    {
      name: "buildings.treeByParams",
      line: "POST newusercenter /v1/building/buildingTreeByParams",
      sends: "parentId, orgid",
      ours: "ids, buildingname",
    },
    {
      name: "grids.tree",
      line: "POST newusercenter /v1/grid/getAllTree",
      sends: "orgid, ifCallBackSpaceName",
      encoding: "form",
      timeoutMs: 15000,
    },
    {
      name: "domains.list",
      line: "GET newusercenter /v1/authDomain/getList",
      sends: "",
      reads: "domainList",
    },
    {
      name: "domains.save",
      line: "POST newusercenter /v1/authDomain/addOrUpdate",
      sends: "name, domainIp, id",
      ours: "helpers, userFields, isForBelow, version",
    },
    { name: "domains.remove", line: "POST newusercenter /v1/authDomain/delete", sends: "id" },
    {
      name: "menus.ofUser",
      line: "POST usercenter /web/get_menu_list_of_user.action",
      sends: "",
      reads: "modulelist",
    },
    {
      name: "organisations.schoolInfo",
      line: "GET usercenter /togetschoolinfo.action",
      sends: "orgid",
      reads: "address",
    },
    {
      name: "alarms.records",
      line: "GET ewls /alarm/v1/get_alarm_record_list",
      sends: "start, limit, starttime, endtime",
      ours: "areaid, orgid, model_code, alarm_level_name",
      reads: "items",
    },
    {
      name: "alarms.types",
      line: "POST ewls /alarm/v1/get_alarm_list",
      sends: "code, start, limit, pageindex, pagesize",
      reads: "items",
    },
    {
      name: "drills.executions",
      line: "GET vms /yuan/v1/getYuanExecutionList",
      sends: "start, limit, areaId, zxType",
      reads: "items",
    },
    // `request_timestamp` is added to every request, see below.
    { name: "reauth.qrcode", line: "GET newusercenter /v1/twoPower/getAppQrcode", sends: "mid" },
  ]

  test.each(rows)("[DATA-4] $line", ({ name, line, sends, reads, timeoutMs, encoding, ours = "" }) => {
    const call = callOf(name)
    const fixed = new URLSearchParams(call.fixed).toString()
    expect(`${call.method} ${call.service} ${call.path}${fixed && `?${fixed}`}`).toBe(line)
    expect(sorted(fieldsOf(call.input))).toEqual(sorted([...words(sends), ...words(ours)]))
    expect(call.timeoutMs).toBe(timeoutMs ?? 5000)
    expect(call.encoding).toBe(line.startsWith("GET") ? "query" : (encoding ?? "form"))
    expect(call.answerIn).toBe("data")
    expect(reads === undefined || fieldsOf(call.output).includes(reads)).toBe(true)
  })

  // Section 7 gives their parameters, or says how their answer is read, and no address.
  const withoutAddress: CallName[] = [
    "dictionary.information",
    "reauth.verify",
    "reauth.sendSms",
    "reauth.pollQrcode",
    "captcha.image",
    "login.adminSignIn",
    "news.ofColumn",
  ]

  test("[SPEC-2] exactly the calls that section 7 gives an address or parameters of are read tolerantly", () => {
    const specified = everyCall().filter(({ call }) => call.specified !== null)
    expect(sorted(specified.map(({ name }) => name))).toEqual(
      sorted([...rows.map(({ name }) => name), ...withoutAddress]),
    )
  })

  test("[SPEC-2] only parameters of ours mean something when they are empty", () => {
    for (const { name, sends } of rows)
      for (const parameter of callOf(name).specified?.emptyIsValue ?? [])
        expect([name, words(sends)]).not.toEqual([name, expect.arrayContaining([parameter])])
  })

  test("[DATA-4] a domain is saved with or without its id", () => {
    expect(callOf("domains.save").input.safeParse({ name: "官网", domainIp: "www.a.cn" }).success).toBe(true)
    expect(callOf("domains.remove").input.safeParse({}).success).toBe(false)
  })

  test("[WARN-3] the items of get_alarm_list have a name", () => {
    expect(
      callOf("alarms.types").output.parse({ total: 1, items: [{ code: "7", name: "烟感报警" }] }),
    ).toEqual({ total: 1, items: [{ code: "7", name: "烟感报警" }] })
  })

  test("[GRID-1] ifCallBackSpaceName is 0 or 1, orgid may be missing", () => {
    const { input } = callOf("grids.tree")
    expect(input.parse({ ifCallBackSpaceName: "1" })).toEqual({ ifCallBackSpaceName: 1 })
    expect(input.parse({ ifCallBackSpaceName: 0 })).toEqual({ ifCallBackSpaceName: 0 })
    expect(input.safeParse({ ifCallBackSpaceName: "2" }).success).toBe(false)
  })

  test("[AUTH-6] verify sends its five fields, and the type is 1 SMS, 2 password", () => {
    const call = callOf("reauth.verify")
    expect(sorted(fieldsOf(call.input))).toEqual(
      sorted([
        "mid",
        "type",
        "vcode",
        "chenckMoveId",
        "chenckMoveCode",
        "chenckMoveTrack",
        "chenckMoveBy",
        "chenckMoveWork",
      ]),
    )
    expect(verifyTypes).toEqual({ sms: 1, password: 2 })
    expect(errtypes.captcha).toBe(1)
  })

  test("[AUTH-4] the poll takes mid and answers with ret itself, true once confirmed", () => {
    const call = callOf("reauth.pollQrcode")
    expect(fieldsOf(call.input)).toEqual(["mid"])
    expect([call.answerIn, call.ret]).toEqual(["ret", true])
    expect(call.output.parse(true)).toBe(true)
  })

  test("[CAPT-1] chenckMoveid is answered, chenckMoveId is sent", () => {
    expect(fieldsOf(callOf("captcha.image").output)).toContain("chenckMoveid")
    for (const name of ["captcha.check", "reauth.verify", "reauth.sendSms"] as const) {
      expect(fieldsOf(callOf(name).input)).toContain("chenckMoveId")
      expect(fieldsOf(callOf(name).input)).not.toContain("chenckMoveid")
    }
  })

  test("[SHELL-4] the information dictionary: content, code, ret 1 and list", () => {
    const call = callOf("dictionary.information")
    expect(sorted(fieldsOf(call.input))).toEqual(["code", "content"])
    expect(informationDictionary).toEqual({ content: "usercenterNew", code: "informationDataShowBuess" })
    expect([call.ret, call.answerIn]).toEqual([1, "list"])
    expect(fieldsOf(call.output)).toContain("remark")
  })

  test("[REQ-1] every request carries request_timestamp, so no call declares it", () => {
    expect(timestampParameter).toBe("request_timestamp")
    for (const { call } of everyCall()) expect(fieldsOf(call.input)).not.toContain(timestampParameter)
  })

  // "Home and login calls", in the order of the specification.
  const homeAndLogin: [what: string, name: CallName, timeoutMs: number][] = [
    ["code table by parent code", "dictionary.codesByParent", 5000],
    ["user custom list", "homeLayout.list", 5000],
    ["user custom save", "homeLayout.save", 5000],
    ["user custom delete", "homeLayout.remove", 5000],
    ["menu list", "menus.ofUser", 5000],
    ["notices", "notices.list", 5000],
    ["alarm record list", "alarms.records", 5000],
    ["risk statistics", "alarms.riskStatistics", 5000],
    ["assessment", "assessments.list", 50000],
    ["profile management", "assessments.profiles", 50000],
    ["patrol statistics", "patrols.statistics", 5000],
    ["login", "login.adminSignIn", 20000],
    ["login verification code", "login.verificationCode", 5000],
    ["web login", "session.signIn", 20000],
    ["slide verification image", "captcha.image", 5000],
    ["slide verification time", "captcha.time", 5000],
    ["two-factor check code", "login.sendCheckCode", 5000],
    ["two-factor expiration", "login.checkCodeExpiration", 5000],
    ["code dictionary", "dictionary.codes", 5000],
    ["portal column trees", "news.columns", 5000],
    ["column news", "news.ofColumn", 5000],
    ["friend links", "news.friendLinks", 5000],
    ["information lists", "news.information", 5000],
    ["tasks", "tasks.list", 5000],
    ["subscription checks", "subscriptions.check", 5000],
    ["data comparison", "dailyStats.ofDay", 5000],
    ["send SMS code", "reauth.sendSms", 5000],
  ]

  test.each(homeAndLogin)("[DATA-4] [REQ-3] %s is the call %s, within %i ms", (_what, name, timeoutMs) => {
    expect(callOf(name).timeoutMs).toBe(timeoutMs)
  })

  test("[LOGIN-1] the administrators' login is ajax_admin_login", () => {
    expect(callOf("login.adminSignIn").path).toBe("/ajax_admin_login.action")
  })

  test("[DATA-4] column news takes category, start, limit, areaid", () => {
    expect(sorted(fieldsOf(callOf("news.ofColumn").input))).toEqual(["areaid", "category", "limit", "start"])
  })

  test("[ROLE-1] only login, activation, captcha, information dictionary, columns, news and links are open", () => {
    const forServers = everyCall().filter(({ call }) => call.fromServers)
    expect(forServers.map(({ name }) => name)).toEqual([
      "domains.redeem",
      "domains.spendGrant",
      "ingest.report",
      "ingest.ownCalls",
      "ingest.organisations",
    ])
    const open = everyCall().filter(({ call }) => call.open && !call.fromServers)
    expect(sorted(open.map(({ name }) => name))).toEqual([
      // DISTRICT-1, DAY-15: for who has no password yet, or has forgotten it.
      "activation.activate",
      "activation.look",
      // SSO-3: the login page says which application asks.
      "applications.asking",
      "captcha.check",
      "captcha.image",
      "captcha.time",
      "captcha.work",
      "demoMessages.list",
      "dictionary.information",
      // SSO-4: for whom another has vouched.
      "identities.add",
      "identities.enter",
      "identities.offered",
      "login.adminSignIn",
      "login.checkCode",
      "login.checkCodeExpiration",
      "login.chooseAccount",
      "login.claimQrcode",
      "login.qrcode",
      "login.sendCheckCode",
      "login.sendSignInCode",
      "login.setPassword",
      "login.smsSignIn",
      "login.verificationCode",
      "news.columns",
      "news.friendLinks",
      "news.ofColumn",
      "reset.checkCode",
      "reset.sendCode",
      "reset.setPassword",
      // DAY-7: a browser that is nobody becomes a screen by an administrator's code.
      "screens.pair",
      "session.signIn",
    ])
  })

  test("[AUTH-8] saving domains may use a grant 20 times, deleting one once; both are sensitive", () => {
    expect(callOf("domains.save").sensitive).toBe("domain")
    expect(sensitiveModules.domain.maxUses).toBe(20)
    expect(callOf("domains.remove").sensitive).toBe("domain-delete")
    expect(sensitiveModules["domain-delete"].maxUses).toBe(1)
    for (const { maxUses } of Object.values(sensitiveModules)) expect(maxUses).toBeLessThanOrEqual(20)
  })
})

describe("sections 5, 6 and 8, the sentences", () => {
  const sentences: [said: string, spec: string][] = [
    [domainMessages.badAddress, "请输入正确的域名地址"],
    [domainMessages.saved, "保存成功"],
    [domainMessages.saveFailed, "保存失败"],
    [domainMessages.removed, "删除成功"],
    [domainMessages.removeFailed, "删除失败"],
    [domainMessages.confirmRemove, "是否删除该域名?"],
    [domainMessages.removeCancelled, "已取消删除"],
    [pickerMessages.failed, "请求出错，请重试！"],
    [pickerMessages.person.none, "请选择人员！"],
    [pickerMessages.person.tooMany(3), "最多可以选择3人"],
    [pickerMessages.person.userMissing, "缺少用户信息参数"],
    [pickerMessages.department.none, "请选择数据"],
    [pickerMessages.department.onlyOne, "最多选择一个"],
    [departmentMessages.tooDeep, "该部门已是第5级，不能再添加子级"],
    [pickerMessages.menu.none, "请选择一个菜单!"],
    [pickerMessages.area.tooMany(10), "最多选择10条"],
    [pickerMessages.area.tooFew(2), "至少选择2个区域！"],
    [pickerMessages.module.none, "至少选择一个模块!"],
    [pickerMessages.module.tooMany(4), "最多选择4个模块!"],
    [pickerMessages.building.overMax(5, 7), "最多只能选择5个，当前已选择7个"],
    [pickerMessages.building.wrongLevel, "不能选择该层级"],
    [pickerMessages.building.missingDefaults(2), "有2条数据不存在"],
    [pickerMessages.grid.full(6), "最多只能选择6个"],
    [pickerMessages.grid.overMax(6, 8), "最多只能选择6个，当前已选择8个"],
    [pickerMessages.grid.wrongLevel, "不能选择该层级"],
    [pickerMessages.grid.missingDefaults(3), "有3条数据不存在"],
    [reauthMessages.passwordMissing, "请输入密码"],
    [reauthMessages.codeMissing, "请输入验证码"],
    [reauthMessages.midMissing, "鉴权缺少模块id参数"],
    [reauthMessages.failed, "验证失败，请重试！"],
    [reauthMessages.codeSent, "验证码已发送"],
    [reauthMessages.resend, "重新发送"],
    [captchaMessages.imageFailed, "获取图形验证码失败，请重试"],
    [dictionaryMessages.failed, "获取分类错误"],
    [httpMessages.signInAgain, "请重新登录"],
    [httpMessages.notFound, "请求地址出错"],
    [httpMessages.serverFault, "服务器内部错误"],
    [httpMessages.resultMinusOne, "请求出错"],
    [httpMessages.slow, "当前网络较慢，请检查"],
    [httpMessages.timeout, "加载超时"],
    [httpMessages.invalidUser, "用户无效,请重新登录"],
  ]

  test.each(sentences)("[DATA-4] %s", (said, spec) => {
    expect(said).toBe(spec)
  })

  test("[WARN-6] one sentence belongs to one call of the contract", () => {
    const spec = [
      "获取机构基础数据失败！",
      "获取预警类型数据失败！",
      "获取基础数据失败！",
      "获取预警数据失败！",
      "获取应急预案数据失败！",
      "获取预警列表失败",
      "获取预警最新时间失败",
    ]
    expect(Object.values(warningMessageByCall)).toEqual(spec)
    const known: ReadonlySet<string> = new Set(named.keys())
    expect(Object.keys(warningMessageByCall).filter((name) => !known.has(name))).toEqual([])
  })

  test("[REQ-6] errtype -1 ends a session", () => {
    expect(errtypes.signedOut).toBe(-1)
  })
})

describe("section 9, constants and limits", () => {
  const numbers: [what: string, ours: unknown, spec: unknown][] = [
    ["[DOM-6] domain name and address length", domainLimits.fieldLength, 100],
    ["[DLG-1] area key", pickers.area.key, 997],
    ["[DLG-1] people key", pickers.person.key, 998],
    ["[DLG-1] range key", pickers.range.key, 999],
    ["[DLG-1] department key", pickers.department.key, 1000],
    ["[DLG-1] menu key", pickers.menu.key, 1001],
    ["[DLG-1] module key", pickers.module.key, 1002],
    ["[DLG-1] building key", pickers.building.key, 1003],
    ["[DLG-1] grid key", pickers.grid.key, 1004],
    ["[DLG-1] default key", defaultDialogKey, 1],
    ["[AREA-1] area default max", pickers.area.max, 10],
    ["[MODULE-1] module default max", pickers.module.max, 1],
    ["[MENUP-1] menu default max", pickers.menu.max, 1],
    ["[GRID-1] grid picker size", pickers.grid.size, { width: 800, height: 550 }],
    ["[DEPT-3] department levels", departmentLimits.levels, 5],
    ["[DEPT-3] last level index", departmentLimits.lastLevelIndex, 4],
    ["[WARN-1] poll interval", monitorDefaults.pollMs, 6000],
    ["[WARN-1] list limit", monitorDefaults.limit, 10],
    ["[WARN-1] list start", monitorDefaults.start, 0],
    ["[WARN-1] the day's first second", monitorDefaults.dayStart, "00:00:00"],
    ["[WARN-1] drill type filter", executionTypes.drill, 2],
    ["[WARN-4] tab of today's warnings", monitorTabs.warning, 1],
    ["[WARN-4] tab of live drills", monitorTabs.yuan, 2],
    ["[WARN-5] what a callback is told", monitorKinds, ["warning", "yuan"]],
    ["[REQ-3] default timeout", defaultTimeoutMs, 5000],
    ["[SHELL-7] loading debounce", loadingDebounceMs, 300],
    ["[AUTH-1] radio modes", reauthModes, { password: 1, sms: 2, qrcode: 3 }],
    ["[AUTH-4] QR expiry", reauthLimits.qrcodeExpiryS, 180],
    ["[AUTH-4] QR poll", reauthLimits.pollMs, 1000],
    ["[AUTH-5] SMS resend wait", reauthLimits.smsResendS, 300],
    ["[AUTH-8] a grant's life", reauthLimits.grantS, 300],
    ["[CAPT-1] image", [captchaLimits.width, captchaLimits.height], [410, 200]],
    ["[CAPT-1] block and radius", [captchaLimits.block, captchaLimits.radius], [42, 10]],
    ["[CAPT-2] drag limit of the image", dragLimit(410), 354],
    ["[CAPT-4] expiry hint", captchaLimits.expiryS, 120],
    ["[LOGIN-4] width on the login screen", captchaLimits.loginWidth, 310],
    ["[PERSON-4] the user types that search by type", [usertypes.school, usertypes.enterprise], [40, 30]],
  ]

  test.each(numbers)("%s", (_what, ours, spec) => {
    expect(ours).toEqual(spec)
  })

  test("[DLG-1] no two pickers share a key", () => {
    const keys = Object.values(pickers).map(({ key }) => key)
    expect(new Set(keys).size).toBe(8)
  })
})

describe("the contract as a whole", () => {
  test("[DATA-4] no two calls answer at the same address", () => {
    const addresses = everyCall().map(
      ({ call }) =>
        `${call.method} ${call.service} ${call.path} ${new URLSearchParams(call.fixed).toString()}`,
    )
    expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
  })

  test("[DATA-4] a parameter is never both fixed and free", () => {
    const both = everyCall().flatMap(({ name, call }) =>
      fieldsOf(call.input)
        .filter((key) => Object.hasOwn(call.fixed, key))
        .map((key) => `${name} ${key}`),
    )
    expect(both).toEqual([])
  })

  test("[DATA-4] every group of calls is in calls.ts", () => {
    // Those of the start are addresses alone; the calls that have them are declared elsewhere.
    const files = import.meta.glob<Record<string, unknown>>(
      ["./**/*.ts", "!./**/*.test.ts", "!./core/start-calls.ts"],
      {
        eager: true,
      },
    )
    const declared = Object.values(files).flatMap((file) =>
      Object.entries(file).filter(([name]) => name.endsWith("Calls")),
    )
    const gathered = new Set<unknown>(Object.values(calls))
    expect(declared.filter(([, group]) => !gathered.has(group)).map(([name]) => name)).toEqual([])
    expect(declared).toHaveLength(gathered.size)
  })

  interface JsonNode {
    readonly type?: string
    readonly maxLength?: number
    readonly maximum?: number
    readonly maxItems?: number
    readonly enum?: unknown
    readonly const?: unknown
    readonly properties?: Readonly<Record<string, JsonNode>>
    readonly items?: JsonNode
    readonly anyOf?: readonly JsonNode[]
  }

  function unbounded(node: JsonNode, where: string): string[] {
    if (node.anyOf) return node.anyOf.flatMap((branch) => unbounded(branch, where))
    if (node.enum !== undefined || node.const !== undefined) return []
    switch (node.type) {
      case "string":
        return node.maxLength === undefined ? [where] : []
      case "integer":
      case "number":
        return node.maximum === undefined ? [where] : []
      case "array":
        return [
          ...(node.maxItems === undefined ? [where] : []),
          ...(node.items ? unbounded(node.items, `${where}[]`) : [where]),
        ]
      case "object":
        return Object.entries(node.properties ?? {}).flatMap(([key, child]) =>
          unbounded(child, `${where}.${key}`),
        )
      case "boolean":
      case "null":
        return []
      case undefined:
      default:
        return [where]
    }
  }

  test.each(everyCall())("$name takes nothing without a limit", ({ name, call }) => {
    expect(unbounded(z.toJSONSchema(call.input, { io: "input" }) as JsonNode, name)).toEqual([])
  })

  test("the limit test sees a missing limit", () => {
    const shape = z.object({
      a: z.string(),
      b: z.array(z.string().max(1)),
      c: z.number(),
      d: z.string().max(3),
    })
    expect(unbounded(z.toJSONSchema(shape) as JsonNode, "x")).toEqual(["x.a", "x.b", "x.c"])
  })

  test("a list never gives more than 200 rows at once", () => {
    const paged = everyCall().filter(({ call }) => fieldsOf(call.input).includes("limit"))
    expect(paged.length).toBeGreaterThan(5)
    const verdicts = paged.map(({ name, call }) => {
      const limit = call.input.shape["limit"] as z.ZodType
      return [name, ...["200", 200, "201", 201].map((rows) => limit.safeParse(rows).success)]
    })
    expect(verdicts).toEqual(paged.map(({ name }) => [name, true, true, false, false]))
  })
})
