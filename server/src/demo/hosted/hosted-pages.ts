import type { PickerName } from "@uc/contract/pickers/pickers"

/**
 * DAY-16: what the demo's hosted menu entries open. The systems are invented; their pages are real ones on another origin, and
 * each shows something of the bridge.
 */
export interface HostedPage {
  readonly path: string
  readonly title: string
  readonly system: string
  readonly intro: string
  readonly view:
    | { readonly kind: "table"; readonly columns: readonly string[]; readonly rows: readonly Row[] }
    | { readonly kind: "timetable"; readonly lessons: readonly (readonly string[])[] }
    | { readonly kind: "cameras"; readonly places: readonly string[]; readonly isLive: boolean }
  /** What can be done with each row; its outcome is written into the last column. */
  readonly rowAction?: Action
  /** What can be done with the whole page; its outcome is told below the buttons. */
  readonly actions?: readonly Action[]
}

type Row = readonly string[]

export type Action =
  | {
      readonly label: string
      readonly does: "pick"
      readonly picker: PickerName
      readonly max?: number
      /** Before what was chosen. */
      readonly said: string
    }
  | { readonly label: string; readonly does: "prove"; readonly operation: string; readonly said: string }
  | { readonly label: string; readonly does: "go"; readonly path: string }

/** DISTRICT-13: what the demo's office system has somebody prove who they are for. */
export const officeOperations = [{ mid: "office:seal", name: "公文用印" }] as const

const office = "综合办公"
const video = "视频巡查"

const assign = { label: "转办", does: "pick", picker: "person", max: 3, said: "已转办：" } as const

