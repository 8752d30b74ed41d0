// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://portal.example/" }
import { defaultHelpers, domainCalls, domainMessages } from "@uc/contract/domains/calls"
import { mixedContentMessage } from "@uc/contract/domains/mixed-content"
import { admintypes } from "@uc/contract/account/calls"
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { shownToasts } from "../../platform/browser/toast.ts"
import { keepUser } from "../../platform/session/session.ts"
import { answering, serveFakes } from "../../testing/fake-answers.ts"
import { someUser } from "../../testing/some-user.ts"
import { Component } from "./domain.page.tsx"

test("[DISTRICT-12] an http address on an https portal is told while typed and when saved", async () => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  serveFakes(
    answering(domainCalls.list, () => ({ domainList: [], inheritedDomains: [], refusedOrigins: [] })),
    answering(domainCalls.save, (sent) => ({
      id: "1",
      name: sent.get("name") ?? "",
      domainIp: sent.get("domainIp") ?? "",
      helpers: [...defaultHelpers],
      userFields: [],
      operations: [],
      version: 1,
      origins: [],
      isPrivate: false,
      lastUsedAt: null,
      hasSecret: false,
      isForBelow: false,
      declinedBy: 0,
    })),
    answering(domainCalls.inForce, () => ({ version: "1", domains: [] })),
  )
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element: <Component /> }])} />)
  const address = await screen.findByRole("textbox", { name: "域名地址（第 1 行）" })
  fireEvent.change(screen.getByRole("textbox", { name: "名称（第 1 行）" }), { target: { value: "办公" } })
  fireEvent.change(address, { target: { value: "https://oa.example.cn" } })
  expect(screen.queryByText(mixedContentMessage)).toBeNull()
  fireEvent.change(address, { target: { value: "http://oa.example.cn" } })
  expect(screen.getByText(mixedContentMessage)).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "保存（第 1 行）" }))
  await waitFor(() =>
    expect(shownToasts().map(({ text }) => text)).toEqual([domainMessages.saved, mixedContentMessage]),
  )
})
