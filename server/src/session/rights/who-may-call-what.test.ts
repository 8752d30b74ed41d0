import { everyCall, type CallName } from "@uc/contract/all-calls"
import { admintypes, type Admintype } from "@uc/contract/account/calls"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { noPermissionMessage, permissions, type ScopeKind } from "@uc/contract/roles/permissions"
import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

/**
 * DISTRICT-8: roles x calls. Which permission a call needs is said here once more, apart from the contract: a declaration that is
 * changed or taken out makes a row fail. A call that is in no row is for everybody who is signed in.
 */
const needed: Readonly<Record<PermissionId, string>> = {
  "alarmSources.manage": `ingest.sources ingest.exportSources ingest.sourceCalls ingest.exportCalls ingest.createSource ingest.revokeSource`,
  "alarms.manage": "awareness.remindAlarm",
  "screens.manage": `screenAdmin.list screenAdmin.create screenAdmin.renewCode screenAdmin.revoke`,
  "roles.manage": `roles.list roles.save roles.remove roles.people roles.give roles.take roles.ofPerson roles.findRecords roles.explain`,
  "alarmTables.manage": `alarmTables.types alarmTables.saveType alarmTables.arrangeTypes alarmTables.removeType alarmTables.levels alarmTables.saveLevel alarmTables.removeLevel awareness.rules awareness.saveRule`,
  "areas.manage": `areaAdmin.list areaAdmin.save areaAdmin.move areaAdmin.setState areaAdmin.remove`,
  "assessments.fill": `assessmentAdmin.saveItem assessmentAdmin.removeEvidence assessmentAdmin.submit assessmentAdmin.takeBack`,
  "assessments.read": `assessments.list assessmentAdmin.schemes assessmentAdmin.exportSchemes assessmentAdmin.page assessmentAdmin.exportPage assessmentAdmin.detail assessmentAdmin.results assessmentAdmin.exportResults assessmentAdmin.trend assessmentAdmin.exportTrend`,
  "assessments.review": `assessmentAdmin.reviewItem assessmentAdmin.sendBack assessmentAdmin.extend assessmentAdmin.accept`,
  "assessments.schemes": `assessmentAdmin.saveScheme assessmentAdmin.removeScheme assessmentAdmin.give`,
  "buildings.manage": `buildings.saveRelation buildingAdmin.list buildingAdmin.save buildingAdmin.move buildingAdmin.setState buildingAdmin.remove`,
  "departments.manage": `departments.save departments.remove departmentAdmin.move departmentAdmin.shift departmentAdmin.setState departmentAdmin.mergePlan departmentAdmin.merge`,
  "dictionary.manage": `dictionaryAdmin.tables dictionaryAdmin.entries dictionaryAdmin.export dictionaryAdmin.save dictionaryAdmin.arrange dictionaryAdmin.remove`,
  "domains.manage": `domains.exportList domains.save domains.remove domains.renewSecret domains.decline domains.accept domains.saveOperations`,
  "domains.below": "",
  "applications.manage": `applicationAdmin.list applicationAdmin.save applicationAdmin.remove applicationAdmin.signOuts applicationAdmin.renewSecret applicationKeys.list applicationKeys.add applicationKeys.revoke applicationKeys.setMaster identityAdmin.list identityAdmin.save identityAdmin.remove identityAdmin.test webhooks.details webhooks.save webhooks.renewSecret webhooks.test webhooks.resend applicationTrials.run applicationFailures.list`,
  "drills.plans": `drills.savePlan drills.removePlan`,
  "drills.run": `drills.participants drills.start drills.end drills.endRound awareness.remindDrill`,
  "grids.manage": `gridAdmin.list gridAdmin.save gridAdmin.move gridAdmin.setState gridAdmin.remove`,
  "hazards.manage": "",
  "imports.use": `imports.template imports.exportPresent imports.begin imports.check imports.one imports.marked imports.run imports.cancel imports.list imports.exportList`,
  "logs.read": `logs.signIns logs.audit logs.exportSignIns logs.exportAudit`,
  "manage.overview": `manage.overview`,
  "menus.manage": `menuAdmin.list menuAdmin.exportList menuAdmin.save menuAdmin.addBuiltIn menuAdmin.arrange menuAdmin.move menuAdmin.remove`,
  "menus.preview": `menuAdmin.lookAs`,
  "modules.manage": `moduleAdmin.list moduleAdmin.save moduleAdmin.move moduleAdmin.setState moduleAdmin.remove`,
  "news.manage": `newsAdmin.columns newsAdmin.exportColumns newsAdmin.saveColumn newsAdmin.moveColumn newsAdmin.removeColumn newsAdmin.list newsAdmin.exportList newsAdmin.read newsAdmin.save newsAdmin.preview newsAdmin.publish newsAdmin.withdraw newsAdmin.remove newsAdmin.links newsAdmin.exportLinks newsAdmin.saveLink newsAdmin.sortLinks newsAdmin.removeLink`,
  "notices.manage": `notices.written notices.exportWritten notices.writtenDetail notices.save notices.withdraw notices.remove notices.readers notices.exportReaders notices.readerOrganisations noticeReceipts.audience noticeReceipts.reminder noticeReceipts.remind`,
  "online.manage": `onlineUsers.list onlineUsers.exportList onlineUsers.end onlineUsers.endAll`,
  "organisations.change": `organisationAdmin.change assessmentAdmin.saveProfile`,
  "organisations.manage": `organisationAdmin.add organisationAdmin.move organisationAdmin.setState organisationAdmin.mergePlan organisationAdmin.merge`,
  "patrols.manage": `patrolAdmin.savePoint patrolAdmin.renewCode patrolAdmin.codes patrolAdmin.savePlan`,
  "people.transfers": `peopleTransfers.begin peopleTransfers.beginEnd peopleTransfers.answer peopleTransfers.withdraw peopleTransfers.list`,
  "home.pins": `homeLayout.savePins`,
  "tasks.give": "",
  "tasks.manage": "",
  "people.export": `peopleAdmin.export directory.export`,
  "people.firstPasswords": `firstPasswords.count firstPasswords.begin firstPasswords.list firstPasswords.download`,
  "people.grant": `peopleAdmin.setAdmintype peopleAdmin.setAdmintypes`,
  "people.manage": `peopleAdmin.phoneHolders peopleAdmin.add peopleAdmin.change peopleAdmin.place peopleAdmin.setState peopleAdmin.setStates`,
  "people.passwords": `peopleAdmin.resetPassword`,
  "status.read": `status.overview`,
  "posts.manage": `peopleAdmin.postTree peopleAdmin.exportPosts peopleAdmin.savePost peopleAdmin.shiftPost peopleAdmin.removePost`,
}

