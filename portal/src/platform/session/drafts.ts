import { nowMs } from "../browser/clock.ts"
import { storableFields, type KeptFields } from "./kept-text.ts"
import { storedUser, watchUser } from "./session.ts"
import { browserStorage, readJson } from "./storage.ts"

/** DAY-9: what somebody typed into a form and did not save. */
export interface Draft {
  readonly atMs: number
  readonly fields: KeptFields
  /** Files were added to it, which no draft keeps. */
  readonly hadFiles?: boolean
}

const prefix = "draft:"
/** Older ones are dropped: what they are about has changed since. */
const keptMs = 7 * 24 * 3_600_000

function keyOf(userId: string, form: string): string {
  return `${prefix}${userId}:${form}`
}

// On a computer that several people use, nobody's text waits for the next one.
watchUser((user) => {
  if (user === null) return
  for (const key of browserStorage.keys())
    if (key.startsWith(prefix) && !key.startsWith(keyOf(user.id, ""))) browserStorage.remove(key)
})

/** Of the person who is signed in; null: none, or too old. */
export function draftOf(form: string): Draft | null {
  const user = storedUser()
  if (user === null) return null
  const kept = readJson(browserStorage, keyOf(user.id, form)) as Partial<Draft> | null
  if (typeof kept?.atMs !== "number" || typeof kept.fields !== "object" || kept.fields === null) return null
  return nowMs() - kept.atMs > keptMs
    ? null
    : { atMs: kept.atMs, fields: kept.fields, hadFiles: kept.hadFiles === true }
}

/** Secrets and files are left out. */
export function keepDraft(form: string, fields: KeptFields, hadFiles = false): void {
  const user = storedUser()
  const stored = storableFields(fields)
  if (user === null || Object.keys(stored).length === 0) return
  browserStorage.set(
    keyOf(user.id, form),
    JSON.stringify({ atMs: nowMs(), fields: stored, hadFiles } satisfies Draft),
  )
}

export function forgetDraft(form: string): void {
  const user = storedUser()
  if (user !== null) browserStorage.remove(keyOf(user.id, form))
}
