import type { calls } from "@uc/contract/all-calls"
import { alarmAdminRoutes } from "./features/alarms/admin.routes.ts"
import { alarmRoutes } from "./features/alarms/alarms.routes.ts"
import { escalateOverdueAlarms } from "./features/alarms/escalate-overdue-alarms.ts"
import { alarmTableRoutes } from "./features/alarm-tables/alarm-tables.routes.ts"
import { areaAdminRoutes } from "./features/areas/admin.routes.ts"
import { areaRoutes } from "./features/areas/areas.routes.ts"
import { applicationAdminRoutes } from "./features/applications/admin.routes.ts"
import { applicationFailureRoutes } from "./features/applications/failures/failures.routes.ts"
import { applicationKeyRoutes } from "./features/applications/keys.routes.ts"
import { applicationConsentRoutes } from "./features/applications/consents.routes.ts"
import { applicationTrialRoutes } from "./features/applications/trial/trial.routes.ts"
import { applicationRoutes } from "./features/applications/applications.routes.ts"
import { ringOfFailures } from "./features/applications/webhooks/ring-of-failures.ts"
import { webhookRoutes } from "./features/applications/webhooks/webhooks.routes.ts"
import { remindOfAssessments } from "./features/assessments/remind-of-assessments.ts"
import { assessmentAdminRoutes } from "./features/assessments/admin.routes.ts"
import { assessmentRoutes } from "./features/assessments/assessments.routes.ts"
import { attachmentRoutes } from "./features/attachments/attachments.routes.ts"
import { postgresBlobs } from "./features/attachments/blob-store.ts"
import { storeFile } from "./features/attachments/store-file.ts"
import { removeOrphans } from "./features/attachments/remove-orphans.ts"
import { awarenessRoutes } from "./features/awareness/awareness.routes.ts"
import { buildingAdminRoutes } from "./features/buildings/admin.routes.ts"
import { buildingRoutes } from "./features/buildings/buildings.routes.ts"
import { demoMessageRoutes } from "./features/demo/demo-messages.routes.ts"
import { captchaRoutes } from "./features/captcha/captcha.routes.ts"
import { dailyStatRoutes } from "./features/daily-stats/daily-stats.routes.ts"
import { departmentAdminRoutes } from "./features/departments/admin.routes.ts"
import { departmentRoutes } from "./features/departments/departments.routes.ts"
import { dictionaryAdminRoutes } from "./features/dictionary/admin.routes.ts"
import { dictionaryRoutes } from "./features/dictionary/dictionary.routes.ts"
import { directoryRoutes } from "./features/directory/directory.routes.ts"
import { domainRoutes } from "./features/domains/domains.routes.ts"
import { drillRoutes } from "./features/drills/drills.routes.ts"
import { gridAdminRoutes } from "./features/grids/admin.routes.ts"
import { firstPasswordRoutes } from "./features/first-passwords/first-passwords.routes.ts"
import { gridRoutes } from "./features/grids/grids.routes.ts"
import { identityAdminRoutes } from "./features/identity-sources/admin.routes.ts"
import { identityRoutes } from "./features/identity-sources/identity-sources.routes.ts"
import { failAbandonedImports } from "./features/imports/fail-abandoned-imports.ts"
import { readImport } from "./features/imports/import-reader.ts"
import { roleRoutes } from "./features/roles/roles.routes.ts"
import { importRoutes } from "./features/imports/imports.routes.ts"
import { ingestRoutes } from "./features/alarm-sources/alarm-sources.routes.ts"
import { homeLayoutRoutes } from "./features/home/home.routes.ts"
import { activationRoutes } from "./features/login/activation.routes.ts"
import { loginRoutes } from "./features/login/login.routes.ts"
import { resetRoutes } from "./features/login/reset.routes.ts"
import { logRoutes } from "./features/logs/logs.routes.ts"
import { manageRoutes } from "./features/manage/manage.routes.ts"
import { menuAdminRoutes } from "./features/menus/admin.routes.ts"
import { menuRoutes } from "./features/menus/menus.routes.ts"
import { moduleAdminRoutes } from "./features/modules/admin.routes.ts"
import { moduleRoutes } from "./features/modules/modules.routes.ts"
import { announceNews } from "./features/news/announce-news.ts"
import { newsAdminRoutes } from "./features/news/admin.routes.ts"
import { newsRoutes } from "./features/news/news.routes.ts"
import { remindOfDueDrills, remindOfPinned, publishDueNotices } from "./features/notices/jobs.ts"
import { noticeRoutes } from "./features/notices/notices.routes.ts"
import { receiptRoutes } from "./features/notices/receipts.routes.ts"
import { organisationAdminRoutes } from "./features/organisations/admin.routes.ts"
import { organisationRoutes } from "./features/organisations/organisations.routes.ts"
import {
  findMissedPatrols,
  schedulePatrolVisits,
  remindOfPatrols,
} from "./features/patrols/schedule-patrol-visits.ts"
import { escalateOverdueHazards } from "./features/hazards/escalate-overdue-hazards.ts"
import { hazardRoutes } from "./features/hazards/hazards.routes.ts"
import { screenAdminRoutes } from "./features/screens/admin.routes.ts"
import { screenRoutes } from "./features/screens/screens.routes.ts"
import { patrolAdminRoutes } from "./features/patrols/admin.routes.ts"
import { patrolRoutes } from "./features/patrols/patrols.routes.ts"
import { peopleAdminRoutes } from "./features/people/admin.routes.ts"
import { peopleTransferRoutes } from "./features/people/transfers.routes.ts"
import { peopleRoutes } from "./features/people/people.routes.ts"
import { profileRoutes } from "./features/account/profile.routes.ts"
import { qrcodeRoutes } from "./features/qrcodes/qrcodes.routes.ts"
import { reauthRoutes } from "./features/reauth/reauth.routes.ts"
import { onlineUserRoutes } from "./features/online-users/online-users.routes.ts"
import { accountRoutes } from "./features/account/account.routes.ts"
import { statusRoutes } from "./features/status/status.routes.ts"
import { subscriptionRoutes } from "./features/subscriptions/subscriptions.routes.ts"
import { remindOfDueTasks, repeatDueTasks } from "./features/tasks/jobs.ts"
import { taskRoutes } from "./features/tasks/tasks.routes.ts"
import { firstRunRoutes } from "./features/home/first-run.routes.ts"
import { todoCountRoutes } from "./features/todo-counts/todo-counts.routes.ts"
import type { Feature } from "./http/calls/implement-calls.ts"
import { deleteExpired } from "./scheduler/delete-expired.ts"
import type { Job } from "./scheduler/run-jobs.ts"

