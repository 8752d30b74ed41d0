import { z } from "zod"
import { call } from "../core/call.ts"
import { exporting } from "../core/exports.ts"
import { ImportKind } from "./import-kinds.ts"
import { admintypes, type CurrentUser } from "../account/calls.ts"
import { Count, Cursor, Id, Moment, PageSize, text, ZeroOne } from "../core/wire.ts"

export const importLimits = {
  bytes: 20 * 1024 * 1024,
  /** A file is sent in parts: a bad connection repeats only one of them. */
  partBytes: 512 * 1024,
  name: 120,
  rows: 200_000,
  columns: 100,
  /** The unpacked size of a zip: far above what the accepted rows need. */
  unpackedBytes: 256 * 1024 * 1024,
  /**
   * A part of the zip is refused if it unpacks to more than 4 MB and to more than 100 times its packed size. Spreadsheets reach
   * 20 times, so such a file was made on purpose.
   */
  unpackedTimes: 100,
  freelyUnpackedBytes: 4 * 1024 * 1024,
  /** The reader stops after so many XML elements, different texts and cells; empty cells before the last one of a row count too. */
  elements: 16_000_000,
  sharedTexts: 2_000_000,
  cells: 6_000_000,
  /** Spreadsheet programs write no more than these. */
  styles: 65_490,
  sheets: 1000,
  sheetName: 255,
  /** Characters of all different texts of a workbook, which are in memory. */
  sharedLetters: 30_000_000,
  cellLetters: 32_767,
  /** A spreadsheet's last row: a later one was not written by a spreadsheet program. */
  lastRow: 1_048_576,
  /** A longer cell is no value of any column, and is refused without parsing. */
  valueLetters: 5000,
  /** A file that takes longer to be read and checked was made to, and is refused. */
  readWithinS: 120,
  /** How many problems, and changes of each kind, are shown. The marked copy has all of them. */
  toldProblems: 200,
  toldLines: 50,
  perHour: 60,
  /** How long an unused file is stored. */
  keptDays: 7,
  /** Heartbeat of a running import, and after how long without one it counts as abandoned. */
  aliveEveryS: 2,
  deadAfterS: 15,
} as const

const megabytes = importLimits.bytes / 1024 / 1024
const formatRows = `${importLimits.rows / 10_000}万`

