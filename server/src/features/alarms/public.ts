// The menu's badge counts the alarms that the page lists.
export { waitingAlarms } from "./waiting-alarms.ts"
