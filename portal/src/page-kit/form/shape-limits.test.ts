import { peopleAdminCalls, peopleAdminLimits } from "@uc/contract/people/admin-calls"
import { expect, test } from "vitest"
import { z } from "zod"
import { maxLengthOf } from "./shape-limits.ts"

test("[LAYOUT-3] the longest that a shape allows, however it is wrapped", () => {
  const { nickname, role, phone } = peopleAdminCalls.add.input.shape
  expect([nickname, role, phone].map(maxLengthOf)).toEqual([
    peopleAdminLimits.name,
    peopleAdminLimits.role,
    11,
  ])
  expect(maxLengthOf(z.string().max(9).max(5).nullable().optional())).toBe(5)
  expect([maxLengthOf(z.string()), maxLengthOf(z.int())]).toEqual([undefined, undefined])
})
