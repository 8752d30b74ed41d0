import { z } from "zod"

const longest = 100

/** Some of these words as a form carries them: separated by commas, none for the empty text. */
export function wordList<Word extends string>(words: readonly Word[], problem: string) {
  const known = new Set<string>(words)
  return {
    Shape: z
      .string()
      .max(longest)
      .refine((list) => list === "" || list.split(",").every((word) => known.has(word)), problem),
    /** In the order of the words, each once. */
    read: (list: string): Word[] => {
      const named = new Set<string>(list.split(","))
      return words.filter((word) => named.has(word))
    },
  }
}
