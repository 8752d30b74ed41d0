import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { laterOf } from "./log-position.ts"
import { primaryPositions } from "./primary-positions.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function testPositions() {
  let written = 0
  let isAway = false
  const positions = primaryPositions(
    async () => {
      if (isAway) throw new Error("away")
      return `0/${written.toString(16).toUpperCase()}`
    },
    () => Date.now(),
  )
  return {
    positions,
    write: (position: number) => void (written = position),
    leave: () => void (isAway = true),
  }
}

test("[OPS-5] a replica must have reached where the primary was ten seconds ago", async () => {
  const { positions, write } = testPositions()
  await vi.advanceTimersByTimeAsync(500)
  expect(positions.required()).toBe("0/0")
  for (let second = 1; second <= 30; second++) {
    write(second)
    await vi.advanceTimersByTimeAsync(1000)
  }
  // Written in the 21st second, the position of which was asked ten seconds ago or a little more.
  expect(["0/13", "0/14", "0/15"]).toContain(positions.required())
  positions.stop()
})

test("[OPS-5] after an event a replica must have reached the present, else none is used", async () => {
  const { positions, write } = testPositions()
  await vi.advanceTimersByTimeAsync(500)
  write(0xff)
  positions.noteEvent()
  expect(positions.required()).toBeNull()
  await vi.advanceTimersByTimeAsync(0)
  expect(positions.required()).toBe("0/FF")
  positions.stop()
})

test("[OPS-5] while the primary does not say how far it is, no replica is used", async () => {
  const { positions, leave } = testPositions()
  await vi.advanceTimersByTimeAsync(500)
  leave()
  await vi.advanceTimersByTimeAsync(9000)
  expect(positions.required()).toBe("0/0")
  await vi.advanceTimersByTimeAsync(2000)
  expect(positions.required()).toBeNull()
  positions.stop()
})

test("[OPS-5] positions are compared as numbers", () => {
  expect(laterOf("0/FFFFFFFF", "1/0")).toBe("1/0")
  expect(laterOf("A/0", "9/FFFFFFFF")).toBe("A/0")
  expect(laterOf("0/1", null)).toBe("0/1")
})