export const importMessages = {
  administratorsOnly: "只有管理员可以导入数据",
  notYourKind: "您的管理权限不能导入这一类数据",
  notOfOrganisation: "这一类数据不属于某个单位，请去掉单位参数",
  tooLarge: `文件不能超过${megabytes}MB，请拆分后再上传`,
  empty: "文件内容为空，请重新选择",
  incomplete: "文件没有传完，请重试",
  notASheet: "无法识别该文件，请使用xlsx或csv格式（可先下载模板）",
  oldXls: "这是旧版xls或加密的文件，请在表格软件中另存为不加密的xlsx后再上传",
  broken: "文件已损坏，无法打开，请在表格软件中重新另存为xlsx后再上传",
  bomb: "文件解压后过大，请只保留需要导入的工作表和数据后再上传",
  rowNumber: "文件中的行号超出了表格的上限（1048576行），文件可能已损坏，请重新另存为xlsx后再上传",
  tooSlow: "读取文件用时过长，已停止，没有写入任何数据，请删除多余的列、样式和空行或拆分后再上传",
  encoding: "无法识别文件的文字编码，请另存为UTF-8格式的csv或xlsx后再上传",
  tooManyRows: `一次最多导入${formatRows}行，请拆分后再上传`,
  tooManyColumns: `最多${importLimits.columns}列，请删除不需要的列后再上传`,
  noRows: "没有可导入的数据，请在标题行下面填写后再上传",
  noTitles: "第一行应为标题行，请使用模板填写",
  columnMissing: (title: string) => `缺少“${title}”列，请使用模板填写`,
  columnTwice: (title: string) => `“${title}”列出现了多次，请只保留一列`,
  columnReadAs: (read: readonly string[]) => `已按相近的名称读取：${read.join("、")}`,
  columnIgnored: (titles: readonly string[]) => `不认识的列已忽略：${titles.join("、")}`,
  otherSheets: (name: string) => `文件中有多个工作表，只读取了“${name}”`,
  hiddenLines: (lines: readonly number[], count: number) =>
    `有${count}行是隐藏的，同样会导入：第${lines.join("、")}行${count > lines.length ? "等" : ""}`,
  /** `others`: the first of them, as `第5行与甲二小学的“张三（zhangsan）”`. */
  phonesShared: (others: readonly string[], count: number) =>
    `有${count}处手机号与其他账号相同，请核对；确认导入后，用手机号登录时由本人选择账号（最多三个）：${others.join("；")}${count > others.length ? "等" : ""}`,
  zerosKept: (columns: readonly string[]) =>
    `${columns.map((title) => `“${title}”`).join("、")}列的数字已按显示的样子读取，保留了前面的0`,
  exampleSkipped: (line: number) => `第${line}行是模板的示例，已跳过`,
  tooOften: "导入过于频繁，请稍后再试",
  gone: "该导入不存在或已过期，请重新上传文件",
  notReady: "该文件尚未通过检查，不能导入",
  busy: (who: string) => `${who}正在为同一单位导入数据，请等其完成后再试`,
  changedMeanwhile: "预览之后数据有了变化，已重新核对，请确认新的结果后再导入",
  nothingToDo: "文件内容与现有数据一致，无需导入",
  interrupted: "服务器中途停止，导入已中断，没有写入任何数据，请重新导入",
  failed: "导入失败，没有写入任何数据，请稍后重试",
  cancelled: "已取消，没有写入任何数据",
  tooLateToCancel: "导入已经结束，不能取消",
  passwordsLater: (hasSms: boolean) =>
    `新增的人员尚未设置密码，可以现在为他们生成初始密码${hasSms ? "；登记了手机号的也可用短信验证码登录" : ""}`,
} as const

/** What is wrong in one cell, and what would be right. Each begins after "第5行“手机号”". */
export const importCellMessages = {
  missing: (title: string) => `请填写${title}`,
  formula: "是公式，其结果不可靠，请粘贴为数值后再上传",
  /** Once for the file: `ranges` are the first of them. */
  merged: (ranges: readonly string[], count: number) =>
    `有${count}处合并单元格（${ranges.join("、")}${count > ranges.length ? "等" : ""}），请取消合并并逐行填写`,
  error: "是错误值（如#N/A），请改为正确的内容",
  rounded: "数字过长，末尾几位已被表格软件改写，请将该列设为“文本”格式后重新填写",
  notWhole: "应为整数或文本，不能带小数",
  otherThanShown:
    "单元格显示的内容与实际存储的数字不同（由数字格式补0或添加文字），请将该列设为“文本”格式后按显示的内容重新填写",
  isDay: "被表格软件当成了日期，请将该列设为“文本”格式后重新填写",
  noDay: "应为日期，如2026-09-01",
  phone: "应为11位手机号，如13800000000",
  tooLong: (limit: number) => `不能超过${limit}个字`,
  pathSign: "名称中不能含有“/”和“；”",
  twice: (line: number) => `与第${line}行重复，请只保留一行`,
  orgUnknown: (name: string) => `没有找到单位“${name}”，或不在您的管理范围内`,
  orgAmbiguous: (name: string) => `有多个单位叫“${name}”，请改用其他方式导入`,
  orgMissing: "您管理多个单位，请填写单位全称",
  orgDisabled: "该单位已停用，请先启用",
  departmentUnknown: (path: string) => `没有找到部门“${path}”，请先导入部门或改为已有的部门`,
  parentUnknown: (path: string) => `没有找到上级部门“${path}”，请先在文件中写上它或改为已有的部门`,
  departmentDisabled: (path: string) => `部门“${path}”已停用，请先启用或改为其他部门`,
  postsMore: "职务比部门多，请与部门一一对应",
  accountElsewhere: "该账号已被其他单位使用，请换一个；导入不能更换人员的单位",
  idcardTaken: (who: string) => `该身份证号已由${who}使用，请核对`,
  areaUnknown: (code: string) => `没有找到区域${code}，或不在您的管理范围内`,
  levelUnknown: (name: string, known: readonly string[]) =>
    `没有“${name}”这个学段，应为${known.join("、")}之一；需要新增时请联系平台管理员`,
  areaParentMissing: "请填写上级区域代码；只有平台管理员可以新增最高一级区域",
  areaMoved: "已有区域的上级不能通过导入更改",
  areaHolds: (count: number) =>
    `该区域及其下级中已有${count}个单位，不能通过导入补上级；请先导入上级区域，再导入单位`,
  areaElsewhere: "该区域代码已被使用，或不在您的管理范围内",
  areaTooDeep: "超过了4级区域",
  areaCircle: "上级区域不能是它自己或它的下级",
  moduleMoved: "已有模块的上级不能通过导入更改，请在模块管理中移动",
  kindChanged: "已有单位的类型不能通过导入更改",
  bureauTaken: "该区域已有教育局，一个区域只能有一个",
  layerMissing: "填写了房间，请同时填写楼层",
  aboveUnknown: (path: string) => `没有找到上级“${path}”，请先在文件中写上它或改为已有的`,
  placeUnknown: (path: string) => `没有找到位置“${path}”，请先在楼宇管理中新增或改为已有的楼层、房间`,
  placesAlike: (path: string) => `有多个位置叫“${path}”，请写上校区`,
  pointsAlike: (name: string) => `有多个点位叫“${name}”，请写上位置`,
  isDisabled: (path: string) => `“${path}”已停用，请先启用`,
} as const

