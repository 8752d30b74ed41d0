import { alarmAdminCalls } from "@uc/contract/alarms/admin-calls"
import { alarmSourceCalls } from "@uc/contract/alarm-sources/calls"
import { everyCall, type CallName } from "@uc/contract/all-calls"
import { admintypes } from "@uc/contract/account/calls"
import { applicationAdminCalls } from "@uc/contract/applications/admin-calls"
import { applicationKeyCalls } from "@uc/contract/applications/key-calls"
import { areaAdminCalls } from "@uc/contract/areas/admin-calls"
import { assessmentAdminCalls } from "@uc/contract/assessments/admin-calls"
import type { Call } from "@uc/contract/core/call"
import { domainCalls } from "@uc/contract/domains/calls"
import { drillCalls } from "@uc/contract/drills/calls"
import { identityAdminCalls } from "@uc/contract/identity-sources/admin-calls"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { noticeCalls } from "@uc/contract/notices/calls"
import { receiptCalls } from "@uc/contract/notices/receipt-calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { peopleTransferCalls } from "@uc/contract/people/transfer-calls"
import { firstPasswordCalls } from "@uc/contract/first-passwords/calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { permissions, type ScopeKind } from "@uc/contract/roles/permissions"
import type { PermissionId } from "@uc/contract/roles/permission-id"
import { screenAdminCalls } from "@uc/contract/screens/admin-calls"
import { taskCalls } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import { readFileSync } from "node:fs"
import { beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { plainApplication } from "../../testing/oidc/test-relying-party.ts"
import { grantFor } from "../../testing/test-danger.ts"
import { forNobody } from "../../testing/test-notices.ts"
import { nextMonth, testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"

/**
 * FAULT-11: what a write makes or changes may reach further than the organisation that it names: a key, a source, a shared
 * notice, somebody's way of signing in. Here every write call says what it reaches, and actors of every rank and scope try.
 */
const bureau = "甲区教育局"
const school = "甲一小学"
const area = [bureau, school, "甲二小学", "甲区配送公司", "甲镇小学"]
const allOrganisations = ["平台", ...area, "乙区教育局", "乙一小学"]

interface Actor {
  readonly who: string
  readonly account: string
  readonly admintype: number
  /** Every permission that a role may have, for this scope. */
  readonly scope: ScopeKind | null
  /** For which organisations the actor holds permissions as a whole, said by hand. */
  readonly holds: readonly string[]
}

/** From the one who may do least: an allowed call may work only once. */
const actors: readonly Actor[] = [
  { who: "普通人员", account: "actor-none", admintype: 0, scope: null, holds: [] },
  { who: "a role for 本部门", account: "actor-department", admintype: 0, scope: "department", holds: [] },
  { who: "a role for 指定单位", account: "actor-chosen", admintype: 0, scope: "chosen", holds: [school] },
  { who: "a role for 本单位", account: "actor-own", admintype: 0, scope: "organisation", holds: [bureau] },
  { who: "a role for 所辖区域", account: "actor-area", admintype: 0, scope: "area", holds: area },
  { who: "单位管理员 of the bureau", account: "actor-unit", admintype: 1, scope: null, holds: [bureau] },
  { who: "区域管理员", account: "bureau-a", admintype: 2, scope: null, holds: area },
  { who: "平台管理员", account: "platform", admintype: 3, scope: null, holds: allOrganisations },
]

/** The ids of the things that calls are about, by the name that this file gives them. */
const ids = new Map<string, string>()
const idOf = (name: string): string => {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`There is nothing called ${name}`)
  return id
}

interface Attempt {
  readonly call: Call
  readonly permission: PermissionId
  /** The organisations that the thing reaches, or for which the rights that it touches hold. */
  readonly reaches: readonly string[]
  readonly input: () => Record<string, unknown>
  /** Of the own organisation of the caller, so that only people of the bureau can be asked. */
  readonly isOfBureau?: true
  /** Nobody with a role but without an admintype changes who holds a role (decision 066). */
  readonly isRoleHolder?: true
}

const ends = nextMonth.slice(0, 10)
const shared = { isShared: true, isPublic: false }
const colleagues = [
  { account: "plain", reaches: [bureau] },
  { account: "holder-own", reaches: [bureau], isRoleHolder: true as const },
  { account: "holder-area", reaches: area, isRoleHolder: true as const },
]
const person = (account: string) => ({ personid: idOf(account) })
const role = (scopeKind: ScopeKind) => ({
  name: `角色${scopeKind}`,
  permissions: ["news.manage"],
  scopeKind,
  organisations: scopeKind === "chosen" ? [idOf(school)] : [],
})
const application = (isForBelow: boolean) => ({
  ...plainApplication,
  roles: [],
  isForBelow,
  redirectAddresses: [`https://app-${isForBelow}.example/cb`],
})
const source = (isForBelow: boolean) => ({
  kind: "oidc",
  name: "统一认证",
  address: "https://login.example",
  clientId: "portal",
  agentId: "",
  accountClaim: "",
  mailDomains: [],
  order: 0,
  isForBelow,
  isDisabled: false,
  signsOutThere: false,
  secret: "a secret of the source",
})
const plan = { kind: "other", content: "集合", steps: [], isShared: false }

const attempts: Readonly<Partial<Record<CallName, readonly Attempt[]>>> = {
  "peopleAdmin.resetPassword": colleagues.map(({ account, ...more }) => ({
    call: peopleAdminCalls.resetPassword,
    permission: "people.passwords",
    input: () => person(account),
    ...more,
  })),
  "peopleAdmin.change": colleagues.map(({ account, ...more }) => ({
    call: peopleAdminCalls.change,
    permission: "people.manage",
    input: () => ({
      ...person(account),
      version: 1,
      nickname: "某人",
      sex: "",
      role: "",
      phone: "13900004321",
    }),
    ...more,
  })),
  "firstPasswords.begin": colleagues.map(({ account, reaches }) => ({
    call: firstPasswordCalls.begin,
    permission: "people.firstPasswords",
    reaches,
    input: () => ({ personids: [idOf(`fresh-${account}`)], secretKind: "password", way: "sheet" }),
  })),
  "peopleTransfers.begin": colleagues.map(({ account, reaches }) => ({
    call: peopleTransferCalls.begin,
    permission: "people.transfers",
    reaches,
    input: () => ({ ...person(`fresh-${account}`), version: 1, kind: "second", orgname: "乙一小学" }),
  })),
  "peopleAdmin.setAdmintype": [
    {
      call: peopleAdminCalls.setAdmintype,
      permission: "people.grant",
      reaches: area,
      input: () => ({ ...person("plain-2"), version: 1, admintype: admintypes.area }),
    },
  ],
  "peopleAdmin.setAdmintypes": [
    {
      call: peopleAdminCalls.setAdmintypes,
      permission: "people.grant",
      reaches: [bureau],
      input: () => ({ personids: [idOf("plain-2")], admintype: admintypes.organisation }),
    },
  ],
  "roles.save": (
    [
      ["organisation", [bureau]],
      ["chosen", [school, bureau]],
      ["area", area],
    ] as const
  ).map(([scopeKind, reaches]) => ({
    call: roleCalls.save,
    permission: "roles.manage",
    reaches,
    isOfBureau: true,
    input: () => role(scopeKind),
  })),
  "roles.give": [
    {
      call: roleCalls.give,
      permission: "roles.manage",
      reaches: area,
      input: () => ({ id: idOf("role of the area"), personids: idOf("plain") }),
    },
  ],
  "roles.remove": [
    {
      call: roleCalls.remove,
      permission: "roles.manage",
      reaches: area,
      input: () => ({ id: idOf("spare role of the area"), version: 1 }),
    },
  ],
  "ingest.createSource": [
    {
      call: alarmSourceCalls.createSource,
      permission: "alarmSources.manage",
      reaches: area,
      input: () => ({ orgid: idOf(bureau), name: "网关" }),
    },
    {
      call: alarmSourceCalls.createSource,
      permission: "alarmSources.manage",
      reaches: [school],
      input: () => ({ orgid: idOf(school), name: "网关" }),
    },
  ],
  "ingest.revokeSource": [
    {
      call: alarmSourceCalls.revokeSource,
      permission: "alarmSources.manage",
      reaches: area,
      input: () => ({ id: idOf("source of the bureau") }),
    },
  ],
  "screenAdmin.create": [
    {
      call: screenAdminCalls.create,
      permission: "screens.manage",
      // A screen shows what everybody of the bureau sees, and gives no right.
      reaches: [bureau],
      input: () => ({ orgid: idOf(bureau), name: "值班室" }),
    },
  ],
  "applicationAdmin.save": [false, true].map((isForBelow) => ({
    call: applicationAdminCalls.save,
    permission: "applications.manage",
    reaches: isForBelow ? area : [bureau],
    isOfBureau: true,
    input: () => application(isForBelow),
  })),
  "applicationKeys.add": [
    {
      call: applicationKeyCalls.add,
      permission: "applications.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({
        id: idOf("application of the area"),
        name: "同步",
        scopes: ["directory:read"],
        days: null,
      }),
    },
  ],
  "applicationAdmin.renewSecret": [
    {
      call: applicationAdminCalls.renewSecret,
      permission: "applications.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("application of the area"), endsOld: false }),
    },
  ],
  "identityAdmin.save": [false, true].map((isForBelow) => ({
    call: identityAdminCalls.save,
    permission: "applications.manage",
    reaches: isForBelow ? area : [bureau],
    isOfBureau: true,
    input: () => source(isForBelow),
  })),
  "domains.save": [
    {
      call: domainCalls.save,
      permission: "domains.manage",
      reaches: [bureau],
      isOfBureau: true,
      input: () => ({ name: "教学平台", domainIp: "teach.example.cn" }),
    },
  ],
  "notices.save": [
    {
      call: noticeCalls.save,
      permission: "notices.manage",
      reaches: [bureau],
      isOfBureau: true,
      input: () => ({ ...forNobody, isForOwn: true }),
    },
    {
      call: noticeCalls.save,
      permission: "notices.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ ...forNobody, isShared: true }),
    },
    {
      call: noticeCalls.save,
      permission: "notices.manage",
      reaches: [bureau, school],
      isOfBureau: true,
      input: () => ({ ...forNobody, organisations: idOf(school) }),
    },
  ],
  "noticeReceipts.remind": [
    {
      call: receiptCalls.remind,
      permission: "notices.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ noticeid: idOf("notice of the area"), bySms: false, byWebhook: false }),
    },
  ],
  "notices.withdraw": [
    {
      call: noticeCalls.withdraw,
      permission: "notices.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ noticeid: idOf("notice of the area"), version: 1 }),
    },
  ],
  "notices.remove": [
    {
      call: noticeCalls.remove,
      permission: "notices.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ noticeid: idOf("other notice of the area"), version: 1 }),
    },
  ],
  "newsAdmin.saveColumn": [
    {
      call: newsAdminCalls.saveColumn,
      permission: "news.manage",
      reaches: [bureau],
      isOfBureau: true,
      input: () => ({ name: "局内", isShared: false, isPublic: false }),
    },
    {
      call: newsAdminCalls.saveColumn,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ name: "全区", ...shared }),
    },
  ],
  "newsAdmin.moveColumn": [
    {
      call: newsAdminCalls.moveColumn,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("column of the area"), version: 1, place: 0 }),
    },
  ],
  "newsAdmin.removeColumn": [
    {
      call: newsAdminCalls.removeColumn,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("empty column of the area"), version: 1 }),
    },
  ],
  "newsAdmin.save": [
    {
      call: newsAdminCalls.save,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({
        columnId: idOf("column of the area"),
        title: "要闻",
        summary: "",
        author: "",
        body: "<p>正文</p>",
        ...shared,
      }),
    },
  ],
  "newsAdmin.publish": [
    {
      call: newsAdminCalls.publish,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("news of the area"), version: 1 }),
    },
  ],
  "newsAdmin.withdraw": [
    {
      call: newsAdminCalls.withdraw,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("other news of the area"), version: 1 }),
    },
  ],
  "newsAdmin.remove": [
    {
      call: newsAdminCalls.remove,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("third news of the area"), version: 1 }),
    },
  ],
  "newsAdmin.saveLink": [
    {
      call: newsAdminCalls.saveLink,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ name: "教育部", address: "https://moe.example", ...shared }),
    },
  ],
  "newsAdmin.removeLink": [
    {
      call: newsAdminCalls.removeLink,
      permission: "news.manage",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("link of the area"), version: 1 }),
    },
  ],
  "drills.savePlan": [
    {
      call: drillCalls.savePlan,
      permission: "drills.plans",
      reaches: [bureau],
      isOfBureau: true,
      input: () => ({ ...plan, title: "局内预案" }),
    },
    {
      call: drillCalls.savePlan,
      permission: "drills.plans",
      reaches: area,
      isOfBureau: true,
      input: () => ({ ...plan, title: "全区预案", isShared: true }),
    },
  ],
  "drills.removePlan": [
    {
      call: drillCalls.removePlan,
      permission: "drills.plans",
      reaches: area,
      isOfBureau: true,
      input: () => ({ id: idOf("spare plan of the area") }),
    },
  ],
  "drills.start": [
    {
      call: drillCalls.start,
      permission: "drills.run",
      reaches: [bureau, school],
      input: () => ({
        planId: idOf("plan of the area"),
        orgids: `${idOf(bureau)},${idOf(school)}`,
        title: "疏散演练",
        zxType: 2,
      }),
    },
  ],
  "tasks.create": [
    {
      call: taskCalls.create,
      permission: "tasks.give",
      reaches: [school],
      isOfBureau: true,
      input: () => ({
        title: "检查",
        content: "",
        priority: 1,
        deadline: null,
        steps: [],
        repeat: null,
        organisations: idOf(school),
      }),
    },
  ],
  "assessmentAdmin.give": [
    {
      call: assessmentAdminCalls.give,
      permission: "assessments.schemes",
      reaches: [bureau, school],
      isOfBureau: true,
      input: () => ({
        schemeId: idOf("scheme of the bureau"),
        period: "2031",
        begins: ends,
        ends,
        orgids: idOf(school),
      }),
    },
  ],
  "alarmAdmin.acknowledge": [
    {
      call: alarmAdminCalls.acknowledge,
      permission: "alarms.manage",
      reaches: [school],
      input: () => ({ uuid: idOf("alarm of the school") }),
    },
  ],
  "alarmAdmin.dismiss": [
    {
      call: alarmAdminCalls.dismiss,
      permission: "alarms.manage",
      reaches: [school],
      input: () => ({ uuid: idOf("other alarm of the school"), note: "误报" }),
    },
  ],
  "organisationAdmin.add": [
    {
      call: organisationAdminCalls.add,
      permission: "organisations.manage",
      reaches: area,
      input: () => ({ areaid: idOf("area"), kind: "school", name: "甲区新小学" }),
    },
  ],
  "areaAdmin.save": [
    {
      call: areaAdminCalls.save,
      permission: "areas.manage",
      reaches: area,
      input: () => ({ parentId: idOf("area"), name: "甲新镇", code: "330101009" }),
    },
  ],
}

