import { expect, test } from "vitest"
import { Reply, succeeded } from "./reply.ts"

test("[REQ-5] ret is 1 here and true there; nothing else went well", () => {
  expect([1, true, 0, -1, false, 2].map(succeeded)).toEqual([true, true, false, false, false, false])
})

test("[REQ-8] an answer without ret, or with another kind of it, is no reply", () => {
  expect(Reply.safeParse({ data: {} }).success).toBe(false)
  expect(Reply.safeParse({ ret: "1" }).success).toBe(false)
  expect(Reply.safeParse("<html>").success).toBe(false)
  expect(Reply.parse({ ret: 1, data: { a: 1 } })).toEqual({ ret: 1, data: { a: 1 } })
})
