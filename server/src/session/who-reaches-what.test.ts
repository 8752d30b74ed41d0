import { buildingCalls } from "@uc/contract/buildings/calls"
import type { Call } from "@uc/contract/core/call"
import { everyCall } from "@uc/contract/all-calls"
import { accountCalls } from "@uc/contract/account/calls"
import pg from "pg"
import { beforeAll, expect, inject, test } from "vitest"
import { tinyAccounts, type TinyAccount } from "../demo/accounts.ts"
import { watchRows } from "../testing/test-rows.ts"
import { testApp, type TestApp, type TestClient } from "../testing/test-app.ts"

/** ROLE-2, repeated by hand: which organisations the people of each reach, their own included. */
const reachOf: Record<string, readonly string[]> = {
  平台: ["平台", "甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学", "乙区教育局", "乙一小学"],
  甲区教育局: ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  甲一小学: ["甲一小学"],
  甲二小学: ["甲二小学"],
  甲区配送公司: ["甲区配送公司"],
  甲镇小学: ["甲镇小学"],
  乙区教育局: ["乙区教育局", "乙一小学"],
  乙一小学: ["乙一小学"],
}

/** Which areas each organisation's people may name: their own and those below it. */
const areasOf: Record<string, readonly string[]> = {
  平台: Object.keys(reachOf),
  甲区教育局: ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  甲一小学: ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  甲二小学: ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  甲区配送公司: ["甲区教育局", "甲一小学", "甲二小学", "甲区配送公司", "甲镇小学"],
  甲镇小学: ["甲镇小学"],
  乙区教育局: ["乙区教育局", "乙一小学"],
  乙一小学: ["乙区教育局", "乙一小学"],
}

