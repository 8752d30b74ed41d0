// @vitest-environment node
import { expect, test } from "vitest"
import { Failure, messageOf, type FailureKind } from "./failure.ts"

const own = "获取分类错误"

test("[REQ-2] a cancellation is silent, whatever the screen would say", () => {
  expect(messageOf(new Failure("cancelled", ""), own)).toBeNull()
})

test.each<FailureKind>(["not-found", "server", "slow", "timeout", "malformed"])(
  "[REQ-5] %s: the screen's own sentence where it has one, else the transport's",
  (kind) => {
    expect(messageOf(new Failure(kind, "传输"), own)).toBe(own)
    expect(messageOf(new Failure(kind, "传输"))).toBe("传输")
  },
)

test("a refusal says the server's words, else the screen's, else that it went wrong", () => {
  expect(messageOf(new Failure("refused", "名称重复"), own)).toBe("名称重复")
  expect(messageOf(new Failure("refused", ""), own)).toBe(own)
  expect(messageOf(new Failure("refused", ""))).toBe("请求出错")
})

test("[REQ-4][REQ-6] the end of a session has one sentence, also on a screen with its own", () => {
  expect(messageOf(new Failure("signed-out", "用户无效,请重新登录"), own)).toBe("用户无效,请重新登录")
  expect(messageOf(new Failure("sign-in-again", "请重新登录"), own)).toBe("请重新登录")
})
