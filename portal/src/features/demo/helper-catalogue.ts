import { drawers, type DrawerName } from "@uc/contract/drawers/drawers"
import { pickers, type PickerName } from "@uc/contract/pickers/pickers"
import type { Method } from "@uc/bridge/protocol"
import type { IconName } from "../../ui/navigation/icon.tsx"

/** One box of the form. A dot in the name makes an object: `size.width`. */
export interface HelperField {
  readonly name: string
  readonly label: string
  readonly kind: "text" | "number" | "ids" | "flag" | "choice"
  readonly hint?: string
  readonly choices?: readonly (readonly [value: string, words: string])[]
  readonly initial?: string
}

export interface Helper {
  readonly id: string
  readonly group: "选择器" | "抽屉" | "其他"
  readonly title: string
  readonly words: string
  readonly icon: IconName
  readonly method: Method
  /** What stands before the options: a picker's or a drawer's name. */
  readonly name?: PickerName | DrawerName
  readonly key?: number
  /** The one argument is the value of the only field, and no object of options. */
  readonly isPlain?: true
  readonly fields: readonly HelperField[]
}

const zeroOne: HelperField["choices"] = [
  ["", "不传"],
  ["0", "0"],
  ["1", "1"],
]

const title: HelperField = { name: "title", label: "标题", kind: "text", hint: "不填用默认标题" }
const org: HelperField = { name: "orgid", label: "机构编号", kind: "text", hint: "不填为本人机构" }
const department: HelperField = { name: "departmentid", label: "部门编号", kind: "text" }
const level: HelperField = { name: "level", label: "限定层级", kind: "number", hint: "单选时有效，0 为顶层" }

/** PICK-0: what every picker takes. */
const common: readonly HelperField[] = [
  { name: "min", label: "最少", kind: "number" },
  { name: "max", label: "最多", kind: "number", hint: "1 为单选" },
  title,
  { name: "defaults", label: "默认已选", kind: "ids", hint: "编号，逗号隔开" },
  { name: "required", label: "必选", kind: "ids", hint: "已选且不能移除" },
  { name: "disabled", label: "禁选", kind: "ids", hint: "显示但不能选" },
  { name: "size.width", label: "宽度", kind: "number", hint: "像素，与高度同填" },
  { name: "size.height", label: "高度", kind: "number", hint: "像素" },
]

interface PickerLabels {
  readonly title: string
  readonly words: string
  readonly icon: IconName
  readonly fields?: readonly HelperField[]
}

/** A picker without a place in the catalogue does not compile. */
const pickerLabels: Readonly<Record<PickerName, PickerLabels>> = {
  person: {
    title: "人员选择器",
    words: "按部门、职务或搜索选择人员，支持拼音、首字母和粘贴名单。",
    icon: "people",
    fields: [org, { name: "jid", label: "用户编号", kind: "text", hint: "不填为本人" }],
  },
  department: {
    title: "部门选择器",
    words: "部门树，上下级各自独立勾选；允许时可直接增改部门。",
    icon: "tree",
    fields: [org, { name: "canEdit", label: "允许维护部门", kind: "flag" }],
  },
  area: { title: "区域选择器", words: "逐级展开的行政区域。", icon: "globe" },
  building: {
    title: "建筑选择器",
    words: "楼栋、楼层、房间逐级展开，上下级联动勾选。",
    icon: "building",
    fields: [org, level],
  },
  range: {
    title: "楼层范围选择器",
    words: "楼栋和楼层，可在确定时直接保存为部门或人员的范围。",
    icon: "school",
    fields: [
      org,
      department,
      { name: "save.objectIds", label: "保存给", kind: "ids", hint: "部门或人员编号" },
      {
        name: "save.objectType",
        label: "保存对象",
        kind: "choice",
        choices: [
          ["", "不保存"],
          ["1", "部门"],
          ["2", "人员"],
        ],
      },
    ],
  },
  grid: {
    title: "网格选择器",
    words: "安全网格树；单选可限定层级，也可截去更深的层级。",
    icon: "grid",
    fields: [
      org,
      level,
      { name: "selectLevel", label: "显示到层级", kind: "number" },
      { name: "ifCallBackSpaceName", label: "空间名称", kind: "choice", choices: zeroOne },
    ],
  },
  menu: { title: "菜单选择器", words: "当前用户的菜单。", icon: "menu", fields: [department] },
  module: {
    title: "模块选择器",
    words: "平台的功能模块。",
    icon: "apps",
    fields: [
      { name: "identifier", label: "应用标识", kind: "text" },
      { name: "ifAll", label: "全部模块", kind: "choice", choices: zeroOne },
    ],
  },
}

