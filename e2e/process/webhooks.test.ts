import { expect, test } from "@playwright/test"
import { killWhileTelling } from "../killed-webhooks.ts"

test("[SSO-5] kill -9 in the middle of webhooks: all are told, of each person in order", async () => {
  const { told, cutOff, committed } = await killWhileTelling({ kills: 1, people: 12, endsLeases: true })
  expect(Math.min(...cutOff)).toBeGreaterThan(0)
  for (const [id, { changes, name }] of committed) {
    const theirs = told.filter((each) => each.id === id)
    const sequence = theirs.map((each) => each.sequence)
    // At least once, and what is told again is not older than what was told before.
    expect(new Set(sequence).size).toBe(changes)
    expect(sequence).toEqual(sequence.toSorted((one, other) => one - other))
    expect(theirs.at(-1)?.data?.name).toBe(name)
  }
})
