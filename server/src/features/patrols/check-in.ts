import { patrolMessages } from "@uc/contract/patrols/admin-calls"
import type { Id } from "@uc/contract/core/wire"
import type { Around } from "./patrol-visits.store.ts"

interface Visitor {
  readonly id: Id
  /** May visit in place of the assigned person. */
  readonly isAdministrator: boolean
  /** The visit chosen before scanning. */
  readonly visitId?: Id | undefined
}

export type CheckIn = { readonly visit: Id } | { readonly why: string }

/** WORK-3: which of a point's visits, earliest first, this person may make now; or why none. */
export function checkInAt(around: readonly Around[], { id, isAdministrator, visitId }: Visitor): CheckIn {
  const meant = visitId === undefined ? around : around.filter((visit) => visit.id === visitId)
  const open = meant.filter(({ when, state }) => when === "within" && state === "due")
  const theirs =
    open.find(({ personId }) => personId === null || personId === id) ??
    (isAdministrator ? open[0] : undefined)
  if (theirs) return { visit: theirs.id }
  const other = open[0]
  if (other) return { why: patrolMessages.notYours(other.walker ?? "他人") }
  const made = meant.findLast(({ when, state }) => when === "within" && state !== "due" && state !== "missed")
  if (made) return { why: patrolMessages.already(made.checkedBy ?? "他人", made.checkedAt ?? "") }
  const over = visitId === undefined ? undefined : meant.find(({ when }) => when === "after")
  if (over?.checkedAt) return { why: patrolMessages.already(over.checkedBy ?? "他人", over.checkedAt) }
  if (over) return { why: patrolMessages.tooLate(over.closesAt) }
  const next = meant.find(({ when, state }) => when === "before" && state === "due")
  return { why: patrolMessages.nothingDue(next?.dueAt ?? null, next?.graceMinutes ?? 0) }
}
