import type { KeptMonths } from "@uc/contract/months/kept-months"

/** Which setting each table follows. What was done about an alarm goes as late as alarms of that month. */
export const kindOf: Readonly<Record<string, keyof KeptMonths>> = {
  alarm_record: "alarms",
  alarm_event: "alarms",
  patrol_record: "visits",
  audit_log: "audit",
  login_log: "signIns",
}
