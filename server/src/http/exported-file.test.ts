import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { assessmentCalls } from "@uc/contract/assessments/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Call, InputOf } from "@uc/contract/core/call"
import { everyCall } from "@uc/contract/all-calls"
import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { domainCalls } from "@uc/contract/domains/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { ExportedFile, exportLimits, exportMessages } from "@uc/contract/core/exports"
import { importCalls } from "@uc/contract/imports/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { readXlsx } from "../testing/sheets/test-xlsx.ts"
import { testApp, type TestApp } from "../testing/test-app.ts"
import type { RequestContext } from "./calls/request-context.ts"
import { exportedFile, exportedSheet, wholeSheet } from "./exported-file.ts"

type Row = Readonly<Record<string, string | number | null>>

/** The sheets of a file, each row by its titles. */
function sheetsOf({ content }: { readonly content: string }): Row[][] {
  return readXlsx(Buffer.from(content, "base64")).sheets.map(([titles = [], ...rows]) =>
    rows.map((row) => Object.fromEntries(titles.map((title, at) => [String(title), row[at] ?? null]))),
  )
}

async function rowsOf<T extends Record<string, unknown>>(app: TestApp, query: string): Promise<T[]> {
  const { rows } = await app.database.transaction(unrestricted, (db) => db.execute<T>(sql.raw(query)))
  return rows as unknown as T[]
}

interface Case {
  readonly call: Call
  readonly by: "head-a1" | "bureau-a" | "platform"
  /** Without a filter, and with one; null: the list has no filter. */
  readonly wide: Record<string, unknown>
  readonly narrow: Record<string, unknown> | null
  /** What every row of the filtered file has. */
  readonly is: (row: Row) => boolean
  /** How many rows the filtered file has; 0: the demo data has none. */
  readonly atLeast: number
  /** Texts in the file without a filter, as they were typed: none is taken for a formula. */
  readonly holds?: readonly string[]
  /** What the list itself does not show. */
  readonly hides?: readonly string[]
}

const year = new Date().getFullYear()
const aTask = {
  title: "=任务",
  content: "",
  priority: 2,
  deadline: null,
  steps: [],
  repeat: null,
} as const satisfies Partial<InputOf<typeof taskCalls.create>>
const mine = "select id::text from organisation where name = '甲一小学'"

async function sourceOf(app: TestApp, org: string): Promise<string> {
  const [made] = await rowsOf<{ id: string }>(
    app,
    `insert into alarm_source (org_id, name, key) values (${org}, '网关', 'k${org}') returning id::text`,
  )
  return made?.id ?? ""
}

