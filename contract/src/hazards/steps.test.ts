import { expect, test } from "vitest"
import { closingRate } from "./calls.ts"
import {
  hazardActionsFor,
  HazardAction,
  HazardState,
  hazardStateAfter,
  obstacleTo,
  type HazardActor,
  type HazardFacts,
} from "./steps.ts"

const manager: HazardActor = { id: "1", orgid: "9", isManager: true, isManagerAtHome: true }
const assignee: HazardActor = { id: "2", orgid: "9", isManager: false, isManagerAtHome: false }
const bureau: HazardActor = { id: "3", orgid: "8", isManager: false, isManagerAtHome: true }
const bystander: HazardActor = { ...assignee, id: "4" }

function at(state: HazardState, more: Partial<HazardFacts> = {}): HazardFacts {
  return { state, assigneeId: "2", rectifiedById: null, escalatedTo: null, ...more }
}

test("[DAY-6] who may do what in which state: nothing else is possible", () => {
  const table = HazardState.options.map((state) => [
    state,
    hazardActionsFor(at(state), manager).join(),
    hazardActionsFor(at(state), assignee).join(),
    hazardActionsFor(at(state), bystander).join(),
  ])
  expect(table).toEqual([
    ["reported", "assign,reject", "", ""],
    ["assigned", "assign", "rectify", ""],
    ["rectified", "close,sendBack", "", ""],
    ["closed", "", "", ""],
    ["rejected", "", "", ""],
  ])
})

test("[DAY-6] the way of a hazard: assigned, rectified, returned, rectified, closed", () => {
  const way = ["assign", "rectify", "sendBack", "rectify", "close"] as const
  let state: HazardState = "reported"
  const states = way.map((action) => (state = hazardStateAfter(action, state)))
  expect(states).toEqual(["assigned", "rectified", "assigned", "rectified", "closed"])
  expect(hazardStateAfter("reject", "reported")).toBe("rejected")
})

test("[DAY-6] who rectified it may not review it, and is told so", () => {
  const own = at("rectified", { rectifiedById: manager.id })
  expect(hazardActionsFor(own, manager)).toEqual([])
  expect([obstacleTo("close", own, manager), obstacleTo("sendBack", own, manager)]).toEqual([
    "ownWork",
    "ownWork",
  ])
  expect(hazardActionsFor(own, { ...manager, id: "5" })).toEqual(["close", "sendBack"])
})

test("[DAY-6] only who manages hazards of the bureau that it was escalated to urges it", () => {
  const overdue = at("assigned", { escalatedTo: bureau.orgid })
  expect(hazardActionsFor(overdue, bureau)).toEqual(["urge"])
  expect(hazardStateAfter("urge", "assigned")).toBe("assigned")
  expect(hazardActionsFor(overdue, { ...bureau, orgid: "7" })).toEqual([])
  expect(hazardActionsFor(overdue, { ...bureau, isManagerAtHome: false })).toEqual([])
  expect(obstacleTo("urge", at("closed", { escalatedTo: bureau.orgid }), bureau)).toBe("state")
})

test("[DAY-6] every action that is not possible has a reason", () => {
  for (const action of HazardAction.options)
    for (const state of HazardState.options)
      expect(obstacleTo(action, at(state), bystander), `${action} ${state}`).not.toBeNull()
})

test("[DAY-6] the closing rate leaves out what was rejected, and is never rounded up", () => {
  expect(closingRate({ total: 4, closed: 2, rejected: 1 })).toBe(66)
  expect(closingRate({ total: 1000, closed: 999, rejected: 0 })).toBe(99)
  expect(closingRate({ total: 2, closed: 0, rejected: 2 })).toBeNull()
})
