import type { z } from "zod"
import { browserStorage, readJson } from "../../platform/session/storage.ts"

/** HOME-1: a card's last answer, which it begins with. */
export interface LastGood<Data> {
  readonly atMs: number
  readonly value: Data
}

const prefix = "home-card:"

function keyOf(userId: string, card: string): string {
  return `${prefix}${userId}:${card}`
}

/** Checked like an answer: an older version may have written it. */
export function lastGood<Data>(userId: string, card: string, shape: z.ZodType<Data>): LastGood<Data> | null {
  const kept = readJson(browserStorage, keyOf(userId, card))
  if (typeof kept !== "object" || kept === null || !("atMs" in kept) || !("value" in kept)) return null
  const value = shape.safeParse(kept.value)
  return typeof kept.atMs === "number" && value.success ? { atMs: kept.atMs, value: value.data } : null
}

export function keepLastGood(userId: string, card: string, { atMs, value }: LastGood<unknown>): void {
  browserStorage.set(keyOf(userId, card), JSON.stringify({ atMs, value }))
}

/** At the end of a session (`null`), and when another user signs in: then all but theirs. */
export function forgetLastGood(userId: string | null): void {
  const own = userId === null ? null : `${prefix}${userId}:`
  for (const key of browserStorage.keys())
    if (key.startsWith(prefix) && (own === null || !key.startsWith(own))) browserStorage.remove(key)
}
