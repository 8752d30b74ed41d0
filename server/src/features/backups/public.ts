/** The manage page shows the newest backup, the status page too. */
export { lastBackup } from "./backups.store.ts"
