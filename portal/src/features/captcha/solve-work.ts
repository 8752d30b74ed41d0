import { workLimits, workText, zeroBits } from "@uc/contract/captcha/work"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"

/* In plain JavaScript: `crypto.subtle` is missing on a site without https, and one hash by it takes longer than ten of these. */

/** How many hashes are tried before others get their turn: about ten milliseconds on an office machine. */
const slice = 4096

/** DAY-1: finds the numbers, part by part. Yields between slices, so that whoever runs it decides when to go on. */
export function* solveWork(id: string, bits: number): Generator<undefined, string> {
  const numbers: number[] = []
  for (let part = 0; part < workLimits.parts; part++) {
    let number = 0
    while (zeroBits(sha256(utf8ToBytes(workText(id, part, number)))) < bits) {
      number++
      if (number % slice === 0) yield
    }
    numbers.push(number)
  }
  return numbers.join(",")
}
