// The menu's badge counts the notices that the list shows as waiting.
export { waitingNotices } from "./who-is-meant.ts"
// Whoever may read a notice may see its files and the pictures inside of it.
export { seesNotice } from "./sees-notice.ts"
