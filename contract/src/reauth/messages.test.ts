import { expect, test } from "vitest"
import { smsWaitMessage } from "./calls.ts"

test.each([
  [45, "短信发送过于频繁，请45秒后再试"],
  [242, "短信发送过于频繁，请5分钟后再试"],
  [240, "短信发送过于频繁，请4分钟后再试"],
  [3000, "短信发送次数已达上限，请50分钟后再试"],
])("[DAY-19] a wait of %i seconds is told in minutes once it is longer than one", (seconds, sentence) => {
  expect(smsWaitMessage(seconds)).toBe(sentence)
})
