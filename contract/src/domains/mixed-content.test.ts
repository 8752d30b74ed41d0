import { expect, test } from "vitest"
import { mixedContentMessage, mixedContentProblem } from "./mixed-content.ts"

const secure = "https://portal.example.cn"

test.each([
  ["http://oa.example.cn", secure, true],
  ["HTTP://10.0.0.8:8080/in", secure, true],
  [" http://oa.example.cn/in ", secure, true],
  ["https://oa.example.cn", secure, false],
  ["oa.example.cn", secure, false],
  ["/own/page", secure, false],
  ["http://", secure, false],
  ["http://127.0.0.1:8080", secure, false],
  ["http://localhost:8080", secure, false],
  ["http://127.example.cn", secure, true],
  ["http://oa.example.cn", "http://portal.example.cn", false],
])("[DISTRICT-12] whether browsers block %j in a page of %s: %s", (address, portal, isBlocked) => {
  expect(mixedContentProblem(address, portal)).toBe(isBlocked ? mixedContentMessage : null)
})
