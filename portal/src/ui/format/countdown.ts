/** `4:05`, `1:02:03`; null: it is over. */
export function countdown(ms: number): string | null {
  if (ms <= 0) return null
  const seconds = Math.ceil(ms / 1000)
  const two = (part: number) => String(part).padStart(2, "0")
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const clock = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}

/** `4分5秒`, `1小时2分3秒`: beside a time of day, `4:05` would be read as one. Null: it is over. */
export function countdownInWords(ms: number): string | null {
  if (ms <= 0) return null
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}小时` : ""}${hours > 0 || minutes > 0 ? `${minutes}分` : ""}${seconds % 60}秒`
}
