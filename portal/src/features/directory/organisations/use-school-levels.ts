import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { schoolLevels, schoolLevelTable } from "@uc/contract/organisations/school-levels"
import { useMemo } from "react"
import { useCall } from "../../../platform/http/use-call.ts"

/** Changed codes come as an event, which loads them again. */
const staleMs = 10 * 60_000

interface SchoolLevels {
  /** In their order, those no longer offered left out. */
  readonly choices: readonly (readonly [code: string, name: string])[]
  readonly wordOf: (code: string) => string
}

/** DISTRICT-7: unlike `useCodes`, with the codes that administrators have added. */
export function useSchoolLevels(): SchoolLevels {
  const { data } = useCall(
    dictionaryCalls.codesByParent,
    { parentcode: schoolLevelTable, all: 1 },
    { staleMs },
  )
  return useMemo(() => {
    const known = data ?? []
    const names = new Map<string, string>([
      ...Object.entries(schoolLevels),
      ...known.map(({ code, name }) => [code, name] as const),
    ])
    return {
      choices: known.flatMap(({ code, name, isDisabled }) => (isDisabled ? [] : [[code, name] as const])),
      wordOf: (code) => names.get(code) ?? code,
    }
  }, [data])
}
