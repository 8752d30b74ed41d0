// Photos of what was done about an alarm are seen by who reaches it.
export { seenAlarmEvent } from "./alarm-detail.store.ts"
// A hazard says which alarm it was.
// The big screen counts down to the same moment, and names types as the list does.
export { dueMoment } from "./escalation-due.ts"
export { typeName } from "./type-name.ts"
// The menu's badge counts the alarms that the page lists.
export { waitingAlarms } from "./waiting-alarms.ts"
// People who are told of an alarm read the same name of its type.
export { typeName } from "./type-name.ts"
