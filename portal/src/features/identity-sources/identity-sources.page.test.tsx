import { admintypes, usertypes } from "@uc/contract/account/calls"
import { identityAdminCalls, type ListedSource } from "@uc/contract/identity-sources/admin-calls"
import { screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./identity-sources.page.tsx"

const entry: ListedSource = {
  id: "1",
  kind: "oidc",
  name: "统一身份",
  address: "https://idp.example",
  clientId: "portal",
  agentId: "",
  accountClaim: "",
  mailDomains: ["school.example.cn"],
  order: 0,
  isForBelow: false,
  isDisabled: false,
  signsOutThere: false,
  version: 1,
  hasSecret: true,
  signInAddress: "https://portal.example/idp/x",
  callbackAddress: "https://portal.example/idp/x/callback",
  signedOutAddress: "https://portal.example/",
  isOnLoginPage: false,
  linked: 0,
  lastUsedAt: null,
  test: null,
}

beforeEach(() => {
  serveFakes(answering(identityAdminCalls.list, () => ({ sources: [entry] })))
})
afterEach(() => vi.unstubAllGlobals())

async function opened(usertype: (typeof usertypes)[keyof typeof usertypes]) {
  keepUser({ ...someUser, usertype, admintype: admintypes.organisation })
  const { user } = renderPage(<Component />, {
    address: "/main/identitySources",
    path: "/main/identitySources",
  })
  await user.click(await screen.findByRole("button", { name: "修改统一身份" }))
  await screen.findByLabelText(/^名称/)
}

test("[FAULT-8] a school lists mail domains whose people may have an account added", async () => {
  await opened(usertypes.school)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/邮箱域名/).value).toBe("school.example.cn")
  expect(screen.queryByText(/不再自动开通账号/)).toBeNull()
})

test.each([usertypes.bureau, usertypes.platform])(
  "[FAULT-8] with others below (%s) there are no mail domains; the list says so",
  async (usertype) => {
    await opened(usertype)
    expect(screen.queryByLabelText(/邮箱域名/)).toBeNull()
    expect(screen.getByText(/教育局和平台的登录来源不能自动开通账号/)).toBeTruthy()
    expect(screen.getByText(/不再自动开通账号/)).toBeTruthy()
  },
)
