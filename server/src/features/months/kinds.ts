/** OPS-6: what is kept by month, by the setting that says how long. */
export interface KeptMonths {
  readonly alarms: number
  readonly visits: number
  readonly audit: number
  readonly signIns: number
}

/** Which setting each table follows. What was done about an alarm goes as late as alarms of that month. */
export const kindOf: Readonly<Record<string, keyof KeptMonths>> = {
  alarm_record: "alarms",
  alarm_event: "alarms",
  patrol_record: "visits",
  audit_log: "audit",
  login_log: "signIns",
}
