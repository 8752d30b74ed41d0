// The menu's badge counts the notices that the list shows as waiting.
export { waitingNotices } from "./who-is-meant.ts"
