import { expect, test } from "vitest"
import { admintypes } from "../account/calls.ts"
import { pinnerOf } from "../home/calls.ts"
import { builtInPermissions, holds, holdsBeyond, offersIn } from "./permissions.ts"

const clerk = { admintype: admintypes.none, orgid: "1" }

test("[DISTRICT-8] a page offers for other organisations what the session holds beyond the own one", () => {
  const own = { ...clerk, permissions: ["tasks.give"], beyond: [] }
  const wide = { ...own, beyond: ["tasks.give"] }
  expect([holds(own, "tasks.give"), holdsBeyond(own, "tasks.give")]).toEqual([true, false])
  expect(holdsBeyond(wide, "tasks.give")).toBe(true)
  expect([offersIn(own, "tasks.give", "1"), offersIn(own, "tasks.give", "2")]).toEqual([true, false])
  expect(offersIn(wide, "tasks.give", "2")).toBe(true)
})

test("[DISTRICT-8] where the server tells no permissions, the admintype stands for them", () => {
  expect(holdsBeyond({ admintype: admintypes.area }, "tasks.give")).toBe(true)
  expect(holdsBeyond({ admintype: admintypes.organisation }, "tasks.give")).toBe(false)
  expect(holdsBeyond({ admintype: admintypes.area }, "menus.manage")).toBe(false)
})

test("[DISTRICT-8] built-in roles keep tasks and pins as they were: all administrators, nobody else", () => {
  for (const admintype of [admintypes.organisation, admintypes.area, admintypes.platform])
    expect(builtInPermissions(admintype)).toEqual(
      expect.arrayContaining(["tasks.give", "tasks.manage", "home.pins"]),
    )
  expect(builtInPermissions(admintypes.none)).toEqual([])
  expect(pinnerOf({ usertype: 20, admintype: admintypes.organisation })).toBe("bureau")
  expect(pinnerOf({ usertype: 40, admintype: admintypes.organisation })).toBe(null)
  expect(pinnerOf({ usertype: 20, admintype: admintypes.area, permissions: [] })).toBe(null)
})
