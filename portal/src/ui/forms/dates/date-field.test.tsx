import { formMessages } from "../form-messages.ts"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { DateField } from "./date-field.tsx"
import { DateTimeField } from "./date-time-field.tsx"
import { TimeField } from "./time-field.tsx"

function shownDate(start = "2026-03-05", min = "") {
  const told: string[] = []
  function Form() {
    const [day, setDay] = useState(start)
    return (
      <>
        <label htmlFor="day">日期</label>
        <DateField
          id="day"
          label="日期"
          value={day}
          min={min}
          onChange={(next) => {
            told.push(next)
            setDay(next)
          }}
        />
        <button type="button" onClick={() => setDay("2020-01-01")}>
          重置
        </button>
      </>
    )
  }
  render(<Form />)
  return {
    told,
    box: screen.getByRole<HTMLInputElement>("textbox", { name: "日期" }),
    user: userEvent.setup(),
  }
}

test("[LAYOUT-3] a typed day is reported when the box is left, in one form", async () => {
  const { told, box, user } = shownDate()
  await user.clear(box)
  await user.type(box, "2026/4/1")
  expect(told).toEqual([])
  await user.tab()
  expect(told).toEqual(["2026-04-01"])
  expect(box.value).toBe("2026-04-01")
})

test("[LAYOUT-3] text that is no day stays in the box, marked, and is not reported", async () => {
  const { told, box, user } = shownDate()
  await user.clear(box)
  await user.type(box, "2026-02-30")
  await user.tab()
  expect(told).toEqual([])
  expect([box.value, box.getAttribute("aria-invalid")]).toEqual(["2026-02-30", "true"])
  await user.click(screen.getByRole("button", { name: "重置" }))
  expect([box.value, box.getAttribute("aria-invalid")]).toEqual(["2020-01-01", null])
})

test("[LAYOUT-3] a day that does not exist is said in words once the box is left", async () => {
  const { box, user } = shownDate()
  await user.clear(box)
  await user.type(box, "2026-02-31")
  expect(screen.queryByRole("alert")).toBeNull()
  await user.tab()
  const said = screen.getByRole("alert")
  expect(said.textContent).toBe(formMessages.unreadableDay)
  expect(box.getAttribute("aria-describedby")).toBe(said.id)
  await user.type(box, "{Backspace}{Backspace}28{Enter}")
  expect(screen.queryByRole("alert")).toBeNull()
})

test("[LAYOUT-3] an hour that does not exist is said in words once the box is left", async () => {
  render(<TimeField label="时间" value="" onChange={() => undefined} />)
  const user = userEvent.setup()
  const box = screen.getByRole("combobox", { name: "时间" })
  await user.type(box, "27:00{Enter}")
  const said = screen.getByRole("alert")
  expect(said.textContent).toBe(formMessages.unreadableTime)
  expect(box.getAttribute("aria-describedby")).toBe(said.id)
})

test("[LAYOUT-3] an emptied box is no day", async () => {
  const { told, box, user } = shownDate()
  await user.clear(box)
  await user.tab()
  expect(told).toEqual([""])
})

test("[LAYOUT-3] ArrowDown leads into the calendar, arrows through it, Enter picks and comes back", async () => {
  const { told, box, user } = shownDate()
  box.focus()
  await user.keyboard("{ArrowDown}")
  const calendar = screen.getByRole("dialog", { name: "日期，日历" })
  expect(document.activeElement).toBe(within(calendar).getByRole("button", { name: "2026年3月5日" }))
  await user.keyboard("{ArrowRight}{ArrowDown}{PageDown}")
  expect(document.activeElement).toBe(within(calendar).getByRole("button", { name: "2026年4月13日" }))
  await user.keyboard("{Home}{Enter}")
  expect(told).toEqual(["2026-04-13"])
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(document.activeElement).toBe(box)
})

test("[LAYOUT-3] Escape closes the calendar alone", async () => {
  const { box, user } = shownDate()
  const escapes: boolean[] = []
  const receive = (event: KeyboardEvent) => void escapes.push(event.defaultPrevented)
  box.focus()
  await user.keyboard("{ArrowDown}")
  window.addEventListener("keydown", receive)
  await user.keyboard("{Escape}")
  window.removeEventListener("keydown", receive)
  // It is either kept from everything around it, or marked as used up.
  expect(escapes.every(Boolean)).toBe(true)
  expect(screen.queryByRole("dialog")).toBeNull()
  expect(document.activeElement).toBe(box)
})

test("[LAYOUT-3] a press on the box opens the calendar and typing goes on", async () => {
  const { told, box, user } = shownDate("")
  await user.click(box)
  expect(screen.getByRole("dialog")).toBeTruthy()
  await user.keyboard("20260401{Enter}")
  expect(told).toEqual(["2026-04-01"])
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[LAYOUT-3] a day before the first allowed one can't be picked", async () => {
  const { told, box, user } = shownDate("2026-03-05", "2026-03-04")
  await user.click(box)
  await user.click(screen.getByRole("button", { name: "2026年3月3日" }))
  expect(told).toEqual([])
  await user.click(screen.getByRole("button", { name: "2026年3月4日" }))
  expect(told).toEqual(["2026-03-04"])
})

test("[LAYOUT-3] 1405 is 14:05, and a half hour is picked by arrows", async () => {
  const told: string[] = []
  function Form() {
    const [time, setTime] = useState("")
    return (
      <TimeField
        label="时间"
        value={time}
        onChange={(next) => {
          told.push(next)
          setTime(next)
        }}
      />
    )
  }
  render(<Form />)
  const user = userEvent.setup()
  const box = screen.getByRole<HTMLInputElement>("combobox", { name: "时间" })
  await user.type(box, "1405{Enter}")
  expect([told, box.value]).toEqual([["14:05"], "14:05"])
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}")
  expect(box.value).toBe("14:30")
  await user.click(box)
  await user.click(screen.getByRole("option", { name: "23:30" }))
  expect(box.value).toBe("23:30")
})

test("[LAYOUT-3] an hour that is there is replaced by what is typed after a press on its box", async () => {
  function Form() {
    const [time, setTime] = useState("18:00")
    return <TimeField label="时间" value={time} onChange={setTime} />
  }
  render(<Form />)
  const user = userEvent.setup()
  const box = screen.getByRole<HTMLInputElement>("combobox", { name: "时间" })
  await user.click(box)
  await user.keyboard("1700{Enter}")
  expect(box.value).toBe("17:00")
})

test("[LAYOUT-3] a day brings its usual hour along, and there is never half a moment", async () => {
  const told: string[] = []
  function Form() {
    const [at, setAt] = useState("")
    return (
      <>
        <label htmlFor="at">截止时间</label>
        <DateTimeField
          id="at"
          label="截止时间"
          usualTime="18:00"
          value={at}
          onChange={(next) => {
            told.push(next)
            setAt(next)
          }}
        />
      </>
    )
  }
  render(<Form />)
  const user = userEvent.setup()
  await user.type(screen.getByRole("textbox", { name: "截止时间" }), "20260305{Enter}")
  await user.clear(screen.getByRole("combobox", { name: "截止时间，几点" }))
  await user.type(screen.getByRole("combobox", { name: "截止时间，几点" }), "0930{Enter}")
  await user.clear(screen.getByRole("textbox", { name: "截止时间" }))
  await user.tab()
  expect(told).toEqual(["2026-03-05T18:00", "2026-03-05T09:30", ""])
})
