import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { renderPage } from "../../testing/render-page.tsx"
import { formMessages } from "../forms/form-messages.ts"
import { LongTextField } from "../forms/form-fields.tsx"
import { useState } from "react"
import { Drawer } from "./drawer.tsx"

function open() {
  let closed = 0
  function Shown() {
    const [text, setText] = useState("")
    return (
      <Drawer title="任务" onClose={() => closed++}>
        <LongTextField name="text" label="留言" rows={2} value={text} problem={undefined} onValue={setText} />
        <input type="search" aria-label="查找" />
      </Drawer>
    )
  }
  return { ...renderPage(<Shown />), closed: () => closed }
}

test("[DAY-9] a drawer with typed text asks before it is closed; an empty one, or a search, does not", async () => {
  const { user, closed } = open()
  await user.type(screen.getByRole("searchbox", { name: "查找" }), "王")
  await user.click(screen.getByRole("button", { name: "关闭" }))
  expect(closed()).toBe(1)
  const box = screen.getByRole("textbox", { name: "留言" })
  await user.type(box, "请")
  await user.clear(box)
  await user.click(screen.getByRole("button", { name: "关闭" }))
  expect(closed()).toBe(2)
  await user.type(box, "请补照片")
  await user.click(screen.getByRole("button", { name: "关闭" }))
  expect(closed()).toBe(2)
  await user.click(await screen.findByRole("button", { name: formMessages.goOn }))
  expect(closed()).toBe(2)
  await user.click(screen.getByRole("button", { name: "关闭" }))
  await user.click(await screen.findByRole("button", { name: formMessages.discard }))
  expect(closed()).toBe(3)
})
