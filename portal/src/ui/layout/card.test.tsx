import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test, vi } from "vitest"
import { Card } from "./card.tsx"

test("[BARE-20] a card that can't be drawn says so and retries; its neighbour stays", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined)
  let isBroken = true
  function Content() {
    if (isBroken) throw new Error("can't be drawn")
    return <p>内容</p>
  }
  render(
    <>
      <Card title="一" icon="page">
        <Content />
      </Card>
      <Card title="二" icon="page">
        旁边
      </Card>
    </>,
  )
  const card = within(screen.getByRole("region", { name: "一" }))
  expect(card.getByRole("alert").textContent).toContain("内容无法显示")
  expect(screen.getByText("旁边")).toBeTruthy()
  isBroken = false
  await userEvent.click(card.getByRole("button", { name: "重试" }))
  expect(card.getByText("内容")).toBeTruthy()
})
