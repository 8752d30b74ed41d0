/** A typed score: null for nothing, "wrong" for anything that is not between 0 and the full score. */
export function scoreFrom(typed: string, full: number): number | null | "wrong" {
  const plain = typed.trim().replace("．", ".")
  if (plain === "") return null
  if (!/^\d{1,4}(\.\d{1,2})?$/.test(plain)) return "wrong"
  const score = Number(plain)
  return score <= full ? score : "wrong"
}
