import { Id } from "@uc/contract/core/wire"
import { browserStorage, readJson } from "../../../platform/session/storage.ts"

/** One line of them; each is a stop for Tab before the tree. */
export const recentLimit = 6

/** Only ids are stored: names, and whether they may still be seen, are loaded each time. */
function keyOf(userId: Id, orgid: Id): string {
  return `recent-people:${userId}:${orgid}`
}

/** Whom this user chose last in this organisation, newest first. */
export function recentPeople(userId: Id, orgid: Id): readonly Id[] {
  const stored = readJson(browserStorage, keyOf(userId, orgid))
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) => Id.safeParse(one).data ?? []).slice(0, recentLimit)
}

export function noteChosen(userId: Id, orgid: Id, chosen: readonly Id[]): void {
  // Read again: another tab of the same user may have written meanwhile.
  const all = new Set([...chosen.slice(0, recentLimit), ...recentPeople(userId, orgid)])
  browserStorage.set(keyOf(userId, orgid), JSON.stringify([...all].slice(0, recentLimit)))
}
