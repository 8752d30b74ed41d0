// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Answers } from "./request-lists.ts"
import { drills, alarms } from "../../testing/fake-alarms.ts"
import { cardsOf } from "./monitor.ts"
import { idOf, type MonitorEntry, type EntryLists } from "./monitor-entry.ts"
import { isInterrupted } from "./poll-interval.ts"
import { runMonitor, type Parts, type RunningMonitor } from "./run-monitor.ts"

/** What the server would say now; null: it can't be reached. */
let server: EntryLists | null
let asked: number
/** How long an answer takes. */
let answerMs: number
let underWay: number
let mostAtOnce: number
let publishEvent: (() => void)[]
let rung: MonitorEntry[]
let memory: string[]
let isHidden: boolean
/** How far the server's clock is ahead of this computer's. */
let aheadMs: number
const running: RunningMonitor[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-15T06:05:09Z") })
  server = { warning: alarms(), yuan: drills() }
  asked = answerMs = underWay = mostAtOnce = aheadMs = 0
  publishEvent = []
  rung = []
  memory = []
  isHidden = false
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => (isHidden ? "hidden" : "visible"))
})
afterEach(() => {
  for (const { stop } of running.splice(0)) stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

async function ask(): Promise<Answers> {
  asked += 1
  underWay += 1
  mostAtOnce = Math.max(mostAtOnce, underWay)
  if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs))
  underWay -= 1
  return {
    isWhole: server !== null,
    lists: server ?? {},
    nowMs: Date.now() + aheadMs,
    late: Promise.resolve(null),
  }
}

/** Tabs of one browser exchange messages through this. */
function channels() {
  const ears: ((event: { readonly data: unknown }) => void)[] = []
  return () => {
    let own: (typeof ears)[number] | undefined
    return {
      postMessage: (data: unknown) => {
        for (const ear of ears) if (ear !== own) ear({ data: structuredClone(data) })
      },
      addEventListener: (_type: string, ear: (typeof ears)[number]) => {
        own = ear
        ears.push(ear)
      },
      close: () => void (own && ears.splice(ears.indexOf(own), 1)),
    } as unknown as NonNullable<Parts["channel"]>
  }
}

/** The first one leads until it is gone. */
function firstLeads(): Parts["locks"] {
  let isHeld = false
  return {
    request: async (_name: string, _options: LockOptions, hold: () => Promise<void>) => {
      if (isHeld) return new Promise(() => undefined)
      isHeld = true
      return hold()
    },
  } as unknown as NonNullable<Parts["locks"]>
}

