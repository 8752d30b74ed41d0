// Photos of what was done about an alarm are seen by who reaches it.
export { seenAlarmEvent } from "./alarm-detail.store.ts"
// The big screen counts down to the same moment.
export { dueMoment } from "./escalation-due.ts"
// A hazard, the big screen and people who are told of an alarm name its type as the list does.
export { typeName } from "./type-name.ts"
// The menu's badge counts the alarms that the page lists.
export { waitingAlarms } from "./waiting-alarms.ts"
