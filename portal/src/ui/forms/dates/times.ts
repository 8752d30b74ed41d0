/** What people type for an hour: 14:05, 1405, 805, 8：05, 8点, 8点30分. Null: it is no time of a day. */
export function parseTime(text: string): string | null {
  const typed = text.trim()
  const parts =
    /^(\d{1,2})[:：.点时](\d{1,2})分?$/.exec(typed) ??
    /^(\d{1,2})(\d{2})$/.exec(typed) ??
    /^(\d{1,2})[点时]()$/.exec(typed)
  if (!parts) return null
  const [hour, minute] = [Number(parts[1]), Number(parts[2])]
  if (hour > 23 || minute > 59) return null
  return `${`${hour}`.padStart(2, "0")}:${`${minute}`.padStart(2, "0")}`
}

/** What is offered: every half hour of a day. */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, at) => `${`${Math.floor(at / 2)}`.padStart(2, "0")}:${at % 2 === 0 ? "00" : "30"}`,
)
