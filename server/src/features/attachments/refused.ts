import { Refusal } from "../../errors/refusal.ts"

/** A file that is not taken. */
export function refused(sentence: string): Refusal {
  return new Refusal(sentence, { status: 415 })
}