async function casesIn(app: TestApp): Promise<Case[]> {
  const one = async (query: string) => (await rowsOf<{ id: string }>(app, query))[0]?.id ?? ""
  const org = await one(mine)
  const sibling = await one("select id::text from organisation where name = '甲二小学'")
  const ofOrg = (table: string) => `select min(id)::text as id from ${table} where org_id = ${org}`
  const source = await sourceOf(app, org)
  const notice = await one(ofOrg("notice"))
  const scheme = await one(
    `select min(s.id)::text as id from assessment_scheme s join organisation o on o.id = s.org_id where o.name = '甲区教育局'`,
  )
  const news = await one(ofOrg("news"))
  await rowsOf(app, `update news set published_at = null, title = '=草稿' where id = ${news} returning id`)
  await rowsOf(app, `update notice set title = '唯一的标题' where id = ${notice} returning id`)
  await rowsOf(
    app,
    `insert into alarm_source_call (source_id, org_id, accepted, repeated, refused, refusals)
     select id, org_id, 3, 0, 0, '[]' from alarm_source where id = ${source} returning id`,
  )
  const school = (row: Row) => row["单位"] === "甲一小学"
  return [
    {
      call: alarmAdminCalls.exportList,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: sibling, state: "open" },
      is: (row) => row["单位"] === "甲二小学" && row["状态"] === "等人确认",
      atLeast: 1,
    },
    {
      call: logCalls.exportSignIns,
      by: "bureau-a",
      wide: {},
      narrow: { account: "head-a1", result: "signed-in" },
      is: (row) => row["账号"] === "head-a1" && row["结果"] === "登录成功" && school(row),
      atLeast: 1,
    },
    {
      call: logCalls.exportAudit,
      by: "bureau-a",
      wide: {},
      narrow: { action: "logs.exportSignIns" },
      is: (row) => row["操作"] === "导出登录日志" && row["结果"] === "完成",
      atLeast: 1,
    },
    {
      call: peopleAdminCalls.export,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: org, isAdmin: 1 },
      is: (row) => school(row) && row["管理权限"] === "单位管理员",
      atLeast: 1,
    },
    {
      call: directoryCalls.export,
      by: "bureau-a",
      wide: {},
      narrow: { areaid: "330101001" },
      is: (row) => row["单位名称"] === "甲镇小学",
      atLeast: 1,
    },
    {
      call: onlineUserCalls.exportList,
      by: "bureau-a",
      wide: {},
      narrow: { username: "head-a1" },
      is: (row) => row["账号"] === "head-a1" && school(row),
      atLeast: 1,
    },
    {
      call: newsAdminCalls.exportList,
      by: "head-a1",
      wide: {},
      narrow: { state: "draft" },
      is: (row) => row["标题"] === "=草稿" && row["状态"] === "草稿",
      atLeast: 1,
    },
    {
      call: noticeCalls.exportWritten,
      by: "head-a1",
      wide: {},
      narrow: { title: "唯一" },
      is: (row) => row["标题"] === "唯一的标题",
      atLeast: 1,
    },
    {
      call: noticeCalls.exportReaders,
      by: "head-a1",
      wide: { noticeid: notice },
      narrow: { noticeid: notice, orgid: org },
      is: school,
      atLeast: 1,
    },
    {
      call: alarmSourceCalls.exportCalls,
      by: "head-a1",
      wide: { id: source },
      narrow: null,
      is: (row) => typeof row["接收"] === "number",
      atLeast: 1,
    },
    {
      call: taskCalls.exportList,
      by: "head-a1",
      wide: { view: "all" },
      narrow: { view: "all", title: "没有这样的任务" },
      is: () => false,
      atLeast: 0,
    },
    {
      call: patrolAdminCalls.exportVisits,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: org },
      is: school,
      atLeast: 1,
    },
    {
      call: hazardCalls.exportList,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: org },
      is: school,
      atLeast: 4,
    },
    {
      call: assessmentAdminCalls.exportResults,
      by: "bureau-a",
      wide: { schemeId: scheme },
      narrow: { schemeId: scheme, period: "没有这一期" },
      is: () => false,
      atLeast: 0,
    },
    {
      call: drillCalls.exportLedger,
      by: "bureau-a",
      wide: { year },
      narrow: { year, orgname: "甲一" },
      is: school,
      atLeast: 1,
    },
    {
      call: importCalls.exportPresent,
      by: "bureau-a",
      wide: { kind: "people" },
      narrow: { kind: "areas" },
      is: (row) => String(row["区域代码*"]).startsWith("330101"),
      atLeast: 2,
    },
  ]
}

/** A row of the school whose text begins like a formula, and one of another organisation with that one's name. */
async function namesIn(app: TestApp, table: string, column: string, own: string): Promise<void> {
  const first = (org: string) =>
    `(select min(t.id) from ${table} t join organisation o on o.id = t.org_id where o.name = '${org}')`
  const [changed] = await rowsOf(
    app,
    `update ${table} set ${column} = '${own}' where id = ${first("甲一小学")} returning id`,
  )
  const [foreign] = await rowsOf(
    app,
    `update ${table} set ${column} = '乙一小学的' where id = ${first("乙一小学")} returning id`,
  )
  expect([table, changed !== undefined, foreign !== undefined]).toEqual([table, true, true])
}

