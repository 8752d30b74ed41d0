import { streamLimits } from "@uc/contract/core/events"
import { expect, test } from "vitest"
import type { Scope } from "../db/scope.ts"
import { decodeEvent, encodeEvent } from "./publish-event.ts"
import { everyTopicText, streamRegistry, type Reader } from "./stream-registry.ts"

const alarms = 'event: news\ndata: {"topic":"alarms"}\n\n'
const drills = 'event: news\ndata: {"topic":"drills"}\n\n'
const everywhere: Scope = { reach: "all", orgs: [], areaPath: "" }
const of = (...orgs: string[]): Scope => ({ reach: "orgs", orgs, areaPath: "/1/" })

function streams() {
  let nowMs = 0
  const due: { atMs: number; act: () => void }[] = []
  return {
    ...streamRegistry({ nowMs: () => nowMs, after: (ms, act) => void due.push({ atMs: nowMs + ms, act }) }),
    pass: (ms: number) => {
      nowMs += ms
      for (const { act } of due.splice(0).filter(({ atMs }) => atMs <= nowMs)) act()
    },
  }
}

function reader(
  sessionId = "s",
  personId = "1",
): Reader & { received: string[]; isEnded: boolean; isSlow: boolean } {
  return {
    sessionId,
    personId,
    received: [],
    isEnded: false,
    isSlow: false,
    write(text) {
      this.received.push(text)
      return !this.isSlow
    },
    end() {
      this.isEnded = true
    },
  }
}

test("[WARN-7] an organisation's event goes to those who reach it and to nobody else", () => {
  const { admit, send } = streams()
  const [own, other, bureau, platform] = [reader(), reader(), reader(), reader()]
  admit(own, of("1"))
  admit(other, of("2"))
  admit(bureau, of("1", "3"))
  admit(platform, everywhere)
  send("alarms", { org: "1" })
  expect([own, other, bureau, platform].map(({ received }) => received)).toEqual([
    [alarms],
    [],
    [alarms],
    [alarms],
  ])
  send("drills", { org: "4" })
  expect([own.received.length, platform.received.at(-1)]).toEqual([1, drills])
})

test("[HOME-1] events for people go to all their sessions, events for an area to those in it", () => {
  const { admit, leave, send, pass } = streams()
  const [one, same, other] = [reader("a", "7"), reader("b", "7"), reader("c", "8")]
  for (const each of [one, same, other]) admit(each, of("1"))
  const bell = 'event: news\ndata: {"topic":"bell"}\n\n'
  for (let each = 0; each < 9; each++) send("bell", { people: ["7", "9"] })
  expect([one.received, same.received, other.received]).toEqual([[bell], [bell], []])
  leave(same)
  pass(streamLimits.foldMs)
  expect([one.received, same.received]).toEqual([[bell, bell], [bell]])
  send("menus", { area: "/1/" })
  send("menus", { area: "/1/2/" })
  pass(streamLimits.foldMs)
  expect(other.received).toHaveLength(1)
})

test("a burst gives two events per topic: the first at once, the second after 200 ms", () => {
  const { admit, send, pass } = streams()
  const own = reader()
  admit(own, of("1"))
  for (let each = 0; each < 50; each++) send("alarms", { org: "1" })
  send("drills", { org: "1" })
  expect(own.received).toEqual([alarms, drills])
  pass(streamLimits.foldMs)
  expect(own.received).toEqual([alarms, drills, alarms])
  pass(streamLimits.foldMs)
  send("alarms", { org: "1" })
  expect(own.received).toHaveLength(4)
})

test("a session has at most 20 streams, and may open another once one has closed", () => {
  const { admit, leave } = streams()
  const readers = Array.from({ length: streamLimits.perSession }, () => reader())
  expect(readers.every((each) => admit(each, of("1")))).toBe(true)
  expect(admit(reader(), of("1"))).toBe(false)
  expect(admit(reader("another"), of("1"))).toBe(true)
  if (readers[0]) leave(readers[0])
  expect(admit(reader(), of("1"))).toBe(true)
})

test("a slow reader is dropped, and the others get further events", () => {
  const { admit, send, sendToAll } = streams()
  const [slow, quick] = [reader(), reader()]
  slow.isSlow = true
  admit(slow, of("1"))
  admit(quick, of("1"))
  send("alarms", { org: "1" })
  expect([slow.isEnded, quick.isEnded]).toEqual([true, false])
  sendToAll()
  expect([slow.received, quick.received]).toEqual([[alarms], [alarms, everyTopicText]])
})

test("heartbeats and checks of sessions are spread over 15 and 30 s", () => {
  const { admit, heartbeat, dueForRecheck } = streams()
  const readers = Array.from({ length: 60 }, (_, n) => reader(`s${n}`))
  for (const each of readers) admit(each, of("1"))
  heartbeat(0)
  expect(readers.filter(({ received }) => received.length > 0).length).toBeLessThan(10)
  for (let second = 1; second < 15; second++) heartbeat(second)
  expect(readers.every(({ received }) => received.length === 1 && received[0] === ":\n\n")).toBe(true)
  const asked = Array.from({ length: 30 }, (_, second) => dueForRecheck(second)).flat()
  expect(asked.toSorted()).toEqual(readers.map(({ sessionId }) => sessionId).toSorted())
})

test("an ended session's streams are closed; a changed scope gets its own events", () => {
  const { admit, recheck, send } = streams()
  const [ended, moved, same] = [reader("ended"), reader("moved"), reader("same")]
  for (const each of [ended, moved, same]) admit(each, of("1", "2"))
  recheck("ended", null)
  recheck("moved", of("9"))
  recheck("same", of("2", "1"))
  expect([ended.received, ended.isEnded]).toEqual([["event: end\ndata: {}\n\n"], true])
  send("alarms", { org: "1" })
  send("drills", { org: "9" })
  expect([ended.received.length, moved.received, same.received]).toEqual([
    1,
    [everyTopicText, drills],
    [alarms],
  ])
})

test("an encoded event is decoded again, and a foreign payload is not", () => {
  for (const audience of [
    { org: "12" },
    { people: ["3", "4"] },
    { area: "330000/330100/" },
    { all: true } as const,
  ])
    expect(decodeEvent(encodeEvent("bell", audience))).toEqual({ topic: "bell", audience })
  for (const odd of ["", "alarms", "people 1", "alarms x"]) expect(decodeEvent(odd)).toBeNull()
})
