import { patrolMessages } from "@uc/contract/patrols/admin-calls"
import { expect, test } from "vitest"
import { checkInAt } from "./check-in.ts"
import type { Around } from "./patrol-visits.store.ts"

function visit(id: string, when: Around["when"], more: Partial<Around> = {}): Around {
  return {
    id,
    when,
    state: "due",
    personId: "7",
    walker: "王芳",
    checkedBy: null,
    checkedAt: null,
    dueAt: "2026-11-16 08:00:00",
    closesAt: "2026-11-16 09:00:00",
    graceMinutes: 60,
    ...more,
  }
}
const made = { state: "normal", checkedBy: "李雷", checkedAt: "2026-11-16 08:05:00" } as const

test.each([
  ["one's own, in its time", [visit("1", "within")], { id: "7" }, { visit: "1" }],
  ["whoever comes", [visit("1", "within", { personId: null })], { id: "9" }, { visit: "1" }],
  ["another's", [visit("1", "within")], { id: "9" }, { why: patrolMessages.notYours("王芳") }],
  [
    "another's, by who keeps the points",
    [visit("1", "within")],
    { id: "9", isAdministrator: true },
    { visit: "1" },
  ],
  [
    "one's own goes before another's that is due earlier",
    [visit("1", "within", { personId: "8" }), visit("2", "within")],
    { id: "7", isAdministrator: true },
    { visit: "2" },
  ],
  [
    "a second time",
    [visit("1", "within", made)],
    { id: "7" },
    { why: patrolMessages.already("李雷", "2026-11-16 08:05:00") },
  ],
  [
    "too early",
    [visit("1", "before")],
    { id: "7" },
    { why: patrolMessages.nothingDue("2026-11-16 08:00:00", 60) },
  ],
  [
    "too late, and it was that one",
    [visit("1", "after", { state: "missed" })],
    { id: "7", visitId: "1" },
    { why: patrolMessages.tooLate("2026-11-16 09:00:00") },
  ],
  [
    "replayed long afterwards",
    [visit("1", "after", made)],
    { id: "7", visitId: "1" },
    { why: patrolMessages.already("李雷", "2026-11-16 08:05:00") },
  ],
  ["nothing is planned", [], { id: "7" }, { why: patrolMessages.nothingDue(null, 0) }],
  [
    "the chosen one is another",
    [visit("1", "within"), visit("2", "before")],
    { id: "7", visitId: "2" },
    { why: patrolMessages.nothingDue("2026-11-16 08:00:00", 60) },
  ],
] as const)("[WORK-3] checking in: %s", (_title, around, visitor, expected) => {
  expect(checkInAt(around, { isAdministrator: false, ...visitor })).toEqual(expected)
})
