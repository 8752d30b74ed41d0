import { assert, constantFrom, array, integer, nat, property, record } from "fast-check"
import { expect, test } from "vitest"
import { leaseTimes, nextLeaseStep, type Lease, type LeaseEvent, type Surroundings } from "./lease.ts"

const around = (parts: Partial<Surroundings>): Surroundings => ({
  id: "own",
  lease: null,
  isHidden: false,
  isAway: false,
  nowMs: 1_000_000,
  chance: 0,
  ...parts,
})
const lease = (parts: Partial<Lease>): Lease => ({
  holder: "other",
  isHidden: false,
  untilMs: 1_010_000,
  ...parts,
})

test("[BROWSER-4] a tab waits for a lease that holds, and takes one that has run out", () => {
  const waiting = nextLeaseStep("waiting", "looked", around({ lease: lease({}) }))
  expect(waiting).toEqual({ state: "waiting", lookInMs: 10_000 })
  const taken = nextLeaseStep("waiting", "looked", around({ lease: lease({}), nowMs: 1_010_000 }))
  expect(taken).toMatchObject({ state: "leading", write: { holder: "own", untilMs: 1_025_000 } })
})

test("[BROWSER-4] a tab that is looked at takes the lead from a hidden one, never the other way", () => {
  const hidden = lease({ isHidden: true, untilMs: 1_100_000 })
  expect(nextLeaseStep("waiting", "looked", around({ lease: hidden })).state).toBe("leading")
  expect(nextLeaseStep("waiting", "looked", around({ lease: hidden, isHidden: true })).state).toBe("waiting")
  expect(nextLeaseStep("waiting", "looked", around({ lease: lease({}), isHidden: true })).state).toBe(
    "waiting",
  )
})

test("[BROWSER-4] a leader releases its own lease when its document is left", () => {
  const own = around({ isAway: true, lease: lease({ holder: "own" }) })
  expect(nextLeaseStep("leading", "looked", own)).toEqual({ state: "lost", write: null, lookInMs: null })
  const others = around({ isAway: true, lease: lease({}) })
  expect(nextLeaseStep("leading", "looked", others)).toEqual({ state: "lost", lookInMs: null })
})

test("[BROWSER-4] a lease from before the clock was set back does not block", () => {
  const early = around({ lease: lease({}), nowMs: 1_010_000 - 3_600_000 })
  expect(nextLeaseStep("waiting", "looked", early).state).toBe("leading")
})

/** What can happen to a tab. A crash says no goodbye. */
const happenings = ["open", "openHidden", "close", "crash", "show", "hide", "takeLead", "leave"] as const
interface Happening {
  readonly what: (typeof happenings)[number]
  readonly tab: number
  readonly afterMs: number
}

interface Tab {
  readonly id: string
  state: "waiting" | "leading"
  isHidden: boolean
  isGone: boolean
  /** As Chromium has it: each process reads its own copy, to which others' writes come late and in order. */
  copy: Lease | null
  unconfirmed: number
  timer: number
  ledTimes: number
}

/** Several tabs of a browser in virtual time; each message between processes takes a few milliseconds. */
function browser(chance: () => number) {
  const tabs: Tab[] = []
  const queue: { readonly atMs: number; readonly order: number; readonly act: () => void }[] = []
  let nowMs = 1_000_000
  let order = 0
  let acts = 0
  let kept: Lease | null = null

  function at(atMs: number, act: () => void): void {
    queue.push({ atMs, order: (order += 1), act })
    queue.sort((one, other) => one.atMs - other.atMs || one.order - other.order)
  }

  function write(from: Tab, value: Lease | null): void {
    from.copy = value
    from.unconfirmed += 1
    at(nowMs + 3, () => {
      kept = value
      for (const tab of tabs) at(nowMs + 3, () => receive(tab, from, value))
    })
  }

  function receive(tab: Tab, from: Tab, value: Lease | null): void {
    if (tab === from) {
      tab.unconfirmed -= 1
      return
    }
    if (tab.unconfirmed === 0) tab.copy = value
    happened(tab, "noticed")
  }

  function happened(tab: Tab, event: LeaseEvent, isAway = false): void {
    if (tab.isGone) return
    const { id, copy, isHidden } = tab
    const step = nextLeaseStep(tab.state, event, {
      id,
      lease: copy,
      isHidden,
      isAway,
      nowMs,
      chance: chance(),
    })
    if (step.write !== undefined) write(tab, step.write)
    tab.timer += 1
    if (step.state === "leading" && tab.state === "waiting") tab.ledTimes += 1
    tab.state = step.state === "lost" ? "waiting" : step.state
    // As `electLeader` does it: who has lost the lead waits in line again.
    if (step.state === "lost") plan(tab, 100, "asked")
    else if (step.lookInMs !== null) plan(tab, step.lookInMs, "looked")
  }

  function plan(tab: Tab, afterMs: number, event: LeaseEvent): void {
    const { timer } = tab
    const dueMs = nowMs + afterMs
    // The timers of a tab that nobody looks at run once a minute.
    const roundedMs = tab.isHidden ? Math.ceil(dueMs / 60_000) * 60_000 : dueMs
    at(roundedMs, () => {
      if (tab.timer === timer) happened(tab, event)
    })
  }

  function openTab(isHidden: boolean): void {
    const id = `tab ${tabs.length}`
    const tab: Tab = {
      id,
      state: "waiting",
      isHidden,
      isGone: false,
      copy: kept,
      unconfirmed: 0,
      timer: 0,
      ledTimes: 0,
    }
    tabs.push(tab)
    happened(tab, isHidden ? "asked" : "took")
  }

  function change(tab: Tab, what: Happening["what"]): void {
    if (what === "close") happened(tab, "looked", true)
    if (what === "close" || what === "crash") tab.isGone = true
    // Kept by the browser and shown again, as its back button does it.
    if (what === "leave") {
      happened(tab, "looked", true)
      happened(tab, "noticed")
    }
    if (what === "show" || what === "hide") {
      tab.isHidden = what === "hide"
      happened(tab, what === "show" && tab.state === "waiting" ? "took" : "looked")
    }
    if (what === "takeLead" && tab.state === "waiting") happened(tab, "took")
  }

  function pass(ms: number): void {
    const endMs = nowMs + ms
    for (;;) {
      const next = queue[0]
      if (!next || next.atMs > endMs) break
      queue.shift()
      // Without an end two tabs that answer each other would hang the test run instead of failing the test.
      if ((acts += 1) > 100_000) throw new Error("The tabs do not come to rest")
      nowMs = Math.max(nowMs, next.atMs)
      next.act()
    }
    nowMs = endMs
  }

  const living = () => tabs.filter(({ isGone }) => !isGone)
  return {
    pass,
    living,
    leading: () => living().filter(({ state }) => state === "leading"),
    happen: ({ what, tab: index }: Omit<Happening, "afterMs">) => {
      if (what === "open" || what === "openHidden") return openTab(what === "openHidden")
      const tab = living()[index % Math.max(1, living().length)]
      if (tab) change(tab, what)
    },
  }
}

