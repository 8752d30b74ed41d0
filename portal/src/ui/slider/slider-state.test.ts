// @vitest-environment node
import { describe, expect, test } from "vitest"
import {
  firstSliderState,
  mayRefresh,
  reduceSlider,
  type SliderEvent,
  type SliderPicture,
  type SliderState,
} from "./slider-state.ts"

const picture: SliderPicture = { yHeight: 40, bigImage: "b", smallImage: "s", id: "one" }
const limit = 354
const why = "验证未通过"

function after(...events: readonly SliderEvent[]): SliderState {
  return events.reduce(reduceSlider, firstSliderState(null))
}
const loaded: SliderEvent = { type: "loaded", round: 0, picture }
const grabbed: SliderEvent = { type: "grabbed" }
const released: SliderEvent = { type: "released" }
const moved = (offset: number): SliderEvent => ({ type: "moved", offset, limit })

test("[CAPT-3] reset, drag, release: the release keeps the final offset, as an integer", () => {
  expect(after(loaded)).toMatchObject({ view: "ready", offset: 0 })
  expect(after(loaded, grabbed, moved(80.2), moved(123.6))).toMatchObject({ view: "dragging", offset: 123.6 })
  expect(after(loaded, grabbed, moved(123.6), released)).toMatchObject({ view: "checking", offset: 124 })
})

test("[CAPT-2] never left of the start nor beyond the limit", () => {
  expect(after(loaded, grabbed, moved(-20)).offset).toBe(0)
  expect(after(loaded, grabbed, moved(900)).offset).toBe(limit)
})

test("[CAPT-3] a press that moved nothing is no answer", () => {
  expect(after(loaded, grabbed, moved(0.3), released)).toMatchObject({ view: "ready", offset: 0 })
})

test("[CAPT-3] a reset leads back to the start, and the drag may begin again", () => {
  const reset = after(loaded, grabbed, moved(90), { type: "reset" })
  expect(reset).toMatchObject({ view: "ready", offset: 0, picture })
  expect(reduceSlider(reset, grabbed).view).toBe("dragging")
})

test("[CAPT-3] after a refresh an answer of the load before is ignored", () => {
  const refreshed = after(loaded, grabbed, moved(50), { type: "refreshed" })
  expect(refreshed).toMatchObject({ view: "loading", round: 1, picture: null, offset: 0 })
  expect(reduceSlider(refreshed, loaded)).toBe(refreshed)
  expect(reduceSlider(refreshed, { type: "loadFailed", round: 0 })).toBe(refreshed)
})

describe("[CAPT-5] a failed check", () => {
  const failed = after(loaded, grabbed, moved(70), released, { type: "refused", round: 0, why })

  test("asks for the next picture and keeps the reason until somebody drags", () => {
    expect(failed).toMatchObject({ view: "failed", round: 1, notice: why })
    const next = reduceSlider(failed, { type: "loaded", round: 1, picture: { ...picture, id: "two" } })
    expect(next).toMatchObject({ view: "ready", offset: 0, notice: why, picture: { id: "two" } })
    expect(reduceSlider(next, grabbed).notice).toBeNull()
  })

  test("without a next picture it says that there is none", () => {
    expect(reduceSlider(failed, { type: "loadFailed", round: 1 })).toMatchObject({
      view: "broken",
      picture: null,
      notice: null,
    })
  })
})

test("[CAPT-5] no picture: broken, and a refresh helps", () => {
  const broken = after({ type: "loadFailed", round: 0 })
  expect(broken.view).toBe("broken")
  expect(reduceSlider(broken, { type: "refreshed" })).toMatchObject({ view: "loading", round: 1 })
})

test("[CAPT-4] a picture expires while it waits or is dragged, not once it is judged", () => {
  const expired: SliderEvent = { type: "expired", round: 0 }
  expect(after(loaded, expired).view).toBe("expired")
  expect(after(loaded, grabbed, moved(9), expired).view).toBe("expired")
  expect(after(loaded, grabbed, moved(9), released, expired).view).toBe("checking")
  expect(after(loaded, expired, grabbed).view).toBe("expired")
  expect(after(loaded, expired, { type: "refreshed" }, expired).view).toBe("loading")
})

test("nothing moves or refreshes what is judged or passed", () => {
  const checking = after(loaded, grabbed, moved(70), released)
  const passed = reduceSlider(checking, { type: "passed", round: 0 })
  expect(passed.view).toBe("passed")
  for (const state of [checking, passed]) {
    expect(mayRefresh(state)).toBe(false)
    for (const event of [grabbed, moved(1), released, { type: "reset" }, { type: "refreshed" }] as const)
      expect(reduceSlider(state, event)).toBe(state)
  }
})
