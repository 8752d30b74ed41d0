import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import { attachmentFiles, attachmentService } from "@uc/contract/attachments/calls"
import { awarenessCalls } from "@uc/contract/awareness/calls"
import { buildingAdminCalls } from "@uc/contract/buildings/admin-calls"
import { buildingCalls } from "@uc/contract/buildings/calls"
import type { Call } from "@uc/contract/core/call"
import { departmentCalls } from "@uc/contract/departments/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { gridAdminCalls } from "@uc/contract/grids/admin-calls"
import { importCalls } from "@uc/contract/imports/calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { logCalls } from "@uc/contract/logs/calls"
import { menuAdminCalls } from "@uc/contract/menus/admin-calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { hazardCalls } from "@uc/contract/hazards/calls"
import { patrolAdminCalls } from "@uc/contract/patrols/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { accountCalls } from "@uc/contract/account/calls"
import { onlineUserCalls } from "@uc/contract/online-users/calls"
import { screenAdminCalls } from "@uc/contract/screens/admin-calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { unrestricted } from "../db/scope.ts"
import { nextMonth, testApp, type TestApp, type TestClient } from "../testing/test-app.ts"
import { readXlsx } from "../testing/sheets/test-xlsx.ts"
import { grantFor } from "../testing/test-danger.ts"

/**
 * ROLE-2, BARE-6, BARE-8: the cells of `who-reaches-what.test.ts` for those who see an organisation and do not administer it.
 * Here the platform's own organisation is in area A, so that the bureau of A sees it.
 */
const platformsOwn = "平台"
const bureau = "甲区教育局"
const inArea = "甲一小学"
const elsewhere = "乙一小学"

interface Column {
  readonly viewer: "platform" | "bureau-a" | "clerk-a"
  readonly who: string
  readonly target: string
  readonly isAllowed: boolean
}

/** Those who are refused come first: an allowed call may work only once. */
const columns: readonly Column[] = [
  { viewer: "bureau-a", who: "区域管理员", target: platformsOwn, isAllowed: false },
  { viewer: "bureau-a", who: "区域管理员", target: elsewhere, isAllowed: false },
  { viewer: "clerk-a", who: "单位管理员 of the bureau", target: platformsOwn, isAllowed: false },
  { viewer: "clerk-a", who: "单位管理员 of the bureau", target: inArea, isAllowed: false },
  { viewer: "clerk-a", who: "单位管理员 of the bureau", target: bureau, isAllowed: true },
  { viewer: "bureau-a", who: "区域管理员", target: inArea, isAllowed: true },
  { viewer: "platform", who: "平台管理员", target: platformsOwn, isAllowed: true },
]

const idQueries = {
  organisation: "select id::text, id as org from organisation",
  person: "select min(id)::text as id, org_id as org from person group by org_id",
  colleague: "select max(id)::text as id, org_id as org from person where admintype = 0 group by org_id",
  department: "select min(id)::text as id, org_id as org from department group by org_id",
  layer: "select min(id)::text as id, org_id as org from building where type = 'layer' group by org_id",
  source: "select min(id)::text as id, org_id as org from alarm_source group by org_id",
  screen: "select min(id)::text as id, org_id as org from screen group by org_id",
  plan: "select min(id)::text as id, org_id as org from emergency_plan group by org_id",
  drill: "select min(id)::text as id, org_id as org from drill where ended_at is null group by org_id",
  round: "select min(round::text) as id, org_id as org from drill where ended_at is null group by org_id",
  point: "select min(id)::text as id, org_id as org from patrol_point group by org_id",
  hazard: "select min(id)::text as id, org_id as org from hazard where state = 'reported' group by org_id",
  scheme: "select min(id)::text as id, org_id as org from assessment_scheme group by org_id",
  assessment: `select min(a.id)::text as id, a.org_id as org from assessment a join assessment_scheme s
    on s.id = a.scheme_id and s.org_id = a.org_id group by a.org_id`,
  task: `select min(id)::text as id, org_id as org from task where cancelled_at is null group by org_id`,
  ownTask: `select min(id)::text as id, org_id as org from task where not exists (select from task_assignee a
    where a.task_id = task.id and a.org_id <> task.org_id) group by org_id`,
  givenAssessment: `select min(a.id)::text as id, a.org_id as org from assessment a join assessment_scheme s
    on s.id = a.scheme_id and s.org_id <> a.org_id group by a.org_id`,
  score: `select min(c.id)::text as id, a.org_id as org from assessment a join assessment_scheme s
    on s.id = a.scheme_id and s.org_id = a.org_id join assessment_score c on c.assessment_id = a.id group by a.org_id`,
  givenScore: `select min(c.id)::text as id, a.org_id as org from assessment a join assessment_scheme s
    on s.id = a.scheme_id and s.org_id <> a.org_id join assessment_score c on c.assessment_id = a.id group by a.org_id`,
  alarm: "select min(uuid::text) as id, org_id as org from alarm_record where state = 'open' group by org_id",
} as const
type Kind = keyof typeof idQueries
type IdOf = (kind: Kind) => string

