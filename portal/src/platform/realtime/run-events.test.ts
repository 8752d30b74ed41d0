// @vitest-environment jsdom
import type { EventTopic } from "@uc/contract/core/events"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { runEvents, type EventParts } from "./run-events.ts"

type Channel = NonNullable<EventParts["channel"]>
interface Stream {
  readonly onEvent: (topic: EventTopic) => void
  readonly onState: (isOpen: boolean) => void
}

/** The tabs of one browser: what one says all others hear; the first leads until it is gone. */
function browser() {
  const ears: { readonly from: object; readonly receive: (event: MessageEvent) => void }[] = []
  const line: (() => void)[] = []
  let isHeld = false
  const streams: Stream[] = []
  const locks = {
    async request(_name: string, _options: LockOptions, hold: () => Promise<void>) {
      if (isHeld) await new Promise<void>((resolve) => line.push(resolve))
      isHeld = true
      await hold()
      isHeld = false
      line.shift()?.()
    },
  }
  function channel(): Channel {
    const from = {}
    return {
      postMessage: (data: unknown) => {
        for (const ear of ears) if (ear.from !== from) ear.receive(new MessageEvent("message", { data }))
      },
      addEventListener: (_name: string, receive: (event: MessageEvent) => void) =>
        void ears.push({ from, receive }),
      close: () => undefined,
    } as unknown as Channel
  }
  function tab(parts: Partial<EventParts> = {}) {
    const received: EventTopic[] = []
    const stop = runEvents({
      name: "a",
      locks,
      channel: channel(),
      open(listener) {
        streams.push(listener)
        return () => void streams.splice(streams.indexOf(listener), 1)
      },
      onEvent: (topic) => void received.push(topic),
      chance: () => 0,
      ...parts,
    })
    return { received, stop }
  }
  return { tab, streams }
}

let visibility: DocumentVisibilityState
beforeEach(() => {
  vi.useFakeTimers()
  visibility = "visible"
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test("[WARN-7] [HOME-1] three tabs share one stream; when its tab closes, the next one opens one", async () => {
  const { tab, streams } = browser()
  const [first, second, third] = [tab(), tab(), tab()]
  await pass(0)
  expect(streams).toHaveLength(1)
  streams[0]?.onEvent("bell")
  expect([first.received, second.received, third.received]).toEqual([["bell"], ["bell"], ["bell"]])
  first.stop()
  await pass(0)
  expect(streams).toHaveLength(1)
  streams[0]?.onEvent("menus")
  expect([first.received, second.received.at(-1), third.received.at(-1)]).toEqual([
    ["bell"],
    "menus",
    "menus",
  ])
})

test("[HOME-1] no tab polls while the stream is open; without it all poll each half minute", async () => {
  const { tab, streams } = browser()
  const leader = tab()
  await pass(0)
  streams[0]?.onState(true)
  const follower = tab()
  await pass(60_000)
  expect([leader.received, follower.received]).toEqual([[], []])
  streams[0]?.onState(false)
  await pass(30_000)
  expect([leader.received, follower.received]).toEqual([
    ["bell", "menus"],
    ["bell", "menus"],
  ])
})

test("[HOME-1] without locks each tab polls without a stream; a hidden one waits until visible", async () => {
  const { tab, streams } = browser()
  const { received } = tab({ locks: undefined })
  await pass(30_000)
  expect([streams.length, received]).toEqual([0, ["bell", "menus"]])
  visibility = "hidden"
  await pass(90_000)
  expect(received).toHaveLength(2)
  visibility = "visible"
  document.dispatchEvent(new Event("visibilitychange"))
  expect(received).toHaveLength(4)
})