type Calls = typeof calls
type FeatureOfEachNoun = { readonly [Noun in keyof Calls]: Feature<Calls[Noun]> }

/** The handlers of each noun. A noun of the contract that is missing here does not compile. */
export const features: FeatureOfEachNoun = {
  session: accountRoutes,
  menus: menuRoutes,
  menuAdmin: menuAdminRoutes,
  dictionary: dictionaryRoutes,
  dictionaryAdmin: dictionaryAdminRoutes,
  onlineUsers: onlineUserRoutes,
  manage: manageRoutes,
  people: peopleRoutes,
  peopleAdmin: peopleAdminRoutes,
  peopleTransfers: peopleTransferRoutes,
  firstPasswords: firstPasswordRoutes,
  departments: departmentRoutes,
  departmentAdmin: departmentAdminRoutes,
  directory: directoryRoutes,
  buildings: buildingRoutes,
  buildingAdmin: buildingAdminRoutes,
  areas: areaRoutes,
  areaAdmin: areaAdminRoutes,
  modules: moduleRoutes,
  moduleAdmin: moduleAdminRoutes,
  grids: gridRoutes,
  gridAdmin: gridAdminRoutes,
  domains: domainRoutes,
  applications: applicationRoutes,
  applicationAdmin: applicationAdminRoutes,
  webhooks: webhookRoutes,
  applicationFailures: applicationFailureRoutes,
  applicationKeys: applicationKeyRoutes,
  applicationTrials: applicationTrialRoutes,
  applicationConsents: applicationConsentRoutes,
  identities: identityRoutes,
  identityAdmin: identityAdminRoutes,
  organisations: organisationRoutes,
  organisationAdmin: organisationAdminRoutes,
  alarms: alarmRoutes,
  alarmAdmin: alarmAdminRoutes,
  alarmTables: alarmTableRoutes,
  ingest: ingestRoutes,
  drills: drillRoutes,
  awareness: awarenessRoutes,
  captcha: captchaRoutes,
  qrcodes: qrcodeRoutes,
  logs: logRoutes,
  demoMessages: demoMessageRoutes,
  reauth: reauthRoutes,
  login: loginRoutes,
  activation: activationRoutes,
  reset: resetRoutes,
  notices: noticeRoutes,
  noticeReceipts: receiptRoutes,
  profile: profileRoutes,
  news: newsRoutes,
  newsAdmin: newsAdminRoutes,
  tasks: taskRoutes,
  attachments: attachmentRoutes(postgresBlobs, storeFile),
  assessments: assessmentRoutes,
  assessmentAdmin: assessmentAdminRoutes,
  patrols: patrolRoutes,
  patrolAdmin: patrolAdminRoutes,
  hazards: hazardRoutes,
  homeLayout: homeLayoutRoutes,
  subscriptions: subscriptionRoutes,
  firstRun: firstRunRoutes,
  todoCounts: todoCountRoutes,
  dailyStats: dailyStatRoutes,
  imports: importRoutes(readImport),
  roles: roleRoutes,
  status: statusRoutes,
  screens: screenRoutes,
  screenAdmin: screenAdminRoutes,
}

/** Recurring jobs, which run in every process. */
export const jobs: readonly Job[] = [
  { name: "delete-expired", everyMs: 600_000, work: deleteExpired },
  { name: "escalate-overdue-alarms", everyMs: 15_000, work: escalateOverdueAlarms },
  { name: "escalate-overdue-hazards", everyMs: 60_000, work: escalateOverdueHazards },
  { name: "fail-abandoned-imports", everyMs: 5_000, work: failAbandonedImports },
  { name: "schedule-patrol-visits", everyMs: 60_000, work: schedulePatrolVisits },
  { name: "find-missed-patrols", everyMs: 60_000, work: findMissedPatrols },
  { name: "remind-of-patrols", everyMs: 60_000, work: remindOfPatrols },
  { name: "ring-of-failing-webhooks", everyMs: 60_000, work: ringOfFailures },
  { name: "announce-news", everyMs: 5_000, work: announceNews },
  { name: "publish-due-notices", everyMs: 5_000, work: publishDueNotices },
  { name: "remind-of-pinned-notices", everyMs: 600_000, work: remindOfPinned },
  { name: "remind-of-due-drills", everyMs: 600_000, work: (database) => remindOfDueDrills(database) },
  { name: "remind-of-assessments", everyMs: 600_000, work: remindOfAssessments },
  { name: "remind-of-due-tasks", everyMs: 30_000, work: remindOfDueTasks },
  { name: "repeat-due-tasks", everyMs: 30_000, work: repeatDueTasks },
  { name: "remove-orphans", everyMs: 600_000, work: (database) => removeOrphans(database, postgresBlobs) },
]