interface Use {
  readonly call: Call
  readonly input: (of: IdOf, own: IdOf) => Record<string, unknown>
}

const ends = nextMonth.slice(0, 10)
const given = { title: "检查", content: "", priority: 1 as const, deadline: null, steps: [], repeat: null }
const numbers = { founded: null, staff: null, classes: null, students: null, siteM2: null }
const profile = { version: 1, lng: null, lat: null, cameras: null, fireHydrants: null, ...numbers }

/** Every call that checks who administers, with all of its input but the ids that it is about. */
const uses: Readonly<Record<string, Use>> = {
  "ingest.createSource": {
    call: alarmSourceCalls.createSource,
    input: (of) => ({ orgid: of("organisation"), name: "网关" }),
  },
  "ingest.sourceCalls": { call: alarmSourceCalls.sourceCalls, input: (of) => ({ id: of("source") }) },
  "ingest.exportCalls": { call: alarmSourceCalls.exportCalls, input: (of) => ({ id: of("source") }) },
  "ingest.revokeSource": { call: alarmSourceCalls.revokeSource, input: (of) => ({ id: of("source") }) },
  "screenAdmin.create": {
    call: screenAdminCalls.create,
    input: (of) => ({ orgid: of("organisation"), name: "值班室" }),
  },
  "screenAdmin.renewCode": { call: screenAdminCalls.renewCode, input: (of) => ({ id: of("screen") }) },
  "screenAdmin.revoke": { call: screenAdminCalls.revoke, input: (of) => ({ id: of("screen") }) },
  "drills.start": {
    call: drillCalls.start,
    input: (of) => ({ planId: of("plan"), orgids: of("organisation"), title: "疏散演练", zxType: 2 }),
  },
  "drills.end": { call: drillCalls.end, input: (of) => ({ id: of("drill") }) },
  "drills.endRound": { call: drillCalls.endRound, input: (of) => ({ round: of("round") }) },
  "awareness.remindAlarm": {
    call: awarenessCalls.remindAlarm,
    input: (of) => ({ uuid: of("alarm"), bySms: false }),
  },
  "awareness.remindDrill": {
    call: awarenessCalls.remindDrill,
    input: (of) => ({ id: of("drill"), bySms: false }),
  },
  "patrols.savePoint": {
    call: patrolAdminCalls.savePoint,
    input: (of) => ({ orgid: of("organisation"), name: "东门" }),
  },
  "patrols.renewCode": { call: patrolAdminCalls.renewCode, input: (of) => ({ id: of("point") }) },
  "patrols.codes": { call: patrolAdminCalls.codes, input: (of) => ({ ids: of("point") }) },
  "patrols.savePlan": {
    call: patrolAdminCalls.savePlan,
    input: (of) => ({
      orgid: of("organisation"),
      name: "夜间",
      times: ["22:00"],
      weekdays: [1],
      graceMinutes: 30,
      route: [{ pointId: of("point"), personId: null }],
    }),
  },
  "hazards.report": {
    call: hazardCalls.report,
    input: (of) => ({ orgid: of("organisation"), title: "护栏松动", place: "东楼" }),
  },
  "hazards.assign": {
    call: hazardCalls.assign,
    input: (of) => ({ id: of("hazard"), version: 1, personid: of("person"), deadline: ends }),
  },
  "assessments.give": {
    call: assessmentAdminCalls.give,
    input: (of, own) => ({
      schemeId: own("scheme"),
      period: "2030",
      begins: ends,
      ends,
      orgids: of("organisation"),
    }),
  },
  "assessments.results": {
    call: assessmentAdminCalls.results,
    input: (of) => ({ schemeId: of("scheme") }),
  },
  "assessments.extend": {
    call: assessmentAdminCalls.extend,
    input: (of) => ({ id: of("assessment"), version: 1, ends }),
  },
  "assessments.saveProfile": {
    call: assessmentAdminCalls.saveProfile,
    input: (of) => ({ orgid: of("organisation"), ...profile }),
  },
  "buildings.saveRelation": {
    call: buildingCalls.saveRelation,
    input: (of) => ({
      orgid: of("organisation"),
      objectIds: of("department"),
      layerIds: of("layer"),
      objectType: 1,
    }),
  },
  "gridAdmin.list": { call: gridAdminCalls.list, input: (of) => ({ orgid: of("organisation") }) },
  "gridAdmin.save": {
    call: gridAdminCalls.save,
    input: (of) => ({ orgid: of("organisation"), name: "周边网格", parentId: null }),
  },
  "buildingAdmin.list": { call: buildingAdminCalls.list, input: (of) => ({ orgid: of("organisation") }) },
  "buildingAdmin.save": {
    call: buildingAdminCalls.save,
    input: (of) => ({ orgid: of("organisation"), name: "新楼", parentId: null, kind: "building" }),
  },
  "imports.exportPresent": {
    call: importCalls.exportPresent,
    input: (of) => ({ kind: "grids", orgid: of("organisation") }),
  },
  "tasks.create for organisations": {
    call: taskCalls.create,
    input: (of) => ({ ...given, organisations: of("organisation") }),
  },
  "tasks.create for people": { call: taskCalls.create, input: (of) => ({ ...given, people: of("person") }) },
  "tasks.create for departments": {
    call: taskCalls.create,
    input: (of) => ({ ...given, departments: of("department") }),
  },
  "tasks.cancel": { call: taskCalls.cancel, input: (of) => ({ id: of("task") }) },
  "alarms.dismiss": {
    call: alarmAdminCalls.dismiss,
    input: (of) => ({ uuid: of("alarm"), note: "误报" }),
  },
  "menus.lookAs": { call: menuAdminCalls.lookAs, input: (of) => ({ personid: of("person") }) },
  "sessions.endAll": { call: onlineUserCalls.endAll, input: (of) => ({ personid: of("colleague") }) },
  "departments.save": {
    call: departmentCalls.save,
    input: (of) => ({ orgid: of("organisation"), name: "后勤处" }),
  },
  "people.postTree": {
    call: peopleAdminCalls.postTree,
    input: (of) => ({ orgid: of("organisation") }),
  },
  "people.savePost": {
    call: peopleAdminCalls.savePost,
    input: (of) => ({ orgid: of("organisation"), name: "消防巡视专员" }),
  },
  "organisations.change": {
    call: organisationAdminCalls.change,
    input: (of) => ({ orgid: of("organisation"), version: 1, name: "新名称" }),
  },
}

