import { useCodes } from "../../dictionary/public.ts"

const built = { 男: "男", 女: "女" } as const
export type Sex = keyof typeof built

export function isSex(word: string): word is Sex {
  return Object.hasOwn(built, word)
}

/** HOME-4: the administrators' names of the codes. */
export function useSexes() {
  const { wordOf } = useCodes("sex", built)
  return {
    choices: Object.values(built).map((sex) => [sex, wordOf(sex)] as const),
    wordOf: (sex: string) => (isSex(sex) ? wordOf(sex) : sex),
  }
}
