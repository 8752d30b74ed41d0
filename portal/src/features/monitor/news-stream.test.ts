// @vitest-environment jsdom
import { newsStream, streamEvents } from "@uc/contract/push"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { listenForNews } from "./news-stream.ts"

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
  happen(name: string): void {
    this.dispatchEvent(new Event(name))
  }
}
const last = () => FakeSource.opened.at(-1) ?? expect.fail("no stream was opened")

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("EventSource", FakeSource)
  FakeSource.opened.length = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test("[WARN-7] every piece of news is passed on, until it is stopped", () => {
  const onNews = vi.fn()
  const stop = listenForNews(onNews)
  expect(last().address).toBe(`/${newsStream.service}${newsStream.path}`)
  last().happen(streamEvents.news)
  last().happen(streamEvents.news)
  expect(onNews).toHaveBeenCalledTimes(2)
  stop()
  expect(last().readyState).toBe(FakeSource.CLOSED)
})

test("[WARN-7] a stream that is refused is tried again later, a broken one is the browser's to open", () => {
  const stop = listenForNews(() => undefined)
  last().happen("error")
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
  listenForNews(() => undefined)
  last().happen(streamEvents.end)
  last().happen("error")
  vi.advanceTimersByTime(60_000)
  expect(FakeSource.opened).toHaveLength(1)
})
