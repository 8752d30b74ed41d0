import { moduleCalls } from "@uc/contract/modules/calls"
import { domainCalls } from "@uc/contract/domains/calls"
import { noPermissionMessage } from "@uc/contract/roles/permissions"
import { directoryCalls } from "@uc/contract/directory/calls"
import { builtInMenus } from "@uc/contract/menus/built-in-menus"
import { menuAdminCalls, menuMessages, type AdministeredMenu } from "@uc/contract/menus/admin-calls"
import { admintypes } from "@uc/contract/account/calls"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepOwnPages } from "../own-pages.ts"
import { pick } from "../../../platform/dialogs/pick.ts"
import { keepUser } from "../../../platform/session/session.ts"
import { someUser } from "../../../testing/some-user.ts"
import { renderPage } from "../../../testing/render-page.tsx"
import { answering, Refused, serveFakes } from "../../../testing/fake-answers.ts"
import { Component } from "./menus.page.tsx"
import { chooseOption } from "../../../testing/choose-option.ts"

vi.mock("../../../platform/dialogs/pick.ts", () => ({ pick: vi.fn<typeof pick>() }))

const everyone = { usertype: null, minAdmintype: 0, orgid: null, orgname: null } as const

function item(id: string, parentId: string | null, more: Partial<AdministeredMenu> = {}): AdministeredMenu {
  return {
    id,
    parentId,
    text: `菜单${id}`,
    kind: "router",
    path: `/page/${id}`,
    icon: "",
    isDisabled: false,
    moduleid: null,
    modulename: null,
    audience: [everyone],
    version: `v${id}`,
    ...more,
  }
}

let items: AdministeredMenu[]
let asked: [string, unknown][]
let refuse: string | null

beforeEach(() => {
  keepOwnPages({ list: [{ path: "/page/1", title: "第一页" }], has: (path) => path.startsWith("/page/") })
  keepUser({ ...someUser, admintype: admintypes.platform })
  items = [item("1", null), item("2", "1"), item("3", "1"), item("4", null)]
  asked = []
  refuse = null
  const written = (name: string) => (sent: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    asked.push([name, JSON.parse(sent.get("json") ?? "{}")])
    // Some answer with an id, some with nothing.
    return { id: "9" } as never
  }
  serveFakes(
    answering(menuAdminCalls.list, () => ({
      items,
      version: "tree",
      people: [
        { usertype: 40 as const, admintype: 0 as const, orgid: null, people: 1200 },
        { usertype: 40 as const, admintype: 1 as const, orgid: "77", people: 3 },
      ],
      authorised: [],
      organisations: [{ usertype: 40 as const, organisations: 2 }],
    })),
    answering(menuAdminCalls.save, written("save")),
    answering(moduleCalls.tree, () => [
      {
        id: "50",
        name: "平安校园",
        keys: "",
        children: [{ id: "51", name: "巡查", keys: "", children: [] }],
      },
    ]),
    answering(menuAdminCalls.addBuiltIn, (sent) => {
      written("addBuiltIn")(sent)
      return { ids: ["4"] }
    }),
    answering(menuAdminCalls.arrange, written("arrange")),
    answering(menuAdminCalls.move, written("move")),
    answering(menuAdminCalls.remove, written("remove")),
    answering(menuAdminCalls.lookAs, (sent) => ({
      nickname: `人员${sent.get("personid")}`,
      orgname: "甲一小学",
      usertype: 40 as const,
      admintype: 0 as const,
      modulelist: [{ id: "1", text: "看得到的", module_type: null, path: null, icon: null, children: [] }],
    })),
    answering(directoryCalls.found, () => [
      {
        kind: "organisation" as const,
        id: "77",
        name: "甲一小学",
        orgid: "77",
        orgKind: "school" as const,
        level: null,
        isLeaf: false,
        isDisabled: false,
        above: [],
        path: ["澜州市", "甲区"],
      },
    ]),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

function opened() {
  renderPage(<Component />)
}

const row = (id: string) => screen.findByRole("button", { name: `菜单${id}` })

test("[MENU-5] an item moves by keyboard among siblings, in and out; at the end not at all", async () => {
  opened()
  fireEvent.keyDown(await row("3"), { key: "ArrowUp", altKey: true })
  await waitFor(() => expect(asked).toEqual([["arrange", { id: "3", before: "2", version: "tree" }]]))
  fireEvent.keyDown(await row("3"), { key: "ArrowLeft", altKey: true })
  await waitFor(() =>
    expect(asked[1]).toEqual(["move", { id: "3", parentId: null, before: "4", version: "tree" }]),
  )
  fireEvent.keyDown(await row("1"), { key: "ArrowUp", altKey: true })
  fireEvent.keyDown(await row("1"), { key: "ArrowLeft", altKey: true })
  fireEvent.keyDown(await row("4"), { key: "ArrowRight", altKey: true })
  await waitFor(() =>
    expect(asked[2]).toEqual(["move", { id: "4", parentId: "1", before: null, version: "tree" }]),
  )
  expect(asked).toHaveLength(3)
})

test("[DISTRICT-9] a menu is put into a module, which is named with those above it", async () => {
  opened()
  fireEvent.click(await row("3"))
  fireEvent.click(await screen.findByLabelText("所属模块"))
  fireEvent.click(await screen.findByRole("option", { name: "平安校园 / 巡查" }))
  fireEvent.click(screen.getByRole("button", { name: "保存" }))
  await waitFor(() => expect(asked).toEqual([["save", expect.objectContaining({ id: "3", moduleid: "51" })]]))
})

test("[MENU-5] dropped on its own child it says why not, and nothing is sent", async () => {
  opened()
  const target = (await row("2")).closest("div") as HTMLElement
  const dataTransfer = { types: ["application/x-uc-menu"], getData: () => "1", setData: () => undefined }
  fireEvent.dragOver(target, { dataTransfer })
  fireEvent.drop(target, { dataTransfer })
  expect(asked).toEqual([])
  const other = (await row("4")).closest("div") as HTMLElement
  other.getBoundingClientRect = () => new DOMRect(0, 0, 100, 40)
  fireEvent.drop(other, { dataTransfer: { ...dataTransfer, getData: () => "2" }, clientY: 20 })
  await waitFor(() =>
    expect(asked).toEqual([["move", { id: "2", parentId: "4", before: null, version: "tree" }]]),
  )
})

test("[MENU-3] a new item takes an existing page, counts its audience, and shows a refusal", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "新增一级菜单" }))
  const form = screen.getByRole("dialog", { name: "新增菜单" })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(within(form).getByText(menuMessages.textMissing)).toBeTruthy()
  expect(within(form).getByText(menuMessages.pageMissing)).toBeTruthy()
  expect(document.activeElement).toBe(within(form).getByLabelText("名称"))
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "新菜单" } })
  await chooseOption(within(form).getByLabelText("页面"), "第一页（/page/1）")
  expect(within(form).getByText("目前有 1,203 人能看到")).toBeTruthy()
  await chooseOption(within(form).getByLabelText("第1条：管理级别"), "单位管理员及以上")
  expect(within(form).getByText("目前有 3 人能看到")).toBeTruthy()
  await userEvent.click(within(form).getByRole("button", { name: "第1条：限定单位" }))
  fireEvent.change(screen.getByLabelText("单位名称"), { target: { value: "甲一" } })
  await userEvent.type(screen.getByLabelText("单位名称"), "{Enter}")
  await userEvent.click(await screen.findByRole("button", { name: /甲一小学/ }))
  // Enter in the search did not submit the form around it.
  expect(asked).toEqual([])
  refuse = menuMessages.organisationGone
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(await within(form).findByText(menuMessages.organisationGone)).toBeTruthy()
  refuse = null
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(asked).toMatchObject([
    [
      "save",
      {
        parentId: null,
        text: "新菜单",
        kind: "router",
        path: "/page/1",
        audience: [{ usertype: null, minAdmintype: 1, orgid: "77" }],
      },
    ],
  ])
})

