import { createHash, randomBytes } from "node:crypto"
import { workLimits, workText, zeroBits } from "@uc/contract/captcha/work"
import { recipes, type RecipeName } from "../../server/src/slider/attacks/recipes.ts"
import { decoded } from "../../server/src/slider/attacks/plane.ts"
import { encoded } from "../../server/src/slider/encode-puzzle.ts"
import { difficultyOf, type SliderLevel } from "../../server/src/slider/levels.ts"
import { fixedPuzzles } from "./puzzles.ts"

/** CPU seconds of this process, which does nothing else meanwhile. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** The proof of work of one answer, by OpenSSL: a robot does not use a browser. */
export function workSeconds(level: SliderLevel, count: number): number {
  const { workBits } = difficultyOf(level)
  const began = cpuSeconds()
  for (let at = 0; at < count; at++) {
    const id = randomBytes(16).toString("base64url")
    for (let part = 0; part < workLimits.parts; part++)
      for (let number = 0; ; number++) {
        const hash = createHash("sha256")
          .update(workText(id, part, number))
          .digest()
        if (zeroBits(hash) >= workBits) break
      }
  }
  return (cpuSeconds() - began) / count
}

/** What finding the hole costs with this recipe. */
export async function recipeSeconds(name: RecipeName, level: SliderLevel, count: number): Promise<number> {
  const delivered = []
  for (const puzzle of fixedPuzzles(level, count)) {
    const { big, small } = encoded(puzzle)
    delivered.push({ big: await decoded(big), small: await decoded(small), y: puzzle.y })
  }
  const began = cpuSeconds()
  for (const one of delivered) recipes[name](one)
  return (cpuSeconds() - began) / count
}

/** An answer is paid for whether it is right or wrong; without a track and work only three an hour are accepted. */
export function secondsPerThousand(rate: number, recipeS: number, workS: number): number | null {
  return rate === 0 ? null : (1000 * (recipeS + workS)) / rate
}