const homes = { platform: platformsOwn, "bureau-a": bureau, "clerk-a": bureau } as const
let app: TestApp
const clients = new Map<string, TestClient>()
const ids = new Map<string, string>()
const idOf =
  (org: string): IdOf =>
  (kind) => {
    const id = ids.get(`${kind} ${org}`)
    if (id === undefined) throw new Error(`${org} has no ${kind}`)
    return id
  }

beforeAll(async () => {
  const cleanUps: (() => unknown)[] = []
  app = await testApp({}, (cleanUp) => void cleanUps.push(cleanUp as () => unknown))
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`update organisation set area_id = home.area_id, area_path = home.area_path
      from organisation home where home.name = ${bureau} and organisation.name = ${platformsOwn}`)
    await db.execute(sql`update person set admintype = 1 where account = 'clerk-a'`)
    await db.execute(
      sql`insert into alarm_source (org_id, name, key) select id, '网关', 'as_' || id from organisation`,
    )
    await db.execute(sql`insert into screen (org_id, name) select id, '值班室' from organisation`)
    await db.execute(sql`update drill set round = gen_random_uuid() where ended_at is null`)
    for (const [kind, query] of Object.entries(idQueries)) {
      const { rows } = await db.execute<{ id: string; name: string }>(
        sql`select q.id, o.name from (${sql.raw(query)}) q join organisation o on o.id = q.org`,
      )
      for (const { id, name } of rows) ids.set(`${kind} ${name}`, id)
    }
  })
  for (const viewer of Object.keys(homes)) clients.set(viewer, await app.as(viewer))
  // Each of them, and somebody of a school in the area, has done something that is logged.
  for (const worker of [await app.as("head-a1"), ...clients.values()]) {
    const { id } = await worker.send(accountCalls.current, {})
    await worker.send(menuAdminCalls.lookAs, { personid: id })
  }
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

