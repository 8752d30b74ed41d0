import { pickerMessages } from "@uc/contract/pickers/pickers"

/** PERSON-3: why this many can't be confirmed; null: they can. */
export function personProblem(count: number, min: number, max: number | null): string | null {
  if (count === 0 && min > 0) return pickerMessages.person.none
  if (count < min) return pickerMessages.person.tooFew(min)
  return max !== null && count > max ? pickerMessages.person.tooMany(max) : null
}
