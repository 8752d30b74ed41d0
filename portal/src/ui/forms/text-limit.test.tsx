import { render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import { formMessages } from "./form-messages.ts"
import { LongTextField, TextField } from "./form-fields.tsx"

function Form({ max }: { readonly max?: number }) {
  const [words, setWords] = useState("")
  const [name, setName] = useState("")
  return (
    <>
      <LongTextField label="说明" rows={3} maxLength={max} value={words} onValue={setWords} />
      <TextField label="名称" maxLength={max} value={name} onValue={setName} />
    </>
  )
}

test.each(["说明", "名称"])(
  "[DAY-17] %s says how much room is left, and when text was cut",
  async (label) => {
    const user = userEvent.setup()
    render(<Form max={10} />)
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: label })
    await user.type(field, "一二三四五六七")
    expect(screen.queryByText(/\/ 10/)).toBeNull()
    await user.type(field, "八")
    expect(screen.getByText("8 / 10")).toBeDefined()
    await user.paste("九十十一十二")
    expect(field.value).toBe("一二三四五六七八九十")
    expect(screen.getByText(formMessages.full(10))).toBeDefined()
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByText(formMessages.full(10)).id)
    await user.type(field, "{Backspace}")
    expect(screen.queryByText(formMessages.full(10))).toBeNull()
  },
)

test("[DAY-17] a field without a limit says nothing of one", async () => {
  render(<Form />)
  await userEvent.type(screen.getByRole("textbox", { name: "说明" }), "一二三四五六七八九十")
  expect(screen.queryByText(/\//)).toBeNull()
})
