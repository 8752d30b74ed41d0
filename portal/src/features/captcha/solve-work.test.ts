// @vitest-environment node
import { createHash } from "node:crypto"
import { workLimits, workText, zeroBits } from "@uc/contract/captcha/work"
import { expect, test } from "vitest"
import { solveWork } from "./solve-work.ts"

function solved(id: string, bits: number): string {
  const solving = solveWork(id, bits)
  for (;;) {
    const { done, value } = solving.next()
    if (done) return value
  }
}

test("[DAY-1] every part of the proof of work begins with as many zero bits as the server says", () => {
  const numbers = solved("some-picture", 8).split(",")
  expect(numbers).toHaveLength(workLimits.parts)
  for (const [part, number] of numbers.entries()) {
    const hash = createHash("sha256").update(workText("some-picture", part, Number(number)))
    expect(zeroBits(hash.digest())).toBeGreaterThanOrEqual(8)
  }
})

test("[DAY-1] another picture needs another proof, which fits into its field at the highest level", () => {
  expect(solved("some-picture", 8)).not.toBe(solved("another-picture", 8))
  // A part needs 2 ** 16 tries on average; one of a million times as many has twelve digits.
  expect(workLimits.parts * 13).toBeLessThanOrEqual(workLimits.length)
})

test.each([
  [[0xff], 0],
  [[0x7f], 1],
  [[0x00, 0x80], 8],
  [[0x00, 0x01], 15],
  [[0, 0], 16],
])("[DAY-1] %j begins with %i zero bits", (bytes, bits) => {
  expect(zeroBits(Uint8Array.from(bytes))).toBe(bits)
})
