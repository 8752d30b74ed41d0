import { monitorTabs, type ShownWarning } from "@uc/contract/alarms/calls"
import fc from "fast-check"
import { expect, test } from "vitest"
import { drills, alarms } from "../../testing/fake-alarms.ts"
import { cardsInView, confirmedCards } from "./card-rules.ts"
import { cardsOf, newCards, off, reduceMonitor, type Monitor, type MonitorEvent } from "./monitor.ts"
import { cardKey, entriesOf, idOf, type EntryLists } from "./monitor-entry.ts"

const started = {
  type: "started",
  callback: () => undefined,
  dismissed: [],
} as const
/** 14:06:00 in Shanghai. */
const nowMs = Date.parse("2026-11-15T06:06:00Z")
const polled = (lists: Partial<EntryLists>, dismissed: readonly string[] = []) =>
  ({ type: "polled", lists, nowMs, dismissed }) as const
const after = (...events: readonly MonitorEvent[]): Monitor => [started, ...events].reduce(reduceMonitor, off)
const shown = (monitor: Monitor) => cardsOf(monitor).map(idOf)

test("[WARN-2] a new first item opens the card, the same one does not, an empty list closes it", () => {
  const opened = after(polled({ warning: alarms("a") }))
  expect(shown(opened)).toEqual(["a"])
  const closed = reduceMonitor(opened, { type: "cardClosed", kind: "warning", id: "a" })
  expect(closed.at).toBe("bar")
  expect(reduceMonitor(closed, polled({ warning: alarms("a") })).at).toBe("bar")
  expect(shown(reduceMonitor(closed, polled({ warning: alarms("b", "a") })))).toEqual(["b"])
  expect(reduceMonitor(opened, polled({ warning: alarms() })).at).toBe("bar")
})

test("[WARN-2] what was closed before the page was reloaded stays closed", () => {
  const again = reduceMonitor(off, { ...started, dismissed: [cardKey("warning", "a")] })
  expect(reduceMonitor(again, polled({ warning: alarms("a") })).at).toBe("bar")
  expect(shown(reduceMonitor(again, polled({ warning: alarms("b", "a") })))).toEqual(["b"])
})

test("[WARN-2] a drill and an alarm have a card each, the alarm first", () => {
  const both = after(polled({ yuan: drills("d") }), polled({ warning: alarms("a") }))
  expect(shown(both)).toEqual(["a", "d"])
  expect(shown(reduceMonitor(both, polled({ yuan: drills() })))).toEqual(["a"])
  expect(shown(reduceMonitor(both, { type: "cardClosed", kind: "warning", id: "a" }))).toEqual(["d"])
})

test("[WARN-3] the open card takes over what is learnt later about its item", () => {
  const late = alarms("a")
  const opened = after(
    polled({ warning: { ...late, items: late.items.map((item) => ({ ...item, schoolAddress: "" })) } }),
  )
  const [card] = cardsOf(reduceMonitor(opened, polled({ warning: late })))
  expect(card?.item.schoolAddress).toBe("学府路1号")
})

test("[WARN-4] card, bar, panel on its tab, collapsed, closed: display and callback are gone", () => {
  expect(monitorTabs).toEqual({ warning: 1, yuan: 2 })
  const bar = after(polled({ warning: alarms("a") }), { type: "cardClosed", kind: "warning", id: "a" })
  expect(bar).toMatchObject({ at: "bar", lists: { warning: { total: 1 } } })
  const panel = reduceMonitor(bar, { type: "badgePressed", tab: "yuan" })
  expect(panel).toMatchObject({ at: "panel", tab: "yuan" })
  expect(reduceMonitor(panel, { type: "tabChosen", tab: "warning" })).toMatchObject({ tab: "warning" })
  const collapsed = reduceMonitor(panel, { type: "panelCollapsed" })
  expect(collapsed.at).toBe("bar")
  expect(reduceMonitor(collapsed, { type: "barClosed" })).toEqual(off)
  expect(reduceMonitor(off, polled({ warning: alarms("z") }))).toEqual(off)
})