/** Its own data, session or message: nobody else's right can be reached. */
const ofOneself = `session.signOut session.lock session.end session.endOthers session.forgetDevice session.checkPassword
  session.changePassword domains.seen domains.ticket applications.allow applications.prove applicationConsents.withdraw
  identities.link identities.unlink drills.confirm awareness.confirm reauth.verify reauth.sendSms qrcodes.scan qrcodes.confirm
  qrcodes.refuse notices.read notices.readAll noticeReceipts.confirm profile.removePicture profile.saveSignature
  profile.saveHomePage profile.checkPhone profile.sendPhoneCode profile.changePhone profile.saveEmail profile.tie profile.untie
  profile.switchTo attachments.begin attachments.finish attachments.remove homeLayout.save homeLayout.remove
  subscriptions.save`
/** Before anybody is signed in, or from a server that proves itself: the tests of sign-in, tickets and signatures. */
const open = `session.signIn domains.redeem domains.spendGrant identities.enter identities.add ingest.report captcha.check
  login.adminSignIn login.sendCheckCode login.checkCode login.setPassword login.chooseAccount login.sendSignInCode
  login.smsSignIn login.claimQrcode activation.activate reset.sendCode reset.checkCode reset.setPassword screens.pair`
/** What is read into a file, as far as the list shows it: exported-file.test.ts and who-reaches-what.test.ts. */
const exports = `menuAdmin.exportList dictionaryAdmin.export onlineUsers.exportList peopleAdmin.exportPosts peopleAdmin.export
  directory.export domains.exportList alarmAdmin.exportList ingest.exportSources ingest.exportCalls drills.exportPlans
  drills.exportLive drills.exportLedger logs.exportSignIns logs.exportAudit notices.exportList notices.exportWritten
  notices.exportReaders newsAdmin.exportColumns newsAdmin.exportList newsAdmin.exportLinks tasks.exportList
  tasks.exportAssignees assessments.exportProfiles assessmentAdmin.exportSchemes assessmentAdmin.exportPage
  assessmentAdmin.exportResults assessmentAdmin.exportTrend patrolAdmin.exportPoints patrolAdmin.exportPlans
  patrolAdmin.exportVisits patrolAdmin.exportRanks hazards.exportList imports.exportPresent imports.exportList`
