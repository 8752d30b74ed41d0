import { captchaMessages } from "@uc/contract/captcha/calls"
import { httpMessages } from "@uc/contract/core/http"
import { lockedMessage, loginMessages } from "@uc/contract/login/calls"
import { errtypes } from "@uc/contract/core/reply"
import { sessionMessages } from "@uc/contract/account/calls"
import { expect, test } from "vitest"
import { Failure } from "../../../platform/http/failure.ts"
import { missing, outcomeOf } from "./submit.ts"

test("[LOGIN-8] what is missing is said beside its field", () => {
  expect(missing({ account: "", password: "", code: "" })).toEqual({
    account: sessionMessages.accountMissing,
    password: sessionMessages.passwordMissing,
    code: loginMessages.pictureCodeMissing,
  })
  expect(missing({ account: "teacher", password: "", code: null })).toEqual({
    password: sessionMessages.passwordMissing,
  })
  expect(missing({ account: "teacher", password: "secret", code: null })).toBeNull()
})

const refused = (sentence: string, errtype?: number) =>
  outcomeOf(new Failure("refused", sentence, { errtype }))

test("[LOGIN-8] a wrong password stands beside the password, a failed way above the button", () => {
  expect(refused(sessionMessages.wrongCredentials)).toEqual({
    as: "refused",
    problems: { password: sessionMessages.wrongCredentials },
  })
  for (const failure of [
    new Failure("slow", httpMessages.slow),
    new Failure("timeout", httpMessages.timeout),
  ]) {
    expect(outcomeOf(failure)).toEqual({ as: "refused", problems: { form: failure.message } })
  }
})

test.each([lockedMessage(900), loginMessages.addressBusy, loginMessages.adminsOnly, loginMessages.noPhone])(
  "[LOGIN-5] %s stands above the button",
  (sentence) => {
    expect(refused(sentence)).toEqual({ as: "refused", problems: { form: sentence } })
  },
)

test("[AUTH-6] errtype 1 asks for a person, whatever the sentence", () => {
  expect(refused(captchaMessages.needed, errtypes.captcha)).toEqual({
    as: "human-check",
    why: captchaMessages.needed,
  })
  expect(refused("", errtypes.captcha)).toEqual({ as: "human-check", why: captchaMessages.needed })
})

test("[LOGIN-3] errtype 4 leads to the second step with ticket and masked phone", () => {
  const failure = new Failure("second-factor", loginMessages.secondFactorNeeded, {
    errtype: errtypes.secondFactor,
    ticket: "ticket",
    phone: "138****5678",
  })
  expect(outcomeOf(failure)).toEqual({
    as: "second-factor",
    second: { ticket: "ticket", phone: "138****5678" },
  })
})

test("[REQ-2] a try that a later one overtook says nothing", () => {
  expect(outcomeOf(new Failure("cancelled", ""))).toEqual({ as: "overtaken" })
})
