import { QueryClientProvider } from "@tanstack/react-query"
import { todoCountAtMost, todoCountCalls, type TodoCounts } from "@uc/contract/todo-counts/calls"
import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import type { MenuEntry } from "../menus/menu-entry.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { badgeOf, useTodoCounts } from "./todo-counts.ts"

let ringBell: (() => void) | undefined
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (_topic: string, listener: () => void) => {
    ringBell = listener
    return () => undefined
  },
}))

const counts: TodoCounts = {
  tasks: 2,
  alarms: todoCountAtMost,
  notices: 3,
  drills: 0,
  assessments: 1,
  hazards: 0,
}
const entry = (page: string | null, children: readonly MenuEntry[] = []): MenuEntry => ({
  path: `/${page ?? "group"}`,
  name: "",
  id: "1",
  text: "",
  icon: null,
  shows: page === null ? { kind: "group" } : { kind: "page", page },
  children,
})

test("[HOME-5] a badge counts a page's to-dos; a branch has the sum, each page once", () => {
  expect(badgeOf(entry("tasks/task"), counts)).toEqual({ text: "2", words: "项未完成的任务" })
  expect(badgeOf(entry("alarms/alarms"), counts)?.text).toBe("99+")
  expect(badgeOf(entry("drills/drills"), counts)).toBeUndefined()
  expect(badgeOf(entry("tasks/task"), undefined)).toBeUndefined()
  const branch = entry(null, [
    entry("tasks/task"),
    entry(null, [entry("tasks/task"), entry("notices/notices")]),
  ])
  expect(badgeOf(branch, counts)).toEqual({ text: "5", words: "项待处理" })
})

let asked: number
beforeEach(() => {
  // The clock stands still unless it is moved: how old an answer is does not depend on the machine.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] })
  asked = 0
  serveFakes(answering(todoCountCalls.counts, () => ({ ...counts, tasks: ++asked })))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Shown({ isEnabled = true }: { readonly isEnabled?: boolean }) {
  return <p>{useTodoCounts(isEnabled)?.tasks ?? "nothing"}</p>
}

/** Lets pending calls be answered, without moving the clock. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !isSo(); turn++)
    await act(async () => {
      await vi.advanceTimersByTimeAsync(0)
      await new Promise((resolve) => setImmediate(resolve))
    })
}

test("[HOME-5] several users share one call; a bell event repeats it; disabled, none is made", async () => {
  const client = createQueryClient()
  const shown = (isEnabled: boolean) => (
    <QueryClientProvider client={client}>
      <Shown isEnabled={isEnabled} />
      <Shown isEnabled={isEnabled} />
    </QueryClientProvider>
  )
  const { rerender } = render(shown(false))
  expect([screen.getAllByText("nothing").length, asked]).toEqual([2, 0])
  rerender(shown(true))
  await until(() => screen.queryAllByText("1").length === 2)
  expect([screen.getAllByText("1").length, asked]).toEqual([2, 1])
  // A fresh answer: the events of a stream that opens change nothing.
  act(() => ringBell?.())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(asked).toBe(1)
  await act(() => vi.advanceTimersByTimeAsync(5000))
  act(() => ringBell?.())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  await until(() => screen.queryAllByText("2").length === 2)
  expect([screen.getAllByText("2").length, asked]).toEqual([2, 2])
})
