/** The day in China, whatever the computer's time zone. */
const shanghaiOffsetMs = 8 * 60 * 60 * 1000

export function greetingAt(nowMs: number): string {
  const hour = new Date(nowMs + shanghaiOffsetMs).getUTCHours()
  if (hour < 5) return "夜深了"
  if (hour < 9) return "早上好"
  if (hour < 12) return "上午好"
  if (hour < 14) return "中午好"
  if (hour < 18) return "下午好"
  return "晚上好"
}

export function formatDay(nowMs: number): string {
  const day = new Date(nowMs + shanghaiOffsetMs)
  const weekday = "日一二三四五六".charAt(day.getUTCDay())
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日 星期${weekday}`
}
