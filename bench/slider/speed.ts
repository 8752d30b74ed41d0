import { chiSquared, chiSquaredLimit, correlation } from "../../server/src/slider/attacks/leaks.ts"
import { answers } from "../../server/src/slider/draw-puzzle.ts"
import { encoded } from "../../server/src/slider/encode-puzzle.ts"
import type { Context, Goal, Measured } from "../benchmark.ts"
import { compared, quantile } from "../statistics.ts"
import { freshPuzzles } from "./puzzles.ts"

/** C9: how long a picture takes, beside writing one of its size as a JPEG and nothing else. */
export function measureMaking({ isQuick, say }: Context): Measured[] {
  const count = isQuick ? 300 : 4000
  const places: number[] = []
  const lengths = { big: [] as number[], small: [] as number[] }
  const making: number[] = []
  const writing: number[] = []
  const puzzles = freshPuzzles(7, count + warming)
  for (let at = 0; at < count + warming; at++) {
    const began = performance.now()
    const { value: puzzle } = puzzles.next()
    if (!puzzle) break
    const { big, small } = encoded(puzzle)
    const made = performance.now()
    puzzle.big.toBuffer("image/jpeg", 80)
    const written = performance.now()
    if (at < warming) continue
    places.push(puzzle.x)
    lengths.big.push(big.length)
    lengths.small.push(small.length)
    making.push(made - began)
    writing.push(written - made)
  }
  say(
    `${count} fresh pictures of ${Math.round(quantile(lengths.big.toSorted(byNumber), 0.5) / 1000)} kB made`,
  )
  const inOrder = making.toSorted(byNumber)
  const p95 = quantile(inOrder, 0.95)
  const beside = "writing a JPEG of the size"
  return [
    { name: "a picture of level 7", unit: "ms", ...compared(making, writing, beside) },
    {
      name: "a picture of level 7, p95",
      ...one(p95, "ms"),
      goal: { of: "value", limit: "at most", number: 30 },
    },
    {
      name: "pictures per second and core",
      ...one((1000 * count) / making.reduce((sum, ms) => sum + ms, 0), "/s"),
    },
    ...leaks(isQuick, [
      ["length of the picture", correlation(places, lengths.big)],
      ["length of the piece", correlation(places, lengths.small)],
      ["time it takes", correlation(places, making)],
    ]),
    {
      name: "chi squared of the answer in ten classes",
      ...one(chiSquared(places, answers.x.low, answers.x.high), ""),
      goal: { of: "value", limit: "at most", number: chiSquaredLimit },
    },
  ]
}

/** The first are slower: nothing is compiled yet. */
const warming = 20

const byNumber = (a: number, b: number) => a - b

export function one(value: number, unit: string): Pick<Measured, "value" | "unit" | "spread"> {
  return { value, unit, spread: { low: value, high: value, count: 1 } }
}

/** With few pictures chance alone correlates. */
function leaks(isQuick: boolean, found: readonly (readonly [string, number])[]): Measured[] {
  const goal: Goal = { of: "value", limit: "at most", number: 0.05 }
  return found.map(([what, r]) => ({
    name: `|r| of the answer and the ${what}`,
    ...one(Math.abs(r), ""),
    ...(isQuick ? {} : { goal }),
  }))
}
