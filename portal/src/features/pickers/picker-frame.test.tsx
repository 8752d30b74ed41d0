import { fireEvent, render, screen, within } from "@testing-library/react"
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event"
import { useState } from "react"
import { expect, test, vi } from "vitest"
import type { ChosenEntry } from "./chosen-list.tsx"
import { rowsInSight } from "../../ui/tree/use-row-window.ts"
import { PickerFrame } from "./picker-frame.tsx"
import { PickerSearch } from "./picker-search.tsx"

const people = (count: number): ChosenEntry[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${at}`, label: `人${at}` }))

const hand = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

function shown(start: readonly ChosenEntry[], isBusy = false) {
  const onCancel = vi.fn()
  const onConfirm = vi.fn()
  function Story() {
    const [chosen, setChosen] = useState(start)
    const [words, setWords] = useState("词")
    return (
      <PickerFrame
        title="选择人员"
        tools={<PickerSearch label="搜索人员" placeholder="" value={words} onChange={setWords} />}
        chosen={chosen}
        max={5}
        isBusy={isBusy}
        onRemove={(key) => setChosen(chosen.filter((one) => one.key !== key))}
        onClear={() => setChosen(chosen.filter(({ isRequired }) => isRequired))}
        onCancel={onCancel}
        onConfirm={onConfirm}
      >
        <div role="listbox" tabIndex={0} aria-label="可选" />
        <button type="button" onClick={() => setChosen([...chosen, { key: "新", label: "新人" }])}>
          添加
        </button>
      </PickerFrame>
    )
  }
  render(<Story />)
  return { onCancel, onConfirm }
}

const entries = () => within(screen.getByLabelText("已选列表")).queryAllByRole("listitem")

test("[PICK-0] count, maximum, clear-all, delete of each, cancel and confirm", async () => {
  const { onCancel, onConfirm } = shown([
    { key: "a", label: "张三", hint: "教务处", isRequired: true },
    { key: "b", label: "李四" },
  ])
  expect(screen.getByRole("heading", { name: "已选2/5" })).toBeTruthy()
  expect(entries().map(({ textContent }) => textContent)).toEqual(["张三教务处必选", "李四"])
  await hand.click(screen.getByRole("button", { name: "移除李四" }))
  expect(entries().map(({ textContent }) => textContent)).toEqual(["张三教务处必选"])
  expect(screen.getByText("清空")).toHaveProperty("disabled", true)
  await hand.click(screen.getByRole("button", { name: "确定（1）" }))
  expect(onConfirm).toHaveBeenCalledOnce()
  await hand.click(screen.getByRole("button", { name: "取消" }))
  await hand.click(screen.getByRole("button", { name: "关闭" }))
  expect(onCancel).toHaveBeenCalledTimes(2)
})

test("[DLG-6] Tab goes through search, list, chosen, buttons; Delete removes one and moves on", async () => {
  shown(people(3))
  const stops: (string | null)[] = []
  screen.getByLabelText("搜索人员").focus()
  for (let at = 0; at < 8; at += 1) {
    stops.push(
      document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? null,
    )
    await hand.tab()
  }
  expect(stops.filter((one) => !one?.startsWith("已选"))).toEqual([
    "搜索人员",
    "清除搜索",
    "可选",
    "添加",
    "清空",
    "移除人0",
    "取消",
  ])

  screen.getByRole("button", { name: "移除人0" }).focus()
  await hand.keyboard("{ArrowDown}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("移除人1")
  await hand.keyboard("{Delete}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("移除人2")
  await hand.keyboard("{Delete}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("移除人0")
  await hand.keyboard("{Backspace}")
  // The last one is gone; the focus is still inside.
  expect(screen.queryByRole("listitem")).toBeNull()
  expect(document.activeElement?.getAttribute("aria-label")).toBe("搜索人员")
})

test("[DLG-6] what takes itself away leaves the focus in the search box: clear-all", async () => {
  shown([...people(2), { key: "必", label: "必选的", isRequired: true }])
  await hand.click(screen.getByText("清空"))
  expect(document.activeElement?.getAttribute("aria-label")).toBe("搜索人员")
})

test("[DLG-6] after the last deletable row the focus goes back past required ones", async () => {
  shown([...people(2), { key: "必", label: "必选的", isRequired: true }])
  screen.getByRole("button", { name: "移除人0" }).focus()
  await hand.keyboard("{ArrowDown}{Delete}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("移除人0")
})

test("[DLG-6] Ctrl+Enter confirms once, arrow down enters the list, Escape clears first", async () => {
  const { onConfirm } = shown(people(1))
  const box = screen.getByLabelText("搜索人员")
  await hand.click(box)
  await hand.keyboard("{Control>}{Enter}{/Control}")
  expect(onConfirm).toHaveBeenCalledOnce()
  await hand.keyboard("{ArrowDown}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("可选")
  const escape = fireEvent.keyDown(box, { key: "Escape" })
  // Prevented: the dialog does not close.
  expect(escape).toBe(false)
  expect(box).toHaveProperty("value", "")
  expect(fireEvent.keyDown(box, { key: "Escape" })).toBe(true)
})

test("[PICK-0] while it is being confirmed a second confirmation is nothing", async () => {
  const { onConfirm } = shown(people(1), true)
  await hand.click(screen.getByRole("button", { name: "确定（1）" }))
  await hand.keyboard("{Control>}{Enter}{/Control}")
  expect(onConfirm).not.toHaveBeenCalled()
})

test("[DLG-6] additions and removals are read aloud; what was there at first is not", async () => {
  shown(people(2))
  const live = document.querySelector("[aria-live=polite]")
  expect(live?.textContent).toBe("")
  await hand.click(screen.getByText("添加"))
  expect(live?.textContent).toBe("已添加新人，共选择3项")
  await hand.click(screen.getByRole("button", { name: "移除人0" }))
  expect(live?.textContent).toBe("已移除人0，共选择2项")
})

test("[PICK-9] of ten thousand chosen only visible rows are drawn; keys reach the last", async () => {
  shown(people(10_000))
  expect(entries().length).toBeLessThan(40)
  screen.getByRole("button", { name: "移除人0" }).focus()
  await hand.keyboard("{End}")
  expect(document.activeElement?.getAttribute("aria-label")).toBe("移除人9999")
  expect(document.activeElement?.closest("li")?.getAttribute("aria-posinset")).toBe("10000")
})

test("[PICK-9] a list that became shorter than it was scrolled shows its end, not a gap", () => {
  expect(rowsInSight(1000, 500, 10)).toEqual({ from: 494, to: 516 })
  expect(rowsInSight(20, 500, 10)).toEqual({ from: 4, to: 20 })
  expect(rowsInSight(0, 0, 10)).toEqual({ from: 0, to: 0 })
})
