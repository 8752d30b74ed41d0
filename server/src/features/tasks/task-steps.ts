/** `"0,2"` as numbers, each once. */
export function stepNumbers(steps = ""): number[] {
  return [...new Set(steps.split(",").filter(Boolean).map(Number))]
}

/**
 * Another device may have ticked or unticked steps meanwhile: only the difference between what this device had seen
 * (`before`) and what it sends (`ticked`) is applied to what is stored.
 */
export function mergedSteps(
  stored: readonly number[],
  before: readonly number[],
  ticked: readonly number[],
): number[] {
  const remaining = stored.filter((no) => ticked.includes(no) || !before.includes(no))
  return [...new Set([...remaining, ...ticked.filter((no) => !before.includes(no))])]
}

/** In per cent. DAY-10: all steps ticked are 100, although the work is open until it is finished. */
export function progressOfSteps(done: number, total: number): number {
  return Math.min(100, Math.floor((100 * done) / total))
}
