import { accountCalls } from "@uc/contract/account/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { codeInUseMessage, dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { directoryCalls } from "@uc/contract/directory/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { firstPasswordCalls, firstPasswordMessages } from "@uc/contract/first-passwords/calls"
import { importCalls, importCellMessages } from "@uc/contract/imports/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { organisationAdminCalls, organisationMessages } from "@uc/contract/organisations/admin-calls"
import { schoolLevels, schoolLevelTable, tagMessages } from "@uc/contract/organisations/school-levels"
import { todoCountCalls } from "@uc/contract/todo-counts/calls"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { checked, problemsOf, uploaded } from "../../testing/test-import.ts"
import { readXlsx } from "../../testing/sheets/test-xlsx.ts"

let app: TestApp
let bureau: TestClient

beforeAll(async () => {
  app = await testApp({}, afterAll)
  bureau = await app.as("bureau-a")
})

async function orgOf(name: string): Promise<string> {
  const { rows } = await app.database.transaction(unrestricted, (db) =>
    db.execute<{ id: string }>(sql`select id::text from organisation where name = ${name}`),
  )
  return rows[0]?.id ?? ""
}

async function marked(name: string, marks: { schoolLevel?: string; tags?: string }) {
  const orgid = await orgOf(name)
  const { version, shortName, address, phone, schoolLevel, tags } = await bureau.send(
    organisationAdminCalls.details,
    { orgid },
  )
  const kept = { name, shortName, address, phone, schoolLevel, tags: tags.join("、") }
  await bureau.send(organisationAdminCalls.change, { orgid, version, ...kept, ...marks })
  return bureau.send(organisationAdminCalls.details, { orgid })
}

const named = (nodes: readonly { readonly name: string }[]) => nodes.map(({ name }) => name).toSorted()

test("[DISTRICT-7] a school has a 学段 of the table and tags, and the audit log says so", async () => {
  const details = await marked("甲一小学", { schoolLevel: "nineYear", tags: "寄宿制，示范校、寄宿制" })
  expect(details).toMatchObject({ schoolLevel: "nineYear", tags: ["寄宿制", "示范校"] })
  const { items } = await bureau.send(logCalls.audit, { action: "organisationAdmin.change" })
  expect(JSON.stringify(items[0])).toContain("nineYear")
  expect(JSON.stringify(items[0])).toContain("寄宿制、示范校")
  await marked("甲一小学", { schoolLevel: "primary", tags: "" })
})

test("[DISTRICT-7] an unknown 学段, one of a company and an eleventh tag are refused", async () => {
  await expect(marked("甲一小学", { schoolLevel: "nursery" })).rejects.toThrow(
    organisationMessages.levelUnknown,
  )
  await expect(marked("甲区配送公司", { schoolLevel: "primary" })).rejects.toThrow(
    organisationMessages.levelOfSchools,
  )
  const eleven = Array.from({ length: 11 }, (_, at) => `标签${at}`).join("、")
  await expect(marked("甲一小学", { tags: eleven })).rejects.toThrow(tagMessages.tooManyTags)
  await expect(marked("甲一小学", { tags: "很".repeat(21) })).rejects.toThrow(tagMessages.longTag)
})

test("[DISTRICT-7] the platform adds a 学段; one that a school has can't be deleted", async () => {
  const platform = await app.as("platform")
  const entry = { table: schoolLevelTable, code: "evening", name: "夜校", remark: null, isDisabled: false }
  const { id } = await platform.send(dictionaryAdminCalls.save, entry)
  expect(await marked("甲镇小学", { schoolLevel: "evening" })).toMatchObject({ schoolLevel: "evening" })
  await expect(platform.send(dictionaryAdminCalls.remove, { id })).rejects.toThrow(
    codeInUseMessage([{ words: "组织机构的学段", rows: 1 }]),
  )
  await marked("甲镇小学", { schoolLevel: "primary" })
  await platform.send(dictionaryAdminCalls.remove, { id })
})

test("[DISTRICT-7] an assessment for all of 小学 reaches every primary school and no company", async () => {
  const chosen = async (filter: object) =>
    (await bureau.send(drillCalls.participants, { areaids: "330101", ...filter })).organisations
  expect((await chosen({})).map(({ orgname }) => orgname)).toContain("甲区配送公司")
  const primary = await chosen({ schoolLevel: "primary" })
  expect(primary.map(({ orgname }) => orgname).toSorted()).toEqual(["甲一小学", "甲二小学", "甲镇小学"])

  const scheme = await bureau.send(assessmentAdminCalls.saveScheme, {
    title: "小学安全考核",
    items: [{ group: "", name: "通道畅通", weight: 1, fullScore: 10, asked: "" }],
  })
  await bureau.send(assessmentAdminCalls.give, {
    schemeId: scheme.id,
    period: "第一期",
    begins: "2026-01-01",
    ends: "2099-12-31",
    orgids: primary.map(({ orgid }) => orgid).join(","),
  })
  const titles = async (account: string) =>
    (await (await app.as(account)).send(assessmentAdminCalls.page, { of: "mine" })).items.map(
      ({ title }) => title,
    )
  expect(await titles("head-a2")).toContain("小学安全考核")
  expect(await titles("boss-ae")).not.toContain("小学安全考核")
})