const permissionOfCall = new Map<string, PermissionId>()
for (const { id } of permissions) for (const name of words(needed[id])) permissionOfCall.set(name, id)

/** Built-in administrators have what is theirs and what is of those below them. */
const ofPlatform = words("alarmTables.manage dictionary.manage status.read menus.manage modules.manage")
const ofArea = words("areas.manage organisations.manage domains.below")

function builtIn(admintype: Admintype): (id: PermissionId) => boolean {
  if (admintype === admintypes.none) return () => false
  const isBeyond = [
    ...(admintype === admintypes.platform ? [] : ofPlatform),
    ...(admintype === admintypes.organisation ? ofArea : []),
  ]
  return (id) => !isBeyond.includes(id)
}

interface Row {
  readonly who: string
  readonly account: string
  readonly admintype?: Admintype
  readonly role?: { readonly permissions: readonly string[]; readonly scope: ScopeKind }
  readonly has: (id: PermissionId) => boolean
}

const rows: readonly Row[] = [
  { who: "平台管理员", account: "platform", has: builtIn(admintypes.platform) },
  { who: "区域管理员", account: "bureau-a", has: builtIn(admintypes.area) },
  { who: "单位管理员", account: "head-a1", has: builtIn(admintypes.organisation) },
  { who: "普通人员", account: "teacher-a1", has: builtIn(admintypes.none) },
  {
    who: "a reviewer of assessments",
    account: "clerk-a",
    role: { permissions: ["assessments.review"], scope: "area" },
    has: (id) => id === "assessments.review" || id === "assessments.read",
  },
  {
    who: "a personnel officer of some departments",
    account: "worker-ae",
    // What can't be narrowed to departments has no effect, whoever has written it into the table.
    role: { permissions: ["people.manage", "logs.read", "news.manage"], scope: "departments" },
    has: (id) => id === "people.manage" || id === "logs.read",
  },
  {
    who: "a role of what no role may give",
    account: "teacher-a2",
    role: {
      permissions: [
        "roles.manage",
        "people.grant",
        "dictionary.manage",
        "imports.use",
        "screens.manage",
        "status.read",
      ],
      scope: "chosen",
    },
    has: () => false,
  },
]

