import { admintypes } from "@uc/contract/account/calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
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

test("[DISTRICT-15] the form of a role sends no scope and no organisations that the server refuses", async () => {
  keepUser({ ...someUser, admintype: admintypes.area })
  const sent: Record<string, unknown>[] = []
  const role = {
    id: "7",
    name: "管片",
    permissions: ["people.manage" as const],
    scopeKind: "chosen" as const,
    organisations: [{ orgid: "31", orgname: "第三小学" }],
    people: 0,
    version: 4,
    mayGive: true,
  }
  serveFakes(
    answering(roleCalls.list, () => ({
      orgid: "1",
      orgname: "甲区教育局",
      offered: ["people.manage" as const, "news.manage" as const],
      offeredScopes: ["departments" as const, "organisation" as const, "area" as const, "chosen" as const],
      items: [role],
    })),
    answering(roleCalls.save, (asked) => {
      sent.push(JSON.parse(asked.get("json") ?? "{}") as Record<string, unknown>)
      return { id: "7" }
    }),
  )
  renderPage(<Component />)
  // What was chosen for another scope is not sent with this one.
  await userEvent.click(await screen.findByRole("button", { name: "编辑管片" }))
  await chooseOption(screen.getByLabelText("数据范围"), "本部门及下级部门")
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ id: "7", version: 4, scopeKind: "departments", organisations: [] })
  // A permission that can't be for departments takes the scope along; a new role has no version.
  await userEvent.click(await screen.findByRole("button", { name: "新增角色" }))
  await userEvent.type(screen.getByLabelText("名称"), "宣传")
  await userEvent.click(screen.getByLabelText("人员管理"))
  await chooseOption(screen.getByLabelText("数据范围"), "本部门及下级部门")
  await userEvent.click(screen.getByLabelText("新闻与友情链接"))
  await userEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({
    orgid: "1",
    name: "宣传",
    permissions: ["people.manage", "news.manage"],
    scopeKind: "organisation",
    organisations: [],
  })
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
