import { expect, test } from "vitest"
import {
  actionsFor,
  AlarmAction,
  alarmSteps,
  AlarmState,
  obstacleTo,
  stateAfter,
  type AlarmFacts,
} from "./admin-calls.ts"

const teacher = { id: "7", orgid: "1", isAdministrator: false, isParent: false }
const head = { ...teacher, id: "8", isAdministrator: true }
const clerk = { ...teacher, id: "9", orgid: "100" }
const officer = { ...clerk, id: "10", isAdministrator: true }

function alarm(state: AlarmState, more: Partial<AlarmFacts> = {}): AlarmFacts {
  return { orgid: "1", state, takenBy: state === "open" ? null : "7", escalatedTo: null, ...more }
}

test("[WORK-4] which action leads from which state", () => {
  const table = AlarmState.options.map((state) => [state, actionsFor(alarm(state), head).join(" ")])
  expect(table).toEqual([
    ["open", "acknowledge assign dismiss"],
    ["acknowledged", "assign handle close dismiss"],
    ["handling", "assign handle close dismiss"],
    ["closed", ""],
    ["false", ""],
  ])
  const after = AlarmAction.options.map((action) => [
    action,
    alarmSteps[action].from.map((state) => stateAfter(action, state)).join(" "),
  ])
  expect(after).toEqual([
    ["acknowledge", "acknowledged"],
    ["assign", "acknowledged acknowledged handling"],
    ["handle", "handling handling"],
    ["close", "closed closed"],
    ["dismiss", "false false false"],
  ])
})

test("[WORK-4] anybody of the school may take one; then only its taker and administrators act", () => {
  expect(actionsFor(alarm("open"), teacher)).toEqual(["acknowledge"])
  expect(actionsFor(alarm("acknowledged"), teacher)).toEqual(["assign", "handle", "close", "dismiss"])
  const taken = alarm("acknowledged", { takenBy: "8" })
  expect(actionsFor(taken, teacher)).toEqual([])
  expect(obstacleTo("handle", taken, teacher)).toBe("person")
  expect(obstacleTo("acknowledge", taken, teacher)).toBe("state")
  expect(actionsFor(taken, officer)).toEqual(["assign", "handle", "close", "dismiss"])
  expect(actionsFor(alarm("open"), { ...head, isParent: true })).toEqual([])
})

test("[WORK-4] what was escalated to a bureau is its people's to handle, and no other bureau's", () => {
  expect(actionsFor(alarm("acknowledged"), clerk)).toEqual([])
  const escalated = alarm("acknowledged", { escalatedTo: "100" })
  expect(actionsFor(escalated, clerk)).toEqual(["assign", "handle", "close", "dismiss"])
  expect(actionsFor(escalated, { ...clerk, orgid: "200" })).toEqual([])
})
