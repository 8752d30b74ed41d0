import { expect, test } from "vitest"
import { keyedBy } from "./keyed.ts"

const keyed = keyedBy("a pepper of at least thirty-two characters")

test("sealed text opens to itself, differs each time, and can't be tampered with", () => {
  const [one, two] = [keyed.seal("验证码 123456"), keyed.seal("验证码 123456")]
  expect(keyed.unseal(one)).toBe("验证码 123456")
  expect(one.equals(two)).toBe(false)
  expect(one.includes("123456")).toBe(false)
  one[one.length - 1] = (one[one.length - 1] ?? 0) ^ 1
  expect(() => keyed.unseal(one)).toThrow(/authenticate/)
  expect(() => keyedBy("another pepper of at least thirty-two letters").unseal(two)).toThrow(/authenticate/)
})

test("a keyed hash depends on its purpose, each part and their borders", () => {
  const seen = [
    keyed.mac("sms", "1", "23"),
    keyed.mac("sms", "12", "3"),
    keyed.mac("picture", "1", "23"),
    keyedBy("another pepper of at least thirty-two letters").mac("sms", "1", "23"),
  ].map((mac) => mac.toString("hex"))
  expect(new Set(seen).size).toBe(seen.length)
  expect(keyed.mac("sms", "1", "23").toString("hex")).toBe(seen[0])
})
