import { storedUser, watchUser } from "./session.ts"
import { readJson, tabStorage } from "./storage.ts"

/** What was typed into one form, field by field. */
export type KeptFields = Readonly<Record<string, unknown>>

interface Kept {
  readonly userId: string
  readonly atMs: number
  readonly forms: Readonly<Record<string, KeptFields>>
}

/** A form that is open now. Null: nothing was typed into it. */
type ReadTyped = () => KeptFields | null

const key = "kept-text"
/** Older text is dropped. */
const keptMs = 3_600_000
/** Secrets are never stored, whichever form has them. */
const secret = /passw|secret|captcha|token|(^|sms|verify)code$/i

const open = new Map<object, { readonly name: string; readonly read: ReadTyped }>()

watchUser((user) => {
  if (user === null) tabStorage.remove(key)
})

function placeNow(): string {
  return window.location.hash.split("?")[0] ?? ""
}

/** BROWSER-11: what this form holds survives a reload that the portal does itself. Returns what ends it. */
export function keepOverReload(name: string, read: ReadTyped): () => void {
  const place = placeNow()
  const entry = {}
  open.set(entry, { name: `${place} ${name}`, read })
  return () => void open.delete(entry)
}

/** Before the document is left: stored in the tab's storage, under the user, the address and the form. */
export function keepTyped(nowMs = Date.now()): void {
  const user = storedUser()
  if (user === null || open.size === 0) return
  const forms: Record<string, KeptFields> = { ...kept(nowMs)?.forms }
  for (const { name, read } of open.values()) {
    const fields = storableFields(read() ?? {})
    if (Object.keys(fields).length > 0) forms[name] = fields
  }
  if (Object.keys(forms).length > 0)
    tabStorage.set(key, JSON.stringify({ userId: user.id, atMs: nowMs, forms } satisfies Kept))
}

/** Without secrets, and without what JSON can't hold. */
export function storableFields(fields: KeptFields): KeptFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => !secret.test(field) && isPlain(value)),
  )
}

/** What was typed into the form of this name, at this address, before the reload. */
export function keptFields(name: string, nowMs = Date.now()): KeptFields | null {
  return kept(nowMs)?.forms[`${placeNow()} ${name}`] ?? null
}

/** It is back in its form. */
export function forgetKept(name: string): void {
  const before = kept(Date.now())
  if (before === null) return
  const { [`${placeNow()} ${name}`]: _shown, ...forms } = before.forms
  if (Object.keys(forms).length === 0) tabStorage.remove(key)
  else tabStorage.set(key, JSON.stringify({ ...before, forms }))
}

/** Whether there is text for a form that has not been opened since the reload. */
export function hasKept(): boolean {
  const forms = Object.keys(kept(Date.now())?.forms ?? {})
  return forms.some((name) => name.startsWith(`${placeNow()} `))
}

function kept(nowMs: number): Kept | null {
  const stored = readJson(tabStorage, key) as Partial<Kept> | null
  if (typeof stored !== "object" || stored === null) return null
  const { userId, atMs, forms } = stored
  if (typeof userId !== "string" || typeof atMs !== "number" || typeof forms !== "object") return null
  if (userId !== storedUser()?.id || nowMs - atMs > keptMs) return null
  return { userId, atMs, forms }
}

/** Whether it survives being stored as JSON: a file does not. */
export function isPlain(value: unknown): boolean {
  if (value === null || typeof value !== "object") return typeof value !== "function"
  const prototype: unknown = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every(isPlain)
}