/** Everybody's tables, which the platform's people alone change: who-may-call-what.test.ts walks roles over them. */
const ofPlatform = `menuAdmin.save menuAdmin.addBuiltIn menuAdmin.arrange menuAdmin.move menuAdmin.remove dictionaryAdmin.save
  dictionaryAdmin.arrange dictionaryAdmin.remove moduleAdmin.save moduleAdmin.move moduleAdmin.setState moduleAdmin.remove
  alarmTables.saveType alarmTables.arrangeTypes alarmTables.removeType alarmTables.saveLevel alarmTables.removeLevel
  awareness.saveRule`
/** One organisation and its own data, and nothing beyond: who-administers-what.test.ts and the tests of each noun. */
const ofOneOrganisation = `menuAdmin.lookAs onlineUsers.end onlineUsers.endAll people.phoneOf peopleAdmin.savePost
  peopleAdmin.shiftPost peopleAdmin.removePost peopleAdmin.add peopleAdmin.place peopleAdmin.setState
  peopleAdmin.setStates departments.save departments.remove departmentAdmin.shift departmentAdmin.setState
  buildings.saveRelation buildingAdmin.save buildingAdmin.move buildingAdmin.setState buildingAdmin.remove
  gridAdmin.save gridAdmin.move gridAdmin.setState gridAdmin.remove organisationAdmin.change alarmAdmin.assign
  alarmAdmin.handle alarmAdmin.close drills.end drills.endRound awareness.remindAlarm awareness.remindDrill
  newsAdmin.sortLinks tasks.change tasks.work tasks.accept tasks.finish tasks.handBack tasks.giveAgain tasks.takeOff
  tasks.cancel tasks.stopRepeat tasks.remind tasks.comment assessmentAdmin.saveScheme assessmentAdmin.removeScheme
  assessmentAdmin.saveItem assessmentAdmin.removeEvidence assessmentAdmin.submit assessmentAdmin.takeBack
  assessmentAdmin.reviewItem assessmentAdmin.sendBack assessmentAdmin.extend assessmentAdmin.accept
  assessmentAdmin.saveProfile patrolAdmin.savePoint patrolAdmin.renewCode patrolAdmin.savePlan patrolAdmin.checkIn
  hazards.report hazards.assign hazards.reject hazards.rectify hazards.close hazards.sendBack hazards.urge
  imports.begin imports.check imports.cancel roles.take roles.explain peopleTransfers.withdraw`
