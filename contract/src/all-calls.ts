import { applicationAdminCalls } from "./applications/admin-calls.ts"
import { applicationCalls } from "./applications/calls.ts"
import { webhookCalls } from "./applications/webhook-calls.ts"
import { applicationFailureCalls } from "./applications/failure-calls.ts"
import { applicationKeyCalls } from "./applications/key-calls.ts"
import { applicationConsentCalls } from "./applications/consent-calls.ts"
import { applicationTrialCalls } from "./applications/trial-calls.ts"
import { activationCalls } from "./login/activation-calls.ts"
import { alarmAdminCalls } from "./alarms/admin-calls.ts"
import { alarmCalls } from "./alarms/calls.ts"
import { alarmTableCalls } from "./alarm-tables/calls.ts"
import { areaAdminCalls } from "./areas/admin-calls.ts"
import { areaCalls } from "./areas/calls.ts"
import { assessmentAdminCalls } from "./assessments/admin-calls.ts"
import { assessmentCalls } from "./assessments/calls.ts"
import { attachmentCalls } from "./attachments/calls.ts"
import { awarenessCalls } from "./awareness/calls.ts"
import { buildingAdminCalls } from "./buildings/admin-calls.ts"
import { buildingCalls } from "./buildings/calls.ts"
import type { Call, CallGroup } from "./core/call.ts"
import { captchaCalls } from "./captcha/calls.ts"
import { dailyStatCalls } from "./daily-stats/calls.ts"
import { departmentAdminCalls } from "./departments/admin-calls.ts"
import { departmentCalls } from "./departments/calls.ts"
import { dictionaryAdminCalls } from "./dictionary/admin-calls.ts"
import { dictionaryCalls } from "./dictionary/calls.ts"
import { demoMessageCalls } from "./demo/message-calls.ts"
import { directoryCalls } from "./directory/calls.ts"
import { domainCalls } from "./domains/calls.ts"
import { drillCalls } from "./drills/calls.ts"
import { gridAdminCalls } from "./grids/admin-calls.ts"
import { firstPasswordCalls } from "./first-passwords/calls.ts"
import { gridCalls } from "./grids/calls.ts"
import { identityAdminCalls } from "./identity-sources/admin-calls.ts"
import { identityCalls } from "./identity-sources/calls.ts"
import { importCalls } from "./imports/calls.ts"
import { alarmSourceCalls } from "./alarm-sources/calls.ts"
import { homeLayoutCalls } from "./home/calls.ts"
import { loginCalls } from "./login/calls.ts"
import { resetCalls } from "./login/reset-calls.ts"
import { logCalls } from "./logs/calls.ts"
import { manageCalls } from "./manage/calls.ts"
import { menuAdminCalls } from "./menus/admin-calls.ts"
import { menuCalls } from "./menus/calls.ts"
import { moduleAdminCalls } from "./modules/admin-calls.ts"
import { moduleCalls } from "./modules/calls.ts"
import { newsAdminCalls } from "./news/admin-calls.ts"
import { newsCalls } from "./news/calls.ts"
import { noticeCalls } from "./notices/calls.ts"
import { receiptCalls } from "./notices/receipt-calls.ts"
import { organisationAdminCalls } from "./organisations/admin-calls.ts"
import { organisationCalls } from "./organisations/calls.ts"
import { hazardCalls } from "./hazards/calls.ts"
import { patrolAdminCalls } from "./patrols/admin-calls.ts"
import { patrolCalls } from "./patrols/calls.ts"
import { peopleAdminCalls } from "./people/admin-calls.ts"
import { peopleTransferCalls } from "./people/transfer-calls.ts"
import { peopleCalls } from "./people/calls.ts"
import { profileCalls } from "./account/profile-calls.ts"
import { qrcodeCalls } from "./qrcodes/calls.ts"
import { reauthCalls } from "./reauth/calls.ts"
import { onlineUserCalls } from "./online-users/calls.ts"
import { accountCalls } from "./account/calls.ts"
import { screenAdminCalls } from "./screens/admin-calls.ts"
import { screenCalls } from "./screens/calls.ts"
import { roleCalls } from "./roles/calls.ts"
import { statusCalls } from "./status/calls.ts"
import { subscriptionCalls } from "./subscriptions/calls.ts"
import { taskCalls } from "./tasks/calls.ts"
import { firstRunCalls } from "./home/first-run-calls.ts"
import { todoCountCalls } from "./todo-counts/calls.ts"