/** What an id in a request is the id of. A key that is missing here fails the test that says so. */
const idKinds = {
  orgid: "organisation",
  areaid: "area",
  areaId: "area",
  deptid: "department",
  departmentid: "department",
  "user.id": "person",
  personid: "person",
  exceptPersonid: "person",
  importid: "import",
  "firstPasswords.download id": "firstPasswordSheet",
  intoOrgid: "organisation",
  toDeptid: "department",
  usercode: "account",
  parentId: "building",
  ids: "remembered",
  "people.ofIds ids": "rememberedPerson",
  "areas.found ids": "rememberedArea",
  "departments.save id": "department",
  "departments.save parentId": "department",
  "departments.remove id": "department",
  objectIds: "department",
  layerIds: "layer",
  category: "newsColumn",
  postid: "post",
  "peopleAdmin.savePost parentId": "post",
  "news.detail id": "news",
  "newsAdmin.saveColumn id": "newsColumnId",
  "newsAdmin.saveColumn parentId": "newsColumnId",
  "newsAdmin.moveColumn id": "newsColumnId",
  "newsAdmin.moveColumn parentId": "newsColumnId",
  "newsAdmin.removeColumn id": "newsColumnId",
  "newsAdmin.list columnId": "newsColumn",
  "newsAdmin.exportList columnId": "newsColumn",
  "newsAdmin.save columnId": "newsColumnId",
  "newsAdmin.read id": "news",
  "newsAdmin.save id": "news",
  "newsAdmin.publish id": "news",
  "newsAdmin.withdraw id": "news",
  "newsAdmin.remove id": "news",
  "newsAdmin.saveLink id": "friendLink",
  "newsAdmin.removeLink id": "friendLink",
  "newsAdmin.sortLinks linkIds": "friendLink",
  "domains.save id": "domain",
  "domains.remove id": "domain",
  "domains.renewSecret id": "domain",
  "domains.decline id": "domain",
  "domains.saveOperations id": "domain",
  "domains.accept id": "domain",
  "applicationAdmin.save id": "application",
  "applicationAdmin.remove id": "application",
  "applicationAdmin.renewSecret id": "application",
  "applicationAdmin.signOuts id": "application",
  "webhooks.details id": "application",
  "webhooks.details before": "place",
  "webhooks.save id": "application",
  "webhooks.renewSecret id": "application",
  "webhooks.test id": "application",
  "webhooks.resend id": "application",
  "webhooks.resend delivery": "application",
  "applicationFailures.list id": "application",
  "applicationKeys.list id": "application",
  "applicationKeys.add id": "application",
  "applicationKeys.revoke id": "application",
  "applicationKeys.revoke keyId": "applicationKey",
  "applicationKeys.setMaster id": "application",
  "applicationTrials.run id": "application",
  "applicationConsents.withdraw id": "application",
  "identityAdmin.save id": "identitySource",
  "identityAdmin.remove id": "identitySource",
  "identityAdmin.test id": "identitySource",
  "identities.unlink id": "identityLink",
  "homeLayout.save id": "customList",
  "homeLayout.remove id": "customList",
  device: "device",
  "ingest.sourceCalls id": "alarmSource",
  "ingest.exportCalls id": "alarmSource",
  "ingest.revokeSource id": "alarmSource",
  "screenAdmin.renewCode id": "screen",
  "screenAdmin.revoke id": "screen",
  "drills.savePlan id": "plan",
  "drills.removePlan id": "plan",
  planId: "plan",
  "drills.participants areaids": "area",
  "drills.start orgids": "organisation",
  "drills.confirm id": "drill",
  "drills.end id": "drill",
  "drills.record id": "drill",
  "awareness.ofDrill id": "drill",
  "awareness.remindDrill id": "drill",
  "imports.check id": "import",
  "imports.one id": "import",
  "imports.marked id": "import",
  "imports.run id": "import",
  "imports.cancel id": "import",
  "patrolAdmin.savePoint id": "patrolPoint",
  "patrolAdmin.renewCode id": "patrolPoint",
  "patrolAdmin.codes ids": "patrolPoint",
  "patrolAdmin.savePlan id": "patrolPlan",
  "hazards.detail id": "hazard",
  "hazards.assign id": "hazard",
  "hazards.reject id": "hazard",
  "hazards.rectify id": "hazard",
  "hazards.close id": "hazard",
  "hazards.sendBack id": "hazard",
  "hazards.urge id": "hazard",
  "assessmentAdmin.saveScheme id": "assessmentScheme",
  "assessmentAdmin.removeScheme id": "assessmentScheme",
  schemeId: "assessmentScheme",
  "assessmentAdmin.give orgids": "organisation",
  "assessmentAdmin.detail id": "assessment",
  "assessmentAdmin.saveItem id": "assessment",
  "assessmentAdmin.saveItem evidence": "attachment",
  "assessmentAdmin.removeEvidence id": "assessment",
  "assessmentAdmin.submit id": "assessment",
  "assessmentAdmin.takeBack id": "assessment",
  "assessmentAdmin.reviewItem id": "assessment",
  "assessmentAdmin.extend id": "assessment",
  "assessmentAdmin.sendBack id": "assessment",
  "assessmentAdmin.accept id": "assessment",
  itemId: "assessmentItem",
  attachmentId: "attachment",
  placeId: "building",
  visitId: "patrolVisit",
  "tasks.detail id": "task",
  "tasks.assignees id": "task",
  "tasks.assignees after": "place",
  "tasks.exportAssignees id": "task",
  "tasks.comments id": "task",
  "tasks.comments before": "place",
  "tasks.change id": "task",
  "tasks.cancel id": "task",
  "tasks.stopRepeat id": "task",
  "tasks.remind ids": "task",
  "tasks.comment id": "task",
  work: "taskWork",
  "tasks.create people": "person",
  "tasks.create departments": "department",
  "tasks.create organisations": "organisation",
  "tasks.create areas": "area",
  attachments: "attachment",
  pictures: "attachment",
  photos: "attachment",
  "attachments.finish id": "attachment",
  "attachments.remove id": "attachment",
  "menuAdmin.save id": "menu",
  "menuAdmin.save parentId": "menu",
  "menuAdmin.save moduleid": "module",
  "menuAdmin.arrange id": "menu",
  "menuAdmin.move id": "menu",
  "menuAdmin.move parentId": "menu",
  "menuAdmin.remove id": "menu",
  before: "menu",
  "dictionaryAdmin.save id": "code",
  "dictionaryAdmin.arrange ids": "code",
  "dictionaryAdmin.remove id": "code",
  "gridAdmin.save id": "grid",
  "gridAdmin.save parentId": "grid",
  "gridAdmin.move id": "grid",
  "gridAdmin.move parentId": "grid",
  "gridAdmin.move before": "grid",
  "gridAdmin.setState id": "grid",
  "gridAdmin.remove id": "grid",
  "buildingAdmin.save id": "building",
  "buildingAdmin.save parentId": "building",
  "buildingAdmin.move id": "building",
  "buildingAdmin.move parentId": "building",
  "buildingAdmin.move before": "building",
  "buildingAdmin.setState id": "building",
  "buildingAdmin.remove id": "building",
  "moduleAdmin.save id": "module",
  "moduleAdmin.save parentId": "module",
  "moduleAdmin.move id": "module",
  "moduleAdmin.move parentId": "module",
  "moduleAdmin.move before": "module",
  "moduleAdmin.setState id": "module",
  "moduleAdmin.remove id": "module",
  "areaAdmin.save id": "area",
  "areaAdmin.save parentId": "area",
  "areaAdmin.move id": "area",
  "areaAdmin.move parentId": "area",
  "areaAdmin.move before": "area",
  "areaAdmin.setState id": "area",
  "areaAdmin.remove id": "area",
  "peopleTransfers.beginEnd id": "transfer",
  "peopleTransfers.answer id": "transfer",
  "peopleTransfers.withdraw id": "transfer",
  "roles.save id": "role",
  "roles.remove id": "role",
  "roles.people id": "role",
  "roles.give id": "role",
  "roles.give personids": "person",
  "roles.take id": "role",
  noticeid: "notice",
  noticeids: "readNotice",
  rings: "ring",
  "notices.written beforeid": "place",
  "notices.save organisations": "organisation",
  "notices.save departments": "department",
  "notices.save people": "person",
  "noticeReceipts.audience organisations": "organisation",
  "noticeReceipts.audience departments": "department",
  "noticeReceipts.audience people": "person",
  "notices.readerOrganisations afterid": "place",
} as const
type IdKind = (typeof idKinds)[keyof typeof idKinds]