/** Lists of administrators: mostly short, without a filter. */
async function administeredCasesIn(app: TestApp): Promise<Case[]> {
  const one = async (query: string) => (await rowsOf<{ id: string }>(app, query))[0]?.id ?? ""
  const org = await one(mine)
  const sibling = await one("select id::text from organisation where name = '甲二小学'")
  await namesIn(app, "auth_domain", "name", "=域名")
  await namesIn(app, "friend_link", "name", "+链接")
  await namesIn(app, "news_column", "name", "-栏目")
  await namesIn(app, "emergency_plan", "title", "@预案")
  await namesIn(app, "patrol_point", "name", "=点位")
  await namesIn(app, "patrol_plan", "name", "=计划")
  await namesIn(app, "post", "name", "=职务")
  await rowsOf(
    app,
    `insert into patrol_point (org_id, name, code, sort_no, disabled_at)
     values (${org}, '旧点位', 'OLDCODE', 1, now()) returning id`,
  )
  await rowsOf(
    app,
    `insert into patrol_plan (org_id, name, schedule, disabled_at)
     values (${org}, '旧计划', '{"times":["08:00"],"weekdays":[1]}', now()) returning id`,
  )
  await rowsOf(
    app,
    `insert into data_import (org_id, person_id, kind, state, file_name, bytes)
     select o.id, min(p.id), 'people', 'cancelled', '=' || o.name, 1
     from organisation o join person p on p.org_id = o.id group by o.id returning id`,
  )
  await rowsOf(
    app,
    `insert into drill (org_id, yazx_code, yazx_title, yazx_bdate)
     select id, 'live-' || id, '=' || name, now() from organisation returning id`,
  )
  await rowsOf(
    app,
    `update emergency_plan p set shared_path = o.area_path from organisation o
     where o.id = p.org_id and o.name in ('甲区教育局', '乙区教育局') returning p.id`,
  )
  const codes = await rowsOf<{ code: string }>(app, "select code from patrol_point")
  const days = { from: `${year - 2}-01-01`, to: `${year}-12-31` }
  const school = (row: Row) => row["单位"] === "甲一小学"
  const { id: task } = await (
    await app.as("bureau-a")
  ).send(taskCalls.create, {
    ...aTask,
    organisations: [org, sibling].join(),
  })
  const none = { wide: {}, narrow: null, atLeast: 1 }
  const hasTitles =
    (...titles: readonly string[]) =>
    (row: Row) =>
      titles.every((title) => row[title] !== null && row[title] !== undefined)
  return [
    {
      ...none,
      call: domainCalls.exportList,
      by: "head-a1",
      is: hasTitles("名称", "域名地址", "授权功能", "票据密钥"),
      holds: ["=域名"],
    },
    {
      ...none,
      call: newsAdminCalls.exportColumns,
      by: "head-a1",
      is: hasTitles("栏目", "栏目代码", "新闻数", "对外公开"),
      holds: ["-栏目"],
    },
    {
      ...none,
      call: newsAdminCalls.exportLinks,
      by: "head-a1",
      is: hasTitles("名称", "网址", "共享给下级"),
      holds: ["+链接"],
    },
    {
      ...none,
      call: drillCalls.exportPlans,
      by: "head-a1",
      is: hasTitles("预案", "类别", "来源", "每年次数"),
      holds: ["@预案", "上级预案"],
    },
    {
      ...none,
      call: alarmSourceCalls.exportSources,
      by: "head-a1",
      is: (row) => school(row) && row["状态"] === "使用中",
      holds: ["网关"],
    },
    {
      ...none,
      call: menuAdminCalls.exportList,
      by: "platform",
      is: hasTitles("级别", "菜单", "类型", "可见范围", "可见人数", "状态"),
    },
    {
      call: dictionaryAdminCalls.export,
      by: "platform",
      wide: {},
      narrow: { table: "planKind" },
      is: (row) => row["代码表"] === undefined && row["状态"] === "在用",
      atLeast: 3,
    },
    {
      call: patrolAdminCalls.exportPoints,
      by: "head-a1",
      wide: { withDisabled: 1 },
      narrow: {},
      is: (row) => row["状态"] === "在用",
      atLeast: 1,
      holds: ["=点位"],
      hides: codes.map(({ code }) => code),
    },
    {
      call: patrolAdminCalls.exportPlans,
      by: "head-a1",
      wide: { withDisabled: 1 },
      narrow: {},
      is: (row) => row["状态"] === "在用" || row["顺序"] !== undefined,
      atLeast: 1,
      holds: ["=计划"],
    },
    {
      call: patrolAdminCalls.exportRanks,
      by: "bureau-a",
      wide: { by: "organisation", ...days },
      narrow: { by: "organisation", ...days, orgid: org },
      is: school,
      atLeast: 1,
    },
    {
      ...none,
      call: assessmentAdminCalls.exportSchemes,
      by: "bureau-a",
      is: (row) =>
        hasTitles("方案", "考核项数", "满分")(row) || hasTitles("方案", "考核项", "权重", "分值")(row),
    },
    {
      call: assessmentAdminCalls.exportPage,
      by: "bureau-a",
      wide: { of: "given" },
      narrow: { of: "given", search: "甲一" },
      is: school,
      atLeast: 1,
    },
    {
      ...none,
      call: assessmentAdminCalls.exportTrend,
      by: "head-a1",
      is: hasTitles("周期", "考核", "得分", "满分"),
    },
    {
      call: assessmentCalls.exportProfiles,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: org },
      is: school,
      atLeast: 1,
    },
    {
      call: taskCalls.exportAssignees,
      by: "bureau-a",
      wide: { id: task },
      narrow: { id: task, name: "甲一" },
      is: (row) => school(row) && row["状态"] === "未开始",
      atLeast: 1,
    },
    {
      call: noticeCalls.exportList,
      by: "head-a1",
      wide: {},
      narrow: { title: "唯一" },
      is: (row) => row["标题"] === "唯一的标题" && school({ 单位: row["发布单位"] ?? null }),
      atLeast: 1,
    },
    {
      ...none,
      call: importCalls.exportList,
      by: "bureau-a",
      is: (row) => row["文件"] === "=甲区教育局" && row["状态"] === "已取消",
    },
    {
      ...none,
      call: peopleAdminCalls.exportPosts,
      by: "head-a1",
      wide: { orgid: org },
      is: hasTitles("分类", "职务", "人数"),
      holds: ["=职务"],
    },
    {
      ...none,
      call: drillCalls.exportLive,
      by: "bureau-a",
      is: hasTitles("单位", "名称", "开始时间", "应确认人数"),
      holds: ["=甲一小学", "=甲二小学"],
    },
  ]
}

