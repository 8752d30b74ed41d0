// @vitest-environment node
import { expect, test } from "vitest"
import { confirmIdentity, provideIdentityCheck } from "./identity.ts"
import { shownToasts } from "./toast.ts"

test("until somebody can ask, the answer is no and the person is told", async () => {
  await expect(confirmIdentity("7")).resolves.toBe(false)
  expect(shownToasts()).toHaveLength(1)
})

test("whoever can ask is asked for that module", async () => {
  provideIdentityCheck(async (mid) => mid === "7")
  await expect(confirmIdentity("7")).resolves.toBe(true)
  await expect(confirmIdentity("8")).resolves.toBe(false)
})
