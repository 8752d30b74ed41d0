// The manage page shows the newest backup, the status page judges its age.
export { lastBackup, lastBackupTimes } from "./backups.store.ts"