const nameOf = new Map(everyCall().map(({ name, call }) => [call, name]))

test("[DATA-3][ROLE-2] every list is exported with its filters, within reach, and audited", async () => {
  const app = await testApp()
  const cases = [...(await casesIn(app)), ...(await administeredCasesIn(app))]
  await rowsOf(
    app,
    "update dictionary set name = '等人确认' where parent_code = 'alarmState' and code = 'open' returning id",
  )
  const exports = everyCall().filter(({ call }) => call.output === ExportedFile)
  expect(new Set(cases.map(({ call }) => nameOf.get(call)))).toEqual(new Set(exports.map(({ name }) => name)))
  const clients = {
    "head-a1": await app.as("head-a1"),
    "bureau-a": await app.as("bureau-a"),
    platform: await app.as("platform"),
  }
  await (await app.as("head-b1")).request(logCalls.exportSignIns, {})
  const strangers = {
    "head-a1": ["甲二小学", "甲镇小学", "乙一小学", "乙区教育局", "head-a2", "head-b1"],
    "bureau-a": ["乙一小学", "乙区教育局", "head-b1"],
    platform: [],
  }
  for (const { call, by, wide, narrow, is, atLeast, holds = [], hides = [] } of cases) {
    const name = nameOf.get(call) ?? ""
    const taken = async (input: Record<string, unknown>) =>
      ExportedFile.parse(await clients[by].send(call, input))
    const all = await taken(wide)
    expect([name, all.isCut, all.name.endsWith(".xlsx")]).toEqual([name, false, true])
    const text = readXlsx(Buffer.from(all.content, "base64")).sheets.flat(2).join("\n")
    for (const absent of [...strangers[by], ...hides])
      expect([name, absent, text.includes(absent)]).toEqual([name, absent, false])
    const cells = sheetsOf(all)
      .flat()
      .flatMap((row) => Object.values(row))
    for (const held of holds) expect([name, held, cells.includes(held)]).toEqual([name, held, true])
    const rows = sheetsOf(narrow === null ? all : await taken(narrow)).flat()
    expect([name, rows.filter((row) => !is(row))]).toEqual([name, []])
    const isNarrower = narrow === null || rows.length < all.rows
    expect([name, rows.length >= atLeast, isNarrower]).toEqual([name, true, true])
    const [logged] = await rowsOf<{ account: string; rows: number }>(
      app,
      `select p.account, (a.detail->>'rows')::int as rows from audit_log a join person p on p.id = a.person_id
       where a.action = '${name}' and p.account = '${by}' order by a.id limit 1`,
    )
    expect([name, logged]).toEqual([name, { account: by, rows: all.rows }])
  }
})

