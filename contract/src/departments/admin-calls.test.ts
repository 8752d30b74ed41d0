import { expect, test } from "vitest"
import { moveObstacle } from "./admin-calls.ts"
import { grantable, mayChangePerson } from "../people/who-may-grant.ts"
import { admintypes, usertypes } from "../account/calls.ts"

const at = (level: number, ids: readonly string[] = []) => ({ id: `t${level}`, level, ids })

test("[HOME-6][DEPT-3] a department goes where it and all below it stay within five levels", () => {
  const single = { id: "d", level: 3, deepest: 3 }
  expect(moveObstacle({ ...single, target: null })).toBeNull()
  expect(moveObstacle({ ...single, target: at(3) })).toBeNull()
  expect(moveObstacle({ ...single, target: at(4) })).toBe("tooDeep")
  const tall = { id: "d", level: 0, deepest: 2 }
  expect(moveObstacle({ ...tall, target: at(1) })).toBeNull()
  expect(moveObstacle({ ...tall, target: at(2) })).toBe("tooDeep")
  expect(moveObstacle({ id: "d", level: 0, deepest: 4, target: at(0) })).toBe("tooDeep")
})

test("[HOME-6] never below itself, however far down", () => {
  const moved = { id: "d", level: 0, deepest: 1 }
  expect(moveObstacle({ ...moved, target: { id: "d", level: 0, ids: [] } })).toBe("belowItself")
  expect(moveObstacle({ ...moved, target: { id: "e", level: 2, ids: ["d", "c"] } })).toBe("belowItself")
  expect(moveObstacle({ ...moved, target: { id: "e", level: 2, ids: ["a", "c"] } })).toBeNull()
})

test("[HOME-6][ROLE-2] nobody changes a higher administrator or grants more than they have", () => {
  const head = { admintype: admintypes.organisation, orgid: "1" }
  expect(mayChangePerson(head, { orgid: "1", admintype: admintypes.none })).toBe(true)
  expect(mayChangePerson(head, { orgid: "1", admintype: admintypes.organisation })).toBe(true)
  expect(mayChangePerson(head, { orgid: "1", admintype: admintypes.area })).toBe(false)
  expect(mayChangePerson(head, { orgid: "2", admintype: admintypes.none })).toBe(false)
  expect(mayChangePerson({ ...head, admintype: admintypes.none }, { orgid: "1", admintype: 0 })).toBe(false)
  expect(grantable(head, usertypes.bureau)).toEqual([0, 1])
  expect(grantable({ admintype: admintypes.area }, usertypes.school)).toEqual([0, 1])
  expect(grantable({ admintype: admintypes.area }, usertypes.bureau)).toEqual([0, 1, 2])
  expect(grantable({ admintype: admintypes.platform }, usertypes.bureau)).toEqual([0, 1, 2])
  expect(grantable({ admintype: admintypes.platform }, usertypes.platform)).toEqual([0, 1, 9])
  expect(grantable({ admintype: admintypes.none }, usertypes.school)).toEqual([])
})
