import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { makerLimits, workerMaker, type Drawer, type DrawingRequest, type Drawn } from "./worker-maker.ts"

/** A thread that draws on command of the test. */
class FakeDrawer implements Drawer {
  readonly asked: DrawingRequest[] = []
  readonly answered: DrawingRequest[] = []
  isEnded = false
  readonly #received = new Map<string, (value: never) => void>()

  postMessage(asked: DrawingRequest): void {
    this.asked.push(asked)
  }
  on(event: string, received: (value: never) => void): void {
    this.#received.set(event, received)
  }
  async terminate(): Promise<void> {
    this.isEnded = true
    this.say("exit")
  }
  say(event: "message" | "error" | "exit", value?: Drawn | Error): void {
    this.#received.get(event)?.(value as never)
  }
  async draw(count = 1): Promise<void> {
    for (let at = 0; at < count; at++) {
      const asked = this.asked.shift()
      if (!asked) return
      this.answered.push(asked)
      const made = { x: asked.id, y: 1, bigImage: `big ${asked.id} of ${asked.what}`, smallImage: "" }
      this.say("message", { id: asked.id, made })
      await vi.advanceTimersByTimeAsync(0)
    }
  }
}

let drawers: FakeDrawer[] = []
const spawn = () => {
  const drawer = new FakeDrawer()
  drawers.push(drawer)
  return drawer
}

beforeEach(() => {
  drawers = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test("[CAPT-6] nothing is drawn before the first request, then the pool is filled to its size", async () => {
  const maker = workerMaker(spawn)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(drawers).toEqual([])
  const first = maker.make(5)
  await drawers[0]!.draw()
  await first
  await drawers[0]!.draw(1000)
  expect(drawers[0]!.answered).toHaveLength(1 + makerLimits.ready)
  expect(drawers[0]!.answered.every(({ what }) => what === 5)).toBe(true)
})

test("[CAPT-6] each picture of the pool is used once and replaced", async () => {
  const maker = workerMaker(spawn)
  const first = maker.make(5)
  await drawers[0]!.draw(1000)
  const taken = [await first]
  for (let at = 0; at < 20; at++) taken.push(await maker.make(5))
  await drawers[0]!.draw(1000)
  for (let at = 0; at < makerLimits.ready; at++) taken.push(await maker.make(5))
  expect(new Set(taken.map(({ bigImage }) => bigImage)).size).toBe(taken.length)
})

test("[CAPT-6] the other levels are drawn on request, never taken from the pool", async () => {
  const maker = workerMaker(spawn)
  void maker.make(5)
  await drawers[0]!.draw(1000)
  const hard = maker.make(8)
  const known = maker.make(6)
  await drawers[0]!.draw(2)
  expect((await hard).bigImage).toContain("of 8")
  expect((await known).bigImage).toContain("of 6")
})

test("[CAPT-5] a thread that ends fails its waiting requests, and is replaced within a second", async () => {
  const maker = workerMaker(spawn)
  const waiting = Promise.allSettled([maker.make(8), maker.code()])
  drawers[0]!.say("error", new Error("out of memory"))
  drawers[0]!.say("exit")
  expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  await vi.advanceTimersByTimeAsync(1000)
  expect(drawers).toHaveLength(2)
  expect(drawers[1]!.asked).toMatchObject([{ what: 5 }])
  const next = maker.make(8)
  await drawers[1]!.draw(2)
  expect((await next).bigImage).toContain("of 8")
})

test("[CAPT-5] a picture that takes over 4 s fails, and a stuck thread is replaced", async () => {
  const maker = workerMaker(spawn)
  const late = Promise.allSettled([maker.make(5)])
  await vi.advanceTimersByTimeAsync(3999)
  expect(drawers[0]!.isEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect((await late)[0].status).toBe("rejected")
  expect(drawers[0]!.isEnded).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect(drawers).toHaveLength(2)
})

test("a thread that is only busy is not replaced", async () => {
  const maker = workerMaker(spawn)
  const [served, late] = [maker.make(8), Promise.allSettled([maker.make(8)])]
  await vi.advanceTimersByTimeAsync(2000)
  await drawers[0]!.draw()
  await served
  await vi.advanceTimersByTimeAsync(2000)
  expect((await late)[0].status).toBe("rejected")
  expect(drawers[0]!.isEnded).toBe(false)
})

test("in a flood requests are refused at once instead of waiting", async () => {
  const maker = workerMaker(spawn)
  const flood = Array.from({ length: makerLimits.waiting }, () => maker.make(8))
  await expect(maker.make(8)).rejects.toThrow("Too many")
  const rest = Promise.allSettled(flood)
  await maker.close()
  expect((await rest).every(({ status }) => status === "rejected")).toBe(true)
})

test("after close the thread has ended and nothing is drawn", async () => {
  const maker = workerMaker(spawn)
  void maker.make(5)
  await drawers[0]!.draw(3)
  await maker.close()
  expect(drawers[0]!.isEnded).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(drawers).toHaveLength(1)
  await expect(maker.make(8)).rejects.toThrow("closed")
})
