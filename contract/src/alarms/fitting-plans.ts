import type { PlanKind } from "../drills/calls.ts"

/** DAY-5: which plan an alarm of a type calls for; a type that is not here fits none, and the person chooses. */
const kindsByType: Readonly<Record<string, PlanKind>> = {
  smoke: "fire",
  gas: "fire",
  electric: "fire",
  intrusion: "intrusion",
  stranger: "intrusion",
  button: "intrusion",
  crowd: "crowd",
  kitchen: "food",
}

/** Null: no kind of plan fits the type. */
export function planKindFor(modelCode: string): PlanKind | null {
  return kindsByType[modelCode] ?? null
}

/** The plan of the fitting kind, the own organisation's first; without one the first of all. */
export function fittingPlan<P extends { readonly kind: PlanKind; readonly isOwn: boolean }>(
  plans: readonly P[],
  modelCode: string,
): P | null {
  const fitting = plans.filter(({ kind }) => kind === kindsByType[modelCode])
  return fitting.find(({ isOwn }) => isOwn) ?? fitting[0] ?? plans[0] ?? null
}
