import { onlineUserCalls, onlineUserLimits, type OnlineSession } from "@uc/contract/online-users/calls"
import { peopleAdminCalls } from "@uc/contract/people/admin-calls"
import { screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { z } from "zod"
import { send } from "../platform/http/send.ts"
import { useAction } from "../platform/http/use-action.ts"
import { renderPage } from "../testing/render-page.tsx"
import type { Column } from "../ui/data/data-table.tsx"
import { closesWhenBroken } from "../ui/feedback/closes-when-broken.tsx"
import { FormDialog } from "../ui/forms/form-dialog.tsx"
import { TextField } from "../ui/forms/form-fields.tsx"
import { useForm } from "./form/use-form.ts"
import { ListPage } from "./list/list-page.tsx"
import { filter, pageAt, urlFilters } from "./list/url-filters.ts"
import { useUrlFilters } from "./list/use-url-filters.ts"

// The worked examples of README.md beside this file: what stands between the marks stands there too, letter by letter
// (scripts/page-kit-guide.test.ts), and here it is compiled and run.

// example: list
const filters = urlFilters({
  username: filter(z.string().max(onlineUserLimits.searched)),
  after: pageAt(z.string().max(100)),
})

const columns: readonly Column<OnlineSession>[] = [
  { title: "人员", isName: true, cell: ({ nickname }) => nickname },
  { title: "登录时间", width: "140px", cell: ({ began }) => began },
]

export function Component() {
  const url = useUrlFilters(filters)
  const { username } = url.state
  return (
    <ListPage
      title="在线用户"
      words="谁正在使用。"
      label="在线用户"
      what="在线用户"
      url={url}
      fields={[
        { search: "username", label: "人员", placeholder: "姓名", maxLength: onlineUserLimits.searched },
      ]}
      call={onlineUserCalls.list}
      input={{ ...(username !== "" && { username }) }}
      file={onlineUserCalls.exportList}
      rowsOf={({ items }) => items}
      keyOf={({ id }) => id}
      columns={columns}
      paging={{ by: "cursor", key: "after", input: "after", nextOf: ({ next }) => next }}
      empty={{ title: "没有在线用户" }}
    />
  )
}
// end

// example: form
interface PostDialogProps {
  readonly orgid: string
  readonly onClose: () => void
}

const PostDialog = closesWhenBroken(function PostDialog({ orgid, onClose }: PostDialogProps) {
  const { attempt } = useAction({ shown: [peopleAdminCalls.posts] })
  const form = useForm({
    call: peopleAdminCalls.savePost,
    attempt,
    initial: { name: "" },
    input: ({ name }) => ({ orgid, name }),
    onDone: onClose,
  })
  return (
    <FormDialog title="新增分类" confirm="保存" form={form} onClose={onClose}>
      <TextField label="名称" {...form.text("name")} />
    </FormDialog>
  )
})
// end

vi.mock("../platform/http/send.ts", async (original) => ({
  ...(await original<typeof import("../platform/http/send.ts")>()),
  send: vi.fn<typeof send>(),
}))
const answer = vi.mocked(send)

test("[LAYOUT-7] the guide's list shows rows, and its address holds the filter", async () => {
  const session = { id: "1", nickname: "王老师", began: "2026-11-15 08:00:00" }
  answer.mockResolvedValue({ items: [session], next: null, total: 1, people: 1 })
  renderPage(<Component />, { address: "/?username=wang" })
  expect(await screen.findByRole("cell", { name: "王老师" })).toBeTruthy()
  expect(answer.mock.calls.at(-1)?.[1]).toEqual({ username: "wang" })
  expect(screen.getByRole("button", { name: /导出/ })).toBeTruthy()
})

test("[LAYOUT-7] the guide's form sends nothing that the call's shape refuses", async () => {
  answer.mockReset()
  const onClose = vi.fn<() => void>()
  const { user } = renderPage(<PostDialog orgid="1" onClose={onClose} />)
  await user.click(screen.getByRole("button", { name: "保存" }))
  expect(answer).not.toHaveBeenCalled()
  answer.mockResolvedValue({ postid: "7" })
  await user.type(screen.getByLabelText("名称"), "教学")
  await user.click(screen.getByRole("button", { name: "保存" }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(answer.mock.calls[0]?.[1]).toEqual({ orgid: "1", name: "教学" })
})
