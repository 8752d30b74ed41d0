import type { OrganisationKind } from "../db/schema/organisations.ts"

/** A department in the template of an organisation. */
export interface DepartmentTemplate {
  readonly name: string
  /** The post of its first person, and of all others. */
  readonly head: string
  readonly post: string
  /** How many of the organisation's people are here, in proportion; 0: none. */
  readonly share: number
  readonly children: readonly DepartmentTemplate[]
}

function unit(
  name: string,
  head: string,
  post: string,
  share: number,
  ...children: DepartmentTemplate[]
): DepartmentTemplate {
  return { name, head, post, share, children }
}

function subject(name: string, teacher: string): DepartmentTemplate {
  return unit(
    `${name}教研组`,
    "教研组长",
    teacher,
    1,
    unit(
      `低段${name}备课组`,
      "备课组长",
      teacher,
      2,
      unit(`一年级${name}小组`, "备课组长", teacher, 3),
      unit(`二年级${name}小组`, "备课组长", teacher, 3),
    ),
    unit(
      `高段${name}备课组`,
      "备课组长",
      teacher,
      2,
      unit(`五年级${name}小组`, "备课组长", teacher, 3),
      unit(`六年级${name}小组`, "备课组长", teacher, 3),
    ),
  )
}

const school = [
  unit("校领导班子", "校长", "副校长", 2),
  unit("党政办公室", "办公室主任", "干事", 2),
  unit(
    "教学管理中心",
    "教学副校长",
    "干事",
    1,
    unit(
      "教务处",
      "教务主任",
      "教务员",
      2,
      subject("语文", "语文教师"),
      subject("数学", "数学教师"),
      unit("英语教研组", "教研组长", "英语教师", 6),
      unit("科学教研组", "教研组长", "科学教师", 4),
      unit("艺体教研组", "教研组长", "体育教师", 6, unit("音乐组", "备课组长", "音乐教师", 3)),
    ),
    unit("教科室", "教科室主任", "干事", 1),
    unit("信息中心", "信息中心主任", "网络管理员", 2),
  ),
  unit(
    "学生发展中心",
    "德育副校长",
    "干事",
    1,
    unit(
      "德育处",
      "德育主任",
      "德育干事",
      2,
      unit("低年级组", "年级组长", "班主任", 6),
      unit("中年级组", "年级组长", "班主任", 6),
      unit("高年级组", "年级组长", "班主任", 6),
    ),
    unit("少先队大队部", "大队辅导员", "中队辅导员", 1),
    unit("心理辅导室", "心理教师", "心理教师", 1),
    unit("医务室", "校医", "保健教师", 1),
  ),
  unit(
    "总务后勤中心",
    "后勤副校长",
    "干事",
    1,
    unit("总务处", "总务主任", "维修工", 2),
    unit("财务室", "会计", "出纳", 1),
    unit("食堂", "食堂主管", "厨师", 4),
    unit("图书馆", "图书管理员", "图书管理员", 1),
  ),
  unit(
    "安全保卫处",
    "保卫处主任",
    "安全员",
    2,
    unit(
      "保卫科",
      "保卫科长",
      "保安员",
      2,
      unit("门卫组", "保安队长", "保安员", 3),
      unit("消防控制室", "消控室主管", "消防值班员", 2),
    ),
  ),
]

/** A school of a handful of people that still reaches the fifth level. */
const slimSchool = [
  unit("校领导班子", "校长", "副校长", 1),
  unit(
    "教学管理中心",
    "教学副校长",
    "干事",
    0,
    unit(
      "教务处",
      "教务主任",
      "教务员",
      1,
      unit(
        "语文教研组",
        "教研组长",
        "语文教师",
        1,
        unit("低段语文备课组", "备课组长", "语文教师", 0, unit("一年级语文小组", "备课组长", "语文教师", 1)),
      ),
    ),
  ),
  unit("安全保卫处", "保卫处主任", "安全员", 1),
]

