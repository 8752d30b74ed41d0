import { httpMessages } from "@uc/contract/http"
import { sessionMessages } from "@uc/contract/session"
import { expect, test } from "vitest"
import { Failure } from "../../platform/failure.ts"
import { missing, problemsOf } from "./submit.ts"

test("[LOGIN-8] what is missing is said beside its field", () => {
  expect(missing("", "")).toEqual({
    account: sessionMessages.accountMissing,
    password: sessionMessages.passwordMissing,
  })
  expect(missing("teacher", "")).toEqual({ password: sessionMessages.passwordMissing })
  expect(missing("teacher", "secret")).toBeNull()
})

test("[LOGIN-8] a refusal stands beside the password, a failed way above the button", () => {
  expect(problemsOf(new Failure("refused", sessionMessages.wrongCredentials))).toEqual({
    password: sessionMessages.wrongCredentials,
  })
  expect(problemsOf(new Failure("slow", httpMessages.slow))).toEqual({ form: httpMessages.slow })
  expect(problemsOf(new Failure("timeout", httpMessages.timeout))).toEqual({ form: httpMessages.timeout })
})

test("[REQ-2] a try that a later one overtook says nothing", () => {
  expect(problemsOf(new Failure("cancelled", ""))).toBeNull()
})
