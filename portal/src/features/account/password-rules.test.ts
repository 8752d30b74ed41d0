import { sessionMessages } from "@uc/contract/account/calls"
import { expect, test } from "vitest"
import { problemsWith, strengthOf } from "./password-rules.ts"

test.each([
  ["", "", { password: sessionMessages.passwordMissing }],
  ["short77", "short77", { password: sessionMessages.passwordShort }],
  // Seven characters in fourteen units of UTF-16.
  ["😀😀😀😀😀😀😀", "😀😀😀😀😀😀😀", { password: sessionMessages.passwordShort }],
  ["long enough", "long enougH", { repeated: sessionMessages.passwordsDiffer }],
  ["long enough", "", { repeated: sessionMessages.passwordsDiffer }],
  ["long enough", "long enough", null],
])("[LOGIN-8] a new password %j, repeated %j", (password, repeated, problems) => {
  expect(problemsWith(password, repeated)).toEqual(problems)
})

test.each([
  ["", "weak"],
  ["12345678", "weak"],
  ["abcdefgh1", "weak"],
  ["aaaaaaaaaaaa1A", "weak"],
  ["qwertzui", "weak"],
  ["Sommer2026", "fair"],
  ["correct horse battery", "strong"],
  ["t7#Kq2!vLm9x", "strong"],
  ["t7KqWvLm9xPs", "strong"],
])("%j is %s", (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
