import { createHash } from "node:crypto"

/** Seen so often, a statement is worth a place in every connection's memory. */
const hotFrom = 10
/** Each costs every connection the memory of its plan; what comes later is planned anew each time, as before. */
const hotAtMost = 64
/** Texts with lists in them are of many lengths: they must not fill the memory either. */
const countedAtMost = 2000

/** Names the statements that come again and again, so that PostgreSQL reads and plans them once for a connection. */
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
