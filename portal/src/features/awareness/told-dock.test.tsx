import { act, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { awarenessCalls, type ToldItem } from "@uc/contract/awareness/calls"
import { awarenessMessages } from "@uc/contract/awareness/told"
import { drillCalls } from "@uc/contract/drills/calls"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { shownToasts } from "../../platform/browser/toast.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Modal } from "../../ui/overlays/modal.tsx"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { cardKey } from "../monitor/monitor-entry.ts"
import { dismissedCards } from "../monitor/switches.ts"
import { ToldDock } from "./told-dock.tsx"

const told = new Set<() => void>()
vi.mock("../../platform/realtime/events.ts", () => ({
  onEvent: (_topic: string, listener: () => void) => {
    told.add(listener)
    return () => told.delete(listener)
  },
}))

const session = vi.hoisted(() => ({ isLocked: false }))
vi.mock("../../platform/session/identity.ts", async (original) => ({
  ...(await original<typeof import("../../platform/session/identity.ts")>()),
  isUnlocking: () => session.isLocked,
}))

const alarm: ToldItem = {
  kind: "alarm",
  id: "11111111-1111-4111-8111-111111111111",
  code: "11111111-1111-4111-8111-111111111111",
  title: "燃气泄漏",
  level: 1,
  levelName: "特别重大",
  orgname: "第一小学",
  place: "1号楼101",
  since: "2026-11-15 14:05:09",
  steps: ["撤离到操场", "清点人数"],
  remindedAt: null,
}
const drill: ToldItem = {
  ...alarm,
  kind: "drill",
  id: "7",
  code: "YA7",
  title: "消防演练",
  level: null,
  levelName: null,
  place: null,
}

let items: ToldItem[]
let sent: [string, unknown][]
let refusal: string | null

beforeEach(() => {
  items = [alarm, drill]
  sent = []
  refusal = null
  serveFakes(
    answering(awarenessCalls.mine, () => ({ items, total: items.length + 2 })),
    answering(awarenessCalls.confirm, (asked) => {
      if (refusal !== null) throw new Refused(refusal)
      sent.push(["alarm", JSON.parse(asked.get("json") ?? "")])
      return { at: "2026-11-15 14:06:00" }
    }),
    answering(drillCalls.confirm, (asked) => {
      sent.push(["drill", asked.get("id")])
      return { at: "2026-11-15 14:06:00" }
    }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const card = (title: string) => screen.findByRole("article", { name: `待确认：${title}` })

test("[BROWSER-20] what is read aloud for an alarm names organisation and place", async () => {
  render(<ToldDock />)
  await waitFor(() =>
    expect(screen.getByRole("alert").textContent).toBe("特别重大预警：燃气泄漏，第一小学，1号楼101"),
  )
})

test("[DAY-2] a card says what, where, since when and what to do; one tap confirms it", async () => {
  const user = userEvent.setup()
  render(<ToldDock />)
  const own = await card("燃气泄漏")
  expect(own.textContent).toContain("特别重大预警")
  expect(own.textContent).toMatch(/1号楼101 · 第一小学 · .*14:05 起/)
  expect(screen.getByText(awarenessMessages.more(2))).toBeDefined()
  // One line that opens.
  expect(within(own).queryByText("清点人数")).toBeNull()
  await user.click(within(own).getByRole("button", { name: "查看该怎么做" }))
  expect(
    within(own)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(alarm.steps)
  await user.click(within(own).getByRole("button", { name: awarenessMessages.known }))
  await waitFor(() => expect(screen.queryByRole("article", { name: "待确认：燃气泄漏" })).toBeNull())
  const other = await card("消防演练")
  await user.click(within(other).getByRole("button", { name: awarenessMessages.known }))
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull())
  expect(sent).toEqual([
    ["alarm", { uuid: alarm.id }],
    ["drill", "7"],
  ])
})

test("[DAY-2] a refused confirmation is told, and the card stays until the server says otherwise", async () => {
  refusal = awarenessMessages.alarmOver
  const user = userEvent.setup()
  render(<ToldDock />)
  await user.click(within(await card("燃气泄漏")).getByRole("button", { name: awarenessMessages.known }))
  await waitFor(() => expect(shownToasts().map(({ text }) => text)).toContain(refusal))
  expect(await card("燃气泄漏")).toBeDefined()
  items = []
  act(() => told.forEach((listener) => listener()))
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull())
})

test("[DAY-2] a card stands inside an open dialog; who writes has a button in its colour instead", async () => {
  items = [{ ...alarm, remindedAt: "2026-11-15 14:10:00" }]
  const user = userEvent.setup()
  const { rerender } = render(
    <>
      <input aria-label="标题" />
      <ToldDock />
    </>,
  )
  expect((await card("燃气泄漏")).textContent).toContain(awarenessMessages.asked)
  await user.click(screen.getByLabelText("标题"))
  const small = screen.getByRole("button", { name: "显示特别重大预警：燃气泄漏，1号楼101" })
  expect(screen.queryByRole("article")).toBeNull()
  await user.click(small)
  expect(await card("燃气泄漏")).toBeDefined()
  rerender(
    <>
      <Modal label="表单" place="middle" onClose={() => undefined}>
        内容
      </Modal>
      <ToldDock />
    </>,
  )
  await waitFor(() =>
    expect(within(screen.getByRole("dialog", { name: "表单" })).getByRole("article")).toBeDefined(),
  )
})

test("[DAY-2] where no event comes it is asked for again at intervals", async () => {
  vi.useFakeTimers()
  items = []
  render(<ToldDock />)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByRole("article")).toBeNull()
  items = [alarm]
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByRole("article", { name: "待确认：燃气泄漏" })).toBeDefined()
})

test("[DAY-2] pressed on a locked screen, 我已知晓 says that it is recorded after unlocking", async () => {
  session.isLocked = true
  let unlock = () => {}
  const unlocked = new Promise<void>((resolve) => (unlock = resolve))
  serveFakes(
    answering(awarenessCalls.mine, () => ({ items, total: items.length })),
    answering(awarenessCalls.confirm, async () => {
      await unlocked
      return { at: "2026-11-15 14:06:00" }
    }),
  )
  const user = userEvent.setup()
  render(<ToldDock />)
  await user.click(within(await card("燃气泄漏")).getByRole("button", { name: awarenessMessages.known }))
  await screen.findByRole("button", { name: awarenessMessages.afterUnlocking })
  session.isLocked = false
  unlock()
  await waitFor(() => expect(screen.queryByRole("article", { name: "待确认：燃气泄漏" })).toBeNull())
})

test("[DAY-2] the line of a drill says that it is one", async () => {
  items = [drill]
  render(<ToldDock />)
  expect((await card("消防演练")).textContent).toContain("这是演练，不是真实警情")
})

test("[DAY-4] what was closed in the monitor does not come back here when it is switched off", async () => {
  keepUser(someUser)
  const closed = dismissedCards(someUser.id)
  closed.dismiss(cardKey("warning", alarm.code))
  closed.dismiss(cardKey("yuan", drill.code))
  items = [alarm, drill, { ...drill, kind: "emergency", id: "8", title: "燃气泄漏处置" }]
  render(<ToldDock />)
  expect(await screen.findAllByText(/燃气泄漏处置/)).not.toEqual([])
  expect(screen.queryByText(/消防演练/)).toBeNull()
  expect(screen.queryByText(/1号楼101/)).toBeNull()
})