test("deleting asks with the number of sub-items; disabling sends the seen version", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "菜单1的操作" }))
  await userEvent.click(screen.getByRole("menuitem", { name: "删除" }))
  const confirm = screen.getByRole("dialog", { name: "删除“菜单1”？" })
  expect(confirm.textContent).toContain("它的 2 项下级（菜单2、菜单3）会一起删除")
  await userEvent.click(within(confirm).getByRole("button", { name: "删除 3 项" }))
  await waitFor(() => expect(asked).toEqual([["remove", { id: "1", below: 2 }]]))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await userEvent.click(screen.getByRole("button", { name: "菜单4的操作" }))
  await userEvent.click(screen.getByRole("menuitem", { name: "停用" }))
  await waitFor(() => expect(asked[1]).toMatchObject(["save", { id: "4", isDisabled: true, version: "v4" }]))
})

test("[MENU-5] the menu audit's findings lead to their item, out of a closed branch too", async () => {
  items = [item("1", null), item("2", "1", { path: "/gone" })]
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "收起菜单1" }))
  expect(screen.queryByRole("button", { name: "菜单2" })).toBeNull()
  const auditPanel = screen.getByRole("region", { name: "菜单检查" })
  expect(auditPanel.textContent).toContain("页面“/gone”不存在")
  Element.prototype.scrollIntoView = () => undefined
  await userEvent.click(within(auditPanel).getByRole("button", { name: "查看菜单2" }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe("菜单2"))
})

