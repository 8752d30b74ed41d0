import { fireEvent, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { chooseOption } from "../../../testing/choose-option.ts"
import { DateField } from "../dates/date-field.tsx"
import { TimeField } from "../dates/time-field.tsx"
import { Field } from "../form-fields.tsx"
import { Select, type SelectChoice } from "./select.tsx"

const isSmall = { now: true }
beforeEach(() => {
  isSmall.now = true
  vi.stubGlobal("matchMedia", () => ({
    matches: isSmall.now,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => void vi.unstubAllGlobals())

const posts: readonly SelectChoice<number | null>[] = [
  [null, "无职务"],
  [3, "校长", "管理"],
  [4, "主任", "管理"],
  [7, "教师", "教学"],
]

function Post({ start }: { readonly start: number | null }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <Select label="职务" value={value} choices={posts} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  )
}

test("[DAY-17] on a phone a select is the system's own, with the parts of its list", async () => {
  render(<Post start={9} />)
  const box = screen.getByRole<HTMLSelectElement>("combobox", { name: "职务" })
  expect(box.tagName).toBe("SELECT")
  expect(box.selectedOptions[0]?.textContent).toBe("请选择")
  expect([...box.querySelectorAll("optgroup")].map(({ label }) => label)).toEqual(["管理", "教学"])
  await chooseOption(box, "教师")
  expect(screen.getByRole("status").textContent).toBe("7")
  await chooseOption(box, "无职务")
  expect(screen.getByRole("status").textContent).toBe("null")
})

test("[DAY-17] on a computer it is drawn", () => {
  isSmall.now = false
  render(<Post start={3} />)
  expect(screen.getByRole("combobox", { name: "职务" }).tagName).toBe("BUTTON")
})

test("[DAY-17] on a phone day and time are the system's own, and half a year is not told", () => {
  const told = vi.fn<(value: string) => void>()
  render(
    <>
      <DateField label="日期" value="" onChange={told} />
      <TimeField label="时间" value="08:00" onChange={told} />
    </>,
  )
  const day = screen.getByLabelText<HTMLInputElement>("日期")
  expect([day.type, screen.getByLabelText<HTMLInputElement>("时间").type]).toEqual(["date", "time"])
  fireEvent.change(day, { target: { value: "0002-11-17" } })
  expect(told).not.toHaveBeenCalled()
  fireEvent.blur(day)
  expect(screen.getByRole("alert").textContent).toContain("2026-03-05")
  fireEvent.change(day, { target: { value: "2026-11-17" } })
  expect(told.mock.calls).toEqual([["2026-11-17"]])
  fireEvent.change(screen.getByLabelText("时间"), { target: { value: "14:05" } })
  expect(told.mock.calls[1]).toEqual(["14:05"])
})

test("[DAY-17] a required field is marked beside its name and at its control", async () => {
  render(
    <Field label="类别" id="kind" isRequired problem="请选择类别">
      <Select id="kind" value="" choices={[["a", "甲"]]} onChange={() => undefined} />
    </Field>,
  )
  const box = screen.getByLabelText("类别")
  expect(box.getAttribute("aria-required")).toBe("true")
  expect(document.getElementById(box.getAttribute("aria-describedby") ?? "")?.textContent).toBe("请选择类别")
  expect(screen.getByTitle("必填").textContent).toBe("*")
  await userEvent.tab()
  expect(document.activeElement).toBe(box)
})