function client(viewer: string): TestClient {
  const found = clients.get(viewer)
  if (!found) throw new Error(`Nobody is signed in as ${viewer}`)
  return found
}

/** The names of organisations that the lists of administrators show. */
async function shownTo(viewer: keyof typeof homes): Promise<Record<string, readonly string[]>> {
  const own = client(viewer)
  const unique = (names: readonly (string | null)[]) => [...new Set(names.map(String))].toSorted()
  const { sources } = await own.send(alarmSourceCalls.sources, {})
  const { screens } = await own.send(screenAdminCalls.list, {})
  const { organisations } = await own.send(drillCalls.participants, {})
  const signIns = await own.send(logCalls.signIns, { limit: 200 })
  const audit = await own.send(logCalls.audit, { limit: 200 })
  const signedIn = await own.send(onlineUserCalls.list, { limit: 200 })
  const tasks = await own.send(taskCalls.list, { view: "all", limit: 200 })
  const assessments = await own.send(assessmentAdminCalls.page, { of: "all", limit: 100 })
  return {
    sources: unique(sources.map(({ orgname }) => orgname)),
    screens: unique(screens.map(({ orgname }) => orgname)),
    drills: unique(organisations.map(({ orgname }) => orgname)),
    signIns: unique(signIns.items.map(({ orgname }) => orgname)),
    audit: unique(audit.items.map(({ orgname }) => orgname)),
    signedIn: unique(signedIn.items.map(({ orgname }) => orgname)),
    tasks: unique(tasks.items.map(({ giverorg }) => giverorg)),
    assessments: unique(assessments.items.map(({ orgname }) => orgname)),
  }
}

const area = [bureau, inArea, "甲二小学", "甲区配送公司", "甲镇小学"].toSorted()
const atWork = [bureau, inArea].toSorted()

test("[BARE-6] 区域管理员: lists for administrators leave out the platform's own organisation", async () => {
  expect(await shownTo("bureau-a")).toEqual({
    sources: area,
    screens: area,
    drills: area,
    signIns: area,
    audit: area,
    signedIn: atWork,
    tasks: area,
    assessments: area,
  })
  // The platform's administrator sees them all: what is left out is there.
  for (const names of Object.values(await shownTo("platform"))) expect(names).toContain(platformsOwn)
})

test("[BARE-8] 单位管理员 of a bureau: logs, sessions and tasks of the bureau alone", async () => {
  const { assessments, sources, ...lists } = await shownTo("clerk-a")
  // FAULT-3: a source of the bureau reports for every school, so it is the area administrator's.
  expect(sources).toEqual([])
  expect(new Set(Object.values(lists).map(String))).toEqual(new Set([bureau]))
  // The bureau itself reviews the tasks that it has given to the schools.
  expect(assessments).toEqual(area)
})

test("[BARE-8] 单位管理员 of a bureau: exported logs hold what the lists show", async () => {
  for (const call of [logCalls.exportSignIns, logCalls.exportAudit]) {
    const text = async (viewer: keyof typeof homes) => {
      const { content } = await client(viewer).send(call, {})
      return readXlsx(Buffer.from(content, "base64")).sheets.flat(2).join("\n")
    }
    expect(await text("bureau-a")).toContain(inArea)
    expect(await text("clerk-a")).not.toContain(inArea)
    expect(await text("clerk-a")).toContain(bureau)
  }
})

