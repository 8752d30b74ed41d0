import { expect, test } from "vitest"
import { shifted } from "./shifted.ts"

test("[DEPT-1] one place up or down, and no further than the ends", () => {
  expect(shifted(["a", "b", "c"], "b", "up")).toEqual(["b", "a", "c"])
  expect(shifted(["a", "b", "c"], "b", "down")).toEqual(["a", "c", "b"])
  expect(shifted(["a", "b", "c"], "a", "up")).toBeNull()
  expect(shifted(["a", "b", "c"], "c", "down")).toBeNull()
  expect(shifted(["a"], "z", "down")).toBeNull()
})