/** The longest lease, and two intervals of slowed timers. */
const settledMs = leaseTimes.hidden.holdsMs + 120_000 + leaseTimes.reactMs.hidden

const story = array(
  record({
    what: constantFrom(...happenings),
    tab: nat({ max: 9 }),
    afterMs: constantFrom(0, 1, 4, 50, 1000, 20_000, 70_000),
  }),
  { minLength: 1, maxLength: 25 },
)

test("[BROWSER-4] whatever tabs do, one leads in the end, a visible one if there is any", () => {
  assert(
    property(story, array(integer({ min: 0, max: 999 }), { minLength: 1 }), (happened, dice) => {
      let thrown = 0
      const { happen, pass, living, leading } = browser(() => (dice[(thrown += 1) % dice.length] ?? 0) / 1000)
      for (const { afterMs, ...happening } of happened) {
        pass(afterMs)
        happen(happening)
      }
      pass(settledMs)
      const hasVisible = living().some(({ isHidden }) => !isHidden)
      expect(leading()).toHaveLength(living().length > 0 ? 1 : 0)
      if (hasVisible) expect(leading()[0]?.isHidden).toBe(false)
      // And it stays with that tab: the lead does not move about.
      const [leader] = leading()
      const ledTimes = leader?.ledTimes
      pass(3_600_000)
      expect(leading()).toEqual(leader ? [leader] : [])
      expect(leader?.ledTimes).toBe(ledTimes)
    }),
    { numRuns: 500 },
  )
})

test("[BROWSER-4] ten hidden tabs keep one leader though their timers run once a minute", () => {
  const { happen, pass, living, leading } = browser(() => 0.5)
  for (let tab = 0; tab < 10; tab++) happen({ what: "openHidden", tab })
  pass(180_000)
  const ledTimes = () => living().reduce((sum, tab) => sum + tab.ledTimes, 0)
  const before = ledTimes()
  expect(leading()).toHaveLength(1)
  pass(24 * 3_600_000)
  expect(leading()).toHaveLength(1)
  expect(ledTimes()).toBe(before)
})

test("[BROWSER-4] when the leader's tab closes, a tab that is looked at leads at once", () => {
  const { happen, pass, leading } = browser(() => 0.9)
  happen({ what: "open", tab: 0 })
  happen({ what: "open", tab: 1 })
  pass(1000)
  expect(leading()[0]?.id).toBe("tab 1")
  happen({ what: "close", tab: 1 })
  pass(leaseTimes.reactMs.visible + 10)
  expect(leading()[0]?.id).toBe("tab 0")
})

test("[BROWSER-4] when the leader crashes, a tab that is looked at leads after 15 seconds", () => {
  const { happen, pass, leading } = browser(() => 0.9)
  happen({ what: "open", tab: 0 })
  happen({ what: "open", tab: 1 })
  pass(1000)
  happen({ what: "crash", tab: 1 })
  pass(leaseTimes.visible.holdsMs - leaseTimes.visible.renewMs - 1000)
  expect(leading()).toHaveLength(0)
  pass(leaseTimes.visible.holdsMs)
  expect(leading()[0]?.id).toBe("tab 0")
})
