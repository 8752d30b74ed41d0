import { usertypes } from "@uc/contract/account/calls"
import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { directoryCalls, type DirectoryNode } from "@uc/contract/directory/calls"
import { organisationAdminCalls } from "@uc/contract/organisations/admin-calls"
import { schoolLevelTable } from "@uc/contract/organisations/school-levels"
import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import type { JSX } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createQueryClient } from "../../../platform/http/use-call.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { chooseOption } from "../../../testing/choose-option.ts"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { someUser } from "../../../testing/some-user.ts"
import { Component as OrgTree } from "../org-tree.page.tsx"
import { OrganisationSearch } from "../organisation-search.tsx"
import { AddOrganisation } from "./organisation-dialog.tsx"

let added: Record<string, string>[]
let asked: Record<string, string>[]

const school: DirectoryNode & { path: string[] } = {
  kind: "organisation",
  id: "10",
  name: "实验小学",
  orgid: "10",
  orgKind: "school",
  level: null,
  isLeaf: true,
  isDisabled: false,
  above: [],
  path: ["甲区"],
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  added = []
  asked = []
  serveFakes(
    answering(dictionaryCalls.codesByParent, (sent) =>
      sent.get("parentcode") === schoolLevelTable
        ? [
            { code: "primary", name: "小学", parentcode: schoolLevelTable, sortNo: 1, isDisabled: false },
            { code: "evening", name: "夜校", parentcode: schoolLevelTable, sortNo: 2, isDisabled: false },
            { code: "senior", name: "高中", parentcode: schoolLevelTable, sortNo: 3, isDisabled: true },
          ]
        : [],
    ),
    answering(directoryCalls.tags, () => ["寄宿制"]),
    answering(directoryCalls.opened, () => ({ levels: [{ parent: null, nodes: [] }], chosen: null })),
    answering(directoryCalls.found, (sent) => {
      asked.push(Object.fromEntries(sent))
      return [school]
    }),
    answering(organisationAdminCalls.add, (sent) => {
      added.push(Object.fromEntries(sent))
      return { orgid: "11" }
    }),
  )
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: 2 })
})
afterEach(() => vi.unstubAllGlobals())

function show(element: JSX.Element, at = "/") {
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries: [at] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, user: userEvent.setup() }
}

const dialog = (
  <AddOrganisation area={{ id: "5", name: "甲区" }} kinds={["school", "enterprise"]} onClose={() => {}} />
)

test("[DISTRICT-7] a school gets a 学段 that administrators have added, and tags", async () => {
  const { user } = show(dialog)
  const form = await screen.findByRole("dialog")
  await user.type(within(form).getByLabelText("名称"), "甲区夜校")
  const box = within(form).getByLabelText("学段（选填）")
  await user.click(box)
  const offered = (await screen.findAllByRole("option")).map(({ textContent }) => textContent)
  expect(offered).toEqual(["未填写", "小学", "夜校"])
  await user.click(screen.getByRole("option", { name: "夜校" }))
  await user.type(within(form).getByLabelText("标签（选填）"), "民办、寄宿制")
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await vi.waitFor(() => expect(added).toMatchObject([{ schoolLevel: "evening", tags: "民办、寄宿制" }]))
})

test("[DISTRICT-7] a company is asked for no 学段 and gets none", async () => {
  const { user } = show(dialog)
  const form = await screen.findByRole("dialog")
  await user.type(within(form).getByLabelText("名称"), "配送公司")
  await chooseOption(within(form).getByLabelText("学段（选填）"), "小学")
  await chooseOption(within(form).getByLabelText("类别"), "企业")
  expect(within(form).queryByLabelText("学段（选填）")).toBeNull()
  await user.click(within(form).getByRole("button", { name: "保存" }))
  await vi.waitFor(() => expect(added).toMatchObject([{ kind: "enterprise", schoolLevel: "" }]))
})

test("[DISTRICT-7] the directory lists the organisations of a 学段, which stands in the address", async () => {
  const { router } = show(<OrgTree />)
  await chooseOption(await screen.findByLabelText("学段"), "小学")
  const found = await screen.findByRole("list", { name: "搜索结果" })
  expect(within(found).getByRole("button").textContent).toContain("实验小学")
  expect(asked.at(-1)).toMatchObject({ name: "", schoolLevel: "primary" })
  expect(router.state.location.search).toBe("?level=primary")
})

test("[DISTRICT-7] an organisation is searched by 学段 and tag alone; a kind without 学段 clears it", async () => {
  show(<OrganisationSearch onChosen={() => {}} onClose={() => {}} />)
  await chooseOption(await screen.findByLabelText("学段"), "小学")
  await chooseOption(await screen.findByLabelText("标签"), "寄宿制")
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ schoolLevel: "primary", tag: "寄宿制" }))
  await chooseOption(screen.getByLabelText("单位类型"), "企业")
  await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: "enterprise", tag: "寄宿制" }))
  expect(asked.at(-1)).not.toHaveProperty("schoolLevel")
})
