import { createHash } from "node:crypto"

/** After so many uses a statement is worth its plan in every connection's memory. */
const hotFrom = 10
/** Each costs every connection the memory of its plan; later ones are planned each time. */
const hotAtMost = 64
/** Texts that contain lists have many lengths: they must not fill the memory. */
const countedAtMost = 2000

/** Names frequent statements, so that PostgreSQL parses and plans them once per connection. */
export function hotStatements(): (text: string) => string | undefined {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= hotAtMost) return known
    const times = (seen.get(text) ?? 0) + 1
    if (times < hotFrom) {
      if (seen.size >= countedAtMost) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    const name = `hot_${createHash("sha256").update(text).digest("hex").slice(0, 24)}`
    names.set(text, name)
    return name
  }
}
