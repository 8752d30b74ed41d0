/**
 * The sheets of a district as an office has them: one area with 11 streets, 62 organisations, 365 departments, 363 people. The
 * short run has the same district with ten schools.
 */
const schoolCount = process.env["ALL"] === "on" ? 58 : 10

export interface Organisation {
  readonly name: string
  readonly kind: "学校" | "教育局" | "企业"
  readonly level: string
  readonly area: string
  /** Their accounts begin with it. */
  readonly key: string
}

export const cityCode = "330100"
export const districtCode = "330199"
export const districtName = "清河区"
const streetNames = ["城东", "城西", "城南", "城北", "文教", "滨江", "古城", "新城", "南湖", "北山", "东港"]
const streetCodeOf = (at: number) => `${districtCode}${String(at + 1).padStart(3, "0")}`

/** 学段, as the code table has them. */
const levels = ["幼儿园", "小学", "初中", "高中", "九年一贯"] as const

function schoolName(at: number): string {
  const street = streetNames[at % streetNames.length] ?? ""
  const level = levels[at % levels.length] ?? ""
  return `${districtName}${street}第${Math.floor(at / streetNames.length) + 1}${level}`
}

export const bureau: Organisation = {
  name: `${districtName}教育局`,
  kind: "教育局",
  level: "",
  area: districtCode,
  key: "jyj",
}

const schools = Array.from({ length: schoolCount }, (_, at): Organisation => ({
  name: schoolName(at),
  kind: "学校",
  level: levels[at % levels.length] ?? "",
  area: streetCodeOf(at % streetNames.length),
  key: `xx${String(at + 1).padStart(2, "0")}`,
}))

const companies = ["配送", "保安", "校车"].map((trade, at): Organisation => ({
  name: `${districtName}${trade}服务有限公司`,
  kind: "企业",
  level: "",
  area: streetCodeOf(at),
  key: `qy${at + 1}`,
}))

export const organisations: readonly Organisation[] = [bureau, ...schools, ...companies]
/** A primary school, whose administrator the story follows. */
export const school = schools[1] ?? bureau
/** Those that an assessment for 小学 reaches. */
export const primarySchools = schools.filter(({ level }) => level === school.level)

const firstDepartments = ["办公室", "教务处", "总务处", "安保处", "财务室"]
const departmentsOf = (at: number) => [...firstDepartments, ...(at < 55 ? ["后勤组"] : [])]

const familyNames = ["王", "李", "张", "刘", "陈", "杨", "黄", "周", "吴"]
const givenNames = ["建国", "秀英", "志强", "晓梅", "文博", "雨桐", "海燕"]
const nameOf = (at: number) =>
  `${familyNames[at % familyNames.length]}${givenNames[Math.floor(at / familyNames.length) % givenNames.length]}`

/** The first person of each organisation administers it. */
const peopleCounts = organisations.map((_, at) => (at < 53 ? 6 : 5))

interface PersonRow {
  readonly account: string
  readonly organisation: Organisation
  readonly cells: readonly string[]
}

const people: readonly PersonRow[] = organisations.flatMap((organisation, at) =>
  Array.from({ length: peopleCounts[at] ?? 0 }, (_, no) => {
    const account = `${organisation.key}-${no + 1}`
    const rank = organisation === bureau ? "区域管理员" : "是"
    return {
      account,
      organisation,
      cells: [
        account,
        nameOf(at * 6 + no),
        firstDepartments[no % firstDepartments.length] ?? "",
        no === 0 ? "负责人" : "",
        no === 0 ? rank : "否",
        organisation.name,
      ],
    }
  }),
)

/** The account that administers an organisation. */
export const administratorOf = ({ key }: Organisation) => `${key}-1`
export const memberOf = ({ key }: Organisation) => `${key}-2`

export const addressOf = ({ key }: Organisation) => `${districtName}清河路${key}号`

const csv = (titles: readonly string[], rows: readonly (readonly string[])[]) =>
  [titles, ...rows].map((cells) => cells.join(",")).join("\n")

export const sheets = {
  areas: {
    label: "区域",
    count: 12,
    content: csv(
      ["区域代码", "区域名称", "上级区域代码"],
      [
        [districtCode, districtName, cityCode],
        ...streetNames.map((name, at) => [streetCodeOf(at), `${name}街道`, districtCode]),
      ],
    ),
  },
  organisations: {
    label: "单位",
    count: organisations.length,
    content: csv(
      ["单位名称", "单位类型", "区域代码", "学段", "地址"],
      organisations.map((one) => [one.name, one.kind, one.area, one.level, addressOf(one)]),
    ),
  },
  departments: {
    label: "部门",
    count: organisations.flatMap((_, at) => departmentsOf(at)).length,
    content: csv(
      ["部门名称", "单位"],
      organisations.flatMap(({ name }, at) => departmentsOf(at).map((department) => [department, name])),
    ),
  },
  people: {
    label: "人员",
    count: people.length,
    content: csv(
      ["账号", "姓名", "部门", "职务", "管理员", "单位"],
      people.map(({ cells }) => cells),
    ),
  },
  modules: {
    label: "模块",
    count: 2,
    content: csv(
      ["标识", "模块名称"],
      [
        ["safety", "平安校园"],
        ["canteen", "食堂管理"],
      ],
    ),
  },
  buildings: {
    label: "楼宇",
    count: 3,
    content: csv(
      ["楼宇", "楼层", "房间"],
      [
        ["明德楼", "1层", "101教室"],
        ["明德楼", "2层", "201教室"],
        ["食堂", "1层", "后厨"],
      ],
    ),
  },
  grids: {
    label: "网格",
    count: 3,
    content: csv(
      ["网格名称", "上级网格", "覆盖空间"],
      [
        ["校园网格", "", "全校"],
        ["教学区", "校园网格", "明德楼"],
        ["生活区", "校园网格", "食堂"],
      ],
    ),
  },
  assessmentItems: {
    label: "考核项",
    count: 2,
    content: csv(
      ["考核方案", "考核项", "满分"],
      [
        ["平安校园考核", "消防通道畅通", "60"],
        ["平安校园考核", "食品留样完整", "40"],
      ],
    ),
  },
  patrolPoints: {
    label: "巡查点位",
    count: 2,
    content: csv(
      ["点位名称", "位置"],
      [
        ["后厨燃气阀", "食堂/1层/后厨"],
        ["二层疏散通道", "明德楼/2层"],
      ],
    ),
  },
} as const
