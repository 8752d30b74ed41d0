import { expect, test } from "vitest"
import { countdown, countdownInWords } from "./countdown.ts"

test.each([
  [245_000, "4:05"],
  [1, "0:01"],
  [3_723_000, "1:02:03"],
  [0, null],
  [-5000, null],
] as const)("[DAY-5] a countdown of %i ms reads %s", (ms, words) => {
  expect(countdown(ms)).toBe(words)
})

test.each([
  [879_000, "14分39秒"],
  [51_000, "51秒"],
  [3_723_000, "1小时2分3秒"],
  [0, null],
] as const)("[DAY-5] beside times of day a countdown of %i ms reads %s", (ms, words) => {
  expect(countdownInWords(ms)).toBe(words)
})
