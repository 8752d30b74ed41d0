import { alarmWorkCalls } from "./alarms-at-work.ts"
import { alarmCalls } from "./alarms.ts"
import { areaCalls } from "./areas.ts"
import { assessmentWorkCalls } from "./assessments-at-work.ts"
import { assessmentCalls } from "./assessments.ts"
import { attachmentCalls } from "./attachments.ts"
import { buildingCalls } from "./buildings.ts"
import type { Call, CallGroup } from "./call.ts"
import { captchaCalls } from "./captcha.ts"
import { comparisonCalls } from "./comparison.ts"
import { departmentWorkCalls } from "./departments-at-work.ts"
import { departmentCalls } from "./departments.ts"
import { dictionaryAdminCalls } from "./dictionary-admin.ts"
import { dictionaryCalls } from "./dictionary.ts"
import { demoMessageCalls } from "./demo-messages.ts"
import { directoryCalls } from "./directory.ts"
import { domainCalls } from "./domains.ts"
import { drillCalls } from "./drills.ts"
import { gridCalls } from "./grids.ts"
import { importCalls } from "./imports.ts"
import { ingestCalls } from "./ingest.ts"
import { layoutCalls } from "./layout.ts"
import { loginCalls } from "./login.ts"
import { logCalls } from "./logs.ts"
import { manageCalls } from "./manage.ts"
import { menuAdminCalls } from "./menu-admin.ts"
import { menuCalls } from "./menus.ts"
import { moduleCalls } from "./modules.ts"
import { newsAdminCalls } from "./news-admin.ts"
import { newsCalls } from "./news.ts"
import { noticeCalls } from "./notices.ts"
import { organisationWorkCalls } from "./organisations-at-work.ts"
import { organisationCalls } from "./organisations.ts"
import { patrolWorkCalls } from "./patrols-at-work.ts"
import { patrolCalls } from "./patrols.ts"
import { peopleWorkCalls } from "./people-at-work.ts"
import { peopleCalls } from "./people.ts"
import { profileCalls } from "./profile.ts"
import { qrcodeCalls } from "./qrcodes.ts"
import { reauthCalls } from "./reauth.ts"
import { sessionAdminCalls } from "./session-admin.ts"
import { sessionCalls } from "./session.ts"
import { subscriptionCalls } from "./subscriptions.ts"
import { taskCalls } from "./tasks.ts"
import { waitingCalls } from "./waiting.ts"

/**
 * Every call, by noun: for the server, for OpenAPI and for tests that walk them all. A page imports its own noun instead,
 * or it would carry the whole contract.
 */
export const calls = {
  session: sessionCalls,
  menus: menuCalls,
  menuAdmin: menuAdminCalls,
  dictionary: dictionaryCalls,
  dictionaryAdmin: dictionaryAdminCalls,
  sessionAdmin: sessionAdminCalls,
  manage: manageCalls,
  people: peopleCalls,
  peopleAtWork: peopleWorkCalls,
  departments: departmentCalls,
  departmentsAtWork: departmentWorkCalls,
  directory: directoryCalls,
  buildings: buildingCalls,
  areas: areaCalls,
  modules: moduleCalls,
  grids: gridCalls,
  domains: domainCalls,
  organisations: organisationCalls,
  organisationsAtWork: organisationWorkCalls,
  alarms: alarmCalls,
  alarmsAtWork: alarmWorkCalls,
  ingest: ingestCalls,
  drills: drillCalls,
  captcha: captchaCalls,
  reauth: reauthCalls,
  login: loginCalls,
  qrcodes: qrcodeCalls,
  logs: logCalls,
  demoMessages: demoMessageCalls,
  notices: noticeCalls,
  profile: profileCalls,
  news: newsCalls,
  newsAdmin: newsAdminCalls,
  tasks: taskCalls,
  attachments: attachmentCalls,
  assessments: assessmentCalls,
  assessmentsAtWork: assessmentWorkCalls,
  patrols: patrolCalls,
  patrolsAtWork: patrolWorkCalls,
  layout: layoutCalls,
  subscriptions: subscriptionCalls,
  waiting: waitingCalls,
  comparison: comparisonCalls,
  imports: importCalls,
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