/** Reaches further, and is tried with every rank in a test of its own, which is named here. */
const triedElsewhere: Readonly<Partial<Record<CallName, string>>> = {
  "departmentAdmin.move": "features/people/role-takeover.test.ts",
  "departmentAdmin.merge": "features/people/role-takeover.test.ts",
  "firstPasswords.download": "features/people/role-takeover.test.ts",
  "peopleTransfers.beginEnd": "features/people/transfer-refusals.test.ts",
  "peopleTransfers.answer": "features/people/role-takeover.test.ts",
  "imports.run": "features/imports/imports.test.ts",
  "screenAdmin.renewCode": "session/who-administers-what.test.ts",
  "screenAdmin.revoke": "session/who-administers-what.test.ts",
  "domains.remove": "features/domains/domains-below.test.ts",
  "domains.decline": "features/domains/domains-below.test.ts",
  "domains.accept": "features/domains/domains-below.test.ts",
  "domains.saveOperations": "features/domains/hosted-operations.test.ts",
  "domains.renewSecret": "features/domains/domains.test.ts",
  "applicationAdmin.remove": "features/applications/administered-fully.test.ts",
  "webhooks.save": "features/applications/administered-fully.test.ts",
  "webhooks.renewSecret": "features/applications/administered-fully.test.ts",
  "webhooks.test": "features/applications/administered-fully.test.ts",
  "webhooks.resend": "features/applications/administered-fully.test.ts",
  "applicationKeys.revoke": "features/applications/administered-fully.test.ts",
  "applicationKeys.setMaster": "features/applications/administered-fully.test.ts",
  "identityAdmin.remove": "features/applications/administered-fully.test.ts",
  "identityAdmin.test": "features/applications/administered-fully.test.ts",
  "homeLayout.savePins": "features/roles/role-scope.test.ts",
  "organisationAdmin.move": "session/rights/who-may-call-what.test.ts",
  "organisationAdmin.setState": "session/rights/who-may-call-what.test.ts",
  "organisationAdmin.merge": "session/rights/who-may-call-what.test.ts",
  "areaAdmin.move": "session/rights/who-may-call-what.test.ts",
  "areaAdmin.setState": "session/rights/who-may-call-what.test.ts",
  "areaAdmin.remove": "session/rights/who-may-call-what.test.ts",
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "")

