import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import type { HomeCard } from "../home-card.ts"
import { hidden, type Cell } from "../home-layout.ts"
import { LayoutGrid } from "./layout-grid.tsx"

const titles = { one: "甲", two: "乙", three: "丙" } as const
const cards = Object.entries(titles).map(([key, title]) => ({
  key,
  title,
  icon: "bell",
  least: { w: 3, h: 2 },
})) as unknown as readonly HomeCard[]
const cells: readonly Cell[] = Object.keys(titles).map((key, at) => ({
  key,
  x: at * 4,
  y: 0,
  w: 4,
  h: 4,
  isHidden: false,
}))

function Editor() {
  const [now, setNow] = useState(cells)
  return (
    <LayoutGrid
      cards={cards}
      cells={now}
      pinnedBy={new Map()}
      helpId="help"
      dispatch={(event) => event.type === "hidden" && setNow(hidden(now, event.key))}
    />
  )
}
const focused = () => document.activeElement?.getAttribute("aria-label") ?? "nothing"

test("[HOME-3] hiding a card by keyboard moves the focus to the next or previous card", async () => {
  render(<Editor />)
  screen.getByRole("button", { name: /^移动乙/ }).focus()
  await userEvent.keyboard("{Delete}")
  expect(focused()).toMatch(/^移动丙/)
  screen.getByRole("button", { name: "隐藏丙" }).focus()
  await userEvent.keyboard("{Enter}")
  expect(focused()).toMatch(/^移动甲/)
})
