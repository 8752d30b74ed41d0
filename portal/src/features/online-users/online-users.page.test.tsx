import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { QueryClientProvider } from "@tanstack/react-query"
import { admintypes } from "@uc/contract/account/calls"
import { onlineUserCalls, onlineUserMessages, type OnlineSession } from "@uc/contract/online-users/calls"
import { render, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { createQueryClient } from "../../platform/http/use-call.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./online-users.page.tsx"

function session(id: number, more: Partial<OnlineSession> = {}): OnlineSession {
  return {
    id: `00000000-0000-4000-8000-00000000000${id}`,
    personid: `${id}`,
    nickname: `人员${id}`,
    orgname: "甲一小学",
    usertype: 40,
    admintype: 0,
    isCurrent: false,
    isLocked: false,
    mayEnd: true,
    browser: "Chrome · Windows",
    ip: "10.0.0.1",
    began: "2026-11-15 08:00:00",
    lastActive: "2026-11-15 08:30:00",
    ...more,
  }
}

let pages: Record<string, { items: OnlineSession[]; next: string | null }>
let requests: URLSearchParams[]
let ended: [string, URLSearchParams][]
let refuse: string | null

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  keepUser({ ...someUser, admintype: admintypes.area })
  const key = `1700000000000_${session(2).id}`
  pages = {
    "": { items: [session(1, { isCurrent: true }), session(2)], next: key },
    [key]: { items: [session(3, { mayEnd: false })], next: null },
  }
  requests = []
  ended = []
  refuse = null
  const end = (name: string) => (sent: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    ended.push([name, sent])
    // One answers with a number, one with nothing.
    return { ended: 1 } as never
  }
  serveFakes(
    answering(onlineUserCalls.list, (sent) => {
      requests.push(sent)
      return { ...(pages[sent.get("after") ?? ""] ?? { items: [], next: null }), total: 3, people: 3 }
    }),
    answering(onlineUserCalls.end, end("end")),
    answering(onlineUserCalls.endAll, end("endAll")),
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

test("the list goes on by key and comes back; a filter begins at the first page again", async () => {
  opened()
  expect(await screen.findByText("3 人在线，共 3 处登录")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "下一页" }))
  expect(await screen.findByText("人员3")).toBeTruthy()
  expect(screen.getByText("级别更高，不能操作")).toBeTruthy()
  expect(screen.getByRole("button", { name: "下一页" })).toHaveProperty("disabled", true)
  await userEvent.click(screen.getByRole("button", { name: "上一页" }))
  expect(await screen.findByText("人员2")).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: "下一页" }))
  await userEvent.type(screen.getByLabelText("人员"), "zhang{Enter}")
  await waitFor(() => expect(requests.at(-1)?.get("username")).toBe("zhang"))
  expect(requests.at(-1)?.has("after")).toBe(false)
})

test("[LOGIN-7] sessions are ended after a confirmation, which shows a refusal", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "强制人员2下线" }))
  const one = screen.getByRole("dialog", { name: "强制人员2下线？" })
  refuse = onlineUserMessages.gone
  await userEvent.click(within(one).getByRole("button", { name: "强制下线" }))
  expect(await within(one).findByText(onlineUserMessages.gone)).toBeTruthy()
  refuse = null
  await userEvent.click(within(one).getByRole("button", { name: "强制下线" }))
  await waitFor(() =>
    expect(ended.map(([name, sent]) => [name, sent.get("session"), sent.get("own")])).toEqual([
      ["end", session(2).id, null],
    ]),
  )
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await userEvent.click(screen.getByRole("button", { name: "强制人员2在所有设备下线" }))
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "强制下线" }))
  await waitFor(() => expect(ended[1]?.[1].get("personid")).toBe("2"))
})

test("[LOGIN-7] one's own current session is asked about in words of its own", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "强制人员1下线" }))
  const confirm = screen.getByRole("dialog", { name: "退出您自己当前的登录？" })
  expect(ended).toEqual([])
  await userEvent.click(within(confirm).getByRole("button", { name: "强制下线" }))
  await waitFor(() => expect(ended[0]?.[1].get("own")).toBe("1"))
})

test("[ROLE-2] without administrator's rights there is a message and no call", () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  opened()
  expect(screen.getByText(noPermissionMessage("online.manage"))).toBeTruthy()
  expect(requests).toEqual([])
})
