import { randomInt } from "node:crypto"
import { classicPuzzle } from "../../server/src/slider/attacks/classic-puzzle.ts"
import { newSeed, seededRandom } from "../../server/src/slider/random.ts"
import { drawPuzzle, type Puzzle } from "../../server/src/slider/draw-puzzle.ts"
import { sliderLevels, type SliderLevel } from "../../server/src/slider/levels.ts"

/** Sliders as most are made, and ours by level. */
export const kinds: readonly Kind[] = ["classic", ...sliderLevels]
export type Kind = "classic" | SliderLevel

/** The same in every run. */
export function* fixedPuzzles(kind: Kind, count: number): Generator<Puzzle> {
  for (let at = 0; at < count; at++) {
    const [seed, random] = [[at, 3, 9] as const, seededRandom([at, 2, 2])]
    yield kind === "classic" ? classicPuzzle(seed, random) : drawPuzzle(seed, random, kind)
  }
}

/** As the product makes them: nobody has seen them before. */
export function* freshPuzzles(kind: Exclude<Kind, "classic">, count: number): Generator<Puzzle> {
  for (let at = 0; at < count; at++) yield drawPuzzle(newSeed(randomInt), randomInt, kind)
}
