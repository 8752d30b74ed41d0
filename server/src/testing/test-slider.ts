import { createHash, hash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Database } from "../db/open.ts"
import { unrestricted } from "../db/scope.ts"
import { workLimits, workText, zeroBits } from "@uc/contract/captcha/work"
import { sliderHash } from "../security/human-check/sliders.ts"
import { difficultyOf } from "../slider/levels.ts"
import { solvedSlider } from "./test-browser.ts"
import { humanDrag, type Chance } from "./test-drags.ts"

/** For tests: how long the person looked at the picture. */
const lookSeconds = 6

/**
 * For tests: what a person would send for this slider, a few seconds after it was drawn. The position of the hole is read
 * from the database.
 */
export async function solution(database: Database, id: string, chance: Chance = Math.random) {
  const found = await database.transaction(unrestricted, async (db) => {
    const { rows } = await db.execute<{ x: number; level: number }>(sql`
      update captcha_challenge
      set issued_at = issued_at - make_interval(secs => ${lookSeconds}),
          expires_at = expires_at - make_interval(secs => ${lookSeconds})
      where id_hash = ${sliderHash(id)} returning x, level`)
    return rows[0]
  })
  if (!found) throw new Error("There is no such slider")
  const { x, level } = found
  return {
    chenckMoveId: id,
    chenckMoveCode: x,
    chenckMoveTrack: JSON.stringify(humanDrag(chance, x)),
    chenckMoveBy: "mouse" as const,
    chenckMoveWork: doneWork(id, difficultyOf(level).workBits),
  }
}

/** For tests: the proof of work, computed as a browser would. */
export function doneWork(id: string, bits: number): string {
  // As text: Node makes a Buffer of each hash in as much time as the hash itself takes, and nearly all are thrown away.
  const isFound = (part: number, number: number) => {
    const found = hash("sha256", workText(id, part, number), "binary")
    return found.charCodeAt(0) === 0 && zeroBits(Buffer.from(found, "latin1")) >= bits
  }
  return Array.from({ length: workLimits.parts }, (_, part) => {
    let number = 0
    while (!isFound(part, number)) number++
    return number
  }).join(",")
}

/** For tests: a slider that was solved a moment ago; the pictures and the drag are proven elsewhere. */
export async function passedSlider(
  database: Database,
  headers: Readonly<Record<string, string>>,
  purpose: "login" | "reauth" | "sms",
) {
  const token = /uc_did=([\w-]+)/.exec(headers["cookie"] ?? "")?.[1] ?? ""
  return solvedSlider(database, createHash("sha256").update(token).digest(), purpose)
}
