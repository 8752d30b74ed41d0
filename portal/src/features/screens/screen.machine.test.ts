// @vitest-environment node
import type { ScreenAlarm, ScreenOverview } from "@uc/contract/screens/calls"
import { expect, test } from "vitest"
import { momentAt } from "../monitor/public.ts"
import {
  focused,
  focusMs,
  isQuiet,
  reduceScreen,
  ringAgainMs,
  screenFrom,
  serverMs,
  staleS,
  unconfirmedRed,
  type ScreenState,
} from "./screen.machine.ts"

const start = Date.parse("2026-11-16T08:00:00+08:00")

function alarm(uuid: string, atMs: number, more: Partial<ScreenAlarm> = {}): ScreenAlarm {
  return {
    uuid,
    createtime: momentAt(atMs),
    receivedAt: momentAt(atMs),
    level: 4,
    levelName: "一般",
    typeName: "烟雾报警",
    orgname: "第一小学",
    address: null,
    state: "open",
    dueAt: null,
    isEscalated: false,
    ...more,
  }
}

const red = { level: 1, levelName: "特别重大" }

function overview(
  nowMs: number,
  items: readonly ScreenAlarm[],
  more: Partial<ScreenOverview> = {},
): ScreenOverview {
  const received = items.map(({ receivedAt }) => receivedAt).toSorted()
  return {
    screen: "值班室",
    orgname: "教育局",
    nowMs,
    alarms: { total: items.length, levels: [], items: [...items] },
    places: { are: "organisations", total: 0, calm: 0, items: [] },
    drills: { total: 0, items: [] },
    patrols: { planned: 0, done: 0, missed: 0, overdue: 0, items: [] },
    today: { alarms: 0, handled: 0, open: 0, escalated: 0 },
    health: { lastAlarmAt: received.at(-1) ?? null, sources: 0, silentSources: 0 },
    ...more,
  }
}

function answer(state: ScreenState, nowMs: number, items: readonly ScreenAlarm[], more = {}): ScreenState {
  return reduceScreen(state, { type: "answered", overview: overview(nowMs, items, more), nowMs })
}

const tick = (state: ScreenState, nowMs: number) => reduceScreen(state, { type: "ticked", nowMs })

test("[DAY-7] what is there when it is switched on neither rings nor stands over the rest", () => {
  const state = answer(screenFrom(start), start, [
    alarm("a", start - 3_600_000, red),
    alarm("b", start - 60_000),
  ])
  expect([state.at, state.ringing, state.focus]).toEqual(["showing", null, null])
})

test("[DAY-7] a new alarm rings; a red one stands over everything until confirmed or for 30 s", () => {
  const calm = answer(screenFrom(start), start, [])
  const later = start + 10_000
  const blue = answer(calm, later, [alarm("a", later)])
  expect([blue.ringing?.kind, blue.focus, Object.keys(blue.arrivals)]).toEqual(["warning", null, ["a"]])

  const grave = answer(calm, later, [alarm("a", later, red)])
  expect(focused(grave)?.uuid).toBe("a")
  expect(focused(tick(grave, later + focusMs.red - 1))?.uuid).toBe("a")
  expect(focused(tick(grave, later + focusMs.red))).toBeNull()
  expect(unconfirmedRed(tick(grave, later + focusMs.red))).toHaveLength(1)
  const confirmed = answer(grave, later + 5000, [alarm("a", later, { ...red, state: "acknowledged" })])
  expect([focused(confirmed), unconfirmedRed(confirmed)]).toEqual([null, []])
})

test("[DAY-7] a red alarm that nobody confirms rings every half minute, for ten minutes", () => {
  let state = answer(answer(screenFrom(start), start, []), start + 1000, [alarm("a", start + 1000, red)])
  const first = state.ringing?.no ?? 0
  for (let s = 2; s < 3600; s++) state = tick(state, start + s * 1000)
  expect((state.ringing?.no ?? 0) - first).toBe(600_000 / ringAgainMs - 1)
})

