import { expect, test } from "vitest"
import { killWhileTelling } from "../e2e/killed-webhooks.ts"
import { build } from "../scripts/prepare.mjs"

test("[SSO-5] kill -9 four times in the middle of webhooks: all are told, each person in order", async () => {
  await build()
  const { told, cutOff, committed } = await killWhileTelling({ kills: 4, people: 60, endsLeases: false })
  expect(Math.min(...cutOff)).toBeGreaterThan(0)
  for (const [id, { changes, name }] of committed) {
    const theirs = told.filter((each) => each.id === id)
    const sequence = theirs.map((each) => each.sequence)
    expect(new Set(sequence).size).toBe(changes)
    expect(sequence).toEqual(sequence.toSorted((one, other) => one - other))
    expect(theirs.at(-1)?.data?.name).toBe(name)
  }
})