/**
 * Every call, by noun: for the server, for OpenAPI and for tests that walk them all. A page imports its own noun instead,
 * or it would carry the whole contract.
 */
export const calls = {
  session: accountCalls,
  menus: menuCalls,
  menuAdmin: menuAdminCalls,
  dictionary: dictionaryCalls,
  dictionaryAdmin: dictionaryAdminCalls,
  onlineUsers: onlineUserCalls,
  manage: manageCalls,
  people: peopleCalls,
  peopleAdmin: peopleAdminCalls,
  peopleTransfers: peopleTransferCalls,
  firstPasswords: firstPasswordCalls,
  departments: departmentCalls,
  departmentAdmin: departmentAdminCalls,
  directory: directoryCalls,
  buildings: buildingCalls,
  buildingAdmin: buildingAdminCalls,
  areas: areaCalls,
  areaAdmin: areaAdminCalls,
  modules: moduleCalls,
  moduleAdmin: moduleAdminCalls,
  grids: gridCalls,
  gridAdmin: gridAdminCalls,
  domains: domainCalls,
  applications: applicationCalls,
  applicationAdmin: applicationAdminCalls,
  webhooks: webhookCalls,
  applicationFailures: applicationFailureCalls,
  applicationKeys: applicationKeyCalls,
  applicationTrials: applicationTrialCalls,
  applicationConsents: applicationConsentCalls,
  identities: identityCalls,
  identityAdmin: identityAdminCalls,
  organisations: organisationCalls,
  organisationAdmin: organisationAdminCalls,
  alarms: alarmCalls,
  alarmAdmin: alarmAdminCalls,
  alarmTables: alarmTableCalls,
  ingest: alarmSourceCalls,
  drills: drillCalls,
  awareness: awarenessCalls,
  captcha: captchaCalls,
  reauth: reauthCalls,
  login: loginCalls,
  activation: activationCalls,
  reset: resetCalls,
  qrcodes: qrcodeCalls,
  logs: logCalls,
  demoMessages: demoMessageCalls,
  notices: noticeCalls,
  noticeReceipts: receiptCalls,
  profile: profileCalls,
  news: newsCalls,
  newsAdmin: newsAdminCalls,
  tasks: taskCalls,
  attachments: attachmentCalls,
  assessments: assessmentCalls,
  assessmentAdmin: assessmentAdminCalls,
  patrols: patrolCalls,
  patrolAdmin: patrolAdminCalls,
  hazards: hazardCalls,
  homeLayout: homeLayoutCalls,
  subscriptions: subscriptionCalls,
  firstRun: firstRunCalls,
  todoCounts: todoCountCalls,
  dailyStats: dailyStatCalls,
  imports: importCalls,
  roles: roleCalls,
  status: statusCalls,
  screens: screenCalls,
  screenAdmin: screenAdminCalls,
} satisfies Readonly<Record<string, CallGroup>>

type Calls = typeof calls
/** A call's full name, e.g. `domains.save`. */
export type CallName = { [N in keyof Calls]: `${N}.${keyof Calls[N] & string}` }[keyof Calls]

export interface NamedCall {
  readonly name: CallName
  readonly call: Call
}

export function everyCall(): readonly NamedCall[] {
  return Object.entries<CallGroup>(calls).flatMap(([noun, group]) =>
    Object.entries(group).map(([verb, call]) => ({ name: `${noun}.${verb}` as CallName, call })),
  )
}
