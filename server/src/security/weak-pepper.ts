/** What 20 random letters have; a pepper of 32 random characters is far above it. */
const leastBits = 90

/** Repeated, counted up, or of few characters: what a person types, and what a program guesses. */
export function isWeakPepper(pepper: string): boolean {
  const length = pepper.length
  const isRepeated = `${pepper}${pepper}`.indexOf(pepper, 1) < length
  const steps = Array.from(
    { length: length - 1 },
    (_, at) => pepper.charCodeAt(at + 1) - pepper.charCodeAt(at),
  )
  const countedUp = steps.filter((step) => Math.abs(step) <= 1).length
  return isRepeated || countedUp > length / 2 || bitsOf(pepper) < leastBits
}

/** By how often each character stands in it. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}
