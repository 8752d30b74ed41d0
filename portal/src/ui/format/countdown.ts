/** `4:05`, `1:02:03`; null: it is over. */
export function countdown(ms: number): string | null {
  if (ms <= 0) return null
  const seconds = Math.ceil(ms / 1000)
  const two = (part: number) => String(part).padStart(2, "0")
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const clock = `${hours > 0 ? two(minutes) : minutes}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
