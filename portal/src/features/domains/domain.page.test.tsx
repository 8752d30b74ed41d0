import { noPermissionMessage } from "@uc/contract/roles/permissions"
import {
  defaultHelpers,
  domainCalls,
  domainMessages,
  type InheritedDomain,
  type ListedDomain,
} from "@uc/contract/domains/calls"
import { defaultUserFields } from "@uc/contract/domains/user-fields"
import { admintypes, usertypes } from "@uc/contract/account/calls"
import { operationMessages } from "@uc/contract/reauth/hosted-operations"
import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { dismissToast, shownToasts } from "../../platform/browser/toast.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { Component } from "./domain.page.tsx"

let list: ListedDomain[]
let inherited: InheritedDomain[]
let registered: unknown[]
let saved: URLSearchParams[]
let refuse: string | null
let isDown: boolean

function domain(id: string, more: Partial<ListedDomain> = {}): ListedDomain {
  return {
    id,
    name: `网站${id}`,
    domainIp: `https://d${id}.example.cn`,
    helpers: [...defaultHelpers],
    userFields: [...defaultUserFields],
    operations: [],
    version: 1,
    origins: [`https://d${id}.example.cn`],
    isPrivate: false,
    lastUsedAt: null,
    hasSecret: false,
    isForBelow: false,
    declinedBy: 0,
    ...more,
  }
}

beforeEach(() => {
  list = []
  inherited = []
  registered = []
  saved = []
  refuse = null
  isDown = false
  for (const { id } of shownToasts()) dismissToast(id)
  keepUser({ ...someUser, admintype: admintypes.organisation })
  serveFakes(
    answering(domainCalls.list, () => {
      if (isDown) throw new Refused("")
      return {
        domainList: list,
        inheritedDomains: inherited,
        refusedOrigins: [{ origin: "https://video.example.cn", times: 3, lastAt: "2026-11-15 10:00:00" }],
      }
    }),
    answering(domainCalls.save, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      saved.push(sent)
      const id = sent.get("id") ?? `${list.length + 1}`
      const made = domain(id, {
        name: sent.get("name") ?? "",
        domainIp: sent.get("domainIp") ?? "",
        version: 2,
      })
      list = [...list.filter((other) => other.id !== id), made]
      return made
    }),
    answering(domainCalls.remove, (sent) => {
      if (refuse !== null) throw new Refused(refuse)
      list = list.filter(({ id }) => id !== sent.get("id"))
      return {}
    }),
    answering(domainCalls.decline, () => {
      inherited = inherited.map((row) => ({ ...row, state: "declined" }))
      return {}
    }),
    answering(domainCalls.accept, () => {
      inherited = inherited.map((row) => ({ ...row, state: "inForce" }))
      return {}
    }),
    answering(domainCalls.saveOperations, (sent) => {
      registered.push(JSON.parse(sent.get("json") ?? "{}"))
      return domain("1")
    }),
    answering(domainCalls.renewSecret, () => ({ secret: "s".repeat(43) })),
    answering(domainCalls.inForce, () => ({ version: "1", domains: [] })),
  )
})
afterEach(() => vi.unstubAllGlobals())

async function opened() {
  const router = createMemoryRouter(
    [
      { path: "/domain", element: <Component /> },
      { path: "/main/home", element: <h1>首页</h1> },
    ],
    { initialEntries: ["/main/home", "/domain"] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole("heading", { name: "未授权的来源" })
  return router
}

const said = () => shownToasts().map(({ text }) => text)
const names = () => screen.getAllByRole("textbox", { name: /^名称/ })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } })

test("[DOM-1] plus on the last row only, minus where there is more than one row", async () => {
  await opened()
  expect(names()).toHaveLength(1)
  expect(screen.queryAllByRole("button", { name: /^删除/ })).toHaveLength(0)
  press("添加一行")
  press("添加一行")
  expect(document.activeElement).toBe(names()[2])
  expect(names()).toHaveLength(3)
  expect(screen.getAllByRole("button", { name: "添加一行" })).toHaveLength(1)
  const last = screen.getByRole("button", { name: "添加一行" }).closest("li")
  expect(last && within(last).getByRole("button", { name: "删除（第 3 行）" })).toBeTruthy()
  expect(screen.getAllByRole("button", { name: /^删除/ })).toHaveLength(3)
  // DOM-2: only from the screen, without a confirmation.
  press("删除（第 3 行）")
  expect(names()).toHaveLength(2)
  expect(screen.queryByRole("dialog")).toBeNull()
})