test("[DAY-7] what only moved up in the list, and what was known, rings no more", () => {
  const old = alarm("old", start - 7_200_000)
  const state = answer(screenFrom(start), start, [alarm("a", start)])
  expect(answer(state, start + 10_000, [old]).ringing).toBeNull()
  expect(answer(state, start + 10_000, [alarm("a", start)]).ringing).toBeNull()
  // Reported late by a source that was cut off: new for everybody.
  const late = alarm("late", start - 7_200_000, { receivedAt: momentAt(start + 9000) })
  expect(answer(state, start + 10_000, [alarm("a", start), late]).ringing).not.toBeNull()
})

test("[DAY-7] an alarm beyond what one answer holds rings too; a drill sounds like a drill", () => {
  const state = answer(screenFrom(start), start, [])
  const beyond = { health: { lastAlarmAt: momentAt(start + 9000), sources: 0, silentSources: 0 } }
  expect(answer(state, start + 10_000, [], beyond).ringing?.kind).toBe("warning")
  const drill = {
    key: "r",
    title: "消防演练",
    isReal: false,
    begunAt: momentAt(start),
    orgname: "一小",
    organisations: 1,
    confirmed: 0,
  }
  expect(answer(state, start + 10_000, [], { drills: { total: 1, items: [drill] } }).ringing?.kind).toBe(
    "yuan",
  )
})

test("[DAY-7] after 30 s without an answer it says how old it is, by the server's clock", () => {
  const state = reduceScreen(screenFrom(start), {
    type: "answered",
    overview: overview(start + 7000, []),
    nowMs: start,
  })
  expect(serverMs(state)).toBe(start + 7000)
  expect(staleS(tick(state, start + 29_999))).toBeNull()
  expect(staleS(tick(state, start + 30_000))).toBe(30)
  expect(staleS(answer(tick(state, start + 60_000), start + 60_000, []))).toBeNull()
  // The computer's clock was set back by an hour.
  expect(staleS(tick(state, start - 3_600_000))).toBeNull()
})

test("[DAY-7] refused, it shows nothing more: ended, or unpaired where it never was a screen", () => {
  const state = answer(screenFrom(start), start, [alarm("a", start)])
  expect(reduceScreen(state, { type: "refused", wasScreen: true })).toMatchObject({
    at: "ended",
    overview: null,
  })
  expect(reduceScreen(state, { type: "refused", wasScreen: false })).toMatchObject({
    at: "unpaired",
    overview: null,
  })
})

test("[DAY-7] a new version is loaded in a quiet moment: none rung in the last minute", () => {
  const calm = answer(screenFrom(start), start, [])
  expect(isQuiet(calm)).toBe(true)
  const rung = answer(calm, start + 10_000, [alarm("a", start + 10_000)])
  expect(isQuiet(rung)).toBe(false)
  const after = start + 75_000
  expect(isQuiet(answer(tick(rung, after), after, [alarm("a", start + 10_000)]))).toBe(true)
  expect(isQuiet(tick(calm, start + 45_000))).toBe(false)
})

test("[DAY-7] days of ticks, answers and outages: the state stays as large as one answer", () => {
  let state = screenFrom(start)
  let largest = 0
  const days = 3
  const sizeAt: number[] = []
  for (let s = 0; s < days * 86_400; s += 5) {
    const nowMs = start + s * 1000
    state = tick(state, nowMs)
    const isOutage = s % 50_000 < 600
    if (s % 30 === 0 && !isOutage) {
      // A new alarm every five minutes, each closed after an hour; a red one every two hours.
      const no = Math.floor(s / 300)
      const items = Array.from({ length: 12 }, (_, back) => no - back)
        .filter((each) => each >= 0)
        .map((each) => alarm(`alarm-${each}`, start + each * 300_000, each % 24 === 0 ? red : {}))
      state = answer(state, nowMs, items)
    }
    if (s % 100 === 0) state = reduceScreen(state, { type: "pushed", isOpen: s % 200 === 0 })
    largest = Math.max(largest, Object.keys(state.arrivals).length)
    if (s % 86_400 === 86_395) sizeAt.push(JSON.stringify(state).length)
  }
  expect(largest).toBeLessThanOrEqual(12)
  expect(sizeAt).toHaveLength(days)
  expect(Math.max(...sizeAt) - Math.min(...sizeAt)).toBeLessThan(200)
})
