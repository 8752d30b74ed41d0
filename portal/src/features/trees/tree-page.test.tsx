import { admintypes } from "@uc/contract/account/calls"
import { buildingAdminCalls, buildingTree } from "@uc/contract/buildings/admin-calls"
import { inUseMessage, treeMessages, type TreeEntry } from "@uc/contract/trees/tree-calls"
import { act as renderAct, fireEvent, screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { keepUser } from "../../platform/session/session.ts"
import { someUser } from "../../testing/some-user.ts"
import { answering, Refused, serveFakes } from "../../testing/fake-answers.ts"
import { renderPage } from "../../testing/render-page.tsx"
import { TreePage } from "./public.ts"

function entry(id: string, parentId: string | null, kind: string, more: Partial<TreeEntry> = {}): TreeEntry {
  const fixed = { code: "", note: "", isDisabled: false, isFixed: false, version: `v${id}` }
  return { id, parentId, kind, name: `名${id}`, ...fixed, ...more }
}

let items: TreeEntry[]
let sent: [string, unknown][]
let refuse: string | null

beforeEach(() => {
  keepUser({ ...someUser, admintype: admintypes.organisation })
  items = [
    entry("1", null, "building"),
    entry("2", null, "building"),
    entry("3", "1", "layer"),
    entry("4", "1", "layer", { isDisabled: true }),
    entry("5", "3", "room"),
  ]
  sent = []
  refuse = null
  const written = (name: string) => (asked: URLSearchParams) => {
    if (refuse !== null) throw new Refused(refuse)
    sent.push([name, JSON.parse(asked.get("json") ?? "{}")])
    return { id: "9" } as never
  }
  serveFakes(
    answering(buildingAdminCalls.list, () => ({ items, version: "s1", mayAddTop: true, ownerName: "甲校" })),
    answering(buildingAdminCalls.save, written("save")),
    answering(buildingAdminCalls.move, written("move")),
    answering(buildingAdminCalls.setState, written("setState")),
    answering(buildingAdminCalls.remove, written("remove")),
  )
})
afterEach(() => vi.unstubAllGlobals())

function opened() {
  renderPage(
    <TreePage
      calls={buildingAdminCalls}
      shape={buildingTree}
      title="楼宇管理"
      words="…"
      icons={{}}
      sheet="buildings"
      isOfOrganisation
      permission="buildings.manage"
      empty="点击新增。"
    />,
  )
}

const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole("button", { name: `${name}的操作` }))
  return screen.getAllByRole("menuitem").map(({ textContent }) => textContent)
}
const act = async (name: string, what: string) => {
  await menuOf(name)
  await userEvent.click(screen.getByRole("menuitem", { name: what }))
}

test("[DISTRICT-9] a node is added below another; a missing name is told", async () => {
  opened()
  await act("名3", "新增下级")
  const form = screen.getByRole("dialog", { name: "新增房间" })
  expect(within(form).getByText("上级：名1 / 名3")).toBeTruthy()
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  expect(within(form).getByText(treeMessages.nameMissing)).toBeTruthy()
  fireEvent.change(within(form).getByLabelText("名称"), { target: { value: "301" } })
  await userEvent.click(within(form).getByRole("button", { name: "保存" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(sent).toEqual([["save", { parentId: "3", kind: "room", name: "301" }]])
})

test("[DISTRICT-9] at the top one chooses which kind it is", async () => {
  opened()
  await userEvent.click(await screen.findByRole("button", { name: "新增校区或楼宇" }))
  const form = screen.getByRole("dialog", { name: "新增楼宇" })
  expect(within(form).getByLabelText("类型").textContent).toContain("楼宇")
})

test("[DISTRICT-9] a row offers what may be done with it, and only that", async () => {
  opened()
  expect(await menuOf("名5")).toEqual(["改名", "移动", "停用", "删除"])
  await userEvent.keyboard("{Escape}")
  // Nothing is added below what is out of use.
  expect(await menuOf("名4")).toEqual(["改名", "上移", "移动", "启用", "删除"])
})

test("[DISTRICT-9] it is moved by the keyboard and below a parent of the right kind", async () => {
  opened()
  fireEvent.keyDown(await screen.findByRole("button", { name: "名2" }), { key: "ArrowUp", altKey: true })
  await waitFor(() =>
    expect(sent).toEqual([["move", { id: "2", parentId: null, before: "1", version: "s1" }]]),
  )
  // A layer goes neither into another layer nor to the top.
  for (const key of ["ArrowRight", "ArrowLeft"])
    fireEvent.keyDown(screen.getByRole("button", { name: "名4" }), { key, altKey: true })
  await act("名3", "移动")
  const form = screen.getByRole("dialog", { name: "移动“名3”" })
  await userEvent.click(within(form).getByLabelText("新的上级"))
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["名1", "名2"])
  await userEvent.click(screen.getByRole("option", { name: "名2" }))
  await userEvent.click(within(form).getByRole("button", { name: "移动" }))
  await waitFor(() =>
    expect(sent.slice(1)).toEqual([["move", { id: "3", parentId: "2", before: null, version: "s1" }]]),
  )
})

test("[DISTRICT-9] it is disabled and enabled; what is in use is not deleted and the confirm says by what", async () => {
  opened()
  await act("名3", "停用")
  await waitFor(() => expect(sent).toEqual([["setState", { id: "3", isDisabled: true, version: "v3" }]]))
  await act("名5", "删除")
  refuse = inUseMessage([{ what: "巡查点位", names: ["楼梯口"], count: 1 }])
  const confirm = screen.getByRole("dialog", { name: "删除“名5”？" })
  await userEvent.click(within(confirm).getByRole("button", { name: "删除" }))
  expect(await within(confirm).findByText(/巡查点位“楼梯口”/)).toBeTruthy()
})

test("[DISTRICT-9] a search shows what it finds with what stands above, and says when there is nothing", async () => {
  opened()
  const box = await screen.findByLabelText("查找楼宇")
  fireEvent.change(box, { target: { value: "名5" } })
  const names = () => screen.getAllByRole("button", { name: /^名\d$/ }).map(({ textContent }) => textContent)
  expect(names()).toEqual(["名1", "名3", "名5"])
  fireEvent.change(box, { target: { value: "没有" } })
  expect(screen.getByText("没有名称包含“没有”的条目。")).toBeTruthy()
})

test("[DISTRICT-9] an empty tree says what to do, and who may not is told", async () => {
  items = []
  opened()
  expect(await screen.findByText("暂无楼宇")).toBeTruthy()
  expect(screen.getByRole("link", { name: "表格导入" }).getAttribute("href")).toContain("kind=buildings")
  keepUser({ ...someUser, admintype: admintypes.none })
  expect(await screen.findByText("您没有“楼宇管理”权限，请联系管理员")).toBeTruthy()
})

test("[DISTRICT-8] who has the page by a role, and no imports, is offered no spreadsheet", async () => {
  opened()
  await screen.findByRole("button", { name: "名1的操作" })
  expect(screen.getByRole("link", { name: "表格导入" })).toBeTruthy()
  expect(screen.getByRole("button", { name: /导出/ })).toBeTruthy()
  renderAct(() => keepUser({ ...someUser, permissions: ["buildings.manage"] }))
  expect(screen.getByRole("button", { name: /^新增/ })).toBeTruthy()
  expect(screen.queryByRole("link", { name: "表格导入" })).toBeNull()
  expect(screen.queryByRole("button", { name: /导出/ })).toBeNull()
})
