import { screen } from "@testing-library/react"
import { accountCalls } from "@uc/contract/account/calls"
import { afterEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./account.page.tsx"

afterEach(() => vi.unstubAllGlobals())

test("[DAY-15] 更换 beside the phone opens the form at once", async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  keepUser(someUser)
  serveFakes(answering(accountCalls.current, () => someUser))
  const { user } = renderPage(<Component />)
  await user.click(screen.getByRole("button", { name: "更换" }))
  expect(screen.getByRole("dialog", { name: "更换手机号" })).toBeDefined()
})