test("[WARN-4] before the first answer the counts are unknown, which is not zero", () => {
  expect(after()).toMatchObject({ at: "bar", lists: { warning: null, yuan: null } })
})

test("[WARN-2] a card that another tab closed late does not take a newer one with it", () => {
  const newer = after(polled({ warning: alarms("b", "a") }))
  expect(shown(reduceMonitor(newer, { type: "cardClosed", kind: "warning", id: "a" }))).toEqual(["b"])
})

/** A list of one alarm with what the server says of it. */
function alarm(uuid: string, more: Partial<ShownWarning>): EntryLists["warning"] {
  const { items, total } = alarms(uuid)
  return { total, items: items.map((item) => ({ ...item, ...more })) }
}

test("[DAY-4] a dismissed card stays away when the newer one before it is gone", () => {
  const newer = after(polled({ yuan: drills("a") }), { type: "cardClosed", kind: "yuan", id: "a" })
  const both = reduceMonitor(newer, polled({ yuan: drills("b", "a") }))
  expect(shown(both)).toEqual(["b"])
  expect(shown(reduceMonitor(both, polled({ yuan: drills("a") })))).toEqual([])
})

test("[DAY-4] what another tab remembers as dismissed gets no card here", () => {
  const closed = cardKey("warning", "a")
  expect(shown(after(polled({ warning: alarms("a") }, [closed])))).toEqual([])
  const open = after(polled({ warning: alarms("a") }))
  expect(shown(reduceMonitor(open, polled({ warning: alarms("a") }, [closed])))).toEqual([])
})

test("[DAY-4] a closed alarm does not close a drill of the same number", () => {
  const both = after(polled({ warning: alarms("1"), yuan: drills("1") }))
  const closed = reduceMonitor(both, { type: "cardClosed", kind: "warning", id: "1" })
  const again = reduceMonitor(closed, polled({ warning: alarms("1"), yuan: drills("1") }))
  expect(cardsOf(again).map(({ kind }) => kind)).toEqual(["yuan"])
})

test("[SPEC-5][WARN-2] a new first alarm opens its card, also where it was acknowledged elsewhere", () => {
  const taken = polled({ warning: alarm("a", { state: "acknowledged" }) })
  const opened = after(taken)
  expect(shown(opened)).toEqual(["a"])
  // It stays until it is closed, and then it does not come back.
  expect(shown(reduceMonitor(opened, taken))).toEqual(["a"])
  const closed = reduceMonitor(opened, { type: "cardClosed", kind: "warning", id: "a" })
  expect(shown(reduceMonitor(closed, taken))).toEqual([])
  expect(shown(after(polled({ warning: alarm("a", { state: "acknowledged" }) }, ["warning:a"])))).toEqual([])
  // It is shown, and does not ring: somebody is on it already.
  expect(newCards(after(), opened)).toEqual([])
})

test("[DAY-4] an open card closes when its alarm is acknowledged, and does not come back", () => {
  const taken = polled({ warning: alarm("a", { state: "acknowledged" }) })
  const open = after(polled({ warning: alarm("a", { state: "open" }) }))
  expect(shown(open)).toEqual(["a"])
  const gone = reduceMonitor(open, taken)
  expect(shown(gone)).toEqual([])
  expect(gone).toMatchObject({ dismissed: [cardKey("warning", "a")] })
  expect(shown(reduceMonitor(gone, taken))).toEqual([])
})

test("[SPEC-5][DAY-2] a newer alarm that was acknowledged already has its card beside the grave one", () => {
  const open = after(polled({ warning: alarms("a") }))
  const { items } = alarms("b", "a")
  const newer = items.map((item) => (item.uuid === "b" ? { ...item, state: "acknowledged" as const } : item))
  const next = reduceMonitor(open, polled({ warning: { items: newer, total: 2 } }))
  expect(shown(next)).toEqual(["b", "a"])
})

