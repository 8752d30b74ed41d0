import { alarmWorkCalls } from "@uc/contract/alarms-at-work"
import { assessmentWorkCalls } from "@uc/contract/assessments-at-work"
import type { Call } from "@uc/contract/call"
import { everyCall } from "@uc/contract/calls"
import { directoryCalls } from "@uc/contract/directory"
import { drillCalls } from "@uc/contract/drills"
import { ExportedFile, exportLimits, exportMessages } from "@uc/contract/exports"
import { importCalls } from "@uc/contract/imports"
import { ingestCalls } from "@uc/contract/ingest"
import { logCalls } from "@uc/contract/logs"
import { newsAdminCalls } from "@uc/contract/news-admin"
import { noticeCalls } from "@uc/contract/notices"
import { patrolWorkCalls } from "@uc/contract/patrols-at-work"
import { peopleWorkCalls } from "@uc/contract/people-at-work"
import { sessionAdminCalls } from "@uc/contract/session-admin"
import { taskCalls } from "@uc/contract/tasks"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { everything } from "../db/scope.ts"
import { readXlsx } from "../test-xlsx.ts"
import { testApp, type TestApp } from "../test-app.ts"
import type { Ask } from "./answer.ts"
import { exportedFile, exportedSheet, wholeSheet } from "./exported-file.ts"

type Row = Readonly<Record<string, string | number | null>>

/** The sheets of a file, each row by its titles. */
function sheetsOf({ content }: { readonly content: string }): Row[][] {
  return readXlsx(Buffer.from(content, "base64")).sheets.map(([titles = [], ...rows]) =>
    rows.map((row) => Object.fromEntries(titles.map((title, at) => [String(title), row[at] ?? null]))),
  )
}

async function rowsOf<T extends Record<string, unknown>>(app: TestApp, query: string): Promise<T[]> {
  const { rows } = await app.database.within(everything, (db) => db.execute<T>(sql.raw(query)))
  return rows as unknown as T[]
}

interface Case {
  readonly call: Call
  readonly by: "head-a1" | "bureau-a"
  /** With everything that it shows, and narrower. */
  readonly wide: Record<string, unknown>
  readonly narrow: Record<string, unknown>
  /** What every row of the narrower one is. */
  readonly is: (row: Row) => boolean
  /** Of the narrower one; 0: the world has none, and none must come. */
  readonly atLeast: number
}