test("[DOM-2][DOM-4][DOM-5] creates, then updates with the seen version; errors stand beside their field", async () => {
  await opened()
  type("名称（第 1 行）", "办公")
  type("域名地址（第 1 行）", "oa")
  press("保存（第 1 行）")
  expect(screen.getByRole("alert").textContent).toBe(domainMessages.badAddress)
  expect(saved).toEqual([])
  expect(screen.queryByRole("button", { name: /^改为/ })).toBeNull()
  type("域名地址（第 1 行）", "oa.example.cn/login")
  press("保存（第 1 行）")
  press("改为 oa.example.cn")
  expect(screen.queryByRole("alert")).toBeNull()
  expect(saved).toEqual([])
  type("域名地址（第 1 行）", " oa.example.cn ")
  press("保存（第 1 行）")
  await waitFor(() => expect(said()).toEqual([domainMessages.saved]))
  expect(Object.fromEntries(saved[0] ?? [])).toMatchObject({
    name: "办公",
    domainIp: "oa.example.cn",
    helpers: defaultHelpers.join(),
  })
  expect(saved[0]?.has("id")).toBe(false)
  await screen.findByText("暂无打开记录")
  press("授权功能（第 1 行）")
  fireEvent.click(screen.getByRole("checkbox", { name: "身份验证" }))
  press("保存（第 1 行）")
  await waitFor(() => expect(saved).toHaveLength(2))
  expect(Object.fromEntries(saved[1] ?? [])).toMatchObject({
    id: "1",
    version: "2",
    helpers: [...defaultHelpers, "reauth"].join(),
  })
})

test("[SPEC-5][SPEC-6][DOM-4] a refusal shows the server's sentence, a failure ours; typed text stays", async () => {
  list = [domain("1")]
  await opened()
  type("名称（第 1 行）", "我的")
  refuse = domainMessages.changedMeanwhile
  list = [domain("1", { name: "他的", version: 2 })]
  press("保存（第 1 行）")
  await waitFor(() => expect(said()).toEqual([domainMessages.changedMeanwhile]))
  expect((await screen.findByRole("alert")).textContent).toContain("现在是：他的，https://d1.example.cn")
  expect(names()[0]).toHaveProperty("value", "我的")
  refuse = ""
  press("保存（第 1 行）")
  await waitFor(() => expect(said()).toContain(domainMessages.saveFailed))
  press("采用对方的修改")
  expect(names()[0]).toHaveProperty("value", "他的")
})

test("[SPEC-5][DOM-3] deleting asks, can be called off, and says how it went", async () => {
  list = [domain("1"), domain("2")]
  await opened()
  press("删除（第 1 行）")
  const confirm = screen.getByRole("dialog", { name: domainMessages.confirmRemove })
  fireEvent.click(within(confirm).getByRole("button", { name: "取消" }))
  expect(said()).toEqual([domainMessages.removeCancelled])
  expect(names()).toHaveLength(2)
  refuse = ""
  press("删除（第 1 行）")
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "删除" }))
  await waitFor(() => expect(said()).toContain(domainMessages.removeFailed))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  refuse = null
  press("删除（第 1 行）")
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "删除" }))
  await waitFor(() => expect(said()).toContain(domainMessages.removed))
  await waitFor(() => expect(names()).toHaveLength(1))
  expect(said().filter((text) => text === domainMessages.removeCancelled)).toHaveLength(1)
})

