import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ceilings, classicFloors, guessCeiling, visibility } from "../server/src/slider/attacks/ceilings.ts"
import type { RecipeName } from "../server/src/slider/attacks/recipes.ts"
import { pictureSheet } from "../server/src/slider/attacks/picture-sheet.ts"
import { bestGuess, solveRates } from "../server/src/slider/attacks/solve-rates.ts"
import type { Puzzle } from "../server/src/slider/draw-puzzle.ts"
import { sliderLevels, usualLevel, type SliderLevel } from "../server/src/slider/levels.ts"
import { contrastOf } from "../server/src/slider/luminance.ts"
import { rowOf, type Benchmark, type Context, type Measured } from "./benchmark.ts"
import { recipeSeconds, secondsPerThousand, workSeconds } from "./slider/costs.ts"
import { fixedPuzzles, freshPuzzles, kinds, type Kind } from "./slider/puzzles.ts"
import { measureMaking, one } from "./slider/speed.ts"

const names: Readonly<Record<RecipeName, string>> = {
  edgesAnywhere: "Canny(100,200) + CCOEFF_NORMED, whole picture (ddddocr)",
  edgesInBand: "the same, knowing y",
  grayInBand: "gray, knowing y",
  grayMasked: "gray with alpha mask",
  blurredEdges: "blur + Canny(200,450)",
  sobelMasked: "Sobel with alpha mask (geeTestSolver)",
  silhouetteOnDark: "silhouette against dark",
  outlineOnEdges: "outline against edges",
  silhouetteEither: "made for ours: silhouette against dark or light",
  blind: "blind guess",
}

export const sliderAttacks: Benchmark = {
  name: "slider",
  goal: "no published recipe solves more of level 7 than its ceiling, people see the hole, a robot pays, and a picture takes at most 30 ms",
  async run(context) {
    const count = context.isQuick ? 150 : 1000
    const rates = {} as Record<Kind, Record<RecipeName, number>>
    const contrasts: number[] = []
    for (const kind of kinds) {
      const puzzles = kind === 7 ? seen(bothOf(kind, count), contrasts) : fixedPuzzles(kind, count / 2)
      rates[kind] = await solveRates(puzzles)
      context.say(`${kind === "classic" ? kind : `level ${kind}`}: ${wordsOf(rates[kind])}`)
    }
    const measured = [
      ...(Object.keys(names) as RecipeName[]).flatMap((name) => rowsOf(name, rates)),
      {
        name: "the best blind guess, counted over all answers",
        ...one(100 * bestGuess(), "%"),
        goal: { of: "value", limit: "at most", number: guessCeiling * 100 },
      } as const,
      {
        name: `level 7: pictures whose hole stands out by ${visibility.contrast} of 255`,
        ...one(
          (100 * contrasts.filter((contrast) => contrast >= visibility.contrast).length) / contrasts.length,
          "%",
        ),
        goal: { of: "value", limit: "at least", number: visibility.share * 100 },
      } as const,
    ]
    // Unlike a time, a share does not depend on what else the machine does: a miss is a failure.
    if (measured.some((row) => rowOf("slider", row).isReached === false)) process.exitCode = 1
    writeSheets(context)
    return [...measured, ...(await costRows(context, rates)), ...measureMaking(context)]
  },
}

/** DAY-1: what each attack costs by level; the proof of work is paid for every answer, right or wrong. */
async function costRows(
  { isQuick, say }: Context,
  rates: Record<Kind, Record<RecipeName, number>>,
): Promise<Measured[]> {
  const rows: Measured[] = []
  for (const level of sliderLevels) {
    const workS = workSeconds(level, isQuick ? 5 : 40)
    rows.push({ name: `level ${level}: proof of work of an answer`, ...one(1000 * workS, "ms") })
    for (const name of Object.keys(names) as RecipeName[]) {
      const recipeS = await recipeSeconds(name, level, isQuick ? 5 : 40)
      const seconds = secondsPerThousand(rates[level][name], recipeS, workS)
      if (seconds === null) say(`level ${level}: ${names[name]} solved none`)
      else rows.push({ name: `level ${level}: CPU for 1,000 sign-ins, ${names[name]}`, ...one(seconds, "s") })
    }
  }
  return rows
}

/** DAY-1: a hundred fresh pictures of the usual level, to be looked at. */
function writeSheets({ root, say }: Context): void {
  const folder = join(root, ".cache")
  mkdirSync(folder, { recursive: true })
  const puzzles = [...freshPuzzles(usualLevel, 100)]
  for (let no = 0; no < 4; no++) {
    const file = join(folder, `slider-sheet-${no + 1}.png`)
    writeFileSync(file, pictureSheet(puzzles.slice(no * 25, no * 25 + 25)))
    say(`25 pictures of the usual level: ${file}`)
  }
}

function* bothOf(level: 7, count: number): Generator<Puzzle> {
  yield* fixedPuzzles(level, count)
  yield* freshPuzzles(level, count)
}

function* seen(puzzles: Iterable<Puzzle>, contrasts: number[]): Generator<Puzzle> {
  for (const puzzle of puzzles) {
    contrasts.push(contrastOf(puzzle.big, puzzle.silhouette, puzzle.x, puzzle.y))
    yield puzzle
  }
}

function rowsOf(name: RecipeName, rates: Record<Kind, Record<RecipeName, number>>): Measured[] {
  const classic = 100 * rates.classic[name]
  const floor = classicFloors[name]
  const ceiling = name in ceilings ? ceilings[name as keyof typeof ceilings] : null
  const share = (level: SliderLevel) => ({
    name: `level ${level}: ${names[name]}`,
    ...one(100 * rates[level][name], "%"),
  })
  return [
    {
      name: `classic: ${names[name]}`,
      ...one(classic, "%"),
      ...(floor ? { goal: { of: "value", limit: "at least", number: floor * 100 } as const } : {}),
    },
    share(5),
    share(6),
    {
      ...share(7),
      beside: { what: "classic slider", ...one(classic, "%") },
      ...(ceiling ? { goal: { of: "value", limit: "at most", number: ceiling * 100 } as const } : {}),
    },
    share(8),
  ]
}

function wordsOf(rates: Readonly<Record<RecipeName, number>>): string {
  return Object.entries(rates)
    .map(([name, rate]) => `${name} ${(100 * rate).toFixed(1)} %`)
    .join(", ")
}
