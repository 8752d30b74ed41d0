import { hash } from "node:crypto"
import { workLimits, workText, zeroBits } from "@uc/contract/captcha/work"

/**
 * DAY-1: whether these are the numbers of the proof of work. It belongs to one picture, and through it to one browser, one
 * purpose and 120 seconds; it is used once because the picture is.
 */
export function isWorkDone(id: string, work: string, bits: number): boolean {
  const numbers = work.split(",")
  if (numbers.length !== workLimits.parts) return false
  return numbers.every((number, part) => {
    if (!/^[0-9]{1,12}$/.test(number)) return false
    return zeroBits(hash("sha256", workText(id, part, Number(number)), "buffer")) >= bits
  })
}
