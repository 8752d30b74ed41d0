import { expect, test } from "vitest"
import { canTakeChildren } from "../departments/calls.ts"
import { idkeyOf, peopleCalls, personTypeOf } from "./calls.ts"
import { usertypes } from "../account/calls.ts"

test("[PERSON-4] 40 searches with T, 30 with E, others with none", () => {
  expect(personTypeOf(40)).toBe("T")
  expect(personTypeOf(30)).toBe("E")
  expect(personTypeOf(usertypes.bureau)).toBeUndefined()
  expect(personTypeOf(usertypes.platform)).toBeUndefined()
})

test("[PERSON-4] idkey tells two departments of one person apart, and never two pairs alike", () => {
  expect(idkeyOf("1", "2")).not.toBe(idkeyOf("1", "3"))
  expect(idkeyOf("1", "23")).not.toBe(idkeyOf("12", "3"))
  expect(idkeyOf(null, "3")).not.toBe(idkeyOf("3", "3"))
})

test("[PERSON-5] user.id is one flat parameter", () => {
  expect(peopleCalls.postTree.input.parse({ "user.id": "7" })).toEqual({ "user.id": "7" })
  expect(peopleCalls.postTree.input.safeParse({ user: { id: "7" } }).success).toBe(false)
})

test("[DEPT-3] level index 4 takes no children", () => {
  expect([0, 1, 2, 3, 4, 5].map(canTakeChildren)).toEqual([true, true, true, true, false, false])
})