test("[DAY-4] after its level's minutes a new page shows no card; one that is open stays", () => {
  const late = { warning: alarm("a", { state: "open", due_at: "2026-11-15 14:05:59" }) }
  expect(shown(after(polled(late)))).toEqual([])
  const inTime = { warning: alarm("a", { state: "open", due_at: "2026-11-15 14:06:01" }) }
  expect(shown(after(polled(inTime)))).toEqual(["a"])
  expect(shown(after(polled(inTime), polled(late)))).toEqual(["a"])
})

test("[DAY-4] a grave alarm that was escalated to the own bureau has its card on a new page too", () => {
  const late = { state: "open", due_at: "2026-11-15 14:05:59", escalated_here: true } as const
  expect(shown(after(polled({ warning: alarm("a", { ...late, level: 2 }) })))).toEqual(["a"])
  // What is less grave is in the list and in the count alone; what was dismissed or acknowledged does not come back.
  expect(shown(after(polled({ warning: alarm("a", { ...late, level: 3 }) })))).toEqual([])
  expect(shown(after(polled({ warning: alarm("a", { ...late, level: 1 }) }, ["warning:a"])))).toEqual([])
  expect(shown(after(polled({ warning: alarm("a", { ...late, escalated_here: false, level: 1 }) })))).toEqual(
    [],
  )
})

test("[DAY-4] an alarm that came in while the computer slept has its card, however old", () => {
  const late = { warning: alarm("b", { state: "open", due_at: "2026-11-15 14:05:59" }) }
  expect(shown(after(polled({ warning: alarms() }), polled(late)))).toEqual(["b"])
})

/** A list of alarms by their level's number, the newest first. */
function levels(...some: readonly (readonly [string, number])[]): EntryLists["warning"] {
  const { items, total } = alarms(...some.map(([uuid]) => uuid))
  return {
    total,
    items: items.map((item, at) => ({ ...item, state: "open" as const, level: some[at]?.[1] ?? 1 })),
  }
}

test("[DAY-2][WARN-2] a newer blue alarm has its card and does not take the red one's", () => {
  const both = after(
    polled({ warning: levels(["red", 1]) }),
    polled({ warning: levels(["blue", 4], ["red", 1]) }),
  )
  expect(shown(both)).toEqual(["red", "blue"])
  const closed = reduceMonitor(both, { type: "cardClosed", kind: "warning", id: "blue" })
  expect(shown(closed)).toEqual(["red"])
  // A yellow one has no card of its own any more, as before.
  expect(
    shown(
      after(
        polled({ warning: levels(["yellow", 3]) }),
        polled({ warning: levels(["blue", 4], ["yellow", 3]) }),
      ),
    ),
  ).toEqual(["blue"])
})

test("[DAY-2] a new page shows every red and orange alarm within its minutes, the gravest first", () => {
  const list = levels(["b", 4], ["o", 2], ["r", 1], ["y", 3])
  expect(shown(after(polled({ warning: list })))).toEqual(["r", "o", "b"])
  const late = {
    items: (list?.items ?? []).map((item) => ({ ...item, due_at: "2026-11-15 14:05:59" })),
    total: 4,
  }
  const passed = after(polled({ warning: late }))
  expect(shown(passed)).toEqual([])
  expect(shown(reduceMonitor(passed, polled({ warning: late })))).toEqual([])
})

test("[DAY-2] of many the gravest and the newest are in view, the others are counted", () => {
  const list = levels(["b", 4], ["o", 2], ["r2", 1], ["r1", 1])
  const monitor = after(polled({ warning: list, yuan: drills("d") }))
  const view = (each: Monitor) => {
    const { shown: inView, more } = cardsInView(cardsOf(each), "b")
    return [inView.map(idOf), more]
  }
  expect(view(monitor)).toEqual([["r2", "b", "d"], 2])
  const closed = reduceMonitor(monitor, { type: "cardClosed", kind: "warning", id: "r2" })
  expect(view(closed)).toEqual([["r1", "b", "d"], 1])
})

