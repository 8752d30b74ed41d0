import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { Checkbox } from "./checkbox.tsx"
import { Radio } from "./radio.tsx"

function Form() {
  const [isOn, setOn] = useState(false)
  const [kind, setKind] = useState("a")
  return (
    <>
      <label>
        <Checkbox checked={isOn} onChange={({ target }) => setOn(target.checked)} />
        只看在职
      </label>
      {["a", "b"].map((each) => (
        <label key={each}>
          <Radio name="kind" checked={kind === each} onChange={() => setKind(each)} />
          {each}
        </label>
      ))}
    </>
  )
}

test("[LAYOUT-3] checkbox and radio are the browser's elements with one drawing", async () => {
  render(<Form />)
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: "只看在职" })
  box.focus()
  await userEvent.keyboard(" ")
  expect(box.checked).toBe(true)
  await userEvent.click(screen.getByRole("radio", { name: "b" }))
  const [a, b] = screen.getAllByRole<HTMLInputElement>("radio")
  expect([a?.checked, b?.checked]).toEqual([false, true])
  expect(box.className).toContain("checkbox")
  expect(b?.className).toContain("radio")
})