const aBuilding = "select min(id) as id, org_id as org from building group by org_id"
const aPerson = "select min(id) as id, org_id as org from person group by org_id"
const itsArea = "select area_id as id, id as org from organisation"

const ownTask =
  "not exists (select from task_assignee a where a.task_id = task.id and a.org_id <> task.org_id)"

const idQueries: Record<IdKind, string> = {
  organisation: "select id, id as org from organisation",
  area: itsArea,
  rememberedArea: itsArea,
  department: "select min(id) as id, org_id as org from department group by org_id",
  person: aPerson,
  rememberedPerson: aPerson,
  account: "select min(account) as id, org_id as org from person group by org_id",
  building: aBuilding,
  grid: "select min(id) as id, org_id as org from grid group by org_id",
  module: "select (select min(id) from module) as id, id as org from organisation",
  remembered: aBuilding,
  layer: "select min(id) as id, org_id as org from building where type = 'layer' group by org_id",
  post: "select min(id) as id, org_id as org from post group by org_id",
  newsColumn: "select min(id) as id, org_id as org from news_column group by org_id",
  newsColumnId: "select min(id) as id, org_id as org from news_column group by org_id",
  friendLink: "select min(id) as id, org_id as org from friend_link group by org_id",
  news: "select min(id) as id, org_id as org from news group by org_id",
  domain: "select min(id) as id, org_id as org from auth_domain group by org_id",
  application: "select min(id) as id, org_id as org from application group by org_id",
  applicationKey: "select min(id) as id, org_id as org from application_key group by org_id",
  identitySource: "select min(id) as id, org_id as org from identity_source group by org_id",
  identityLink: "select min(id) as id, org_id as org from identity_link group by org_id",
  screen: "select min(id) as id, org_id as org from screen group by org_id",
  alarmSource: "select min(id) as id, org_id as org from alarm_source group by org_id",
  device: "select min(id) as id, org_id as org from known_device group by org_id",
  plan: "select min(id) as id, org_id as org from emergency_plan group by org_id",
  drill: "select min(id) as id, org_id as org from drill group by org_id",
  import: "select min(id) as id, org_id as org from data_import group by org_id",
  firstPasswordSheet: "select min(id) as id, org_id as org from first_password_sheet group by org_id",
  // A task that was given to another organisation is visible to that one as well.
  task: `select min(id) as id, org_id as org from task where ${ownTask} group by org_id`,
  taskWork: "select min(id) as id, org_id as org from task_assignee group by org_id",
  attachment: "select min(id) as id, org_id as org from attachment group by org_id",
  menu: "select (select min(id) from menu) as id, id as org from organisation",
  code: "select (select min(id) from dictionary) as id, id as org from organisation",
  assessment: "select min(id) as id, org_id as org from assessment group by org_id",
  assessmentScheme: "select min(id) as id, org_id as org from assessment_scheme group by org_id",
  assessmentItem: "select min(id) as id, org_id as org from assessment_item group by org_id",
  patrolPoint: "select min(id) as id, org_id as org from patrol_point group by org_id",
  patrolPlan: "select min(id) as id, org_id as org from patrol_plan group by org_id",
  patrolVisit: "select min(id) as id, org_id as org from patrol_record group by org_id",
  hazard: "select min(id) as id, org_id as org from hazard group by org_id",
  customList: "select min(id) as id, org_id as org from custom_list group by org_id",
  notice: "select min(id) as id, org_id as org from notice where shared_path is null group by org_id",
  readNotice: "select min(id) as id, org_id as org from notice group by org_id",
  ring: "select min(id) as id, org_id as org from bell_ring group by org_id",
  transfer: "select min(id) as id, org_id as org from person_transfer group by org_id",
  role: "select min(id) as id, org_id as org from role group by org_id",
  place: aPerson,
}

