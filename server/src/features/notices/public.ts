// Whoever may read a notice may see its files and the pictures inside of it.
export { seesNotice } from "./sees-notice.ts"
