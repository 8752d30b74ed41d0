import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import {
  codeInUseMessage,
  dictionaryAdminCalls,
  dictionaryAdminMessages,
  type CodeEntry,
  type CodeTable,
} from "@uc/contract/dictionary/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./dictionary.page.tsx"

function table(code: string, more: Partial<CodeTable> = {}): CodeTable {
  return {
    id: `1${code.length}`,
    kind: "table",
    code,
    name: `表${code}`,
    remark: null,
    entries: 2,
    disabled: 0,
    isBuiltIn: false,
    version: `v${code}`,
    ...more,
  }
}

function entry(id: string, more: Partial<CodeEntry> = {}): CodeEntry {
  return { id, code: `c${id}`, name: `名${id}`, remark: null, isDisabled: false, version: `v${id}`, ...more }
}

let asked: [string, unknown][]
let refuse: string | null

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  keepUser({ ...someUser, admintype: admintypes.platform })
  asked = []
  refuse = null
  const written = (name: string) => (sent: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    asked.push([name, JSON.parse(sent.get("json") ?? "{}")])
    // Some answer with an id, some with nothing.
    return { id: "9" } as never
  }
  serveFakes(
    answering(dictionaryAdminCalls.tables, () => [
      table("free"),
      table("fixed", { isBuiltIn: true }),
      table("list", { kind: "dictionary", id: "30", remark: "通知,政策", isBuiltIn: true }),
    ]),
    answering(dictionaryAdminCalls.entries, () => [entry("1"), entry("2", { isDisabled: true }), entry("3")]),
    answering(dictionaryAdminCalls.save, written("save")),
    answering(dictionaryAdminCalls.arrange, written("arrange")),
    answering(dictionaryAdminCalls.remove, written("remove")),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened() {
  const router = createMemoryRouter([{ path: "/", element: <Component /> }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const act = async (name: string, what: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `${name}的操作` }))
  await userEvent.click(screen.getByRole("menuitem", { name: what }))
}

test("[HOME-4] a code is added, disabled, and put in order by the keyboard and by its menu", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "新增代码" }))
  const form = screen.getByRole("dialog", { name: "新增代码" })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(within(form).getByText(dictionaryAdminMessages.codeMissing)).toBeTruthy()
  expect(within(form).getByText(dictionaryAdminMessages.nameMissing)).toBeTruthy()
  fireEvent.change(within(form).getByLabelText("代码"), { target: { value: "c 9<b>" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  // In the person's words, and before anything is sent.
  expect(within(form).getByText(dictionaryAdminMessages.badCode)).toBeTruthy()
  expect(within(form).getByLabelText("代码").getAttribute("aria-invalid")).toBe("true")
  expect(asked).toEqual([])
  fireEvent.change(within(form).getByLabelText("代码"), { target: { value: "c9" } })
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "名9" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(asked[0]).toMatchObject(["save", { table: "free", code: "c9", name: "名9", isDisabled: false }])

  await act("名1", "停用")
  await waitFor(() => expect(asked[1]).toMatchObject(["save", { id: "1", isDisabled: true, version: "v1" }]))
  fireEvent.keyDown(await screen.findByRole("button", { name: "名3" }), { key: "ArrowUp", altKey: true })
  await waitFor(() => expect(asked[2]).toEqual(["arrange", { table: "free", ids: "1,3,2" }]))
  await act("名1", "下移")
  await waitFor(() => expect(asked[3]).toEqual(["arrange", { table: "free", ids: "2,1,3" }]))
})

test("[HOME-4] for a code in use the dialog stays open and says where it is used", async () => {
  opened()
  await act("名1", "删除")
  const confirm = screen.getByRole("dialog", { name: "删除“名1”？" })
  refuse = codeInUseMessage([{ words: "人员的性别", rows: 1234 }])
  await userEvent.click(within(confirm).getByRole("button", { name: "删除" }))
  expect(await within(confirm).findByText(/人员的性别（1,234条）/)).toBeTruthy()
  refuse = null
  await userEvent.click(within(confirm).getByRole("button", { name: "删除" }))
  await waitFor(() => expect(asked).toEqual([["remove", { id: "1" }]]))
})

test("[HOME-4] built-in tables can be renamed and disabled, not extended or deleted", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: /表fixed/ }))
  expect(await screen.findByText(/程序按这些代码工作/)).toBeTruthy()
  expect(screen.queryByRole("button", { name: "新增代码" })).toBeNull()
  await userEvent.click(await screen.findByRole("button", { name: "名1的操作" }))
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "编辑",
    "下移",
    "停用",
  ])
})

test("[DISTRICT-15] the form of a code sends neither another code or table nor a version of something new", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: /表free/ }))
  await act("名1", "编辑")
  const code = screen.getByLabelText("代码")
  await userEvent.type(code, "x")
  await userEvent.type(screen.getByLabelText("名称"), "改")
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toEqual([
    "save",
    { id: "1", version: "v1", table: "free", code: "c1", name: "名1改", remark: null, isDisabled: false },
  ])
  await userEvent.click(screen.getByRole("button", { name: "新增代码" }))
  await userEvent.type(screen.getByLabelText("代码"), " c9 ")
  await userEvent.type(screen.getByLabelText("名称"), "名9")
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toEqual([
    "save",
    { table: "free", code: "c9", name: "名9", remark: null, isDisabled: false },
  ])
})

test("[SHELL-4] the list of the portal's dictionary is edited as it is shown", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: /表list/ }))
  const list = screen.getByLabelText("列表")
  fireEvent.change(list, { target: { value: "通知， 安全,," } })
  const parts = within(screen.getByRole("list", { name: "列表预览" })).getAllByRole("listitem")
  expect(parts.map(({ textContent }) => textContent)).toEqual(["通知", "安全"])
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() =>
    expect(asked).toMatchObject([["save", { id: "30", table: null, remark: "通知,安全", version: "vlist" }]]),
  )
})

test("[ROLE-2] all but the platform's administrators get a message and make no call", () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  opened()
  expect(screen.getByText(noPermissionMessage("dictionary.manage"))).toBeTruthy()
})