/**
 * Kinds that are not refused when they are foreign: what is answered for everybody, what only its owner may name, and
 * remembered choices, of which those that do not exist (any more) are left out of the answer (BUILD-3).
 */
const isNotByOrganisation = new Set<IdKind>([
  "menu",
  "code",
  "module",
  "newsColumn",
  "customList",
  "account",
  "remembered",
  "rememberedPerson",
  "rememberedArea",
  "device",
  "readNotice",
  "ring",
  "place",
])

/** SSO-4: the login page shows these before it knows who comes. */
const isForEverybody = new Set(["identities.offered"])

/** The other, required parameters of every cell. */
const fillers: Record<string, unknown> = {
  objectType: "1",
  username: "",
  // Accounts are unique, so a name that is not theirs would show somebody of another organisation.
  names: tinyAccounts.map(({ account }) => account),
  name: "官网",
  domainIp: "www.a.cn",
  title: "疏散演练",
  zxType: 2,
  readstate: "read",
}

function kindOf(name: string, key: string): IdKind | undefined {
  const kinds: Partial<Record<string, IdKind>> = idKinds
  return kinds[`${name} ${key}`] ?? kinds[key]
}

function isIdKey(call: Call, key: string): boolean {
  const schema = call.input.shape[key]
  const accepts = (value: unknown) => schema?.safeParse(value).success ?? false
  return accepts("123456789012345678") && !accepts("abc") && !accepts("1234567890123456789")
}

test("every id in a request has a known kind, for the matrix below", () => {
  const unknown = everyCall().flatMap(({ name, call }) =>
    Object.keys(call.input.shape)
      .filter((key) => isIdKey(call, key) && kindOf(name, key) === undefined)
      .map((key) => `${name} ${key}`),
  )
  expect(unknown).toEqual([])
})

/**
 * One organisation of each relation to the viewer: the own, those beside, above and below it, and one elsewhere. All
 * pairs are five times as many calls, which `npm run soak -- who-reaches` makes.
 */