test("[SPEC-5][SPEC-6][DOM-4] a failed list is on the console only; a row can be added and saved", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue(undefined)
  isDown = true
  await opened()
  expect([said(), logged.mock.calls.length]).toEqual([[], 1])
  expect(screen.queryByRole("alert")).toBeNull()
  expect(names()).toHaveLength(1)
  type("名称（第 1 行）", "办公")
  type("域名地址（第 1 行）", "oa.example.cn")
  press("添加一行")
  type("名称（第 2 行）", "草稿")
  press("保存（第 1 行）")
  await waitFor(() => expect(said()).toEqual([domainMessages.saved]))
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(2))
  expect(saved).toHaveLength(1)
  expect(screen.queryByRole("alert")).toBeNull()
  expect(names().map((box) => (box as HTMLInputElement).value)).toEqual(["办公", "草稿"])
  logged.mockRestore()
})

test("[DOM-1] leaving with unsaved text asks first; without any it does not", async () => {
  const router = await opened()
  await act(() => router.navigate("/main/home"))
  expect(router.state.location.pathname).toBe("/main/home")
  await act(() => router.navigate("/domain"))
  await screen.findByRole("heading", { name: "未授权的来源" })
  press("添加：https://video.example.cn")
  expect(names()[0]).toHaveProperty("value", "video.example.cn")
  const unload = new Event("beforeunload", { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)
  await act(() => router.navigate("/main/home"))
  expect(router.state.location.pathname).toBe("/domain")
  const confirm = await screen.findByRole("dialog", { name: "有未保存的修改" })
  fireEvent.click(within(confirm).getByRole("button", { name: "取消" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await act(() => router.navigate("/main/home"))
  await act(async () => void press("离开"))
  await waitFor(() => expect(router.state.location.pathname).toBe("/main/home"))
})

test("[DOM-7] a secret is shown once, to administrators; replacing one asks first", async () => {
  list = [domain("1"), domain("2", { hasSecret: true, isPrivate: true, origins: [] })]
  await opened()
  expect(screen.getByText("内网地址")).toBeTruthy()
  expect(screen.getByText("浏览器无法打开该地址")).toBeTruthy()
  press("票据密钥（第 1 行）")
  const dialog = await screen.findByRole("dialog", { name: "票据密钥" })
  expect(dialog.textContent).toContain("s".repeat(43))
  fireEvent.click(within(dialog).getByRole("button", { name: "我已保存" }))
  expect(document.body.textContent).not.toContain("s".repeat(43))
  press("票据密钥（第 2 行）")
  expect(screen.getByRole("dialog", { name: "更换票据密钥？" })).toBeTruthy()
  act(() => keepUser({ ...someUser, admintype: admintypes.none }))
  expect(screen.queryByRole("textbox")).toBeNull()
  expect(document.body.textContent).toContain(noPermissionMessage("domains.manage"))
})

test("[SSO-3] a site with tickets leads to the form of an application, filled in with it", async () => {
  list = [domain("1"), domain("2", { hasSecret: true, name: "旧系统" })]
  await opened()
  const [link, ...others] = screen.getAllByRole("link", { name: /^接入为应用/ })
  const { searchParams } = new URL(link?.getAttribute("href") ?? "", "http://portal.example")
  expect([others.length, ...searchParams.values()]).toEqual([0, "https://d2.example.cn/", "旧系统"])
})

test("[DOM-4] [DISTRICT-15] what the server says about a save is shown instead of our sentence", async () => {
  const served = globalThis.fetch
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    const answer = await served(address, init)
    if (!address.includes(domainCalls.save.path)) return answer
    return Response.json({ ...(await answer.json()), msg: "保存成功，五分钟后生效" })
  })
  await opened()
  type("名称（第 1 行）", "办公")
  type("域名地址（第 1 行）", "oa.example.cn")
  press("保存（第 1 行）")
  await waitFor(() => expect(said()).toEqual(["保存成功，五分钟后生效"]))
})

const fromAbove: InheritedDomain = {
  id: "77",
  name: "财务系统",
  domainIp: "https://finance.example.cn",
  helpers: ["user"],
  userFields: ["account", "phone"],
  operations: [],
  origins: ["https://finance.example.cn"],
  isPrivate: false,
  lastUsedAt: null,
  listedBy: "文澜区教育局",
  state: "inForce",
}

test("[DISTRICT-12] what comes from above is shown with its source, declined after a question, taken back", async () => {
  inherited = [fromAbove]
  await opened()
  const card = screen.getByRole("heading", { name: "上级授权的网站" }).closest("section")
  if (!card) throw new Error("no card")
  expect(card.textContent).toContain("由文澜区教育局授权；可以使用：当前用户；可以获知：账号、手机号")
  expect(within(card).queryByRole("textbox")).toBeNull()
  press("不采用：财务系统")
  const question = screen.getByRole("dialog", { name: "本单位不采用该网站？" })
  fireEvent.click(within(question).getByRole("button", { name: "取消" }))
  expect(inherited[0]?.state).toBe("inForce")
  press("不采用：财务系统")
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "不采用" }))
  await waitFor(() => expect(said()).toContain(domainMessages.declined))
  await waitFor(() => expect(card.textContent).toContain("本单位不采用"))
  press("恢复采用：财务系统")
  await waitFor(() => expect(said()).toContain(domainMessages.accepted))
  await waitFor(() => expect(card.textContent).toContain("已生效"))
})

