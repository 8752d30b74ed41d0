import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { MemoryRouter } from "react-router"
import { expect, test, vi } from "vitest"
import { Chart } from "./chart.tsx"

vi.mock("./chart-engine.ts", () => {
  throw new Error("no such chunk")
})

test("[HOME-2] charts that can't be loaded leave the table, and say so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined)
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const series = [{ name: "预警", tone: "brand", values: [3] }] as const
  render(
    <MemoryRouter>
      <Chart
        kind="line"
        label="趋势"
        across="日期"
        unit="条"
        names={["11-14"]}
        series={series}
        onSave={vi.fn()}
      />
    </MemoryRouter>,
  )
  await userEvent.click(await screen.findByRole("button", { name: "查看表格" }, { timeout: 10_000 }))
  expect(screen.getByRole("row", { name: "11-14 3" })).toBeDefined()
})
