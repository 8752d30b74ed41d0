/** OPS-6: for how many months each kind stays in the database. */
export interface KeptMonths {
  readonly alarms: number
  readonly visits: number
  readonly audit: number
  readonly signIns: number
}

/** Alarms at least as long as one may be reported late, or a repeated one would be stored twice. */
const lateMonths = 13
/** 网络安全法 第二十一条: logs of at least six months. */
const logMonths = 6

export const keptMonthLimits = {
  most: 1200,
  alarms: { least: lateMonths, usual: 60 },
  visits: { least: lateMonths, usual: 60 },
  audit: { least: logMonths, usual: 36 },
  signIns: { least: logMonths, usual: 24 },
  /** How long a month that was brought back stays. */
  backDays: 30,
} as const
