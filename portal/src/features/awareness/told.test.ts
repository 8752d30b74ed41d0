import type { ToldItem } from "@uc/contract/awareness/calls"
import { expect, test } from "vitest"
import { besideMonitor, keyOf, nothingTold, reduceTold, type Told, type ToldEvent } from "./told.ts"

const item = (kind: ToldItem["kind"], id: string): ToldItem => ({
  kind,
  id,
  code: id,
  title: "燃气泄漏",
  level: kind === "alarm" ? 1 : null,
  levelName: kind === "alarm" ? "特别重大" : null,
  orgname: "第一小学",
  place: null,
  since: "2026-11-15 14:05:09",
  steps: [],
  remindedAt: null,
})
const alarmMs = Date.parse("2026-11-15T06:05:09Z")
const alarm = item("alarm", "1")
const drill = item("drill", "1")

const after = (...events: readonly ToldEvent[]): Told => events.reduce(reduceTold, nothingTold)
const answered = (items: ToldItem[], total = items.length): ToldEvent => ({
  type: "answered",
  list: { items, total },
})

test("[DAY-2] what is confirmed goes, and an answer that was on its way does not bring it back", () => {
  const confirmed: ToldEvent = { type: "confirmed", key: keyOf(alarm) }
  const once = after(answered([alarm, drill], 5), confirmed)
  expect([once.items, once.total]).toEqual([[drill], 4])
  expect(reduceTold(once, confirmed)).toBe(once)
  const late = reduceTold(once, answered([alarm, drill], 5))
  expect([late.items, late.total]).toEqual([[drill], 4])
})

test("[DAY-2] an alarm and a drill of one number are two, a drill and an emergency are one run", () => {
  expect(keyOf(alarm)).not.toBe(keyOf(drill))
  expect(keyOf(item("emergency", "1"))).toBe(keyOf(drill))
})

test("[DAY-2] what is over goes with the next answer; who signs out is told nothing", () => {
  expect(after(answered([alarm]), answered([])).items).toEqual([])
  expect(after(answered([alarm]), { type: "ended" })).toEqual(nothingTold)
})

test("[DAY-2] beside the monitor's own cards an emergency alone has one", () => {
  const emergency = item("emergency", "2")
  const beside = (items: readonly ToldItem[], isWatching: boolean) =>
    besideMonitor({ items, isWatching, seen: new Set(["1"]), nowMs: alarmMs + 60_000 })
  expect(beside([emergency, alarm, drill], true)).toEqual([emergency])
  expect(beside([alarm, drill], false)).toEqual([alarm, drill])
})

test("[DAY-2] an alarm of the own building keeps a card until its person confirms it", () => {
  const at = (nowMs: number) =>
    besideMonitor({ items: [alarm, drill], isWatching: true, seen: new Set(), nowMs })
  expect(at(alarmMs + 60_000)).toEqual([alarm])
  // The monitor's next answer brings it.
  expect(at(alarmMs + 5_000)).toEqual([])
  // By a clock that is wrong.
  expect(at(alarmMs - 3_600_000)).toEqual([alarm])
})
