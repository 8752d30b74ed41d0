// The manage page shows the newest backup.
export { lastBackup } from "./backups.store.ts"
