import { screen, within } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { z } from "zod"
import { chooseOption } from "../../testing/choose-option.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { filter, tick, urlFilters } from "./url-filters.ts"
import { useUrlFilters } from "./use-url-filters.ts"

function stubWidth(isPhone: boolean) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: isPhone && query.includes("max-width"),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
afterEach(() => void vi.unstubAllGlobals())

const filters = urlFilters({
  name: filter(z.string()),
  kind: filter(z.enum(["a", "b"])),
  mine: tick(),
})

function Bar() {
  const url = useUrlFilters(filters)
  return (
    <FilterBar
      url={url}
      label="筛选物品"
      fields={[
        {
          choice: "kind",
          label: "类别",
          choices: [
            ["", "全部"],
            ["a", "甲类"],
          ],
        },
        { tick: "mine", label: "只看我的" },
        { search: "name", label: "名称", placeholder: "搜索名称", maxLength: 20 },
      ]}
    />
  )
}

test("[DAY-17] one way to search: the search stands first, wherever a page names it", () => {
  stubWidth(false)
  renderPage(<Bar />)
  const bar = screen.getByRole("search", { name: "筛选物品" })
  expect(bar.querySelector("input, button, select")).toBe(screen.getByRole("searchbox", { name: "名称" }))
})

test("[DAY-17] on a phone filters fold into one button that counts those that are set", async () => {
  stubWidth(true)
  const { user, router } = renderPage(<Bar />, { address: "/?name=门" })
  // The search stays, and does not count.
  expect(screen.getByRole<HTMLInputElement>("searchbox", { name: "名称" }).value).toBe("门")
  expect(screen.queryByLabelText("类别")).toBeNull()
  await user.click(screen.getByRole("button", { name: "筛选" }))
  const sheet = within(screen.getByRole("dialog", { name: "筛选物品" }))
  await chooseOption(sheet.getByLabelText("类别"), "甲类")
  await user.click(sheet.getByLabelText("只看我的"))
  expect(new URLSearchParams(router.state.location.search).get("kind")).toBe("a")
  await user.click(sheet.getByRole("button", { name: "完成" }))
  expect(screen.queryByRole("dialog")).toBeNull()
  await user.click(screen.getByRole("button", { name: "筛选，已设 2 项" }))
  await user.click(screen.getByRole("button", { name: "重置" }))
  expect(router.state.location.search).toBe("")
})

test("[DAY-17] on a computer all filters stand above the list", () => {
  stubWidth(false)
  renderPage(<Bar />)
  expect(screen.getByLabelText("类别")).toBeTruthy()
  expect(screen.queryByRole("button", { name: /^筛选/ })).toBeNull()
})
