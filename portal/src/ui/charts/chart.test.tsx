import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router"
import { beforeEach, expect, test, vi } from "vitest"
import { Chart } from "./chart.tsx"

const engine = vi.hoisted(() => ({ draw: vi.fn() }))
vi.mock("./chart-engine.ts", () => engine)

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})

function open(onSave: (name: string, csv: string) => void = () => undefined) {
  return render(
    <MemoryRouter>
      <Chart
        kind="columns"
        label="近7天巡查"
        across="日期"
        unit="次"
        names={["11-14", "=11-15"]}
        series={[
          { name: "已巡", tone: "brand", values: [3, 4] },
          { name: "漏检", tone: "caution", values: [1] },
        ]}
        placeOf={(at) => `/list?at=${at}`}
        onSave={onSave}
      />
    </MemoryRouter>,
  )
}

test("[HOME-2] a chart has its table, with links to the lists, and both as a file", async () => {
  const taken = vi.fn()
  engine.draw.mockReturnValue(taken)
  const saved: string[] = []
  open((name, csv) => saved.push(name, csv))
  await vi.waitFor(() => expect(engine.draw).toHaveBeenCalledTimes(1), { timeout: 10_000 })
  expect(engine.draw.mock.calls[0]?.[1]).toMatchObject({
    theme: "light",
    facts: { kind: "columns", names: ["11-14", "=11-15"] },
  })
  screen.getByRole("img", { name: "近7天巡查，数据见表格" })

  await userEvent.click(screen.getByRole("button", { name: "表格" }))
  expect(taken).toHaveBeenCalled()
  expect(screen.queryByRole("img")).toBeNull()
  const rows = within(screen.getByRole("table")).getAllByRole("row")
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ["日期", "已巡（次）", "漏检（次）"],
    ["11-14", "3", "1"],
    ["=11-15", "4", "0"],
  ])
  expect(screen.getByRole("link", { name: "=11-15" }).getAttribute("href")).toBe("/list?at=1")

  await userEvent.click(screen.getByRole("button", { name: "导出" }))
  expect(saved).toEqual(["近7天巡查.csv", "\uFEFF日期,已巡（次）,漏检（次）\r\n11-14,3,1\r\n'=11-15,4,0\r\n"])
})
