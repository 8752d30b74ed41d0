import { act, fireEvent, render, screen } from "@testing-library/react"
import { StrictMode } from "react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Slider } from "./slider.tsx"
import type { SliderPicture } from "./slider-state.ts"
import type { SliderAnswer, SliderSource } from "./use-slider.ts"

const sentences = { failed: "未通过", expired: "已过期", imageFailed: "没有图片" }
const measures = { width: 410, height: 200, block: 56, dragLimit: 354, expiryMs: 120_000 }

let loads: number
let answers: SliderAnswer[]
let passed: SliderAnswer[]
let load: SliderSource["load"]
let check: SliderSource["check"]
let secondsLeft: SliderSource["secondsLeft"]

beforeEach(() => {
  vi.useFakeTimers()
  loads = 0
  answers = []
  passed = []
  load = async (): Promise<SliderPicture> => {
    loads += 1
    return { yHeight: 30, bigImage: "AA==", smallImage: "AA==", id: `ticket-${loads}` }
  }
  check = async () => true
  secondsLeft = async () => 120
})
afterEach(() => vi.useRealTimers())

async function settle(ms = 0) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

async function shown(notice?: string) {
  render(
    <Slider
      width={310}
      measures={measures}
      sentences={sentences}
      load={() => load()}
      secondsLeft={(ticket) => secondsLeft(ticket)}
      check={(answer) => {
        answers.push(answer)
        return check(answer)
      }}
      onPassed={(answer) => passed.push(answer)}
      notice={notice}
    />,
  )
  await settle()
}

const handle = () => screen.getByRole("slider", { name: "拼图滑块" })
const value = () => handle().getAttribute("aria-valuenow")
const view = () => screen.getByRole("group").dataset["view"]

function press(key: string, times = 1, shiftKey = false) {
  const target = handle()
  for (let at = 0; at < times; at += 1) {
    vi.setSystemTime(Date.now() + 30)
    fireEvent.keyDown(target, { key, shiftKey })
  }
}

test("[CAPT-2][CAPT-3] by keyboard: arrows and pages move, Enter sends the offset and a track", async () => {
  await shown()
  press("ArrowRight", 3)
  press("ArrowRight", 4, true)
  press("PageUp")
  press("ArrowLeft")
  expect(value()).toBe("27")
  expect(handle().getAttribute("aria-valuetext")).toBe("已移动27像素，共354像素")
  press("Enter")
  await settle()
  expect(answers).toHaveLength(1)
  expect(answers[0]).toMatchObject({ id: "ticket-1", code: 27, by: "keyboard" })
  const moved = answers[0]?.track.reduce((sum, [dx]) => sum + dx, 0)
  expect(moved).toBe(27)
  // CAPT-6: a step for each press, in the time that a press takes; the first after the look at the picture.
  expect(answers[0]?.track.map(([dx]) => dx)).toEqual([0, 1, 1, 1, 5, 5, 5, 5, 5, -1])
  expect(answers[0]?.track.slice(1).every(([, dy, dt]) => dy === 0 && dt >= 30)).toBe(true)
  expect(view()).toBe("passed")
})

test("[CAPT-2] by keyboard: not left of the start, not beyond the limit; Home leads back", async () => {
  await shown()
  press("ArrowLeft", 3)
  expect(value()).toBe("0")
  press("PageUp", 80)
  expect(value()).toBe("354")
  press("Home")
  expect(value()).toBe("0")
  expect(view()).toBe("ready")
  expect(answers).toEqual([])
})

test("the tick is shown before the caller is called, once", async () => {
  await shown()
  press("ArrowRight", 9)
  press(" ")
  await settle()
  expect(passed).toEqual([])
  await settle(1000)
  expect(passed).toEqual(answers)
  press("ArrowRight", 9)
  press("Enter")
  await settle(1000)
  expect(answers).toHaveLength(1)
})

test("[CAPT-5] a failed check: a new picture and the failure text", async () => {
  check = async () => false
  await shown()
  press("ArrowRight", 9)
  press("Enter")
  await settle()
  expect(screen.getByRole("status").textContent).toBe("未通过")
  expect(loads).toBe(2)
  expect(view()).toBe("ready")
  expect(value()).toBe("0")
  press("ArrowRight")
  expect(screen.getByRole("status").textContent).toBe("")
})

test("[CAPT-5] a check that could not be made shows its own message", async () => {
  check = () => Promise.reject(new Error("当前网络较慢，请检查"))
  await shown()
  press("ArrowRight", 9)
  press("Enter")
  await settle()
  expect(screen.getByRole("status").textContent).toBe("当前网络较慢，请检查")
  expect(loads).toBe(2)
})

test("[CAPT-5] no picture: the sentence with a retry, the focus goes on at the slider", async () => {
  const good = load
  load = () => Promise.reject(new Error("down"))
  await shown()
  expect(screen.getByRole("alert").textContent).toContain("没有图片")
  load = good
  fireEvent.click(screen.getByRole("button", { name: "重试" }))
  await settle()
  expect(view()).toBe("ready")
  expect(document.activeElement).toBe(handle())
})

test("[CAPT-4] after 120 s a hint with a refresh, not earlier", async () => {
  await shown()
  await settle(119_999)
  expect(view()).toBe("ready")
  await settle(1)
  expect(screen.getByRole("alert").textContent).toContain("已过期")
  press("ArrowRight", 9)
  press("Enter")
  expect(answers).toEqual([])
  fireEvent.click(screen.getByRole("button", { name: "刷新" }))
  await settle(119_999)
  expect(view()).toBe("ready")
  expect(loads).toBe(2)
})

test("[CAPT-3] the refresh button brings a new picture with its own time", async () => {
  await shown()
  press("ArrowRight", 9)
  await settle(100_000)
  fireEvent.click(screen.getByRole("button", { name: "换一张" }))
  await settle(30_000)
  expect([loads, view(), value()]).toEqual([2, "ready", "0"])
})

test("[CAPT-4][DATA-4] back on the page, the server's clock decides whether the picture counts", async () => {
  const asked: string[] = []
  let left: number | null = 30
  secondsLeft = async (ticket) => {
    asked.push(ticket)
    if (left === null) throw new Error("offline")
    return left
  }
  await shown()
  for (const answer of [30, null]) {
    left = answer
    fireEvent(document, new Event("visibilitychange"))
    await settle()
    expect(view()).toBe("ready")
  }
  left = 0
  fireEvent(document, new Event("visibilitychange"))
  await settle()
  expect(view()).toBe("expired")
  expect(asked).toEqual(["ticket-1", "ticket-1", "ticket-1"])
})

test("[AUTH-6] why it is asked once more stands there from the start", async () => {
  await shown("未通过")
  expect(screen.getByRole("status").textContent).toBe("未通过")
})

test("a picture that comes late for a round that is over is dropped", async () => {
  const late: ((picture: SliderPicture) => void)[] = []
  load = () => new Promise((resolve) => late.push(resolve))
  render(
    <StrictMode>
      <Slider
        width={410}
        measures={measures}
        sentences={sentences}
        load={() => load()}
        secondsLeft={secondsLeft}
        check={check}
        onPassed={() => undefined}
      />
    </StrictMode>,
  )
  await settle()
  const picture = { yHeight: 1, bigImage: "AA==", smallImage: "AA==" }
  late[1]?.({ ...picture, id: "second" })
  late[0]?.({ ...picture, id: "first" })
  await settle()
  expect(screen.getByRole("group").dataset["ticket"]).toBe("second")
})
