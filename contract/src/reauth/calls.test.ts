import { expect, test } from "vitest"
import { maskedPhone, reauthCalls, reauthMessages, reauthModes, verifyTypeOf } from "./calls.ts"
import { isSensitiveModule } from "./sensitive-modules.ts"

const slider = { chenckMoveId: "t", chenckMoveCode: "120" }

function complaints(input: Record<string, unknown>) {
  const verdict = reauthCalls.verify.input.safeParse({ ...slider, ...input })
  return verdict.error?.issues.map(({ message }) => message) ?? []
}

test("[AUTH-6] radio 1 is password and goes as type 2, radio 2 is SMS and goes as type 1", () => {
  expect([verifyTypeOf[1], verifyTypeOf[2], verifyTypeOf[3]]).toEqual([2, 1, null])
  expect(verifyTypeOf[reauthModes.password]).toBe(2)
})

test("[AUTH-2] each empty field has its sentence", () => {
  expect(complaints({ type: "1", vcode: "123456" })).toEqual(["鉴权缺少模块id参数"])
  expect(complaints({ mid: "", type: "1", vcode: "123456" })).toEqual(["鉴权缺少模块id参数"])
  expect(complaints({ mid: "domain", type: "2", vcode: "" })).toEqual(["请输入密码"])
  expect(complaints({ mid: "domain", type: "1", vcode: "" })).toEqual(["请输入验证码"])
})

test("[AUTH-6] a password is upper-case MD5, a code six digits", () => {
  const md5 = "0123456789ABCDEF0123456789ABCDEF"
  expect(complaints({ mid: "domain", type: "2", vcode: md5 })).toEqual([])
  expect(complaints({ mid: "domain", type: "2", vcode: md5.toLowerCase() })).toEqual([reauthMessages.failed])
  expect(complaints({ mid: "domain", type: "1", vcode: "123456" })).toEqual([])
  expect(complaints({ mid: "domain", type: "1", vcode: md5 })).toEqual([reauthMessages.failed])
  expect(complaints({ mid: "domain", type: "3", vcode: "123456" })).not.toEqual([])
})

test("[AUTH-3] the first 3 digits of a phone and those after the 7th are shown", () => {
  expect(maskedPhone("13812345678")).toBe("138****5678")
  expect(maskedPhone("1381234567")).toBe("138****567")
  expect(maskedPhone("13812")).toBe("138**")
  expect(maskedPhone("")).toBe("")
})

test("[AUTH-8] a module that no table names is not sensitive", () => {
  expect(isSensitiveModule("domain")).toBe(true)
  expect(isSensitiveModule("constructor")).toBe(false)
  expect(isSensitiveModule("__proto__")).toBe(false)
})
