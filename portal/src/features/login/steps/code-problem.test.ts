// @vitest-environment node
import { lockedMessage, loginMessages } from "@uc/contract/login/calls"
import { reauthMessages } from "@uc/contract/reauth/calls"
import { expect, test } from "vitest"
import { codeProblem, isCodeComplete, phoneProblem } from "./code-problem.ts"

test.each([
  ["", loginMessages.phoneMissing],
  ["1380000567", loginMessages.phoneWrong],
  ["+8613800005678", loginMessages.phoneWrong],
  ["１３８００００５６７８", loginMessages.phoneWrong],
  ["23800005678", loginMessages.phoneWrong],
  ["13800005678", null],
])("[LOGIN-8] the phone %j: %s", (phone, problem) => {
  expect(phoneProblem(phone)).toBe(problem)
})

test.each([
  ["", false],
  ["12345", false],
  ["12345a", false],
  ["123456", true],
])("[LOGIN-8] the code %j is complete: %s", (code, isComplete) => {
  expect(isCodeComplete(code)).toBe(isComplete)
})

test("[LOGIN-8] a wrong code stands beside its field, a lock above the button", () => {
  expect(codeProblem(reauthMessages.failed)).toEqual({ code: reauthMessages.failed })
  for (const sentence of [lockedMessage(900), loginMessages.passwordToo]) {
    expect(codeProblem(sentence)).toEqual({ form: sentence })
  }
})
