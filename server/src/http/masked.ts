/** The first `head` and the last `tail` characters; what is too short to hide anything is hidden whole. */
export function masked(text: string | null, head: number, tail: number): string | null {
  if (text === null) return null
  const hidden = text.length - head - tail
  if (hidden <= 0) return "*".repeat(text.length)
  return text.slice(0, head) + "*".repeat(hidden) + text.slice(text.length - tail)
}