test("[BARE-8] 单位管理员 of a bureau: a school's own task, its people and files are not shown", async () => {
  const id = idOf(inArea)("ownTask")
  const requests = [
    [taskCalls.detail, { id }],
    [taskCalls.assignees, { id }],
    [taskCalls.comments, { id }],
    [taskCalls.exportAssignees, { id }],
  ] as const
  for (const [call, input] of requests) {
    expect((await client("bureau-a").request(call, input)).statusCode).toBe(200)
    expect((await client("clerk-a").request(call, input)).statusCode).toBe(403)
  }
  const file = await link("task", id)
  expect([await seen("bureau-a", file), await seen("clerk-a", file)]).toEqual([200, 403])
})

test("[BARE-8] 单位管理员 of a bureau: of others' tasks only the bureau's own part", async () => {
  const { id } = await client("platform").send(taskCalls.create, {
    ...given,
    organisations: `${idOf(bureau)("organisation")},${idOf(inArea)("organisation")}`,
  })
  const names = async (viewer: keyof typeof homes) =>
    (await client(viewer).send(taskCalls.assignees, { id })).items.map(({ orgname }) => orgname).toSorted()
  expect(await names("bureau-a")).toEqual(atWork)
  expect(await names("clerk-a")).toEqual([bureau])
  const { counts } = await client("clerk-a").send(taskCalls.detail, { id })
  expect(counts.total).toBe(1)
  const listed = await client("clerk-a").send(taskCalls.list, { view: "all", limit: 200 })
  expect(listed.items.find((task) => task.id === id)?.counts.total).toBe(1)
})

test("[BARE-8] 单位管理员 of a bureau: evidence only of what the bureau gave or has filled in", async () => {
  const ownScheme = idOf(inArea)("assessment")
  const fromBureau = idOf(inArea)("givenAssessment")
  const detail = async (viewer: keyof typeof homes, id: string) =>
    (await client(viewer).request(assessmentAdminCalls.detail, { id })).statusCode
  expect([await detail("bureau-a", ownScheme), await detail("clerk-a", ownScheme)]).toEqual([200, 403])
  expect([await detail("bureau-a", fromBureau), await detail("clerk-a", fromBureau)]).toEqual([200, 200])
  const own = await link("assessment", idOf(inArea)("score"))
  const reviewed = await link("assessment", idOf(inArea)("givenScore"))
  expect([await seen("bureau-a", own), await seen("clerk-a", own)]).toEqual([200, 403])
  expect([await seen("bureau-a", reviewed), await seen("clerk-a", reviewed)]).toEqual([200, 200])
})

async function link(subject: "task" | "assessment", subjectId: string): Promise<string> {
  return app.database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      insert into attachment (org_id, uploader_id, name, state, media_type, bytes, blob_key, subject, subject_id)
      select org_id, id, '证.pdf', 'ready', 'application/pdf', 3, gen_random_uuid(), ${subject}, ${subjectId}::bigint
      from person where id = ${idOf(inArea)("person")}::bigint returning id::text`)
    return rows[0]?.id ?? ""
  })
}

async function seen(viewer: keyof typeof homes, file: string): Promise<number> {
  const url = `/${attachmentService}${attachmentFiles.file}?id=${file}`
  return (await app.app.inject({ method: "GET", url, headers: client(viewer).headers })).statusCode
}

/** FAULT-3: a source of the bureau reports for every school of its area, which its 单位管理员 does not administer. */
const isBeyond = (viewer: string, name: string) => viewer === "clerk-a" && name.startsWith("ingest.")

for (const { viewer, who, target, isAllowed } of columns)
  test(`[BARE-6] ${who} ${isAllowed ? "administers" : "may not administer"} ${target}`, async () => {
    const answers: Record<string, number> = {}
    for (const [name, { call, input }] of Object.entries(uses)) {
      if (call.sensitive !== false) await grantFor(app, client(viewer), call.sensitive)
      const answer = await client(viewer).request(call, input(idOf(target), idOf(homes[viewer])))
      // 400: the input is incomplete, and proves nothing.
      if (![200, 403, 409].includes(answer.statusCode)) expect.fail(`${name}: ${answer.body}`)
      answers[name] = answer.statusCode
    }
    // An allowed call may still be refused as too late; only 403 says that it is not theirs.
    const wrong = Object.entries(answers).filter(
      ([name, status]) => (status === 403) === (isAllowed && !isBeyond(viewer, name)),
    )
    expect(wrong).toEqual([])
  })
