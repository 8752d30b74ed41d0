import { admintypes } from "@uc/contract/account/calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { pick } from "../../platform/dialogs/pick.ts"
import { keepUser } from "../../platform/session/session.ts"
import { chooseOption } from "../../testing/choose-option.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./roles.page.tsx"

vi.mock("../../platform/dialogs/pick.ts", () => ({ pick: vi.fn() }))

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => vi.unstubAllGlobals())

test("[DISTRICT-8] a role is listed with its permissions and scope; one beyond the viewer is not changed", async () => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  serveFakes(
    answering(roleCalls.list, () => ({
      orgid: "1",
      orgname: "第一小学",
      offered: ["news.manage" as const],
      offeredScopes: ["organisation" as const],
      items: [
        {
          id: "7",
          name: "编辑",
          permissions: ["news.manage" as const],
          scopeKind: "organisation" as const,
          organisations: [],
          people: 2,
          version: 1,
          mayGive: false,
        },
      ],
    })),
  )
  renderPage(<Component />)
  expect(await screen.findByRole("row", { name: /编辑 新闻与友情链接 本单位 2人/ })).toBeTruthy()
  expect(screen.getByRole("button", { name: "编辑编辑" })).toHaveProperty("disabled", true)
})

test("[DISTRICT-8] without the permission the page says which one is missing", () => {
  keepUser({ ...someUser, admintype: admintypes.organisation, permissions: ["news.manage"] })
  renderPage(<Component />)
  expect(screen.getByText(noPermissionMessage("roles.manage"))).toBeTruthy()
})

test("[DISTRICT-8] why: a record is found by its title, and the state of the account is told too", async () => {
  vi.mocked(pick).mockResolvedValue([{ id: "9", label: "李四" }] as never)
  keepUser({ ...someUser, admintype: admintypes.organisation })
  const asked: Record<string, string>[] = []
  serveFakes(
    answering(roleCalls.findRecords, (sent) => {
      asked.push(Object.fromEntries(sent))
      return { items: [{ id: "77", name: "检查消防通道", about: "实验小学 王芳" }] }
    }),
    answering(roleCalls.explain, (sent) => {
      asked.push(Object.fromEntries(sent))
      return {
        isSeen: false,
        reason: "notConcerned" as const,
        sentence: "与本人无关：任务不是由该人员布置或办理的",
        remedy: "把该人员加入任务的办理对象",
        also: "从未登录：该人员从未登录",
      }
    }),
  )
  const { user } = renderPage(<Component />, { address: "/?tab=why" })
  await user.click(screen.getByRole("button", { name: "选择人员" }))
  await chooseOption(screen.getByLabelText("查询对象"), "任务")
  expect(screen.getByRole("button", { name: "查询原因" })).toHaveProperty("disabled", true)
  await user.click(screen.getByRole("button", { name: "选择任务" }))
  await user.type(screen.getByLabelText("任务名称"), "消防{Enter}")
  await user.click(await screen.findByRole("button", { name: "检查消防通道" }))
  await user.click(screen.getByRole("button", { name: "查询原因" }))
  expect(await screen.findByText(/^与本人无关/)).toBeTruthy()
  expect(screen.getByText("另外：从未登录：该人员从未登录")).toBeTruthy()
  expect(asked).toMatchObject([
    { record: "task", name: "消防" },
    { json: JSON.stringify({ personid: "9", record: "task", recordId: "77" }) },
  ])
})
