// Warning types and levels come in by spreadsheet too, under the same lock.
export { alarmLevels, alarmTypes, lockAlarmTables, putLevel } from "./alarm-tables.store.ts"
