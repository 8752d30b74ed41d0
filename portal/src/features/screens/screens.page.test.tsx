import { admintypes } from "@uc/contract/account/calls"
import { screenAdminCalls, type ListedScreen } from "@uc/contract/screens/admin-calls"
import { screenCalls } from "@uc/contract/screens/calls"
import { screen, within } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { someUser } from "../../testing/some-user.ts"
import { PairScreen } from "./pair-screen.tsx"
import { Component } from "./screens.page.tsx"

let screens: ListedScreen[]
let sent: string[]
let orders: (string | null)[]

function listed(id: string, more: Partial<ListedScreen> = {}): ListedScreen {
  return {
    id,
    orgid: "1",
    orgname: "甲一小学",
    name: `大屏${id}`,
    createdAt: "2026-11-01 08:00:00",
    pairedAt: null,
    lastSeenAt: null,
    isOnline: false,
    ip: null,
    browser: null,
    codeUntil: null,
    ...more,
  }
}

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  screens = [listed("1", { pairedAt: "2026-11-02 08:00:00", isOnline: true, browser: "Chrome · Linux" })]
  sent = []
  orders = []
  serveFakes(
    answering(screenAdminCalls.list, (input) => {
      orders.push(input.get("sort"))
      return { total: screens.length, screens }
    }),
    answering(screenAdminCalls.create, (input) => {
      const added = listed("2", { name: input.get("name") ?? "" })
      screens = [...screens, added]
      return { screen: added, code: "7K3M9QXT" }
    }),
    answering(screenAdminCalls.revoke, (input) => {
      screens = screens.filter(({ id }) => id !== input.get("id"))
      return {}
    }),
    answering(screenCalls.pair, (input) => {
      sent.push(input.get("json") ?? "")
      if (sent.length === 1) throw new Refused("配对码不正确或已失效，请向管理员重新获取")
      return { name: "值班室", orgname: "甲一小学" }
    }),
  )
})
afterEach(() => vi.unstubAllGlobals())

test("[DAY-7] an administrator adds a screen, is told its code once, and revokes another", async () => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  const { user } = renderPage(<Component />)
  expect(await screen.findByText("在线")).toBeDefined()
  await user.type(screen.getByLabelText("大屏名称"), "二楼")
  await user.click(screen.getByRole("button", { name: "新增大屏" }))
  const told = await screen.findByRole("dialog", { name: "配对码" })
  expect(within(told).getByText("7K3M-9QXT")).toBeDefined()
  expect(within(told).getByText(/#\/main\/screen\?code=7K3M9QXT$/)).toBeDefined()
  await user.click(within(told).getByRole("button", { name: "完成" }))
  expect(await screen.findByText("待配对")).toBeDefined()

  await user.click(screen.getByRole("button", { name: "停用大屏1" }))
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "停用" }))
  await vi.waitFor(() => expect(screen.queryByText("在线")).toBeNull())
})

test("[DAY-7] who administers nothing may open the screen, and is told who pairs one", () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  renderPage(<Component />)
  expect(screen.getByRole("link", { name: "打开大屏" }).getAttribute("href")).toBe("#/main/screen")
  expect(screen.getByText(/请联系本单位管理员配对大屏/)).toBeDefined()
  expect(screen.queryByLabelText("大屏名称")).toBeNull()
})

test("[DAY-7] a code is typed in any form; a wrong one is said at its field", async () => {
  const onPaired = vi.fn<() => void>()
  const { user } = renderPage(<PairScreen code="" ended="一楼值班室" onPaired={onPaired} />)
  expect(screen.getByRole("heading", { name: "此大屏已停用" })).toBeDefined()
  const field = screen.getByLabelText("配对码")
  await user.type(field, "7k3m")
  await user.click(screen.getByRole("button", { name: "配对此屏幕" }))
  expect(screen.getByRole("alert").textContent).toContain("8 位")
  await user.type(field, "9qxt")
  expect(field).toHaveProperty("value", "7K3M-9QXT")
  await user.click(screen.getByRole("button", { name: "配对此屏幕" }))
  expect((await screen.findByText(/不正确或已失效/)).textContent).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "配对此屏幕" }))
  await vi.waitFor(() => expect(onPaired).toHaveBeenCalledOnce())
  expect(sent).toEqual(['{"code":"7K3M9QXT"}', '{"code":"7K3M9QXT"}'])
})

test("[DAY-13] the list is sorted by its headers", async () => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  const { user } = renderPage(<Component />)
  for (const [title, sort] of [
    ["名称", "name"],
    ["状态", "state"],
    ["最近在线", "lastSeenAt"],
  ] as const) {
    await user.click(within(await screen.findByRole("columnheader", { name: title })).getByRole("button"))
    await vi.waitFor(() => expect(orders.at(-1)).toBe(sort))
  }
})