test("[DATA-3][ROLE-2] nobody exports what they may not see", async () => {
  const app = await testApp()
  const stranger = await app.as("head-b1")
  const one = async (query: string) => (await rowsOf<{ id: string }>(app, query))[0]?.id ?? ""
  const id = await one(mine)
  const notice = await one(`select min(id)::text as id from notice where org_id = ${id}`)
  const source = await sourceOf(app, id)
  const task = await one(`select min(id)::text as id from task where org_id = ${id}`)
  const foreign: readonly (readonly [Call, Record<string, unknown>])[] = [
    [alarmAdminCalls.exportList, { orgid: id }],
    [peopleAdminCalls.export, { orgid: id }],
    [directoryCalls.export, { orgid: id }],
    [noticeCalls.exportReaders, { noticeid: notice }],
    [alarmSourceCalls.exportCalls, { id: source }],
    [patrolAdminCalls.exportVisits, { orgid: id }],
    [hazardCalls.exportList, { orgid: id }],
    [importCalls.exportPresent, { kind: "organisations" }],
    [patrolAdminCalls.exportPoints, { orgid: id }],
    [patrolAdminCalls.exportPlans, { orgid: id }],
    [patrolAdminCalls.exportRanks, { by: "person", from: "2026-01-01", to: "2026-12-31", orgid: id }],
    [assessmentAdminCalls.exportTrend, { orgid: id }],
    [assessmentCalls.exportProfiles, { orgid: id }],
    [taskCalls.exportAssignees, { id: task }],
    [peopleAdminCalls.exportPosts, { orgid: id }],
    [menuAdminCalls.exportList, {}],
    [dictionaryAdminCalls.export, {}],
    [dictionaryAdminCalls.export, { table: "planKind" }],
  ]
  for (const [call, input] of foreign)
    expect([nameOf.get(call), (await stranger.request(call, input)).statusCode]).toEqual([
      nameOf.get(call),
      403,
    ])
  const teacher = await app.as("teacher-a1")
  // A person with a task sees their own part of it.
  const person = await one("select id::text from person where account = 'teacher-a1'")
  const { id: given } = await (await app.as("head-a1")).send(taskCalls.create, { ...aTask, people: person })
  expect((await teacher.request(taskCalls.detail, { id: given })).statusCode).toBe(200)
  expect((await teacher.request(taskCalls.exportAssignees, { id: given })).statusCode).toBe(403)
  for (const call of [
    logCalls.exportSignIns,
    logCalls.exportAudit,
    onlineUserCalls.exportList,
    newsAdminCalls.exportList,
    noticeCalls.exportWritten,
    domainCalls.exportList,
    newsAdminCalls.exportColumns,
    newsAdminCalls.exportLinks,
    alarmSourceCalls.exportSources,
    importCalls.exportList,
    assessmentAdminCalls.exportSchemes,
  ] as const)
    expect([nameOf.get(call), (await teacher.request(call, {})).statusCode]).toEqual([nameOf.get(call), 403])
  expect((await teacher.request(importCalls.exportPresent, { kind: "people" })).statusCode).toBe(403)
  // What is disabled is for its administrators only: another person asks for it in vain.
  await rowsOf(
    app,
    `insert into patrol_point (org_id, name, code, disabled_at) values (${id}, '旧点位', 'OLD', now()) returning id`,
  )
  expect((await teacher.request(patrolAdminCalls.exportPoints, { withDisabled: 1 })).statusCode).toBe(403)
  const points = await teacher.send(patrolAdminCalls.exportPoints, {})
  const named = sheetsOf(points)
    .flat()
    .map((row) => row["点位"])
  expect([named.length > 0, named.includes("旧点位")]).toEqual([true, false])
})