test("[DISTRICT-12] an area's administrator lists a site for everything below", async () => {
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: admintypes.area })
  list = [domain("1", { isForBelow: true, declinedBy: 2 })]
  await opened()
  expect(document.body.textContent).toContain("含下级单位")
  expect(document.body.textContent).toContain("2 个下级单位不采用")
  press("添加一行")
  type("名称（第 2 行）", "财务")
  type("域名地址（第 2 行）", "https://finance.example.cn")
  fireEvent.click(screen.getByRole("checkbox", { name: "对全部下级单位生效（第 2 行）" }))
  press("保存（第 2 行）")
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.get("isForBelow")).toBe("1")
})

test("[DISTRICT-12] who administers the bureau alone does not change what is for those below", async () => {
  keepUser({ ...someUser, usertype: usertypes.bureau, admintype: admintypes.organisation })
  list = [domain("1", { isForBelow: true }), domain("2")]
  await opened()
  expect(screen.queryByRole("checkbox", { name: /^对全部下级/ })).toBeNull()
  expect(names().map((box) => (box as HTMLInputElement).readOnly)).toEqual([true, false])
  for (const what of ["保存", "删除", "票据密钥"]) {
    expect(screen.queryByRole("button", { name: `${what}（第 1 行）` })).toBeNull()
    expect(screen.getByRole("button", { name: `${what}（第 2 行）` })).toBeTruthy()
  }
  type("名称（第 2 行）", "改名")
  press("保存（第 2 行）")
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.has("isForBelow")).toBe(false)
})

test("[DISTRICT-14] which fields a site's server learns is chosen; a phone only where it is ticked", async () => {
  list = [domain("1")]
  await opened()
  press("授权功能（第 1 行）")
  const told = within(screen.getByRole("group", { name: /凭票据可以获知/ }))
  const ticks = () => told.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked)
  // Account, name, departments, phone.
  expect(ticks()).toEqual([true, true, true, false])
  fireEvent.click(told.getByRole("checkbox", { name: "手机号" }))
  fireEvent.click(told.getByRole("checkbox", { name: "部门" }))
  press("保存（第 1 行）")
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.get("userFields")).toBe("account,name,phone")
})

test("[DISTRICT-13] operations are registered by id and name; a wrong id is told, an empty row is left out", async () => {
  list = [domain("1", { version: 4 })]
  await opened()
  press("登记操作（第 1 行）")
  const dialog = within(screen.getByRole("dialog", { name: "“网站1”的操作" }))
  const typeIn = (name: string, value: string) =>
    fireEvent.change(dialog.getByRole("textbox", { name }), { target: { value } })
  typeIn("标识（第 1 项）", "domain")
  typeIn("名称（第 1 项）", "转账")
  fireEvent.click(dialog.getByRole("button", { name: "添加操作" }))
  fireEvent.click(dialog.getByRole("button", { name: "保存" }))
  await dialog.findByText(operationMessages.badId)
  expect(registered).toEqual([])
  typeIn("标识（第 1 项）", "finance:transfer")
  fireEvent.click(dialog.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(registered).toEqual([
    { id: "1", version: 4, operations: [{ mid: "finance:transfer", name: "转账" }] },
  ])
})