test("[FAULT-11] every write call says what it reaches, and none says so twice", () => {
  const said = [
    ...[ofOneself, open, exports, ofPlatform, ofOneOrganisation].flatMap(words),
    ...Object.keys(triedElsewhere),
    ...Object.keys(attempts),
  ]
  const writes = everyCall().flatMap(({ name, call }) => (call.writes ? [name] : []))
  expect({ missing: writes.filter((name) => !said.includes(name)) }).toEqual({ missing: [] })
  expect({ unknown: said.filter((name) => !writes.some((each) => each === name)) }).toEqual({ unknown: [] })
  expect({ twice: said.filter((name, at) => said.indexOf(name) !== at) }).toEqual({ twice: [] })
})

test("[FAULT-11] a call that is tried elsewhere is named by the test that tries it", () => {
  const missing = Object.entries(triedElsewhere).filter(([name, file]) => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")
    return !new RegExp(String.raw`\.${name.split(".")[1]}\b`).test(text)
  })
  expect(missing).toEqual([])
})

let app: TestApp
const clients = new Map<string, TestClient>()

beforeAll(async () => {
  const cleanUps: (() => unknown)[] = []
  app = await testApp({}, (cleanUp) => void cleanUps.push(cleanUp as () => unknown))
  await app.database.transaction(unrestricted, async (db) => {
    const named = async (name: string, statement: ReturnType<typeof sql>) => {
      const { rows } = await db.execute<{ id: string }>(statement)
      ids.set(name, rows[0]?.id ?? "")
    }
    for (const name of allOrganisations)
      await named(name, sql`select id::text from organisation where name = ${name}`)
    await named("area", sql`select id::text from area where name = '甲区'`)
    const home = sql`(select id from organisation where name = ${bureau})`
    const path = sql`(select area_path from organisation where name = ${bureau})`
    const add = async (account: string, admintype: number, hasPassword: boolean) => {
      await named(
        account,
        sql`insert into person (org_id, account, name, usertype, admintype, pinyin, initials)
          select org_id, ${account}, '某人', usertype, ${admintype}, '', '' from person where account = 'clerk-a'
          returning id::text`,
      )
      if (hasPassword)
        await db.execute(sql`insert into credential (person_id, org_id, pepper_kid, phc)
          select p.id, p.org_id, c.pepper_kid, c.phc from person p, credential c join person t on t.id = c.person_id
          where p.account = ${account} and t.account = 'clerk-a'`)
    }
    const addRole = (name: string, held: readonly PermissionId[], kind: ScopeKind) =>
      named(
        name,
        sql`insert into role (org_id, name, permissions, scope_kind, scope_orgs)
          values (${home}, ${name}, ${sql.param([...held])}::text[], ${kind},
            array(select id from organisation where name = ${school} and ${kind} = 'chosen')) returning id::text`,
      )
    const give = (account: string, roleName: string) =>
      db.execute(sql`insert into person_role (person_id, org_id, role_id)
        values (${idOf(account)}::bigint, ${home}, ${idOf(roleName)}::bigint)`)
    const composable = permissions.flatMap(({ id, only }) => (only === undefined ? [id] : []))
    for (const { account, admintype, scope } of actors) {
      if (account === "bureau-a" || account === "platform") continue
      await add(account, admintype, true)
      if (scope === null) continue
      await addRole(`role of ${account}`, composable, scope)
      await give(account, `role of ${account}`)
    }
    await addRole("role of the area", ["people.manage"], "area")
    await addRole("spare role of the area", ["people.manage"], "area")
    await addRole("role of the bureau", ["news.manage"], "organisation")
    for (const prefix of ["", "fresh-"]) {
      for (const account of ["plain", "holder-own", "holder-area"])
        await add(`${prefix}${account}`, 0, prefix === "")
      await give(`${prefix}holder-own`, "role of the bureau")
      await give(`${prefix}holder-area`, "role of the area")
    }
    await add("plain-2", 0, true)
    await named(
      "source of the bureau",
      sql`insert into alarm_source (org_id, name, key) values (${home}, '网关', 'as_of_the_bureau') returning id::text`,
    )
    for (const name of ["notice of the area", "other notice of the area"])
      await named(
        name,
        sql`insert into notice (org_id, title, category, body, published_at, is_for_own, is_for_area, shared_path)
          values (${home}, ${name}, '通知公告', '正文', now() - interval '1 hour', false, true, ${path}) returning id::text`,
      )
    for (const name of ["column of the area", "empty column of the area"])
      await named(
        name,
        sql`insert into news_column (org_id, name, category, sort_no, shared_path)
          values (${home}, ${name}, ${name.replaceAll(" ", "-")}, 900, ${path})
          returning id::text`,
      )
    for (const name of ["news of the area", "other news of the area", "third news of the area"])
      await named(
        name,
        sql`insert into news (org_id, column_id, title, summary, body, shared_path, published_at)
          values (${home}, ${idOf("column of the area")}::bigint, ${name}, '', '<p>正文</p>', ${path}, now()) returning id::text`,
      )
    await named(
      "link of the area",
      sql`insert into friend_link (org_id, name, address, sort_no, shared_path)
        values (${home}, '链接', 'https://link.example', 900, ${path}) returning id::text`,
    )
    for (const name of ["plan of the area", "spare plan of the area"])
      await named(
        name,
        sql`insert into emergency_plan (org_id, title, kind, content, steps, shared_path)
          values (${home}, ${name}, 'other', '集合', '[]', ${path}) returning id::text`,
      )
    await named(
      "scheme of the bureau",
      sql`select min(id)::text as id from assessment_scheme where org_id = ${home}`,
    )
    for (const name of ["alarm of the school", "other alarm of the school"])
      await named(
        name,
        sql`insert into alarm_record (uuid, org_id, area_path, model_code, level, createtime, received_at, state)
          select gen_random_uuid(), id, area_path, 'smoke', 4, now(), now(), 'open' from organisation where name = ${school}
          returning uuid::text as id`,
      )
  })
  for (const { account } of actors) clients.set(account, await app.as(account))
  const areaAdmin = client("bureau-a")
  await grantFor(app, areaAdmin, "application")
  const entry = await areaAdmin.send(applicationAdminCalls.save, {
    ...application(true),
    name: "全区应用",
    redirectAddresses: ["https://area-wide.example/cb"],
    logoutAddresses: [],
    claims: ["account"],
  })
  ids.set("application of the area", entry.id)
  return async () => {
    for (const cleanUp of cleanUps) await cleanUp()
  }
})

