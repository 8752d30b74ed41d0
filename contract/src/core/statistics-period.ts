/** What is counted by day, over a period whose both ends count. */
export const statisticsLimits = {
  /** How many days are shown where no period is named; today is the last. */
  days: 30,
  longestDays: 735,
} as const

export const statisticsMessages = { periodTooLong: "统计时间不能超过两年，请缩小范围" } as const