function run(parts: Partial<Parts> = {}): RunningMonitor {
  const begun = runMonitor({
    order: { options: {}, callback: null },
    name: "a",
    ask,
    listen: (onEvent) => {
      publishEvent.push(onEvent)
      return () => void publishEvent.splice(publishEvent.indexOf(onEvent), 1)
    },
    locks: undefined,
    channel: null,
    memory: { dismissed: () => memory, dismiss: (id) => void memory.push(id) },
    onNew: (entry) => void rung.push(entry),
    nowMs: Date.now,
    chance: () => 0,
    ...parts,
  })
  running.push(begun)
  return begun
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const cards = (monitor: RunningMonitor) => cardsOf(monitor.watched().monitor).map(idOf)

test("[WARN-1] polls immediately, then every 6000 ms, or at the given interval", async () => {
  run()
  await pass(0)
  expect(asked).toBe(1)
  await pass(5999)
  expect(asked).toBe(1)
  await pass(1)
  expect(asked).toBe(2)
  running[0]?.stop()
  run({ order: { options: { intervalMs: 1000 }, callback: null } })
  await pass(3000)
  expect(asked).toBe(6)
})

test("[WARN-7] an event causes a poll immediately, never two at a time, and none is lost", async () => {
  answerMs = 400
  const monitor = run()
  await pass(400)
  server = { warning: alarms("a"), yuan: drills() }
  publishEvent[0]?.()
  await pass(100)
  publishEvent[0]?.()
  publishEvent[0]?.()
  await pass(300)
  expect(cards(monitor)).toEqual(["a"])
  expect(asked).toBe(2)
  await pass(400)
  expect(asked).toBe(3)
  expect(mostAtOnce).toBe(1)
})

test("[WARN-7] a lost server lengthens the interval and is shown after three polls; counts stay", async () => {
  server = { warning: alarms("a"), yuan: drills() }
  const monitor = run()
  await pass(0)
  server = null
  await pass(18_000)
  // At 6 and 18 seconds.
  expect(asked).toBe(3)
  expect(isInterrupted(monitor.watched().pace, Date.now())).toBe(true)
  expect(monitor.watched().monitor).toMatchObject({ lists: { warning: { total: 1 } } })
  await pass(24_000)
  expect(asked).toBe(4)
  server = { warning: alarms("b", "a"), yuan: drills() }
  publishEvent[0]?.()
  await pass(0)
  expect(isInterrupted(monitor.watched().pace, Date.now())).toBe(false)
  // The older one is grave too, and nobody has confirmed it.
  expect(cards(monitor)).toEqual(["b", "a"])
})

test("[WARN-7] a hidden page asks once a minute, and at once when it is looked at again", async () => {
  isHidden = true
  run()
  await pass(59_000)
  expect(asked).toBe(1)
  await pass(1000)
  expect(asked).toBe(2)
  isHidden = false
  document.dispatchEvent(new Event("visibilitychange"))
  await pass(0)
  expect(asked).toBe(3)
})

test("[WARN-7] a laptop that slept for an hour asks at once when it wakes", async () => {
  run()
  await pass(1000)
  vi.setSystemTime(Date.now() + 3_600_000)
  await pass(1001)
  expect(asked).toBe(2)
})

test("[WARN-7][WARN-8] ten tabs are one client and one sound; a card closed in one is closed in all", async () => {
  const locks = firstLeads()
  const channel = channels()
  const tabs = Array.from({ length: 10 }, () => run({ locks, channel: channel() }))
  await pass(0)
  server = { warning: alarms("a"), yuan: drills("d") }
  await pass(6000)
  expect(asked).toBe(2)
  expect(publishEvent).toHaveLength(1)
  expect(rung.map(idOf)).toEqual(["a", "d"])
  expect(tabs.map(cards)).toEqual(tabs.map(() => ["a", "d"]))
  tabs[7]?.happened({ type: "cardClosed", kind: "warning", id: "a" })
  expect(tabs.map(cards)).toEqual(tabs.map(() => ["d"]))
  // A tab that opens later gets the present state, and what was closed stays closed.
  expect(cards(run({ locks, channel: channel() }))).toEqual(["d"])
})

test("[WARN-7] a tab that gives the lead away and gets it back while it asks does not ask twice", async () => {
  answerMs = 400
  let lose: (reason: Error) => void = () => undefined
  const locks = {
    request: (_name: string, _options: LockOptions, hold: () => Promise<void>) =>
      new Promise((_resolve, reject) => {
        lose = reject
        void hold()
      }),
  } as unknown as NonNullable<Parts["locks"]>
  run({ locks })
  await pass(100)
  lose(new Error("stolen"))
  await pass(400)
  expect([asked, mostAtOnce]).toEqual([1, 1])
  await pass(6000)
  expect([asked, mostAtOnce]).toEqual([2, 1])
})

test("[DAY-4] a card's age is judged by the server's clock, in following tabs too", async () => {
  const { items, total } = alarms("a")
  const fresh = items.map((item) => ({ ...item, due_at: "2026-11-15 13:00:00" }))
  server = { warning: { items: fresh, total }, yuan: drills() }
  // This computer's clock is two hours fast.
  aheadMs = -2 * 3_600_000
  const locks = firstLeads()
  const channel = channels()
  const tabs = [run({ locks, channel: channel() }), run({ locks, channel: channel() })]
  await pass(0)
  expect(tabs.map(cards)).toEqual([["a"], ["a"]])
})

test("[DAY-4] a card that closed because somebody acknowledged is not shown by a later page", async () => {
  server = { warning: alarms("a"), yuan: drills() }
  const monitor = run()
  await pass(0)
  const { items, total } = alarms("a")
  server = {
    warning: { total, items: items.map((item) => ({ ...item, state: "acknowledged" })) },
    yuan: drills(),
  }
  await pass(6600)
  expect([cards(monitor), memory]).toEqual([[], ["warning:a"]])
  monitor.stop()
  const later = run()
  await pass(0)
  expect(cards(later)).toEqual([])
})

test("[DAY-4] a card closed in one tab is not shown by a page that is opened later", async () => {
  server = { warning: alarms("a"), yuan: drills() }
  const monitor = run()
  await pass(0)
  monitor.happened({ type: "cardClosed", kind: "warning", id: "a" })
  monitor.stop()
  expect(memory).toEqual(["warning:a"])
  const later = run()
  await pass(0)
  expect(cards(later)).toEqual([])
})

test("[WARN-4] stopped, it asks and listens no more", async () => {
  const monitor = run()
  await pass(0)
  monitor.stop()
  await pass(60_000)
  expect(asked).toBe(1)
  expect(publishEvent).toEqual([])
})