test("[DAY-4] a phone has one line for alarms; a newest one that is less grave has its own", () => {
  const list = levels(["b", 4], ["r2", 1], ["r1", 1])
  const cards = cardsOf(after(polled({ warning: list, yuan: drills("d") })))
  const onPhone = (newest: string | null) => {
    const { shown: inView, more } = cardsInView(cards, newest, true)
    return [inView.map(idOf), more]
  }
  expect(onPhone("r1")).toEqual([["r1", "d"], 2])
  expect(onPhone(null)).toEqual([["r2", "d"], 2])
  expect(onPhone("b")).toEqual([["r2", "b", "d"], 1])
})

test("[DAY-4] what was confirmed on another device has no card here", () => {
  const both = cardsOf(after(polled({ warning: alarms("1"), yuan: drills("1") })))
  const kindsOf = (kind: "alarm" | "drill") =>
    confirmedCards(both, [{ kind, code: "1" }]).map((card) => card.kind)
  expect([kindsOf("alarm"), kindsOf("drill")]).toEqual([["warning"], ["yuan"]])
})

test("[WARN-8] what rings is what came onto the screen, once", () => {
  const before = after(polled({ warning: alarms("a") }))
  const both = reduceMonitor(before, polled({ warning: alarms("a"), yuan: drills("d") }))
  expect(newCards(off, before).map(idOf)).toEqual(["a"])
  expect(newCards(before, both).map(idOf)).toEqual(["d"])
  expect(newCards(both, reduceMonitor(both, polled({ warning: alarms("a") })))).toEqual([])
})

const ids = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 })
const kind = fc.constantFrom("warning" as const, "yuan" as const)
const anyEvent: fc.Arbitrary<MonitorEvent> = fc.oneof(
  ids.map((some) => polled({ warning: alarms(...some) })),
  ids.map((some) => polled({ yuan: drills(...some) })),
  fc.record({ type: fc.constant("cardClosed" as const), kind, id: fc.constantFrom("a", "b", "c") }),
  fc.record({ type: fc.constant("badgePressed" as const), tab: kind }),
  fc.record({ type: fc.constant("tabChosen" as const), tab: kind }),
  fc.constant({ type: "panelCollapsed" as const }),
  fc.constant({ type: "barClosed" as const }),
)

test("[WARN-2][WARN-4] in any order of events a card shows the newest entry, and off stays off", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      let monitor = after()
      for (const event of events) {
        const next = reduceMonitor(monitor, event)
        if (monitor.at === "off") expect(next).toEqual(off)
        if (next.at === "off")
          expect([monitor.at, event.type]).toEqual(
            monitor.at === "off" ? ["off", event.type] : ["bar", "barClosed"],
          )
        else {
          for (const card of cardsOf(next)) {
            const entries = entriesOf(card.kind, next.lists)
            const [first] = entries
            // DAY-2: grave alarms stay beside the newest. DAY-4: an older one stays open where the newest was dismissed already.
            if (
              card.kind === "warning" ||
              (first && next.dismissed.includes(cardKey(card.kind, idOf(first))))
            )
              expect(entries).toContainEqual(card)
            else expect(first).toEqual(card)
          }
          if (event.type === "polled" && monitor.at !== "off")
            for (const one of ["warning", "yuan"] as const) {
              const first = event.lists[one]?.items[0]
              const id = first && ("uuid" in first ? first.uuid : first.yazxCode)
              if (id && id !== monitor.lastShown[one] && !monitor.dismissed.includes(cardKey(one, id)))
                expect(shown(next)).toContain(id)
            }
        }
        monitor = next
      }
    }),
  )
})