/** Who may bring what: areas and organisations are for those who run an area, what all share for the platform, the rest for every administrator. */
export function mayImport(user: Pick<CurrentUser, "admintype">, kind: ImportKind): boolean {
  if (user.admintype === admintypes.none) return false
  if (kind === "modules" || kind === "alarmTypes" || kind === "alarmLevels")
    return user.admintype === admintypes.platform
  return kind === "areas" || kind === "organisations" ? user.admintype !== admintypes.organisation : true
}

export const importStates = {
  coming: "正在上传",
  checking: "正在检查",
  faulty: "有错误",
  ready: "待确认",
  running: "正在导入",
  done: "已完成",
  failed: "未成功",
  cancelled: "已取消",
  interrupted: "已中断",
} as const
export type ImportState = keyof typeof importStates
const ImportState = z.enum(Object.keys(importStates) as [ImportState, ...ImportState[]])

export const ImportProblem = z.object({
  /** As the spreadsheet counts; 0: the file as a whole. */
  line: z.int().min(0),
  /** The title of the column; null: the line as a whole. */
  column: z.string().nullable(),
  /** `C5` */
  cell: z.string().nullable(),
  /** What stands there, shortened. */
  value: z.string(),
  message: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

export const importChanges = { new: "新增", changed: "更新", unchanged: "不变", gone: "文件中没有" } as const
export type ImportChange = keyof typeof importChanges
const ImportChange = z.enum(Object.keys(importChanges) as [ImportChange, ...ImportChange[]])

export const ImportLine = z.object({
  /** Null: it exists, but is missing in the file. */
  line: z.int().nullable(),
  change: ImportChange,
  what: z.string(),
  /** The change: `手机号：138… → 139…`. Never a whole phone, mail address or idcard. */
  detail: z.string(),
})
export type ImportLine = z.infer<typeof ImportLine>

export const ImportPreview = z.object({
  new: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  gone: z.int(),
  /** Of the missing ones, how many would be disabled on request. */
  canDisable: z.int(),
  organisations: z.int(),
  /** The first of each kind of change. */
  lines: z.array(ImportLine),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ListedImport = z.object({
  id: Id,
  kind: ImportKind,
  fileName: z.string(),
  state: ImportState,
  /** Who imported it; null: somebody who no longer exists. */
  by: z.string().nullable(),
  isMine: z.boolean(),
  createdAt: Moment,
  finishedAt: Moment.nullable(),
  counts: ImportPreview.pick({ new: true, changed: true, unchanged: true, gone: true }).nullable(),
  problemCount: z.int(),
  message: z.string().nullable(),
})
export type ListedImport = z.infer<typeof ListedImport>

export const Import = ListedImport.extend({
  rows: z.int(),
  phase: z.enum(["reading", "checking", "writing"]).nullable(),
  done: z.int(),
  total: z.int(),
  problems: z.array(ImportProblem),
  notes: z.array(z.string()),
  preview: ImportPreview.nullable(),
  /** How many were disabled. */
  disabled: z.int(),
  isCancelling: z.boolean(),
})
export type Import = z.infer<typeof Import>

const ImportedFile = z.object({ name: z.string(), content: z.string() })

export const importService = "newusercenter"
const path = "/v1/import"
/** No call, because it carries a file and not a shape: a part as bytes, with `id` and `no` in the address. */
export const importPartPath = `${path}/part`
export const ImportPart = z.object({ id: Id, no: Count })

export function importPartsOf(bytes: number): number {
  return Math.ceil(bytes / importLimits.partBytes)
}

const get = { service: importService, method: "GET" } as const
const post = { service: importService, method: "POST", encoding: "form", writes: true } as const

export const importCalls = {
  /** An xlsx with the titles, an example line and an explanation. */
  template: call({
    ...get,
    path: `${path}/template`,
    permission: "imports.use",
    input: z.object({ kind: ImportKind }),
    output: ImportedFile,
  }),
  /**
   * The existing data in the columns of the template, to be edited and imported. Phones, mail addresses and idcards are left empty,
   * which changes nothing when it is imported.
   */
  exportPresent: call({
    ...exporting,
    service: importService,
    path: `${path}/present`,
    permission: "imports.use",
    /** `orgid`: of one organisation alone. What belongs to none refuses it. */
    input: z.object({ kind: ImportKind, orgid: Id.optional() }),
  }),
  begin: call({
    ...post,
    path: `${path}/begin`,
    sensitive: false,
    permission: "imports.use",
    input: z.object({ kind: ImportKind, name: text(importLimits.name).trim().min(1), bytes: Count }),
    output: z.object({ id: Id }),
  }),
  /** After all parts: it is read and checked in the background. */
  check: call({
    ...post,
    path: `${path}/check`,
    sensitive: false,
    permission: "imports.use",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  /** How it stands. The viewer's own. */
  one: call({
    ...get,
    path: `${path}/one`,
    permission: "imports.use",
    polled: true,
    input: z.object({ id: Id }),
    output: Import,
  }),
  /** The file with every bad cell marked and a column that says why. */
  marked: call({
    ...get,
    path: `${path}/marked`,
    permission: "imports.use",
    timeoutMs: 120_000,
    input: z.object({ id: Id }),
    output: ImportedFile,
  }),
  /** All of it or nothing, in the background. */
  run: call({
    ...post,
    path: `${path}/run`,
    sensitive: "import",
    permission: "imports.use",
    input: z.object({ id: Id, disablesMissing: ZeroOne.default(0) }),
    output: z.object({}),
  }),
  cancel: call({
    ...post,
    path: `${path}/cancel`,
    sensitive: false,
    permission: "imports.use",
    input: z.object({ id: Id }),
    output: z.object({}),
  }),
  /** Newest first, of the own organisation. For administrators. */
  list: call({
    ...get,
    path: `${path}/list`,
    permission: "imports.use",
    input: z.object({ after: Cursor.optional(), limit: PageSize.default(20) }),
    output: z.object({ items: z.array(ListedImport), next: Cursor.nullable() }),
  }),
  exportList: call({
    ...exporting,
    service: importService,
    path: `${path}/exportList`,
    permission: "imports.use",
    input: z.object({}),
  }),
}
