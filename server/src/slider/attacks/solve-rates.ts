import { encoded } from "../encode-puzzle.ts"
import { answers, type Puzzle } from "../draw-puzzle.ts"
import { decoded } from "./plane.ts"
import { recipes, type RecipeName } from "./recipes.ts"

/** C7: how far off the answer may be, in image pixels. */
const tolerance = 5

/** C7: the share of all answers that the best guess without looking hits. */
export function bestGuess(): number {
  const { low, high } = answers.x
  const hits = (guess: number) => Math.min(high, guess + tolerance) - Math.max(low, guess - tolerance) + 1
  const guesses = Array.from({ length: high - low + 1 }, (_, at) => low + at)
  return Math.max(...guesses.map(hits)) / guesses.length
}

/** The share of puzzles that each recipe solves, on the pictures as they are delivered. */
export async function solveRates(puzzles: Iterable<Puzzle>): Promise<Record<RecipeName, number>> {
  const solved = new Map<RecipeName, number>()
  const names = Object.keys(recipes) as RecipeName[]
  let count = 0
  for (const puzzle of puzzles) {
    const { big, small } = encoded(puzzle)
    const delivered = { big: await decoded(big), small: await decoded(small), y: puzzle.y }
    for (const name of names)
      if (Math.abs(recipes[name](delivered) - puzzle.x) <= tolerance)
        solved.set(name, (solved.get(name) ?? 0) + 1)
    count++
  }
  return Object.fromEntries(names.map((name) => [name, (solved.get(name) ?? 0) / count])) as Record<
    RecipeName,
    number
  >
}
