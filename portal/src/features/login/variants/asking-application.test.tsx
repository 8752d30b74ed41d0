import { applicationCalls } from "@uc/contract/applications/calls"
import { screen } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { answering, serveFakes } from "../../../testing/fake-answers.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { AskingApplication } from "./asking-application.tsx"

afterEach(() => vi.unstubAllGlobals())

function searchFor(returnUrl: string): string {
  return `?${new URLSearchParams({ returnUrl, name: "网上银行" }).toString()}`
}

test("[SSO-3] who comes from an application reads its name, on a line that was there before", async () => {
  const address = "/oidc/interaction/0123456789abcdef"
  const asked: (string | null)[] = []
  serveFakes(
    answering(applicationCalls.asking, (sent) => {
      asked.push(sent.get("address"))
      return { name: "校车管理" }
    }),
  )
  renderPage(<AskingApplication search={searchFor(address)} />)
  expect(screen.getByRole("status").textContent).toBe("\u00a0")
  await screen.findByText("登录后将进入“校车管理”")
  expect(asked).toEqual([address])
})

test("[SSO-3] on any other login page nothing is asked, and no room is taken", () => {
  const asked = serveFakes(answering(applicationCalls.asking, () => ({ name: "校车管理" })))
  for (const search of ["", searchFor("/main/home"), searchFor("https://oa.example.cn/oidc/x")]) {
    const { container, unmount } = renderPage(<AskingApplication search={search} />)
    expect(container.textContent).toBe("")
    unmount()
  }
  expect(asked).toEqual([])
})
