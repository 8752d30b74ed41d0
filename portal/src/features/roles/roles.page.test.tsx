import { admintypes } from "@uc/contract/account/calls"
import { roleCalls } from "@uc/contract/roles/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./roles.page.tsx"

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