const year = new Date().getFullYear()
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
      call: alarmWorkCalls.exportList,
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
      call: peopleWorkCalls.export,
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
      call: sessionAdminCalls.exportList,
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
      call: ingestCalls.exportCalls,
      by: "head-a1",
      wide: { id: source },
      narrow: { id: source },
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
      call: patrolWorkCalls.exportVisits,
      by: "bureau-a",
      wide: {},
      narrow: { orgid: org },
      is: school,
      atLeast: 1,
    },
    {
      call: assessmentWorkCalls.exportResults,
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

const nameOf = new Map(everyCall().map(({ name, call }) => [call, name]))

test("[DATA-3][ROLE-2] every list goes out as a spreadsheet with its filters, no further than the list itself, and stands in the audit log", async () => {
  const app = await testApp()
  const cases = await casesIn(app)
  await rowsOf(
    app,
    "update dictionary set name = '等人确认' where parent_code = 'alarmState' and code = 'open' returning id",
  )
  const exports = everyCall().filter(({ call }) => call.output === ExportedFile)
  expect(new Set(cases.map(({ call }) => nameOf.get(call)))).toEqual(new Set(exports.map(({ name }) => name)))
  const clients = { "head-a1": await app.as("head-a1"), "bureau-a": await app.as("bureau-a") }
  await (await app.as("head-b1")).request(logCalls.exportSignIns, {})
  const strangers = {
    "head-a1": ["甲二小学", "甲镇小学", "乙一小学", "乙区教育局", "head-a2", "head-b1"],
    "bureau-a": ["乙一小学", "乙区教育局", "head-b1"],
  }
  for (const { call, by, wide, narrow, is, atLeast } of cases) {
    const name = nameOf.get(call) ?? ""
    const taken = async (input: Record<string, unknown>) =>
      ExportedFile.parse(await clients[by].send(call, input))
    const all = await taken(wide)
    expect([name, all.isCut, all.name.endsWith(".xlsx")]).toEqual([name, false, true])
    const text = readXlsx(Buffer.from(all.content, "base64")).sheets.flat(2).join("\n")
    for (const stranger of strangers[by]) expect([name, text.includes(stranger)]).toEqual([name, false])
    const rows = sheetsOf(await taken(narrow)).flat()
    expect([name, rows.filter((row) => !is(row))]).toEqual([name, []])
    // Of a source's calls there is nothing to narrow.
    const isNarrower = rows.length < all.rows || call === ingestCalls.exportCalls
    expect([name, rows.length >= atLeast, isNarrower]).toEqual([name, true, true])
    const [logged] = await rowsOf<{ account: string; rows: number }>(
      app,
      `select p.account, (a.detail->>'rows')::int as rows from audit_log a join person p on p.id = a.person_id
       where a.action = '${name}' and p.account = '${by}' order by a.id limit 1`,
    )
    expect([name, logged]).toEqual([name, { account: by, rows: all.rows }])
  }
})

test("[DATA-3][ROLE-2] what is not the asker's to see is not theirs to take away", async () => {
  const app = await testApp()
  const stranger = await app.as("head-b1")
  const one = async (query: string) => (await rowsOf<{ id: string }>(app, query))[0]?.id ?? ""
  const id = await one(mine)
  const notice = await one(`select min(id)::text as id from notice where org_id = ${id}`)
  const source = await sourceOf(app, id)
  const foreign: readonly (readonly [Call, Record<string, unknown>])[] = [
    [alarmWorkCalls.exportList, { orgid: id }],
    [peopleWorkCalls.export, { orgid: id }],
    [directoryCalls.export, { orgid: id }],
    [noticeCalls.exportReaders, { noticeid: notice }],
    [ingestCalls.exportCalls, { id: source }],
    [patrolWorkCalls.exportVisits, { orgid: id }],
    [importCalls.exportPresent, { kind: "organisations" }],
  ]
  for (const [call, input] of foreign)
    expect([nameOf.get(call), (await stranger.request(call, input)).statusCode]).toEqual([
      nameOf.get(call),
      403,
    ])
  const teacher = await app.as("teacher-a1")
  for (const call of [
    logCalls.exportSignIns,
    logCalls.exportAudit,
    sessionAdminCalls.exportList,
    newsAdminCalls.exportList,
    noticeCalls.exportWritten,
  ] as const)
    expect([nameOf.get(call), (await teacher.request(call, {})).statusCode]).toEqual([nameOf.get(call), 403])
  expect((await teacher.request(importCalls.exportPresent, { kind: "people" })).statusCode).toBe(403)
})

/** Whoever asks without a server around them; what is logged is kept. */
function asker(sessionId: string) {
  const logged: { detail?: unknown }[] = []
  const ask = {
    user: { sessionId, user: { id: "1", orgid: "2" } },
    caller: { ip: "" },
    db: { insert: () => ({ values: async (row: { detail?: unknown }) => void logged.push(row) }) },
  } as unknown as Ask
  return { ask, logged }
}

const number = [{ title: "数", width: 8, cell: (at: number) => at }]
const upTo = (end: number, asked: number[] = []) =>
  exportedSheet({
    name: "数",
    columns: number,
    read: async (from: number | undefined, limit) => {
      const begin = from ?? 0
      asked.push(begin)
      const items = Array.from({ length: Math.min(limit, end - begin) }, (_, at) => begin + at)
      return { items, next: begin + limit < end ? begin + limit : null }
    },
  })

test("[DATA-3] a long list is read in pieces, cut where it is told, and never asked for more", async () => {
  const { ask, logged } = asker("a")
  const file = { action: "a.b", name: '名/字:*?"' }
  const asked: number[] = []
  const whole = await exportedFile(ask, { ...file, sheets: [upTo(exportLimits.chunk * 2 + 1, asked)] })
  expect(asked).toEqual([0, exportLimits.chunk, exportLimits.chunk * 2])
  expect(whole).toMatchObject({ name: "名_字____.xlsx", rows: exportLimits.chunk * 2 + 1, isCut: false })
  const [rows = []] = readXlsx(Buffer.from(whole.content, "base64")).sheets
  expect(rows.slice(1).map(([at]) => at)).toEqual(Array.from({ length: whole.rows }, (_, at) => at))

  const cut = await exportedFile(ask, { ...file, sheets: [upTo(exportLimits.rows + 1), upTo(1)] })
  expect(cut).toMatchObject({ rows: exportLimits.rows + 1, isCut: true })
  const short = wholeSheet("数", number, { items: [1, 2], isCut: true })
  expect(await exportedFile(ask, { ...file, sheets: [short] })).toMatchObject({ rows: 2, isCut: true })
  expect(logged.map(({ detail }) => detail)).toContainEqual({
    file: "名_字____.xlsx",
    rows: whole.rows,
    isCut: false,
  })
})

test("[DATA-3] one at a time for each session and few in all; a list that fails is a failure, and the next one goes", async () => {
  const { ask } = asker("b")
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
  const first = exportedFile(ask, { ...file, sheets: [slow] })
  await expect(exportedFile(ask, { ...file, sheets: [upTo(1)] })).rejects.toThrow(exportMessages.busy)
  const others = ["c", "d", "e"].map((id) => exportedFile(asker(id).ask, { ...file, sheets: [slow] }))
  await expect(exportedFile(asker("f").ask, { ...file, sheets: [upTo(1)] })).rejects.toThrow(
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
  await expect(exportedFile(ask, { ...file, sheets: [failing] })).rejects.toThrow("the database is gone")
  expect(await exportedFile(ask, { ...file, sheets: [upTo(1)] })).toMatchObject({ rows: 1 })
})
