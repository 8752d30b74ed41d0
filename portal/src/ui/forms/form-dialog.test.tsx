import { formMessages } from "./form-messages.ts"
import { cleanup, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { FormDialog } from "./form-dialog.tsx"
import { ChoiceField, DayField, TextField } from "./form-fields.tsx"
import { chooseOption } from "../../testing/choose-option.ts"

beforeEach(() => {
  // jsdom knows the element but not how it opens: whatever stands first has the focus.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      this.querySelector("button")?.focus()
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Form({ isLoaded = true }: { isLoaded?: boolean }) {
  return (
    <FormDialog
      title="新增"
      confirm="保存"
      form={{ isBusy: false, problem: null, failures: 0, onSubmit: () => undefined }}
      onClose={() => undefined}
    >
      {isLoaded ? (
        <>
          <button type="button">选择</button>
          <input type="checkbox" aria-label="勾" />
          <input aria-label="名称" />
          <textarea aria-label="说明" />
        </>
      ) : (
        <p>正在加载</p>
      )}
    </FormDialog>
  )
}
const focused = () => document.activeElement?.getAttribute("aria-label")

test("[DLG-6] a form opens with the focus in its first field, also when that comes later", () => {
  render(<Form />)
  expect(focused()).toBe("名称")
  cleanup()
  const { rerender } = render(<Form isLoaded={false} />)
  expect(focused()).toBe("关闭")
  rerender(<Form />)
  expect(focused()).toBe("名称")
  // Later renders do not move the focus.
  screen.getByLabelText("说明").focus()
  rerender(<Form />)
  expect(focused()).toBe("说明")
})

test("[DLG-6] a focus that was moved before the fields came stays there", () => {
  const { rerender } = render(<Form isLoaded={false} />)
  screen.getByRole("button", { name: "保存" }).focus()
  rerender(<Form />)
  expect(document.activeElement?.textContent).toBe("保存")
})

test("[LAYOUT-3] a form sent in vain leads to its first field that is wrong", () => {
  const shown = (failures: number) => (
    <FormDialog
      title="新增"
      confirm="保存"
      form={{ isBusy: false, problem: null, failures, onSubmit: () => undefined }}
      onClose={() => undefined}
    >
      <TextField label="名称" value="甲" onValue={() => undefined} />
      <TextField label="电话" value="1" problem="手机号不正确" onValue={() => undefined} />
    </FormDialog>
  )
  const { rerender } = render(shown(0))
  expect(document.activeElement).toBe(screen.getByLabelText("名称"))
  rerender(shown(1))
  expect(document.activeElement).toBe(screen.getByLabelText("电话"))
  expect(screen.getByLabelText("电话").getAttribute("aria-invalid")).toBe("true")
  const said = document.getElementById(screen.getByLabelText("电话").getAttribute("aria-describedby") ?? "")
  expect(said?.textContent).toBe("手机号不正确")
})

test("[DLG-6] on a touch device no keyboard comes over the form", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
  render(<Form />)
  expect(focused()).toBe("关闭")
})

test("a choice is reported as its value: a number, or none", async () => {
  const told: (number | null)[] = []
  function Times() {
    const [times, setTimes] = useState<number | null>(2)
    const choices = [
      [null, "不要求"],
      [1, "1 次"],
      [2, "2 次"],
    ] as const
    told.push(times)
    return <ChoiceField label="次数" value={times} choices={choices} onValue={setTimes} />
  }
  render(<Times />)
  const box = screen.getByRole("combobox", { name: "次数" })
  expect(box.textContent).toBe("2 次")
  await chooseOption(box, "不要求")
  await chooseOption(box, "1 次")
  expect(told).toEqual([2, null, 1])
})

test("[LAYOUT-3] a form with a day that can't be read is not sent; the box has the focus", async () => {
  const onSubmit = vi.fn<() => void>()
  render(
    <FormDialog
      title="新增"
      confirm="保存"
      form={{ isBusy: false, problem: null, failures: 0, onSubmit: onSubmit }}
      onClose={() => undefined}
    >
      <DayField label="日期" value="2026-03-05" onValue={() => undefined} />
    </FormDialog>,
  )
  const box = screen.getByLabelText("日期")
  await userEvent.clear(box)
  await userEvent.type(box, "2026-02-30")
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  expect(onSubmit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(box)
  const said = screen.getAllByRole("alert").map(({ textContent }) => textContent)
  expect(said).toEqual([formMessages.unreadableDay, "日期或时间填写有误，请更正后再提交"])
})

test("[LAYOUT-3] a form that begins with a select has the focus on it", () => {
  render(
    <FormDialog
      title="新增"
      confirm="保存"
      form={{ isBusy: false, problem: null, failures: 0, onSubmit: () => undefined }}
      onClose={() => undefined}
    >
      <ChoiceField label="类别" value="a" choices={[["a", "甲"]]} onValue={() => undefined} />
      <input aria-label="名称" />
    </FormDialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "类别" }))
})