const bureau = [
  unit("局领导", "局长", "副局长", 2),
  unit("办公室", "主任", "科员", 3),
  unit("组织人事科", "科长", "科员", 3),
  unit("计划财务科", "科长", "科员", 3),
  unit(
    "基础教育科",
    "科长",
    "科员",
    2,
    unit("小学教育组", "组长", "科员", 2),
    unit("初中教育组", "组长", "科员", 2),
    unit("学前教育组", "组长", "科员", 2),
  ),
  unit(
    "安全管理科",
    "科长",
    "科员",
    2,
    unit("校园安全组", "组长", "安全督查员", 3),
    unit("应急管理组", "组长", "安全督查员", 2, unit("值班室", "值班长", "值班员", 3)),
  ),
  unit("教研室", "主任", "教研员", 5),
  unit("教育技术中心", "主任", "工程师", 3, unit("数据组", "组长", "工程师", 2)),
  unit("教育督导室", "主任", "督学", 3),
]

const enterprise = [
  unit("总经理办公室", "总经理", "副总经理", 1),
  unit("行政人事部", "部门经理", "专员", 2),
  unit(
    "生产部",
    "部门经理",
    "计划员",
    2,
    unit(
      "一车间",
      "车间主任",
      "操作工",
      2,
      unit("甲班", "班长", "操作工", 5, unit("一组", "组长", "操作工", 4), unit("二组", "组长", "操作工", 4)),
      unit("乙班", "班长", "操作工", 6),
    ),
    unit("二车间", "车间主任", "操作工", 8),
  ),
  unit("安全环保部", "部门经理", "安全员", 2, unit("消防组", "组长", "安全员", 2)),
  unit("仓储物流部", "部门经理", "司机", 5),
  unit("质量部", "部门经理", "检验员", 3),
]

const platform = [
  unit("运营中心", "主任", "运营专员", 2, unit("客服组", "组长", "客服专员", 2)),
  unit(
    "技术中心",
    "主任",
    "工程师",
    2,
    unit("运维组", "组长", "工程师", 2),
    unit("安全组", "组长", "工程师", 1),
  ),
]

export function departmentsOf(kind: OrganisationKind, isSlim: boolean): readonly DepartmentTemplate[] {
  if (kind === "school") return isSlim ? slimSchool : school
  return { bureau, enterprise, platform }[kind]
}

/** Post categories (c2) by what a post's name ends in; the first that fits. */
export const postCategories: readonly (readonly [string, RegExp])[] = [
  ["教学岗位", /教师|班主任|辅导员|教研员|备课组长|教研组长|年级组长/],
  ["安全岗位", /安全|保安|消防|消控|保卫|值班|督查/],
  ["管理岗位", /长$|主任|经理|主管|督学/],
  ["技术与服务岗位", /./],
]

/** Buildings of an organisation: name, layers, what its rooms are. */
export const buildingsOf: Record<
  OrganisationKind,
  readonly (readonly [name: string, layers: number, rooms: readonly string[]])[]
> = {
  school: [
    ["博学楼", 4, ["教室", "教室", "教室", "教师办公室"]],
    ["明德楼", 4, ["教室", "教室", "教室", "美术教室"]],
    ["实验楼", 3, ["科学实验室", "计算机教室", "音乐教室"]],
    ["行政楼", 3, ["办公室", "会议室", "档案室"]],
    ["食堂", 2, ["厨房", "餐厅"]],
    ["体育馆", 1, ["篮球馆", "器材室"]],
  ],
  bureau: [
    ["行政办公楼", 5, ["办公室", "办公室", "会议室"]],
    ["教研中心", 3, ["研讨室", "录播室"]],
  ],
  enterprise: [
    ["一号厂房", 2, ["加工间", "配电间", "冷库"]],
    ["二号厂房", 2, ["包装间", "仓库"]],
    ["综合楼", 3, ["办公室", "会议室"]],
  ],
  platform: [["数据中心", 2, ["机房", "监控室"]]],
}
