import { screen, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { Failure } from "../../platform/http/failure.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { DataTable } from "../../ui/data/data-table.tsx"
import { ChosenBar } from "./chosen-bar.tsx"
import { useChosenRows } from "./use-chosen-rows.ts"

interface Notice {
  readonly id: string
  readonly isDraft: boolean
}
const rows: readonly Notice[] = [
  { id: "甲", isDraft: false },
  { id: "乙", isDraft: false },
  { id: "丙", isDraft: true },
]
const nameOf = ({ id }: Notice) => `通知${id}`
const keyOf = ({ id }: Notice) => id

function show(run: (row: Notice) => Promise<unknown>) {
  const onDone = vi.fn<() => void>()
  function Notices() {
    const { selection, chosenOf, onNone } = useChosenRows<Notice>({
      keyOf,
      nameOf,
      isSelectable: ({ isDraft }) => !isDraft,
    })
    return (
      <>
        <ChosenBar
          rows={chosenOf(rows)}
          unit="条通知"
          nameOf={nameOf}
          actions={[{ words: "撤回", icon: "eye-off", confirm: { words: "变为草稿。" }, run }]}
          onDone={onDone}
          onNone={onNone}
        />
        <DataTable
          label="通知"
          columns={[{ title: "标题", cell: nameOf }]}
          rows={rows}
          keyOf={keyOf}
          selection={selection}
        />
      </>
    )
  }
  return { ...renderPage(<Notices />), onDone }
}

test("[DAY-13] each chosen row is acted on by itself, and what became of it is told", async () => {
  const run = vi.fn(async ({ id }: Notice) => {
    if (id === "乙") throw new Failure("refused", "没有权限")
  })
  const { user, onDone } = show(run)
  expect(screen.queryByLabelText("选择通知丙")).toBeNull()
  await user.click(screen.getByLabelText("选择本页全部"))
  expect(screen.getByRole("status").textContent).toContain("已选择 2 条通知")
  await user.click(screen.getByRole("button", { name: "撤回" }))
  // It is asked first.
  expect(run).not.toHaveBeenCalled()
  const dialog = within(screen.getByRole("dialog", { name: "撤回所选的 2 条通知？" }))
  await user.click(dialog.getByRole("button", { name: "撤回" }))
  const told = await screen.findByRole("alert")
  expect(told.textContent).toContain("已撤回 1 条通知，1 条通知没有撤回")
  expect(
    within(told)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["通知甲：已撤回", "通知乙：没有权限"])
  expect([run.mock.calls.length, onDone.mock.calls.length]).toEqual([2, 1])
  // Nothing is chosen any more.
  expect(screen.getByLabelText<HTMLInputElement>("选择通知甲").checked).toBe(false)
  await user.click(within(told).getByRole("button", { name: "知道了" }))
  expect(screen.queryByRole("alert")).toBeNull()
})