export const hostedPages: readonly HostedPage[] = [
  {
    path: "/document/inbox",
    title: "收文",
    system: office,
    intro: "来文登记后转给承办人。承办人在用户中心的“选择人员”窗口里选。",
    view: {
      kind: "table",
      columns: ["来文单位", "标题", "收到日期", "办理情况"],
      rows: [
        ["市教育局", "关于做好冬季校园安全工作的通知", "11-16", "待转办"],
        ["区应急管理局", "关于开展消防安全专项检查的函", "11-15", "待转办"],
        ["区卫生健康局", "秋冬季传染病防控工作提示", "11-13", "已转办：校医室"],
        ["市教育局", "关于报送年度安全工作总结的通知", "11-12", "已办结"],
      ],
    },
    rowAction: assign,
    actions: [{ label: "回到首页", does: "go", path: "/main/home" }],
  },
  {
    path: "/document/outbox",
    title: "发文",
    system: office,
    intro: "用印前要在用户中心验证身份，这里只得到“通过”或“未通过”。",
    view: {
      kind: "table",
      columns: ["文号", "标题", "拟稿日期", "用印情况"],
      rows: [
        ["〔2026〕18号", "关于印发安全应急预案的通知", "11-16", "待用印"],
        ["〔2026〕17号", "关于调整值班安排的通知", "11-14", "待用印"],
        ["〔2026〕16号", "关于开展安全隐患自查的报告", "11-10", "已用印"],
      ],
    },
    rowAction: { label: "用印", does: "prove", operation: "office:seal", said: "已用印" },
    actions: [{ label: "选择抄送部门", does: "pick", picker: "department", max: 5, said: "抄送：" }],
  },
  {
    path: "/hazard/list",
    title: "隐患台账（往年）",
    system: office,
    intro: "历年隐患的存档。位置在用户中心的楼宇里选，与门户用的是同一份数据。",
    view: {
      kind: "table",
      columns: ["编号", "隐患", "登记日期", "位置"],
      rows: [
        ["YH-2025-031", "应急照明灯不亮", "2025-11-20", "待补充"],
        ["YH-2025-028", "消火栓箱前堆放杂物", "2025-11-06", "待补充"],
        ["YH-2025-019", "楼梯扶手松动", "2025-09-12", "教学楼 2层"],
      ],
    },
    rowAction: { label: "选择位置", does: "pick", picker: "building", max: 1, said: "" },
    actions: [{ label: "打开隐患治理", does: "go", path: "/main/hazards" }],
  },
  {
    path: "/timetable",
    title: "课表查询",
    system: "教务系统",
    intro: "所在学校由用户中心告知，这里不用再次登录。",
    view: {
      kind: "timetable",
      lessons: [
        ["语文", "数学", "英语", "语文", "数学"],
        ["数学", "语文", "数学", "英语", "语文"],
        ["体育", "科学", "音乐", "道德与法治", "体育"],
        ["美术", "劳动", "语文", "科学", "班会"],
        ["阅读", "体育", "信息科技", "美术", "安全教育"],
        ["课后服务", "课后服务", "课后服务", "课后服务", "课后服务"],
      ],
    },
    actions: [{ label: "查看其他教师", does: "pick", picker: "person", max: 1, said: "所选教师：" }],
  },
  {
    path: "/research",
    title: "教研活动",
    system: "教务系统",
    intro: "发起人选参加的部门，参加人在各自的首页收到安排。",
    view: {
      kind: "table",
      columns: ["时间", "主题", "地点", "参加部门"],
      rows: [
        ["周三 14:30", "单元整体教学设计研讨", "录播教室", "语文教研组"],
        ["周四 15:00", "计算教学课例分析", "会议室", "待选择"],
        ["周五 14:00", "校园安全教育融入学科教学", "报告厅", "待选择"],
      ],
    },
    rowAction: { label: "选择部门", does: "pick", picker: "department", max: 5, said: "" },
  },
  {
    path: "/student",
    title: "学籍管理",
    system: "教务系统",
    intro: "学籍变动由班主任提出，教务处办理。",
    view: {
      kind: "table",
      columns: ["班级", "在籍人数", "本学期变动", "班主任"],
      rows: [
        ["三（1）班", "42", "转入 1 人", "待选择"],
        ["三（2）班", "41", "无", "待选择"],
        ["四（1）班", "40", "转出 1 人", "待选择"],
      ],
    },
    rowAction: { label: "选择班主任", does: "pick", picker: "person", max: 1, said: "" },
  },
  {
    path: "/profile",
    title: "督导档案",
    system: "督导系统",
    intro: "各学校的年度档案。下载前先选择学校。",
    view: {
      kind: "table",
      columns: ["档案", "年度", "更新日期", "状态"],
      rows: [
        ["办学条件", "2026", "10-30", "已审核"],
        ["安全设施", "2026", "11-08", "待审核"],
        ["教师队伍", "2026", "11-10", "待审核"],
      ],
    },
    actions: [{ label: "选择区域", does: "pick", picker: "area", max: 3, said: "所选区域：" }],
  },
  {
    path: "/equipment",
    title: "设备台账",
    system: "生产管理",
    intro: "后厨与配送设备的检修记录。",
    view: {
      kind: "table",
      columns: ["设备", "型号", "下次检修", "责任人"],
      rows: [
        ["蒸饭车", "ZF-24", "11-25", "待选择"],
        ["冷藏车", "LC-07", "12-02", "待选择"],
        ["燃气报警器", "GA-3", "11-19", "待选择"],
      ],
    },
    rowAction: { label: "选择责任人", does: "pick", picker: "person", max: 1, said: "" },
  },
  {
    path: "/permit/fire",
    title: "动火作业",
    system: "生产管理",
    intro: "动火前由监护人确认现场，监护人在用户中心里选。",
    view: {
      kind: "table",
      columns: ["申请单", "作业内容", "作业时间", "监护人"],
      rows: [
        ["DH-1108", "后厨排烟管焊接", "11-18 20:00", "待选择"],
        ["DH-1105", "冷库门框切割", "11-12 19:30", "已完成"],
      ],
    },
    rowAction: { label: "选择监护人", does: "pick", picker: "person", max: 2, said: "" },
  },
  {
    path: "/permit/height",
    title: "登高作业",
    system: "生产管理",
    intro: "两米以上的作业都要有许可和监护人。",
    view: {
      kind: "table",
      columns: ["申请单", "作业内容", "作业时间", "监护人"],
      rows: [
        ["DG-0312", "更换厂房照明灯", "11-19 09:00", "待选择"],
        ["DG-0310", "清洗外墙招牌", "11-11 09:00", "已完成"],
      ],
    },
    rowAction: { label: "选择监护人", does: "pick", picker: "person", max: 2, said: "" },
  },
  {
    path: "/video/live",
    title: "实时画面",
    system: video,
    intro: "画面为演示内容。发现异常可以直接到预警处置登记。",
    view: {
      kind: "cameras",
      isLive: true,
      places: ["校门口", "操场", "教学楼一层", "食堂后厨", "宿舍楼道", "停车场"],
    },
    actions: [{ label: "打开预警处置", does: "go", path: "/main/alarms" }],
  },
  {
    path: "/video/playback",
    title: "录像回放",
    system: video,
    intro: "画面为演示内容。按楼宇选择要回看的位置。",
    view: { kind: "cameras", isLive: false, places: ["校门口", "食堂后厨"] },
    actions: [{ label: "选择位置", does: "pick", picker: "building", max: 1, said: "回放位置：" }],
  },
]

/** The path of the demo's hosted page of that title. */
export function hostedPath(title: string): string {
  const page = hostedPages.find((one) => one.title === title)
  if (!page) throw new Error(`The demo has no hosted page ${title}`)
  return page.path
}