/** A request without a server around it; log entries are collected. */
function testContext(sessionId: string) {
  const logged: { detail?: unknown }[] = []
  const context = {
    user: { sessionId, user: { id: "1", orgid: "2" } },
    caller: { ip: "" },
    auditDb: { insert: () => ({ values: async (row: { detail?: unknown }) => void logged.push(row) }) },
  } as unknown as RequestContext
  return { context, logged }
}

const number = [{ title: "数", width: 8, cell: (at: number) => at }]
const upTo = (end: number, begins: number[] = []) =>
  exportedSheet({
    name: "数",
    columns: number,
    read: async (from: number | undefined, limit) => {
      const begin = from ?? 0
      begins.push(begin)
      const items = Array.from({ length: Math.min(limit, end - begin) }, (_, at) => begin + at)
      return { items, next: begin + limit < end ? begin + limit : null }
    },
  })

test("[DATA-3] a long list is read page by page and cut at the limit", async () => {
  const { context, logged } = testContext("a")
  const file = { action: "a.b", name: '名/字:*?"' }
  const begins: number[] = []
  const whole = await exportedFile(context, { ...file, sheets: [upTo(exportLimits.chunk * 2 + 1, begins)] })
  expect(begins).toEqual([0, exportLimits.chunk, exportLimits.chunk * 2])
  expect(whole).toMatchObject({ name: "名_字____.xlsx", rows: exportLimits.chunk * 2 + 1, isCut: false })
  const [rows = []] = readXlsx(Buffer.from(whole.content, "base64")).sheets
  expect(rows.slice(1).map(([at]) => at)).toEqual(Array.from({ length: whole.rows }, (_, at) => at))

  const cut = await exportedFile(context, { ...file, sheets: [upTo(exportLimits.rows + 1), upTo(1)] })
  expect(cut).toMatchObject({ rows: exportLimits.rows + 1, isCut: true })
  const short = wholeSheet("数", number, { items: [1, 2], isCut: true })
  expect(await exportedFile(context, { ...file, sheets: [short] })).toMatchObject({ rows: 2, isCut: true })
  expect(logged.map(({ detail }) => detail)).toContainEqual({
    file: "名_字____.xlsx",
    rows: whole.rows,
    isCut: false,
  })
})

test("[DATA-3] one export at a time per session, few in all, also after one has failed", async () => {
  const { context } = testContext("b")
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const slow = exportedSheet({
    name: "慢",
    columns: number,
    read: async () => {
      await held
      return { items: [1], next: null }
    },
  })
  const file = { action: "a.b", name: "名" }
  const first = exportedFile(context, { ...file, sheets: [slow] })
  await expect(exportedFile(context, { ...file, sheets: [upTo(1)] })).rejects.toThrow(exportMessages.busy)
  const others = ["c", "d", "e"].map((id) =>
    exportedFile(testContext(id).context, { ...file, sheets: [slow] }),
  )
  await expect(exportedFile(testContext("f").context, { ...file, sheets: [upTo(1)] })).rejects.toThrow(
    exportMessages.busy,
  )
  release()
  await Promise.all([first, ...others])
  const failing = exportedSheet<number, number>({
    name: "坏",
    columns: number,
    read: async () => {
      throw new Error("the database is gone")
    },
  })
  await expect(exportedFile(context, { ...file, sheets: [failing] })).rejects.toThrow("the database is gone")
  expect(await exportedFile(context, { ...file, sheets: [upTo(1)] })).toMatchObject({ rows: 1 })
})