let app: TestApp
const clients = new Map<string, TestClient>()

beforeAll(async () => {
  const cleanUps: (() => unknown)[] = []
  app = await testApp({}, (cleanUp) => void cleanUps.push(cleanUp as () => unknown))
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`insert into person (org_id, account, name, usertype, pinyin, initials)
      select org_id, 'teacher-a2', '另一位', usertype, '', '' from person where account = 'teacher-a1'
      on conflict do nothing`)
    await db.execute(sql`insert into credential (person_id, org_id, pepper_kid, phc)
      select p.id, p.org_id, c.pepper_kid, c.phc from person p, credential c join person t on t.id = c.person_id
      where p.account = 'teacher-a2' and t.account = 'teacher-a1' on conflict do nothing`)
    for (const { account, role } of rows)
      if (role)
        await db.execute(sql`with made as (insert into role (org_id, name, permissions, scope_kind, scope_orgs)
            select org_id, '角色', ${sql.param([...role.permissions])}::text[], ${role.scope},
              array(select id from organisation) from person where account = ${account} returning id)
          insert into person_role (person_id, org_id, role_id)
          select p.id, p.org_id, made.id from person p, made where p.account = ${account}`)
  })
  for (const { account } of rows) clients.set(account, await app.as(account))
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "")
}

/** Those that end or lock the session, or change how it signs in, would end the walk. */
const last: readonly CallName[] = ["session.signOut", "session.lock"]

/** Asked for beside the permission of a call, for one of its parameters: domains-below.test.ts. */
const ofParameter: readonly PermissionId[] = ["domains.below"]

test("[DISTRICT-8] every permission guards a call, or says more in one that everybody may make", () => {
  const used = new Set(everyCall().flatMap(({ call }) => [call.permission, call.more]))
  const included = permissions.flatMap(({ includes }) => includes)
  const unused = permissions.filter(
    ({ id }) => !used.has(id) && !included.includes(id) && !ofParameter.includes(id),
  )
  expect(unused.map(({ id }) => id)).toEqual([])
})

for (const { who, account, has } of rows)
  test(`[DISTRICT-8] ${who}: each call is refused or not, as declared`, async () => {
    const wrong: string[] = []
    for (const { name, call } of everyCall()) {
      if (call.open || last.includes(name)) continue
      const permission = permissionOfCall.get(name)
      // Without input nothing is done: whoever may make the call gets to the input, and is told what is missing there.
      const answer = await clients.get(account)?.request(call, {})
      const isRefused =
        permission !== undefined &&
        answer?.statusCode === 403 &&
        answer.json<{ msg: string }>().msg === noPermissionMessage(permission)
      const isPermissionRefusal = answer?.body.includes("您没有“") ?? false
      const isExpected = permission === undefined || has(permission)
      if (isExpected ? isPermissionRefusal : !isRefused) wrong.push(`${name}: ${answer?.body.slice(0, 120)}`)
    }
    expect(wrong).toEqual([])
  })
