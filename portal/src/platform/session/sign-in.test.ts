// @vitest-environment node
import { expect, test } from "vitest"
import { passwordMd5 } from "./sign-in.ts"

test.each([
  ["", "D41D8CD98F00B204E9800998ECF8427E"],
  ["abc", "900150983CD24FB0D6963F7D28E17F72"],
  ["密码", "A8105204604A0B11E916F3879AAE3B0B"],
])("[LOGIN-2] the password %j travels as upper-case MD5 of its UTF-8 bytes", (password, expected) => {
  expect(passwordMd5(password)).toBe(expected)
})