function client(account: string): TestClient {
  const found = clients.get(account)
  if (!found) throw new Error(`Nobody is signed in as ${account}`)
  return found
}

/** What no role may have, by the contract. */
const builtInAlone = new Set(permissions.flatMap(({ id, only }) => (only === "builtIn" ? [id] : [])))

function mayDo(actor: Actor, { permission, reaches, isRoleHolder }: Attempt): boolean {
  if (actor.admintype === 0 && (builtInAlone.has(permission) || isRoleHolder)) return false
  const from = permissions.find(({ id }) => id === permission)?.from ?? admintypes.platform
  if (actor.scope === null && actor.admintype < from) return false
  return reaches.every((org) => actor.holds.includes(org))
}

for (const [name, tries] of Object.entries(attempts))
  test(`[FAULT-11] ${name} reaches no further than its actor, whatever the rank and scope`, async () => {
    const wrong: string[] = []
    let last = ""
    for (const [no, attempt] of tries.entries()) {
      const { call, reaches, input, isOfBureau } = attempt
      const asked = actors.filter(({ account }) => !isOfBureau || account !== "platform")
      // The refused ones first: what an allowed one has deleted proves nothing any more.
      const [refused, allowed] = [false, true].map((is) =>
        asked.filter((actor) => mayDo(actor, attempt) === is),
      )
      let hasWorked = false
      for (const actor of [...(refused ?? []), ...(allowed ?? [])]) {
        if (call.sensitive !== false) await grantFor(app, client(actor.account), call.sensitive)
        const { statusCode, body } = await client(actor.account).request(call, input())
        const isRefused = statusCode === 403
        if (!hasWorked && isRefused === mayDo(actor, attempt))
          wrong.push(`${no + 1} (${reaches.join("、")}) by ${actor.who}: ${statusCode} ${body}`)
        hasWorked ||= statusCode === 200
        last = body
      }
      // Otherwise the input may be incomplete, and proves nothing.
      if (!hasWorked) wrong.push(`${no + 1} worked for nobody: ${last}`)
    }
    expect(wrong.join("\n")).toBe("")
  })
