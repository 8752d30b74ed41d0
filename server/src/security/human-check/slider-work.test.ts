import { randomBytes } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { openDatabase, type Database } from "../../db/open.ts"
import { unrestricted } from "../../db/scope.ts"
import { scratchDatabase } from "../../testing/scratch-database.ts"
import { doneWork, solution } from "../../testing/test-slider.ts"
import { issueSlider, sliderWorkBits, takeSlider } from "./sliders.ts"

let one: Database

beforeEach(async () => {
  const scratch = await scratchDatabase()
  one = openDatabase(scratch.url, () => {})
  return async () => {
    await one.close()
    await scratch.drop()
  }
})

const someone = () => randomBytes(32)
const address = "198.51.100.7"

async function issued(holder: Buffer) {
  const picture = () => Promise.resolve({ x: 200, y: 50, bigImage: "", smallImage: "" })
  const slider = await issueSlider(one, { purpose: "login", holder, address: "198.51.100.8", picture })
  if (!slider.ok) throw new Error(`wait ${slider.retryAfterS} s`)
  return slider.id
}

/** A person's answer. */
async function answerTo(id: string, holder: Buffer) {
  const given = await solution(one, id)
  const { chenckMoveCode: code, chenckMoveTrack: track, chenckMoveWork: work } = given
  return { id, code, track, work, by: "mouse" as const, holder, address }
}

const bitsOf = (id: string, holder: Buffer) =>
  one.transaction(unrestricted, (db) => sliderWorkBits(db, { id, holder }))

test("[DAY-1] the proof of work is told to the picture's own browser, and grows with its failures", async () => {
  const holder = someone()
  const id = await issued(holder)
  expect([await bitsOf(id, holder), await bitsOf(id, someone())]).toEqual([13, 0])
  await takeSlider(one, { id, code: 0, holder, address })
  expect(await bitsOf(id, holder)).toBe(0)
  expect(await bitsOf(await issued(holder), holder)).toBe(14)
})

test("[DAY-1] the work is not done with fewer bits, for another picture, or for a part of its parts", async () => {
  const other = await issued(someone())
  for (const make of [
    () => doneWork(other, 13),
    (id: string) => doneWork(id, 13).replace(/,[0-9]+$/, ""),
    (id: string) => doneWork(id, 6),
    () => "0",
  ]) {
    const holder = someone()
    const answer = await answerTo(await issued(holder), holder)
    expect(await takeSlider(one, { ...answer, work: make(answer.id) })).toBe(false)
  }
})

test("[DAY-1] the work may be left out 3 times an hour, like the track; the fourth answer is refused", async () => {
  const holder = someone()
  const without = async () =>
    takeSlider(one, { ...(await answerTo(await issued(holder), holder)), work: undefined })
  expect([await without(), await without(), await without()]).toEqual([true, true, true])
  expect(await without()).toBe(false)
  expect(await takeSlider(one, await answerTo(await issued(holder), holder))).toBe(true)
})
