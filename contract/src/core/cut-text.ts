/**
 * The beginning of a text, at most so many UTF-16 units long, and never half of a character: PostgreSQL refuses JSON with a
 * lone surrogate, and everything else shows a question mark for it.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const last = text.charCodeAt(most - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return text.slice(0, isHalf ? most - 1 : most)
}
