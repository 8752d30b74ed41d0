import { act, fireEvent, render, screen, within } from "@testing-library/react"
import type { Call } from "@uc/contract/core/call"
import { noticeCalls, type Bell, type BellItem } from "@uc/contract/notices/calls"
import { MemoryRouter, useLocation } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { send } from "../../platform/http/send.ts"
import { HeaderBell } from "./bell.tsx"

vi.mock("../../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../../platform/http/send.ts")>()),
  send: vi.fn(),
}))
let ring = () => {}
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (_topic: string, listener: () => void) => {
    ring = listener
    return () => undefined
  },
}))

const notice: BellItem = {
  kind: "notice",
  id: "7",
  topic: "notice",
  title: "关于<b>停水</b>的通知",
  orgname: "文澜区教育局",
  createtime: "2026-11-15 08:00:00",
  place: "/main/notices?notice=7",
  isPinned: true,
  isRead: false,
}
const task: BellItem = {
  ...notice,
  kind: "ring",
  id: "9",
  topic: "task",
  title: "王芳给您分配了任务",
  orgname: null,
  place: "/task?task=3",
  isPinned: false,
}
let bell: Bell
let isBroken: boolean

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0)
  bell = { unread: 2, items: [notice, task] }
  isBroken = false
  vi.mocked(send).mockReset()
  vi.mocked(send).mockImplementation(async (call: Call) => {
    if (isBroken) throw new Failure("slow", "当前网络较慢，请检查")
    return call === noticeCalls.bell ? bell : {}
  })
})
afterEach(() => vi.restoreAllMocks())

function Place() {
  const { pathname, search } = useLocation()
  return <i>{pathname + search}</i>
}
/** Without the random delay of the calls. */
const rings = () =>
  act(async () => {
    ring()
    await new Promise((resolve) => setTimeout(resolve))
  })
const settled = () => act(async () => undefined)
async function shown(startsFocused = false) {
  render(
    <MemoryRouter>
      <HeaderBell toolClass="tool" startsOpen={false} startsFocused={startsFocused} />
      <Place />
    </MemoryRouter>,
  )
  await settled()
}
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole("button", { name }))
  await settled()
}

test("[HOME-1] the count follows the stream up to 99+, and news is read aloud", async () => {
  await shown()
  expect(screen.getByRole("button", { name: "通知，2条未读" })).toBeTruthy()
  expect(screen.getByRole("status").textContent).toBe("")
  bell = { unread: 100, items: [notice] }
  await rings()
  expect(screen.getByRole("button", { name: "通知，99+条未读" })).toBeTruthy()
  expect(screen.getByRole("status").textContent).toBe("有新通知，共99+条未读")
})

test("[HOME-1] the focus stays on the bell when it is loaded beneath it", async () => {
  await shown(true)
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "通知，2条未读" }))
})

test("[HOME-1] arrows move through the panel, Escape closes it, an item opens and is read", async () => {
  await shown()
  await press("通知，2条未读")
  const panel = screen.getByRole("dialog", { name: "通知" })
  expect(within(panel).getByText("关于<b>停水</b>的通知", { exact: false })).toBeTruthy()
  fireEvent.keyDown(panel, { key: "ArrowDown" })
  fireEvent.keyDown(panel, { key: "ArrowDown" })
  expect(document.activeElement?.textContent).toContain("王芳给您分配了任务")
  fireEvent.keyDown(panel, { key: "Escape" })
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "通知，2条未读" }))
  await press("通知，2条未读")
  await press(/王芳给您分配了任务/)
  expect([screen.getByText("/task?task=3").textContent, screen.queryByRole("dialog")]).toEqual([
    "/task?task=3",
    null,
  ])
  expect(vi.mocked(send).mock.calls.filter(([call]) => call === noticeCalls.read)).toEqual([
    [noticeCalls.read, { rings: "9" }],
  ])
})

test("[HOME-1] a bell that never answered says so; later failures keep what is shown", async () => {
  isBroken = true
  await shown()
  await press("通知")
  expect(screen.getByText("通知加载失败")).toBeTruthy()
  isBroken = false
  await press("重试")
  expect(screen.getByText("王芳给您分配了任务")).toBeTruthy()
  isBroken = true
  await rings()
  expect(screen.getByText("没有连上服务器，以下可能不是最新的")).toBeTruthy()
  expect(screen.getByText("王芳给您分配了任务")).toBeTruthy()
})

test("[HOME-1] an event during a call makes one more call, never two at a time", async () => {
  let answer: (bell: Bell) => void = () => undefined
  vi.mocked(send).mockImplementation(() => new Promise((resolve) => (answer = resolve as typeof answer)))
  await shown()
  await rings()
  await rings()
  expect(send).toHaveBeenCalledTimes(1)
  await act(async () => answer({ unread: 0, items: [] }))
  expect(send).toHaveBeenCalledTimes(2)
  await act(async () => answer({ unread: 3, items: [] }))
  expect(send).toHaveBeenCalledTimes(2)
  expect(screen.getByRole("button", { name: "通知，3条未读" })).toBeTruthy()
})
