import { dictionaryCalls, type Code } from "@uc/contract/dictionary/calls"
import { useMemo } from "react"
import { useCall } from "../../platform/http/use-call.ts"

/** Changed codes come as an event, which loads them again. */
const staleMs = 10 * 60_000

export interface Codes<Key extends string> {
  /** In their order, without those that are no longer offered. */
  readonly choices: readonly (readonly [Key, string])[]
  /** Also for codes that are no longer offered: old data has them. */
  readonly wordOf: (key: Key) => string
}

interface AskedCodes<Key extends string> extends Codes<Key> {
  /** The table could not be loaded: built-in labels are used. */
  readonly isLost: boolean
}

/** Of a built-in table: names and order are the administrators', unknown codes are left out. */
export function codesIn<Key extends string>(
  table: readonly Code[] | undefined,
  built: Readonly<Record<Key, string>>,
): Codes<Key> {
  if (table === undefined || table.length === 0)
    return { choices: Object.entries(built) as [Key, string][], wordOf: (key) => built[key] }
  const isKnown = (code: string): code is Key => Object.hasOwn(built, code)
  const names = new Map(table.map(({ code, name }) => [code, name]))
  return {
    choices: table.flatMap(({ code, name, isDisabled }) =>
      isKnown(code) && !isDisabled ? [[code, name] as const] : [],
    ),
    wordOf: (key) => names.get(key) ?? built[key],
  }
}

/** HOME-4: the remark on a code, for who chooses it; null: none. */
export function useRemarks(code: string): (key: string) => string | null {
  const { data } = useCall(dictionaryCalls.codes, { code }, { staleMs })
  return (key) => data?.find((item) => item.code === key)?.remark ?? null
}

/** HOME-4: a code table gives selects and labels; until it is loaded, or if it can't be, the built-in labels do. */
export function useCodes<Key extends string>(
  parentcode: string,
  built: Readonly<Record<Key, string>>,
): AskedCodes<Key> {
  const { data, error } = useCall(dictionaryCalls.codesByParent, { parentcode, all: 1 }, { staleMs })
  const isLost = error !== null && data === undefined
  return useMemo(() => ({ ...codesIn(data, built), isLost }), [data, built, isLost])
}
