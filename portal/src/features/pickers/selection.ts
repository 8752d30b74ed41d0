import { pickerMessages } from "@uc/contract/pickers/pickers"

/** The sentences of one picker, where it has its own (section 5 of the specification). */
export interface SelectionLabels {
  readonly tooFew?: (min: number) => string
  readonly tooMany?: (max: number, chosen: number) => string
  /** Shown at the tick that exceeds the maximum; without it the confirmation shows it. */
  readonly full?: (max: number) => string
}

export interface SelectionRules {
  readonly min: number
  /** Null: no limit. 1: a click replaces what was chosen. */
  readonly max: number | null
  /** With max 1, only nodes this deep can be chosen; null: all can (BUILD-3, GRID-2). */
  readonly level: number | null
  readonly required: ReadonlySet<string>
  readonly disabled: ReadonlySet<string>
  readonly words: SelectionLabels
}

/** What every picker takes (PICK-0), as its caller wrote it. */
interface CommonOptions {
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly level?: number | undefined
  readonly required?: readonly string[] | undefined
  readonly disabled?: readonly string[] | undefined
}

interface OwnRules {
  readonly words?: SelectionLabels
  /** Defaults where the caller names none. */
  readonly min?: number
  readonly max: number | null
}

export function selectionRules(options: CommonOptions, own: OwnRules): SelectionRules {
  return {
    min: options.min ?? own.min ?? 0,
    max: options.max ?? own.max,
    level: options.level ?? null,
    required: new Set(options.required),
    disabled: new Set(options.disabled),
    words: own.words ?? {},
  }
}

/** The keys that are chosen from the start, the required ones first. */
export function keysAtStart(options: {
  readonly required?: readonly string[] | undefined
  readonly defaults?: readonly string[] | undefined
}): readonly string[] {
  return [...new Set([...(options.required ?? []), ...(options.defaults ?? [])])]
}

export type Choice = { readonly keys: readonly string[] } | { readonly refused: string }

/** What a click makes of the chosen keys, each node by itself: parents and children are independent. */
export function afterToggle(
  keys: readonly string[],
  { key, depth }: { readonly key: string; readonly depth: number },
  rules: SelectionRules,
): Choice {
  const { max, level, required } = rules
  if (max === 1 && level !== null && depth !== level) return { refused: pickerMessages.grid.wrongLevel }
  if (keys.includes(key)) {
    // A radio button is not unchecked by a press.
    const stays = max === 1 || required.has(key)
    return { keys: stays ? keys : keys.filter((other) => other !== key) }
  }
  if (rules.disabled.has(key)) return { keys }
  if (max === 1) return withinMax([...keys.filter((other) => required.has(other)), key], rules)
  const { full } = rules.words
  if (max !== null && full && keys.length >= max) return { refused: full(max) }
  return { keys: [...keys, key] }
}

function withinMax(keys: readonly string[], rules: SelectionRules): Choice {
  const problem = selectionProblem(keys.length, { ...rules, min: 0 })
  return problem === null ? { keys } : { refused: problem }
}

export function cleared(keys: readonly string[], { required }: SelectionRules): readonly string[] {
  return keys.filter((key) => required.has(key))
}

/** Why this many can't be confirmed, or null. */
export function selectionProblem(count: number, { min, max, words }: SelectionRules): string | null {
  if (count < min) return (words.tooFew ?? pickerMessages.tooFew)(min)
  if (max !== null && count > max) return (words.tooMany ?? pickerMessages.grid.overMax)(max, count)
  return null
}

interface AmountWords {
  readonly none: string
  readonly tooFew: (min: number) => string
  readonly tooMany: (max: number) => string
}

/** The same where a picker has its own sentence for none at all (PERSON-3, DEPT-2). */
export function amountProblem(
  count: number,
  min: number,
  max: number | null,
  words: AmountWords,
): string | null {
  if (count === 0 && min > 0) return words.none
  if (count < min) return words.tooFew(min)
  return max !== null && count > max ? words.tooMany(max) : null
}
