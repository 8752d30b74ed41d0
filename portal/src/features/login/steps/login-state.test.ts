import { loginVariants, type LoginVariant } from "@uc/contract/login/login-variants"
import { describe, expect, test } from "vitest"
import {
  firstLogin,
  isBusy,
  needsSlider,
  reduceLogin,
  secondOf,
  type Login,
  type LoginEvent,
  type Outcome,
} from "./login-state.ts"

function after(variant: LoginVariant, ...events: readonly LoginEvent[]): Login {
  return events.reduce(reduceLogin, firstLogin(loginVariants[variant]))
}

const submitted: LoginEvent = { type: "submitted" }
const checkBegan: LoginEvent = { type: "checkBegan" }
const solved: LoginEvent = { type: "solved" }
const answered = (outcome: Outcome): LoginEvent => ({ type: "answered", outcome })
const asksForPerson = answered({ as: "human-check", why: "请完成安全验证" })
const wrong = answered({ as: "refused", problems: { password: "账号或密码错误" } })
const second = { ticket: "t", phone: "138****5678" }
const asksForCode = answered({ as: "second-factor", second })

test("[LOGIN-3] a variant begins with its first method", () => {
  expect(firstLogin(loginVariants.newLogin).method).toBe("password")
  expect(firstLogin(loginVariants.demoLogin).method).toBe("demo")
})

test("[LOGIN-3] form → human check → second factor → done", () => {
  expect(after("adminLogin", submitted).step.at).toBe("signing-in")
  expect(after("adminLogin", submitted, checkBegan).step).toEqual({ at: "human-check", why: null })
  expect(after("adminLogin", submitted, checkBegan, solved).step.at).toBe("signing-in")
  const asked = after("adminLogin", submitted, checkBegan, solved, asksForCode)
  expect(asked.step).toEqual({ at: "second-factor", second })
  const done = reduceLogin(asked, { type: "signedIn" })
  expect(done.step.at).toBe("done")
  // The step stays on screen while the way leads on: no form flashes up.
  expect(secondOf(done)).toEqual(second)
})

test.each([
  ["newLogin", true],
  ["defaultLogin", false],
  ["eduLogin", false],
  ["gzLogin", false],
  ["demoLogin", false],
  ["adminLogin", true],
] as const)("[LOGIN-3] %s asks for the slider before anything is sent: %s", (variant, asks) => {
  expect(needsSlider(firstLogin(loginVariants[variant]))).toBe(asks)
})

test.each(["eduLogin", "gzLogin", "demoLogin"] as const)(
  "[LOGIN-3] the server's wish for a human check opens the slider on %s, and is remembered",
  (variant) => {
    const asked = after(variant, submitted, asksForPerson)
    expect(asked.step).toEqual({ at: "human-check", why: "请完成安全验证" })
    const next = [solved, wrong].reduce(reduceLogin, asked)
    expect(next.step.at).toBe("form")
    expect(needsSlider(next)).toBe(true)
  },
)

test("[CAPT-5] a slider that the server did not believe comes again, with its sentence", () => {
  expect(after("newLogin", submitted, checkBegan, solved, asksForPerson).step).toEqual({
    at: "human-check",
    why: "请完成安全验证",
  })
})

describe("[LOGIN-3] the picture with a code", () => {
  test("a wrong code stands beside its field, and the next picture comes", () => {
    const login = after("defaultLogin", submitted, answered({ as: "human-check", why: "图形验证码错误" }))
    expect(login.step.at).toBe("form")
    expect(login.problems).toEqual({ code: "图形验证码错误" })
    expect(login.picture).toBe(1)
    expect(needsSlider(login)).toBe(false)
  })

  test("a code is spent by every try, also by one with a wrong password", () => {
    expect(after("defaultLogin", submitted, wrong).picture).toBe(1)
    expect(after("defaultLogin", submitted, wrong, submitted, asksForCode).picture).toBe(2)
  })

  test("the person may want another one", () => {
    expect(after("defaultLogin", { type: "pictureRefused" }).picture).toBe(1)
  })
})

test("[LOGIN-8] an error stays until its field changes; the general one goes with any change", () => {
  const both = answered({ as: "refused", problems: { account: "a", password: "p", form: "f" } })
  const login = after("gzLogin", submitted, both)
  expect(login.problems).toEqual({ account: "a", password: "p", form: "f" })
  expect(reduceLogin(login, { type: "typed", field: "account" }).problems).toEqual({ password: "p" })
  expect(reduceLogin(login, submitted).problems).toEqual({})
})

test("a slider that is closed leads back to what was typed", () => {
  const login = after("newLogin", submitted, checkBegan, { type: "checkDeclined" })
  expect(login.step.at).toBe("form")
  expect(login.problems).toEqual({})
})

test("[LOGIN-3] back out of the second step, with a word if it is over", () => {
  const asked = after("eduLogin", submitted, asksForCode)
  expect(reduceLogin(asked, { type: "wentBack", why: null })).toMatchObject({
    step: { at: "form" },
    problems: {},
  })
  expect(reduceLogin(asked, { type: "wentBack", why: "验证已超时，请重新登录" }).problems).toEqual({
    form: "验证已超时，请重新登录",
  })
})

test("[LOGIN-3] the second step that was left is the one that the same words lead to", () => {
  const back = after("eduLogin", submitted, asksForCode, { type: "wentBack", why: null })
  expect(back.left).toEqual(second)
  expect([submitted, { type: "resumed" } as const].reduce(reduceLogin, back)).toMatchObject({
    step: { at: "second-factor", second },
    left: null,
  })
  expect(reduceLogin(back, { type: "resumed" })).toBe(back)
  // A step that is over is gone, and another sign-in has its own.
  expect(after("eduLogin", submitted, asksForCode, { type: "wentBack", why: "验证已超时" }).left).toBeNull()
  expect([submitted, asksForCode].reduce(reduceLogin, back).left).toBeNull()
  expect(after("eduLogin", submitted, { type: "resumed" }).step.at).toBe("signing-in")
})

test("[REQ-2] a try that a later one overtook says nothing", () => {
  const login = after("gzLogin", submitted, answered({ as: "overtaken" }))
  expect(login.step.at).toBe("form")
  expect(login.problems).toEqual({})
})

test("one attempt at a time; an answer after its end changes nothing", () => {
  const busy = after("gzLogin", submitted)
  expect(isBusy(busy)).toBe(true)
  expect(reduceLogin(busy, submitted)).toBe(busy)
  expect(reduceLogin(busy, { type: "methodChosen", method: "sms" })).toBe(busy)
  const done = after("gzLogin", submitted, answered({ as: "signed-in" }))
  expect(reduceLogin(done, wrong)).toBe(done)
  expect(isBusy(done)).toBe(true)
})

test("[LOGIN-3] only a variant's own methods can be chosen", () => {
  expect(after("newLogin", { type: "methodChosen", method: "qrcode" }).method).toBe("qrcode")
  expect(after("gzLogin", { type: "methodChosen", method: "qrcode" }).method).toBe("password")
})