const targetsOf: Record<string, readonly string[]> = {
  平台: ["平台", "甲区教育局", "乙一小学"],
  甲区教育局: ["甲区教育局", "平台", "甲镇小学", "乙区教育局", "乙一小学"],
  甲一小学: ["甲一小学", "甲区教育局", "甲二小学", "乙一小学"],
  甲二小学: ["甲二小学", "甲区教育局", "甲一小学", "乙一小学"],
  甲区配送公司: ["甲区配送公司", "甲区教育局", "甲一小学", "乙一小学"],
  甲镇小学: ["甲镇小学", "甲区教育局", "甲一小学", "乙一小学"],
  乙区教育局: ["乙区教育局", "乙一小学", "甲区教育局", "甲一小学"],
  乙一小学: ["乙一小学", "乙区教育局", "甲一小学"],
}

interface Cell {
  readonly target: string
  readonly input: Record<string, unknown>
  /** The kinds whose id is the target's, the others being the viewer's own. */
  readonly kinds: readonly IdKind[]
}

type Ids = ReadonlyMap<IdKind, ReadonlyMap<string, string>>

/** All ids are the target's; for calls with several also each of them alone, the others being the viewer's own. */
function cellsOf(name: string, call: Call, own: string, ids: Ids): Cell[] {
  const keys = Object.keys(call.input.shape)
  const idKeys = keys.flatMap((key) => {
    const kind = kindOf(name, key)
    return kind ? [{ key, kind }] : []
  })
  const idOf = (kind: IdKind, org: string) => ids.get(kind)?.get(org) ?? "999999999999999999"
  const others = Object.fromEntries(
    keys.filter((key) => key in fillers).map((key) => [key, fillers[key] ?? ""]),
  )
  // A call without an id is the same for every target.
  const isWhole = inject("isWhole")
  const allTargets = isWhole ? Object.keys(reachOf) : (targetsOf[own] ?? [])
  const targets = idKeys.length > 0 ? allTargets : [own]
  return targets.flatMap((target) => {
    const cell = (foreign: readonly { key: string; kind: IdKind }[]): Cell => ({
      target,
      kinds: foreign.map(({ kind }) => kind),
      input: {
        ...others,
        ...Object.fromEntries(
          idKeys.map((entry) => [entry.key, idOf(entry.kind, foreign.includes(entry) ? target : own)]),
        ),
      },
    })
    const isMixed = idKeys.length > 1 && target !== own && (isWhole || target === allTargets.at(-1))
    return isMixed ? [cell(idKeys), ...idKeys.map((entry) => cell([entry]))] : [cell(idKeys)]
  })
}

/**
 * A bureau signs the notices that it shares: its name, and no more, is known to those below it. And people who belong to
 * several organisations know the names of those.
 */
const signedCalls = new Set(["notices.list", "notices.detail", "notices.bell", "profile.own"])

function textOf(name: string, body: string): string {
  return signedCalls.has(name) ? body.replaceAll(/"orgname":"[^"]*"/g, "") : body
}

/** Of the same role and in a position like another's: their calls would only repeat the others'. */
const redundantAccounts = new Set<TinyAccount>(["teacher-a2", "teacher-town", "clerk-b", "teacher-b1"])

