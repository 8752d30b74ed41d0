import type { Hand } from "./hand.ts"

export interface Behaviour {
  readonly of: "select" | "menu" | "date" | "checkbox" | "dialog" | "toast" | "page"
  readonly name: string
  readonly holds: (hand: Hand) => Promise<boolean>
}

/** One after the other, because each key changes what the next one meets. */
export const all = async (...facts: readonly (() => Promise<boolean>)[]) => {
  for (const fact of facts) if (!(await fact())) return false
  return true
}