const drawerLabels: Readonly<Record<DrawerName, PickerLabels>> = {
  person: {
    title: "人员信息",
    words: "一个人的部门、职务和账号。",
    icon: "person",
    fields: [{ name: "id", label: "人员编号", kind: "text" }, org, title],
  },
  page: {
    title: "页面抽屉",
    words: "在旁边打开门户自己的页面。",
    icon: "page",
    fields: [{ name: "path", label: "页面路径", kind: "text", initial: "/main/account" }, title],
  },
}

const others: readonly Helper[] = [
  {
    id: "reauthenticate",
    group: "其他",
    title: "二次鉴权",
    words: "敏感操作前请本人再验证一次，回答 true 或 false。",
    icon: "shield",
    method: "reauthenticate",
    isPlain: true,
    fields: [{ name: "mid", label: "模块标识", kind: "text", initial: "domain", hint: "不填会提示缺少参数" }],
  },
  {
    id: "startMonitor",
    group: "其他",
    title: "预警监测",
    words: "预警和演练弹窗；点击一条时，回调得到该条和类型（warning 或 yuan）。",
    icon: "alarm",
    method: "startMonitor",
    fields: [
      { name: "areaid", label: "区域编号", kind: "text" },
      { name: "intervalMs", label: "轮询间隔", kind: "number", hint: "毫秒" },
    ],
  },
  {
    id: "stopMonitor",
    group: "其他",
    title: "停止监测",
    words: "停止此页面启动的预警监测；门户自己的继续。",
    icon: "minus",
    method: "stopMonitor",
    fields: [],
  },
  {
    id: "currentUser",
    group: "其他",
    title: "当前用户",
    words: "登录用户的简要信息。",
    icon: "info",
    method: "currentUser",
    fields: [],
  },
  {
    id: "informationList",
    group: "其他",
    title: "信息分类",
    words: "信息字典中的分类列表，与公告的分类一致。",
    icon: "news",
    method: "informationList",
    fields: [],
  },
  {
    id: "ticket",
    group: "其他",
    title: "一次性票据",
    words: "授权站点的服务器凭票据向门户询问当前用户，30 秒内用一次；本站页面不需要。",
    icon: "key",
    method: "ticket",
    fields: [],
  },
  {
    id: "navigate",
    group: "其他",
    title: "页面跳转",
    words: "去门户的另一个页面，只接受本站路径。",
    icon: "onwards",
    method: "navigate",
    isPlain: true,
    fields: [{ name: "path", label: "页面路径", kind: "text", initial: "/main/home" }],
  },
  {
    id: "setTitle",
    group: "其他",
    title: "页面标题",
    words: "告诉门户此页面叫什么。",
    icon: "message",
    method: "setTitle",
    isPlain: true,
    fields: [{ name: "title", label: "标题", kind: "text", initial: "功能演示（3）" }],
  },
]

export const helpers: readonly Helper[] = [
  ...(Object.keys(pickerLabels) as PickerName[]).map((name): Helper => {
    const { fields = [], ...words } = pickerLabels[name]
    const { key } = pickers[name]
    return {
      ...words,
      id: name,
      group: "选择器",
      method: "openPicker",
      name,
      key,
      fields: [...common, ...fields],
    }
  }),
  ...(Object.keys(drawerLabels) as DrawerName[]).map((name): Helper => {
    const { fields = [], ...words } = drawerLabels[name]
    const { key } = drawers[name]
    return { ...words, id: `drawer-${name}`, group: "抽屉", method: "openDrawer", name, key, fields }
  }),
  ...others,
]