// One database for all tests: nothing foreign is written, and the one test that writes is the last.
let app: TestApp
let ids: Ids
let markers: ReadonlyMap<string, string>
let watch: Awaited<ReturnType<typeof watchRows>>
beforeAll(async () => {
  const cleanUps: (() => unknown)[] = []
  app = await testApp({}, (cleanUp) => void cleanUps.push(cleanUp as () => unknown))
  ;({ ids, markers } = await writeMarkers(app.url))
  watch = await watchRows(app.url)
  return async () => {
    await watch.end()
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

test("[ROLE-2] every call, role and relation of ids: nothing foreign is shown or written", async () => {
  let cells = 0

  for (const { account, organisation } of tinyAccounts.filter(
    (each) => !redundantAccounts.has(each.account),
  )) {
    const viewer = await app.as(account)
    const reached = reachOf[organisation] ?? []
    const strangers = [...markers].filter(([name]) => !reached.includes(name))

    for (const { name, call } of everyCall()) {
      if (call === accountCalls.signOut || call === accountCalls.lock) continue
      const requests = cellsOf(name, call, organisation, ids).map(async (cell) => {
        const where = `${account} ${name} ${JSON.stringify(cell.input)} of ${cell.target}`
        const isForeign = cell.kinds.some(
          (kind) =>
            !isNotByOrganisation.has(kind) &&
            !((kind === "area" ? areasOf : reachOf)[organisation] ?? []).includes(cell.target),
        )
        if (call.writes && !isForeign) return
        const answer = await viewer.request(call, cell.input)
        cells++
        if (answer.statusCode >= 500) expect.fail(`${where}: ${answer.statusCode} ${answer.body}`)
        if (isForeign && answer.statusCode < 400) expect.fail(`${where} is answered: ${answer.body}`)
        if (isForEverybody.has(name)) return
        for (const [stranger, marker] of strangers)
          if (textOf(name, answer.body).includes(marker))
            expect.fail(`${where} shows ${stranger}: ${answer.body}`)
      })
      await Promise.all(requests)
    }
    expect(await watch.changes()).toEqual([])
  }
  expect(cells).toBeGreaterThan(3000)
})

test("[ROLE-2] every call about an organisation in reach is answered", async () => {
  const clients: readonly TinyAccount[] = [
    "platform",
    "bureau-a",
    "head-a1",
    "teacher-a1",
    "boss-ae",
    "head-town",
  ]
  const seen = new Map<string, Set<string>>()
  for (const account of clients) {
    const organisation = tinyAccounts.find((entry) => entry.account === account)?.organisation ?? ""
    const viewer = await app.as(account)
    for (const { name, call } of everyCall()) {
      if (call.writes) continue
      // The test above checks that no more than that is shown.
      if (seen.get(account)?.size === reachOf[organisation]?.length) break
      for (const target of reachOf[organisation] ?? []) {
        const cell = cellsOf(name, call, target, ids).find((each) => each.target === target)
        if (!cell) continue
        const { statusCode, body } = await viewer.request(call, cell.input)
        if (statusCode !== 200) continue
        const shown = seen.get(account) ?? new Set()
        seen.set(account, shown)
        for (const [stranger, marker] of markers) if (textOf(name, body).includes(marker)) shown.add(stranger)
      }
    }
    expect([account, [...(seen.get(account) ?? [])].toSorted()]).toEqual([
      account,
      [...(reachOf[organisation] ?? [])].toSorted(),
    ])
  }
})

test("[ROLE-2] nobody is answered with another user's cached session, scope or menus", async () => {
  const clients: [string, TestClient][] = []
  for (const { account } of tinyAccounts) clients.push([account, await app.as(account)])
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => clients)
      .flat()
      .map(async ([account, viewer]) => [account, (await viewer.send(accountCalls.current, {})).id] as const),
  )
  const owners = new Map<string, string>()
  for (const [account, id] of answers) {
    expect(owners.get(account) ?? id).toBe(id)
    owners.set(account, id)
  }
  expect(new Set(owners.values()).size).toBe(tinyAccounts.length)
})

test("[ROLE-2] a write within reach succeeds, and one with a foreign part is refused whole", async () => {
  const bureau = await app.as("bureau-a")
  const of = (kind: IdKind, org: string) => ids.get(kind)?.get(org) ?? ""
  const kinds = { 1: "department", 2: "person" } as const
  const range = (objectType: 1 | 2, org: string, objectOf: string, layersOf: string) => ({
    orgid: of("organisation", org),
    objectIds: of(kinds[objectType], objectOf),
    layerIds: of("layer", layersOf),
    objectType,
  })
  for (const objectType of [1, 2] as const) {
    await bureau.send(buildingCalls.saveRelation, range(objectType, "甲一小学", "甲一小学", "甲一小学"))
    await watch.changes()
    for (const [org, objectOf, layersOf] of [
      ["甲一小学", "甲一小学", "甲二小学"],
      ["甲一小学", "甲一小学", "乙一小学"],
      ["甲一小学", "甲二小学", "甲一小学"],
      ["甲一小学", "乙一小学", "甲一小学"],
      ["乙一小学", "乙一小学", "乙一小学"],
    ] as const) {
      const refused = await bureau.request(
        buildingCalls.saveRelation,
        range(objectType, org, objectOf, layersOf),
      )
      expect([objectType, org, objectOf, layersOf, refused.statusCode]).toEqual([
        objectType,
        org,
        objectOf,
        layersOf,
        403,
      ])
    }
    expect(await watch.changes()).toEqual([])
  }
})

/** Writes each organisation's mark into every text of its rows that a screen would show. */
async function writeMarkers(url: string): Promise<{ ids: Ids; markers: ReadonlyMap<string, string> }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select set_config('uc.reach', 'all', false)")
    const { rows: orgs } = await client.query<{ id: string; name: string }>(
      "select id, name from organisation",
    )
    const nameOf = new Map(orgs.map(({ id, name }) => [id, name]))
    expect([...nameOf.values()].toSorted()).toEqual(Object.keys(reachOf).toSorted())

    await client.query(
      "insert into alarm_source (org_id, name, key) select id, '网关', 'as_' || id from organisation",
    )
    await client.query("insert into screen (org_id, name) select id, '值班室' from organisation")
    await client.query(`insert into application (org_id, client_id, name, icon, home_address, redirect_addresses)
      select id, 'client-' || id, '应用', 'apps', 'https://a.cn/', array['https://a.cn/in'] from organisation`)
    await client.query(`insert into application_key (org_id, application_id, name, key_hash, hint, scopes)
      select org_id, id, '同步', sha256(client_id::bytea), 'abcd', array['directory:read'] from application`)
    await client.query(`insert into identity_source (org_id, key, kind, name, address, client_id, agent_id, account_claim)
      select id, 'key-' || id, 'cas', '来源', 'https://192.0.2.1/cas', '', '', '' from organisation`)
    await client.query(`insert into identity_link (org_id, person_id, source_id, subject_hash, label)
      select s.org_id, min(p.id), s.id, '', '' from identity_source s join person p on p.org_id = s.org_id group by s.id`)
    const found = new Map<IdKind, Map<string, string>>()
    for (const [kind, query] of Object.entries(idQueries)) {
      const { rows } = await client.query<{ id: string; org: string }>(query)
      found.set(kind as IdKind, new Map(rows.map(({ id, org }) => [nameOf.get(org) ?? "", id])))
    }

    const { rows: columns } = await client.query<{
      table: string
      column: string
      owner: string
      shared: boolean
    }>(
      `select c.table_name as table, c.column_name as column,
              case when c.table_name = 'organisation' then 'id' else 'org_id' end as owner,
              exists (select from information_schema.columns s
                       where s.table_name = c.table_name and s.column_name = 'shared_path') as shared
         from information_schema.columns c
        where c.table_schema = 'public' and c.data_type = 'text'
          and c.column_name in ('name', 'short_name', 'title', 'text', 'content', 'address', 'note', 'notes', 'remark',
              'description', 'detail', 'space_name', 'signature', 'evidence', 'yazx_title', 'summary', 'body')
          and (c.table_name = 'organisation' or exists (select from information_schema.columns o
                where o.table_name = c.table_name and o.column_name = 'org_id'))`,
    )
    expect(columns.length).toBeGreaterThan(15)
    for (const { table, column, owner, shared } of columns)
      await client.query(
        `update "${table}" set "${column}" = "${column}" || '〔' || ${owner} || '〕' ${
          shared ? "where shared_path is null" : table === "task" ? `where ${ownTask}` : ""
        }`,
      )
    return { ids: found, markers: new Map(orgs.map(({ id, name }) => [name, `〔${id}〕`])) }
  } finally {
    await client.end()
  }
}