test("[DISTRICT-7] kind and tag narrow participants, the directory's search and its export", async () => {
  await marked("甲二小学", { tags: "寄宿制" })
  expect(await bureau.send(directoryCalls.tags, {})).toEqual(["寄宿制"])
  expect(await (await app.as("bureau-b")).send(directoryCalls.tags, {})).toEqual([])
  expect(named(await bureau.send(directoryCalls.found, { name: "", tag: "寄宿制" }))).toEqual(["甲二小学"])
  expect(named(await bureau.send(directoryCalls.found, { name: "甲一", schoolLevel: "primary" }))).toEqual([
    "甲一小学",
  ])
  expect(named(await bureau.send(directoryCalls.found, { name: "", kind: "enterprise" }))).toEqual([
    "甲区配送公司",
  ])
  const { organisations } = await bureau.send(drillCalls.participants, { tag: "寄宿制" })
  expect(organisations.map(({ orgname }) => orgname)).toEqual(["甲二小学"])
  const { content } = await bureau.send(directoryCalls.export, { areaid: "330101", tag: "寄宿制" })
  const [sheet = []] = readXlsx(Buffer.from(content, "base64")).sheets
  const [titles = [], row = [], ...others] = sheet
  expect(others).toEqual([])
  expect([row[titles.indexOf("学段")], row[titles.indexOf("标签")]]).toEqual(["小学", "寄宿制"])
})

test("[DISTRICT-7] a notice for one 学段 is read, counted and told there alone", async () => {
  const saved = await bureau.send(noticeCalls.save, {
    title: "致各小学",
    kind: "通知公告",
    body: "请查收。",
    isForOwn: true,
    isShared: true,
    forSchoolLevel: "primary",
    isPinned: false,
    publish: "now",
  })
  expect(saved).toMatchObject({ forSchoolLevel: "primary", forKind: null, forTag: null })
  const titles = async (account: string) =>
    (await (await app.as(account)).send(noticeCalls.list, {})).items.map(({ title }) => title)
  expect(await titles("teacher-a1")).toContain("致各小学")
  expect(await titles("clerk-a")).toContain("致各小学")
  expect(await titles("worker-ae")).not.toContain("致各小学")
  const { items } = await bureau.send(noticeCalls.readerOrganisations, { noticeid: saved.id })
  expect(items.map(({ orgname }) => orgname).toSorted()).toEqual([
    "甲一小学",
    "甲二小学",
    "甲区教育局",
    "甲镇小学",
  ])
  for (const account of ["worker-ae", "teacher-a2"]) {
    const client = await app.as(account)
    const { total } = await client.send(noticeCalls.list, { isunread: 1 })
    expect((await client.send(todoCountCalls.counts, {})).notices).toBe(total)
    expect((await client.send(noticeCalls.bell, {})).items.some(({ title }) => title === "致各小学")).toBe(
      account === "teacher-a2",
    )
  }
})

test("[DISTRICT-7] 学段 and 标签 come in by spreadsheet, go out the same, and are checked", async () => {
  const titles = "单位名称,单位类型,区域代码,学段,标签\n"
  const wrong = await checked(
    app,
    bureau,
    "organisations",
    `${titles}甲区配送公司,企业,330101,小学,\n甲三小学,学校,330101,大学,\n`,
  )
  expect(problemsOf(wrong)).toEqual([
    `D2 学段：${organisationMessages.levelOfSchools}`,
    `D3 学段：${importCellMessages.levelUnknown("大学", Object.values(schoolLevels))}`,
  ])
  await uploaded(app, bureau, "organisations", `${titles}甲三幼儿园,学校,330101,幼儿园,民办；普惠\n`)
  const orgid = await orgOf("甲三幼儿园")
  bureau = await app.as("bureau-a")
  expect(await bureau.send(organisationAdminCalls.details, { orgid })).toMatchObject({
    schoolLevel: "kindergarten",
    tags: ["民办", "普惠"],
  })
  await uploaded(app, bureau, "organisations", `${titles}甲三幼儿园,学校,330101,,示范园\n`)
  expect(await bureau.send(organisationAdminCalls.details, { orgid })).toMatchObject({
    schoolLevel: "kindergarten",
    tags: ["示范园"],
  })
  const { content } = await bureau.send(importCalls.exportPresent, { kind: "organisations" })
  const [sheet = []] = readXlsx(Buffer.from(content, "base64")).sheets
  const [head = []] = sheet
  const row = sheet.find((cells) => cells[0] === "甲三幼儿园") ?? []
  expect([row[head.indexOf("学段")], row[head.indexOf("标签")]]).toEqual(["幼儿园", "示范园"])
})

test("[DISTRICT-7] first passwords for the schools of one 学段 of an area", async () => {
  await uploaded(app, bureau, "departments", "部门名称,单位\n校办,甲一小学\n校办,甲区配送公司\n")
  await uploaded(
    app,
    bureau,
    "people",
    "账号,姓名,部门,单位\nxin.yi,新一,校办,甲一小学\nxin.er,新二,校办,甲区配送公司\n",
  )
  const begin = async (input: object) => {
    await grantFor(app, bureau, "person-password")
    return bureau.request(firstPasswordCalls.begin, { way: "sheet", ...input })
  }
  const refused = await begin({ orgid: await orgOf("甲一小学"), schoolLevel: "primary" })
  expect(refused.body).toContain(firstPasswordMessages.filterOfArea)
  expect((await begin({ areaid: "330102", schoolLevel: "primary" })).statusCode).toBe(403)
  const begun = await begin({ areaid: "330101", schoolLevel: "primary" })
  expect(begun.statusCode).toBe(200)
  const { orgid } = await (await app.as("head-a1")).send(accountCalls.current, {})
  const sheets = await bureau.send(firstPasswordCalls.list, {})
  expect(sheets.some((sheet) => sheet.orgid === orgid)).toBe(true)
  expect(sheets.some(({ orgname }) => orgname === "甲区配送公司")).toBe(false)
})