test("[HOME-5] a school's administrator edits no menus, and can view a person's menu", async () => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  vi.mocked(pick).mockResolvedValue([{ id: "55", label: "某人" }])
  opened()
  expect(screen.queryByRole("button", { name: "新增一级菜单" })).toBeNull()
  await userEvent.click(screen.getByRole("button", { name: "选择人员" }))
  const shown = await screen.findByRole("region", { name: "人员55的菜单" })
  expect(within(shown).getByText("看得到的")).toBeTruthy()
  expect(pick).toHaveBeenCalledWith("person", expect.objectContaining({ orgid: someUser.orgid, max: 1 }))
})

test("without administrator's rights there is a message", () => {
  keepUser({ ...someUser, admintype: admintypes.none })
  opened()
  expect(screen.getByText(noPermissionMessage("menus.preview"))).toBeTruthy()
})

test("[MENU-5] pages without a menu item are listed, and added one by one or together", async () => {
  const [first, second, ...rest] = builtInMenus
  items = [
    ...items,
    ...rest.map(({ path }, at) => item(`${at + 20}`, null, { kind: "router", path, isDisabled: at === 0 })),
  ]
  opened()
  fireEvent.click(await screen.findByText(/有 2 个页面未配置菜单/))
  fireEvent.click(screen.getByRole("button", { name: `添加${second?.text}` }))
  await waitFor(() => expect(asked).toEqual([["addBuiltIn", { paths: [second?.path] }]]))
  await waitFor(() => expect(document.activeElement?.textContent).toContain("菜单4"))
  fireEvent.click(screen.getByRole("button", { name: "全部添加" }))
  await waitFor(() => expect(asked[1]).toEqual(["addBuiltIn", { paths: [first?.path, second?.path] }]))
})

const site = { domainList: [], inheritedDomains: [], refusedOrigins: [] }

test("[DISTRICT-12] where the audit names a missing site, a press lists it for everything below", async () => {
  keepUser({ ...someUser, usertype: 10, admintype: admintypes.platform })
  items = [item("1", null, { kind: "hosted", path: "https://finance.example/in", text: "财务" })]
  const listed: Record<string, string>[] = []
  serveFakes(
    answering(menuAdminCalls.list, () => ({
      items,
      version: "tree",
      people: [{ usertype: 40 as const, admintype: 0 as const, orgid: null, people: 5 }],
      authorised: [],
      organisations: [{ usertype: 40 as const, organisations: 2 }],
    })),
    answering(domainCalls.list, () => site),
    answering(domainCalls.inForce, () => ({ version: "1", domains: [] })),
    answering(domainCalls.save, (sent) => {
      listed.push(Object.fromEntries(sent))
      return { ...listedSite, isForBelow: true }
    }),
  )
  renderPage(<Component />)
  const audit = await screen.findByRole("region", { name: "菜单检查" })
  fireEvent.click(within(audit).getByRole("button", { name: "授权https://finance.example（财务）" }))
  const dialog = await screen.findByRole("dialog", { name: "列入授权域名" })
  expect(within(dialog).getByRole("textbox", { name: "名称" })).toHaveProperty("value", "财务")
  fireEvent.click(within(dialog).getByRole("button", { name: "授权" }))
  await waitFor(() =>
    expect(listed).toMatchObject([{ name: "财务", domainIp: "https://finance.example", isForBelow: "1" }]),
  )
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
})

test("[DISTRICT-12] a site that the own list has is extended to those below, not listed twice", async () => {
  keepUser({ ...someUser, usertype: 10, admintype: admintypes.platform })
  const listed: Record<string, string>[] = []
  serveFakes(
    answering(menuAdminCalls.list, () => ({
      items: [item("1", null, { kind: "hosted", path: "https://finance.example/in", text: "财务" })],
      version: "tree",
      people: [{ usertype: 40 as const, admintype: 0 as const, orgid: null, people: 5 }],
      authorised: [{ origin: "https://finance.example", usertype: 10 as const, organisations: 1 }],
      organisations: [{ usertype: 40 as const, organisations: 2 }],
    })),
    answering(domainCalls.list, () => ({ ...site, domainList: [listedSite] })),
    answering(domainCalls.inForce, () => ({ version: "1", domains: [] })),
    answering(domainCalls.save, (sent) => {
      listed.push(Object.fromEntries(sent))
      return listedSite
    }),
  )
  renderPage(<Component />)
  fireEvent.click(await screen.findByRole("button", { name: /^授权https/ }))
  const dialog = await screen.findByRole("dialog", { name: "列入授权域名" })
  fireEvent.click(within(dialog).getByRole("button", { name: "授权" }))
  await waitFor(() => expect(listed).toHaveLength(1))
  expect(listed[0]).toMatchObject({ id: "8", version: "3", domainIp: "finance.example", isForBelow: "1" })
})

const listedSite = {
  id: "8",
  name: "财务系统",
  domainIp: "finance.example",
  helpers: [],
  userFields: [],
  operations: [],
  version: 3,
  origins: ["https://finance.example", "http://finance.example"],
  isPrivate: false,
  lastUsedAt: null,
  hasSecret: true,
  isForBelow: false,
  declinedBy: 0,
}
