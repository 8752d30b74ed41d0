import { expect, test } from "vitest"
import { codeAsTyped, codeFromScan, codeInPieces } from "./admin-calls.ts"

const uuid = "0f8fad5b-d9cb-469f-a165-70867728950e"

test.each([
  [
    "the address that a sheet holds",
    `https://safe.example.cn/static/usercenter/#/main/patrols?check=7K3M9QXW2FTA`,
  ],
  ["with something behind it", `https://a.cn/#/main/patrols?view=mine&check=7K3M9QXW2FTA&x=1`],
  ["the bare code", "7k3m 9qxw-2fta"],
])("[WORK-3] a code is found in what a camera reads: %s", (_title, read) => {
  expect(codeFromScan(read)).toBe("7K3M9QXW2FTA")
})

test("[WORK-3] codes of older sheets are found as they are", () => {
  expect(codeFromScan(`https://a.cn/#/main/patrols?check=${uuid}`)).toBe(uuid)
  expect(codeAsTyped(` ${uuid.toUpperCase()} `)).toBe(uuid)
  expect(codeInPieces(uuid)).toBe(uuid)
})

test.each([
  "https://evil.example/?check=7K3M9QXW2FTA",
  "https://u.wechat.com/abcdef",
  "WIFI:T:WPA;S=school;P=12345678;;",
  `https://a.cn/#/main/patrols?check=${"A".repeat(65)}`,
  "javascript:alert(1)",
  "",
])("[WORK-3] what another code says is none of ours: %s", (read) => {
  expect(codeFromScan(read)).toBeNull()
})

test("[WORK-3] a code is typed as it is read from paper", () => {
  expect(codeInPieces("7K3M9QXW2FTA")).toBe("7K3M 9QXW 2FTA")
  expect(codeAsTyped(codeInPieces("7K3M9QXW2FTA"))).toBe("7K3M9QXW2FTA")
})
