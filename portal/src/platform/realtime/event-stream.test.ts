// @vitest-environment jsdom
import { eventStream, streamEvents } from "@uc/contract/core/events"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openEventStream } from "./event-stream.ts"

class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static readonly opened: FakeSource[] = []
  readyState = 1
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    FakeSource.opened.push(this)
  }
  close(): void {
    this.readyState = FakeSource.CLOSED
  }
  happen(name: string, data?: unknown): void {
    this.dispatchEvent(data === undefined ? new Event(name) : new MessageEvent(name, { data }))
  }
}
const last = () => FakeSource.opened.at(-1) ?? expect.fail("no stream was opened")

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("EventSource", FakeSource)
  FakeSource.opened.length = 0
  onEvent.mockReset()
  onState.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const onEvent = vi.fn<(topic: string) => void>()
const onState = vi.fn<(isOpen: boolean) => void>()
const listen = () => openEventStream({ onEvent, onState })

test("[WARN-7] every event is passed on with its topic, other data is not, until it is stopped", () => {
  const stop = listen()
  expect(last().address).toBe(`/${eventStream.service}${eventStream.path}`)
  last().happen("open")
  for (const data of ['{"topic":"alarms"}', '{"topic":"bell"}', '{"topic":"later"}', "null", "{"])
    last().happen(streamEvents.news, data)
  expect(onEvent.mock.calls).toEqual([["alarms"], ["bell"]])
  expect(onState.mock.calls).toEqual([[true]])
  stop()
  expect(last().readyState).toBe(FakeSource.CLOSED)
})

test("[WARN-7] a refused stream is opened again later; a broken one by the browser", () => {
  const stop = listen()
  last().happen("error")
  expect(onState.mock.calls).toEqual([[false]])
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(1)
  last().readyState = FakeSource.CLOSED
  last().happen("error")
  vi.advanceTimersByTime(30_000)
  expect(FakeSource.opened).toHaveLength(2)
  last().readyState = FakeSource.CLOSED
  last().happen("error")
  stop()
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(2)
})

test("[WARN-7] once the session is over it is not opened again", () => {
  listen()
  last().happen(streamEvents.end)
  last().happen("error")
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(1)
})

test("[LOGIN-7] after the session's end a call is made, so that the page leaves", () => {
  listen()
  last().happen(streamEvents.end)
  expect(onEvent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(onEvent).toHaveBeenCalledExactlyOnceWith("menus")
  const stop = listen()
  last().happen(streamEvents.end)
  stop()
  vi.advanceTimersByTime(500)
  expect(onEvent).toHaveBeenCalledOnce()
})
