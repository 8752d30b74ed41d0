import { QueryClientProvider } from "@tanstack/react-query"
import type { PickerName, PickerOptions, PickerResult } from "@uc/contract/pickers/pickers"
import { configure, fireEvent, render, screen, waitFor } from "@testing-library/react"
import type { ComponentType } from "react"
import { vi } from "vitest"
import { createQueryClient } from "../platform/http/use-call.ts"
import type { PickerProps } from "../features/pickers/picker-props.ts"

// Only a hang takes this long.
configure({ asyncUtilTimeout: 4000 })

/** Queried directly: the testing library's query by role reads every style of every ancestor. */
function shownRows(): readonly Element[] {
  return [...document.querySelectorAll("[role=treeitem]")].filter((row) => !row.closest("[aria-hidden=true]"))
}

function buttonNamed(name: string): Element {
  const found = [...document.querySelectorAll("button")].find(
    (button) => (button.getAttribute("aria-label") ?? button.textContent) === name,
  )
  if (!found) throw new Error(`No button ${name}`)
  return found
}

/** For tests: a picker on its own, worked by what a person sees. */
export function shownPicker<N extends PickerName>(
  Picker: ComponentType<PickerProps<N>>,
  options: PickerOptions<N>,
  told: Pick<PickerProps<N>, "onSaving"> = {},
) {
  const onDone = vi.fn<(result: PickerResult<N> | null) => void>()
  const queries = createQueryClient()
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <Picker options={options} onDone={onDone} {...told} />
    </QueryClientProvider>,
  )
  const row = (name: string) =>
    waitFor(() => {
      const found = shownRows().find((one) => one.getAttribute("aria-label") === name)
      if (!found) throw new Error(`No row ${name}`)
      return found
    })
  return {
    onDone,
    queries,
    unmount,
    row,
    press: async (name: string) => fireEvent.click(await row(name)),
    /** By its checkbox, as with the mouse. */
    tick: async (name: string) => {
      const box = (await row(name)).querySelector("[data-box]")
      if (!box) throw new Error(`${name} has no checkbox`)
      fireEvent.click(box)
    },
    /** By the arrow before it, as with the mouse. */
    open: async (name: string) => {
      const arrow = (await row(name)).querySelector("[data-arrow]")
      if (!arrow) throw new Error(`${name} can't be opened`)
      fireEvent.click(arrow)
    },
    search: (text: string) => {
      fireEvent.change(screen.getByLabelText(/^搜索/), { target: { value: text } })
    },
    confirm: () => fireEvent.click(screen.getByText(/^确定/)),
    click: (button: string) => fireEvent.click(buttonNamed(button)),
    hasButton: (name: string) =>
      [...document.querySelectorAll("button")].some((button) => button.getAttribute("aria-label") === name),
    chosen: () =>
      [...document.querySelectorAll("[aria-label=已选列表] li")].map(
        (entry) => entry.querySelector("[title]")?.textContent,
      ),
    /** Each row that can be seen, with its state. */
    rows: () =>
      shownRows().map((item) => {
        const state = item.getAttribute("aria-checked") ?? item.getAttribute("aria-selected")
        const words = { true: "✓", mixed: "-", false: "" }[state ?? "false"] ?? ""
        return `${item.getAttribute("aria-label")}${words}`
      }),
    notices: () => [...document.querySelectorAll("[role=status] p")].map((notice) => notice.textContent),
    problem: () => buttonNamed("取消").parentElement?.querySelector("[role=alert]")?.textContent,
  }
}
