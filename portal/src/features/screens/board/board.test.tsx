import type { ScreenAlarm, ScreenOverview } from "@uc/contract/screens/calls"
import { render, screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { momentAt } from "../../monitor/public.ts"
import { reduceScreen, screenFrom, type ScreenState } from "../screen.machine.ts"
import { Board } from "./board.tsx"

const start = Date.parse("2026-11-16T08:00:00+08:00")

const red: ScreenAlarm = {
  uuid: "a",
  createtime: momentAt(start + 9000),
  receivedAt: momentAt(start + 9000),
  level: 1,
  levelName: "特别重大",
  typeName: "燃气泄漏",
  orgname: "第一小学",
  address: "食堂后厨",
  state: "open",
  dueAt: momentAt(start + 70_000),
  isEscalated: false,
}

function overview(nowMs: number, items: ScreenAlarm[]): ScreenOverview {
  return {
    screen: "一楼值班室",
    orgname: "文澜区教育局",
    nowMs,
    alarms: {
      total: items.length,
      levels: items.length > 0 ? [{ level: 1, name: "特别重大", total: items.length }] : [],
      items,
    },
    places: {
      are: "organisations",
      total: 2,
      calm: items.length > 0 ? 1 : 2,
      items: [
        {
          id: "1",
          name: "一小",
          level: items.length > 0 ? 1 : null,
          alarms: items.length,
          isDrilling: false,
          isSilent: false,
        },
        { id: "2", name: "二小", level: null, alarms: 0, isDrilling: false, isSilent: true },
      ],
    },
    drills: { total: 0, items: [] },
    patrols: { planned: 0, done: 0, missed: 0, overdue: 0, items: [] },
    today: { alarms: items.length, handled: 0, open: items.length, escalated: 0 },
    health: { lastAlarmAt: items[0]?.receivedAt ?? null, sources: 1, silentSources: 1 },
  }
}

function after(nowMs: number, items: ScreenAlarm[], state = screenFrom(start)): ScreenState {
  return reduceScreen(state, { type: "answered", overview: overview(nowMs, items), nowMs })
}

function show(state: ScreenState, hasSound: boolean | null = true) {
  if (!state.overview) throw new Error("Nothing to be shown")
  return render(<Board state={state} overview={state.overview} hasSound={hasSound} />)
}

test("[DAY-7] nothing has happened: the board says so, with its clock and its own health", () => {
  show(after(start, []), false)
  expect(screen.getByText("当前平稳")).toBeDefined()
  expect(screen.getByText("08:00:00")).toBeDefined()
  expect(screen.getByText("2026年11月16日 星期一")).toBeDefined()
  expect(screen.getByText("当前没有未办结的预警")).toBeDefined()
  expect(screen.getByText("每 10 秒轮询")).toBeDefined()
  expect(screen.getByText(/预警来源 1 个.*1 个24小时无上报/)).toBeDefined()
  expect(screen.getByText("声音未开启，点击任意处开启")).toBeDefined()
  expect(screen.queryByText(/个人登录/)).toBeNull()
})

test("[DAY-7] a red alarm stands over everything, in the list and in its school's tile", () => {
  show(after(start + 10_000, [red], after(start, [])))
  const over = screen.getByRole("alert", { name: "特别重大预警" })
  expect(within(over).getByText("1分0秒后上报")).toBeDefined()
  expect(screen.getByText("1 条特别重大预警待确认")).toBeDefined()
  const list = screen.getByRole("region", { name: "实时预警" })
  expect(within(list).getByText("食堂后厨")).toBeDefined()
  const tiles = within(screen.getByRole("region", { name: "各单位状态" })).getAllByRole("listitem")
  expect(tiles.map(({ textContent }) => textContent)).toEqual(["一小1", "二小来源24小时无上报"])
})

test("[DAY-5][DAY-7] a taken alarm says on the wall too that it is not handled", () => {
  show(after(start + 10_000, [{ ...red, state: "acknowledged" }], after(start, [])))
  const list = screen.getByRole("region", { name: "实时预警" })
  expect(within(list).getByText("已确认、未处置")).toBeDefined()
})

test("[DAY-7] out of date, the board says for how long and no longer that all is calm", () => {
  show(reduceScreen(after(start, []), { type: "ticked", nowMs: start + 47_000 }))
  expect(screen.getByText("数据已 47 秒未更新")).toBeDefined()
  expect(screen.queryByText("当前平稳")).toBeNull()
  expect(screen.queryByText("今日新增预警")).toBeNull()
})
