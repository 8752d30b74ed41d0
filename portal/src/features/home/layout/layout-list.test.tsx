import type { Pinner } from "@uc/contract/home/calls"
import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useState } from "react"
import { expect, test } from "vitest"
import type { HomeCard } from "../home-card.ts"
import { hidden, stepped, type Cell } from "../home-layout.ts"
import { LayoutList } from "./layout-list.tsx"

const titles = { one: "甲", two: "乙", three: "丙", four: "丁" } as const
const cards = Object.entries(titles).map(([key, title]) => ({
  key,
  title,
  icon: "bell",
  least: { w: 3, h: 2 },
})) as unknown as readonly HomeCard[]
const cells: readonly Cell[] = Object.keys(titles).map((key, at) => ({
  key,
  x: 0,
  y: at * 4,
  w: 12,
  h: 4,
  isHidden: false,
}))

function Editor({ pinnedBy = new Map() }: { readonly pinnedBy?: ReadonlyMap<string, Pinner> }) {
  const [now, setNow] = useState(cells)
  return (
    <LayoutList
      cards={cards}
      cells={now}
      pinnedBy={pinnedBy}
      dispatch={(event) => {
        if (event.type === "hidden") setNow(hidden(now, event.key))
        if (event.type === "stepped") setNow(stepped(now, event.key, event.to))
      }}
    />
  )
}
const focused = () => document.activeElement?.getAttribute("aria-label") ?? "nothing"
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }))

test("[HOME-3] on a phone, hiding a card moves the focus to the next card, at last to the list", async () => {
  render(<Editor />)
  await press("隐藏乙")
  expect(focused()).toBe("隐藏丙")
  await userEvent.keyboard("{Enter}")
  expect(focused()).toBe("隐藏丁")
  await userEvent.keyboard("{Enter}")
  expect(focused()).toBe("隐藏甲")
  await userEvent.keyboard("{Enter}")
  expect(focused()).toBe("显示的卡片")
})

test("[HOME-3] a moved card keeps the focus, also at the end and beside a pinned one", async () => {
  render(<Editor pinnedBy={new Map([["four", "bureau"]])} />)
  await press("上移丙")
  expect(focused()).toBe("上移丙")
  await userEvent.keyboard("{Enter}")
  expect(focused()).toBe("隐藏丙")
  await press("隐藏乙")
  expect(focused()).toBe("上移丁")
})
