import { accountCalls } from "@uc/contract/account/calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Call } from "@uc/contract/core/call"
import { parameterMessages } from "@uc/contract/core/parameter-messages"
import { departmentCalls } from "@uc/contract/departments/calls"
import { dictionaryAdminCalls } from "@uc/contract/dictionary/admin-calls"
import { domainCalls } from "@uc/contract/domains/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { testApp, type TestApp } from "./testing/test-app.ts"
import { grantFor } from "./testing/test-danger.ts"

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, afterAll)
})

interface Save {
  readonly call: Call
  readonly as: "platform" | "bureau-a" | "head-a1"
  readonly input: (own: { readonly orgid: string; readonly point: string }) => Record<string, unknown>
  readonly version?: string
}

const spread = { isPublic: false, isShared: false }
const role = { name: "日志员", permissions: ["logs.read"], scopeKind: "organisation" }
const saves: Readonly<Record<string, Save>> = {
  menu: {
    call: menuAdminCalls.save,
    as: "platform",
    input: () => ({ text: "分组", kind: "group", path: "", icon: "folder", isDisabled: false, audience: [] }),
    version: "seen",
  },
  code: {
    call: dictionaryAdminCalls.save,
    as: "platform",
    input: () => ({ table: null, code: "colour", name: "颜色", remark: null, isDisabled: false }),
    version: "seen",
  },
  "drill plan": {
    call: drillCalls.savePlan,
    as: "head-a1",
    input: () => ({ title: "疏散", kind: "fire", content: "有序疏散。", steps: ["清点"], isShared: false }),
  },
  notice: {
    call: noticeCalls.save,
    as: "head-a1",
    input: () => ({
      title: "停水",
      kind: "通知公告",
      body: "明日停水。",
      isForOwn: true,
      isShared: false,
      isPinned: false,
      publish: "draft",
    }),
  },
  "news column": {
    call: newsAdminCalls.saveColumn,
    as: "head-a1",
    input: () => ({ name: "要闻", ...spread }),
  },
  "friend link": {
    call: newsAdminCalls.saveLink,
    as: "head-a1",
    input: () => ({ name: "教育部", address: "https://www.example.cn", ...spread }),
  },
  "assessment scheme": {
    call: assessmentAdminCalls.saveScheme,
    as: "bureau-a",
    input: () => ({
      title: "安全考核",
      items: [{ group: "", name: "消防", fullScore: 10, weight: 1, asked: "" }],
    }),
  },
  "patrol point": { call: patrolAdminCalls.savePoint, as: "head-a1", input: () => ({ name: "东门" }) },
  "patrol plan": {
    call: patrolAdminCalls.savePlan,
    as: "head-a1",
    input: ({ point }) => ({
      name: "早巡",
      times: ["08:00"],
      weekdays: [1],
      graceMinutes: 30,
      route: [{ pointId: point, personId: null }],
    }),
  },
  post: { call: peopleAdminCalls.savePost, as: "head-a1", input: ({ orgid }) => ({ orgid, name: "文书岗" }) },
  department: {
    call: departmentCalls.save,
    as: "head-a1",
    input: ({ orgid }) => ({ orgid, name: "新办公室" }),
  },
  role: { call: roleCalls.save, as: "head-a1", input: () => role },
  "authorised domain": {
    call: domainCalls.save,
    as: "head-a1",
    input: () => ({ name: "办公", domainIp: "https://oa.canary.example" }),
  },
}

test.each(Object.keys(saves))(
  "[DISTRICT-15] %s: a version without an id is refused, and without it something is added",
  async (name) => {
    const { call, as, input, version = "1" } = saves[name] as Save
    const head = await app.as("head-a1")
    const { orgid } = await head.send(accountCalls.current, {})
    const point = await head.send(patrolAdminCalls.savePoint, { name: "点" })
    const wanted = input({ orgid, point: point.id })
    // Signed in last: the grant is of the newest session.
    const client = await app.as(as)
    const grant = async () => {
      if (call.sensitive) await grantFor(app, client, call.sensitive)
    }
    await grant()
    const refused = await client.request(call, { ...wanted, version })
    expect([refused.statusCode, refused.json().field, refused.json().msg]).toEqual([
      400,
      "version",
      parameterMessages.versionOfNew,
    ])
    await grant()
    expect((await client.request(call, wanted)).json()).toMatchObject({ ret: 1 })
  },
)

test("[DISTRICT-15] news: a version without an id is refused, and without it something is added", async () => {
  const head = await app.as("head-a1")
  const { columns } = await head.send(newsAdminCalls.columns, {})
  const news = {
    columnId: columns[0]?.id ?? "",
    title: "运动会",
    summary: "",
    author: "",
    body: "",
    ...spread,
  }
  const refused = await head.request(newsAdminCalls.save, { ...news, version: 1 })
  expect([refused.statusCode, refused.json().field, refused.json().msg]).toEqual([
    400,
    "version",
    parameterMessages.versionOfNew,
  ])
  expect(await head.send(newsAdminCalls.save, news)).toMatchObject({ title: "运动会" })
})
